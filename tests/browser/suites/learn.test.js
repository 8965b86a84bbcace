// The course in a real browser: every lesson in every language, by mouse, touch and keyboard; progress; first minutes.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { findings } from "../lib/axe.js";
import { shot, start } from "../lib/browser.js";
import { answer, finish, HANDS, lessons, pointOf } from "../lib/course.js";
import { cellOf, go, press } from "../lib/table.js";

let stage;
before(async () => { stage = await start(); });
after(() => stage.stop());

const COURSE = lessons();
const STRATEGY = lessons("strategy.toml");
const step = (id) => [...COURSE, ...STRATEGY].flatMap((lesson) => lesson.steps).find((step) => step.id === id);

// Opens the lesson of a step at that step, as for somebody who has done those before it.
async function openAt(page, id) {
  const lesson = [...COURSE, ...STRATEGY].find((lesson) => lesson.steps.some((step) => step.id === id));
  const done = lesson.steps.slice(0, lesson.steps.findIndex((step) => step.id === id));
  const text = ["skep course 1", "streak 4 9", ...done.map((step) => `step ${step.id} 0`)].join("\n");
  await page.evaluate((text) => localStorage.setItem("skep-course", text), text);
  await go(page, "#/about");
  await page.reload();
  await go(page, `#/learn/${lesson.id}`);
  await page.waitForSelector("#step-title");
}

test("the file is read as it is meant", () => {
  assert.equal(COURSE.length, 20);
  assert.equal(STRATEGY.length, 10);
  for (const { steps } of [...COURSE, ...STRATEGY]) {
    for (const step of steps) assert.ok(step.id && step.kind && step.texts.nl.title && step.texts.fr.prompt, step.id);
  }
});

for (const [language, locale, how] of [["en", "en-GB", "mouse"], ["fr", "fr-BE", "mouse"], ["nl", "nl-BE", "keyboard"]]) {
  test(`all twenty lessons in ${language}, by ${how}`, async () => {
    const { page, context, problems } = await stage.open({ locale, path: "#/learn" });
    const hands = HANDS[how];
    await hands.press(page, '.lessoncard[href="#/learn/object"]');
    for (const [index, lesson] of COURSE.entries()) {
      await finish(page, lesson, language, hands);
      assert.equal(await page.locator(".finish .stars .on").count(), 3, `${lesson.id} without a fault`);
      if (index + 1 < COURSE.length) await hands.press(page, "#after");
    }
    await go(page, "#/learn");
    await page.waitForSelector(".lessoncard");
    assert.equal(await page.locator(".lessoncard .stars .on").count(), 60);
    await shot(page, `learn-list-done-${language}`);
    assert.deepEqual(problems, []);
    await context.close();
  });
}

test("the ten strategy lessons, by touch on a phone", async () => {
  const { page, context, problems } = await stage.open({ screen: "phone", path: "#/learn" });
  await HANDS.touch.press(page, '.lessoncard[href="#/learn/strategy-mobility"]');
  for (const [index, lesson] of STRATEGY.entries()) {
    await finish(page, lesson, "en", HANDS.touch);
    assert.equal(await page.locator(".finish .stars .on").count(), 3, lesson.id);
    if (index + 1 < STRATEGY.length) await HANDS.touch.press(page, "#after");
  }
  await shot(page, "learn-strategy-done-phone");
  assert.deepEqual(problems, []);
  await context.close();
});

test("a wrong answer says why, shows it on the board, and links to the rule", async () => {
  const { page, context, problems } = await stage.open();
  await openAt(page, "placing-2");
  await HANDS.mouse.tap(page, await cellOf(page, "wS1/"));
  await page.locator(".said.bad").waitFor();
  assert.match(await page.locator(".said").innerText(), /black spider/);
  assert.equal(await page.locator("#board .cell.wrong").count(), 1);
  assert.equal(await page.locator('#board .tile[data-piece="bS1"] .ring-proof').count(), 1, "the spider that is too near");
  assert.match(await page.locator("[aria-live]").innerText(), /black spider/);
  assert.equal(await page.locator(".stepline .tag").count(), 0, "the row of right answers is broken");
  await page.locator(".said .link").click();
  await page.waitForFunction(() => document.activeElement?.id === "placing");
  assert.match(page.url(), /#\/rules\/placing$/);
  await page.goBack();
  await page.waitForSelector("#step-title");
  assert.equal(await page.locator("#step-title").innerText(), step("placing-2").texts.en.title);

  // A legal move that misses the goal has its own sentence too, and the board stays as it was.
  await openAt(page, "object-2");
  await HANDS.mouse.move(page, "wA1 -wQ");
  await page.locator(".said.bad").waitFor();
  assert.match(await page.locator(".said").innerText(), /still has a free side/);
  assert.equal(await page.locator("#go-on").isDisabled(), true);
  assert.equal(await page.locator('#board .tile[data-piece="bQ"] .ring-proof').count(), 1);
  await answer(page, step("object-2"), "en", HANDS.mouse);
  await page.locator("#go-on").click();

  // A wrong option, then the right one: the lesson is done with fewer stars.
  await page.locator("[data-answer='0']").click();
  assert.equal(await page.locator(".answer.wrong").count(), 1);
  assert.match(await page.locator(".said").innerText(), /own queen/);
  await answer(page, step("object-3"), "en", HANDS.mouse);
  await page.locator("#go-on").click();
  await answer(page, step("object-4"), "en", HANDS.mouse);
  await page.locator("#go-on").click();
  await page.waitForSelector(".finish");
  assert.equal(await page.locator(".finish .stars .on").count(), 2);
  assert.deepEqual(problems, []);
  await context.close();
});

test("a reason, rightly named, is proved on the board", async () => {
  const { page, context } = await stage.open();
  await openAt(page, "sliding-2");
  await answer(page, step("sliding-2"), "en", HANDS.mouse);
  assert.equal(await page.locator("#board .ring-proof").count(), 2, "the two tiles of the gate");
  await context.close();
});

test("hint, path and answer help, and cost stars", async () => {
  const { page, context, problems } = await stage.open({ reducedMotion: "no-preference" });
  await openAt(page, "spider-1");
  await page.locator("[data-help=bulb]").click();
  assert.equal(await page.locator(".said.hint p>span").innerText(), await page.evaluate(() => document.querySelector(".said p>span").textContent));
  await page.locator("[data-help=play]").click();
  assert.equal(await page.locator("#board .path .step").count(), 3, "three numbered steps");
  const walks = await page.locator("#board .walk").evaluate((ghost) => ghost.getAnimations().length);
  assert.equal(walks, 1, "a ghost walks the path");
  await shot(page, "learn-path-desktop");
  await page.locator("[data-help=eye]").click();
  assert.ok((await page.locator("#board .cell.from").count()) > 0, "the cells are shown");
  for (const text of step("spider-1").answers) await HANDS.mouse.tap(page, await cellOf(page, text.split(" ")[1]));
  await page.waitForFunction(() => !document.querySelector("#go-on").disabled);
  await page.locator("#go-on").click();
  for (const id of ["spider-2", "spider-3", "spider-4"]) {
    await answer(page, step(id), "en", HANDS.mouse);
    await page.locator("#go-on").click();
  }
  assert.equal(await page.locator(".finish .stars .on").count(), 1);
  await page.locator(".finish .acts button").click();
  await page.waitForFunction((title) => document.querySelector("#step-title").textContent === title, step("spider-1").texts.en.title);
  assert.deepEqual(problems, []);
  await context.close();
});

test("a tile still on its way is not left behind in the next step", async () => {
  const { page, context } = await stage.open({ reducedMotion: "no-preference" });
  await context.addInitScript(() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      return animate.call(this, frames, { ...options, duration: 1e6 });
    };
  });
  await openAt(page, "grasshopper-3");
  assert.equal(step("grasshopper-3").kind, "make_move");
  await HANDS.mouse.move(page, step("grasshopper-3").answers[0]);
  const travels = () => page.locator("#board").evaluate((board) =>
    board.getAnimations({ subtree: true }).filter((animation) => animation.effect.target.matches(".tile")).length);
  assert.equal(await travels(), 1);
  await page.locator("#go-on").click();
  assert.equal(await travels(), 0);
  await context.close();
});

test("progress is kept, saved to a file, added elsewhere, and never lost to a bad file", async () => {
  const first = await stage.open({ path: "#/learn/object" });
  await finish(first.page, COURSE[0], "en", HANDS.mouse);
  await first.page.locator("#after").click();
  await answer(first.page, COURSE[1].steps[0], "en", HANDS.mouse);
  await first.page.locator("#go-on").click();
  await first.page.reload();
  await first.page.waitForSelector("#step-title");
  assert.equal(await first.page.locator("#step-title").innerText(), COURSE[1].steps[1].texts.en.title, "goes on where it was");
  await go(first.page, "#/learn");
  assert.equal(await first.page.locator(".lessoncard .stars .on").count(), 3);
  const [file] = await Promise.all([
    first.page.waitForEvent("download"), first.page.locator("[data-keep=save]").click(),
  ]);
  const path = join(tmpdir(), `skep-progress-${process.pid}.txt`);
  await file.saveAs(path);
  assert.match(await readFile(path, "utf8"), /^skep course 1\n(.*\n)*lesson object 3\n/);
  await first.context.close();

  const second = await stage.open({ path: "#/learn" });
  await second.page.locator("[data-keep=add]").setInputFiles(path);
  await second.page.locator(".notice.good").waitFor();
  assert.equal(await second.page.locator(".lessoncard .stars .on").count(), 3);
  await writeFile(path, "no progress at all\u0000");
  await second.page.locator("[data-keep=add]").setInputFiles(path);
  await second.page.locator(".notice.bad").waitFor();
  assert.equal(await second.page.locator(".lessoncard .stars .on").count(), 3);
  await second.page.reload();
  await second.page.waitForSelector(".lessoncard");
  assert.equal(await second.page.locator(".lessoncard .stars .on").count(), 3);
  await second.page.locator("[data-keep=forget]").click();
  await second.page.locator("[data-keep=forget]").click();
  assert.equal(await second.page.locator(".lessoncard .stars .on").count(), 0);

  // What cannot be read is put aside, said, and can be saved.
  await second.page.evaluate(() => localStorage.setItem("skep-course", "skep course 1\nlesson object nine"));
  await second.page.reload();
  await second.page.locator(".notice.bad button").waitFor();
  assert.deepEqual([...first.problems, ...second.problems], []);
  await second.context.close();
});

test("lessons and rules work without a network", async () => {
  const { page, context, problems } = await stage.open();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await context.setOffline(true);
  await go(page, "#/learn/queen");
  await page.reload();
  await page.waitForSelector("#step-title");
  await finish(page, COURSE[3], "en", HANDS.mouse);
  await go(page, "#/rules");
  await page.waitForSelector(".rulebook");
  assert.deepEqual(problems, []);
  await context.close();
});

test("a newcomer who presses Play is shown the game in three minutes, then plays with tips", async () => {
  const { page, context, problems } = await stage.open();
  await page.locator(".feature .button.primary").click();
  await page.locator("dialog[open]").waitFor();
  assert.deepEqual(await findings(page), []);
  await shot(page, "learn-offer-desktop");
  await page.locator("[data-offer=show]").click();
  const source = await readFile(new URL("../../../crates/course/content/lessons.toml", import.meta.url), "utf8");
  const ids = [...source.match(/first_minutes = \[([^\]]*)\]/)[1].matchAll(/"([^"]+)"/g)].map(([, id]) => id);
  assert.ok(ids.length >= 8);
  await finish(page, { steps: ids.map(step) }, "en", HANDS.mouse);
  await shot(page, "learn-first-done-desktop");
  await page.locator("#after").click();
  await page.waitForSelector("#board[data-plies='0']");
  await page.locator(".tip").waitFor();
  await shot(page, "tip-first-desktop");
  // The tile in the hand has its own tip; a refusal leads to its rule.
  await page.locator('.strip.bottom .slot[data-bug="S"]').click();
  await press(page, "#board .cell.legal");
  await page.waitForFunction(() => Number(document.querySelector("#board").dataset.plies) >= 2);
  const [x, y] = await pointOf(page, "0,0");
  await page.mouse.click(x, y);
  await page.locator(".caption.refusal .link").waitFor();
  assert.match(await page.locator(".caption.refusal .link").getAttribute("href"), /#\/rules\/queen-placing/);
  await shot(page, "tip-refusal-desktop");
  await page.keyboard.press("Escape");
  await page.locator('.strip.bottom .slot[data-bug="A"]').click();
  assert.match(await page.locator(".tip").innerText(), /touches no tile/);
  await page.locator(".tip button").click();
  assert.equal(await page.locator(".tip").count(), 0);
  await page.reload();
  await page.waitForSelector("#board");
  assert.equal(await page.locator(".tip").count(), 0, "switched off means off");
  await go(page, "#/settings");
  assert.equal(await page.getByRole("switch", { name: /Tips/ }).isChecked(), false);
  // Whoever has played is not asked again.
  await page.goto(stage.server.url);
  await page.locator(".way button").first().click();
  await page.waitForSelector("#board");
  assert.deepEqual(problems, []);
  await context.close();
});

test("the rules: anchors, links from refusals, and two pages of paper in each language", async () => {
  const table = await readFile(new URL("../../../crates/words/locales/refusals.tsv", import.meta.url), "utf8");
  const anchors = new Set(table.trim().split("\n").slice(1).map((line) => line.split("\t")[2]));
  for (const [language, locale] of [["en", "en-GB"], ["fr", "fr-FR"], ["nl", "nl-NL"]]) {
    for (const colorScheme of ["light", "dark"]) {
      const { page, context } = await stage.open({ locale, colorScheme, path: "#/rules" });
      for (const anchor of anchors) assert.equal(await page.locator(`[id="${anchor}"]`).count(), 1, anchor);
      assert.ok((await page.locator(".rulebook .meadow svg .tile").count()) > 60, "boards are drawn");
      const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: false });
      if (colorScheme === "light") await writeFile(join(tmpdir(), `skep-rules-${language}.pdf`), pdf);
      assert.equal(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length, 2, `${language}, ${colorScheme}`);
      await context.close();
    }
  }
});

for (const theme of ["light", "dark", "hc"]) {
  test(`one step of each kind, ${theme}: nothing sticks out, axe has nothing serious to say`, async () => {
    const kinds = { text: "object-1", move: "object-2", choose: "object-3", tap: "placing-2", why: "one-hive-2" };
    for (const screen of ["desktop", "phone"]) {
      const { page, context, problems } = await stage.open({ screen });
      await page.evaluate((theme) => localStorage.setItem("skep-settings", `theme=${theme}`), theme);
      for (const [kind, id] of Object.entries(kinds)) {
        await openAt(page, id);
        if (kind === "tap") {
          for (const where of ["wS1/", "-wS1"]) await HANDS[screen === "phone" ? "touch" : "mouse"].tap(page, await cellOf(page, where));
        }
        if (kind === "choose" || kind === "why") await page.locator("[data-answer='2']").click();
        if (kind === "move") await page.locator("[data-help=bulb]").click();
        assert.deepEqual(await findings(page), [], `${kind} on ${screen}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight), `${kind} fits ${screen}`);
        await shot(page, `learn-${kind}-${screen}-${theme}`);
      }
      for (const path of ["learn", "rules"]) {
        await go(page, `#/${path}`);
        assert.deepEqual(await findings(page), [], path);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path} fits ${screen}`);
        await shot(page, `learn-page-${path}-${screen}-${theme}`);
      }
      assert.deepEqual(problems, []);
      await context.close();
    }
  });
}
