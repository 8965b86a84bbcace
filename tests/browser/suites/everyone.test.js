// For everyone: keyboard alone, touch, three languages, themes, and axe's checks on every page.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { findings } from "../lib/axe.js";
import { shot, start } from "../lib/browser.js";
import { choose, go, play, plies, press, pressPlay, settled, startHotSeat } from "../lib/table.js";

let stage;
before(async () => { stage = await start(); });
after(() => stage.stop());

const MIDDLE = String.raw`wL;bS1 wL-;wA1 -wL;bM bS1/;wQ /wL;bA1 bS1-;wA1 bA1-;bQ /bA1;wS1 wA1-;bP bQ\;wS1 bM/;bA2 bP\;wP wQ\;bA3 bP-;wM -wP;bA2 /wM;wB1 wA1-;bA3 wB1\;bA2 /wP;bB1 bA2\;wA2 \wL;bB1 bA2-;bA2 wQ-;bB1 wP;wA2 bP\;bG1 bB1\;wB2 wA2-;bG1 -wL;wM bB1;bA3 -wQ`.split(";");
const PAGES = ["#/", "#/new", "#/games", "#/learn", "#/learn/queen", "#/rules", "#/settings", "#/keys", "#/about", "#/online", "#/account", "#/leaders"];

// A link holds a whole game: quicker than playing it again.
async function openMiddle(page) {
  const text = "Base+MLP;InProgress;White[16];" + MIDDLE.join(";");
  await go(page, "#/shared/" + encodeURIComponent(text));
  await page.waitForSelector("#board[data-plies='30']");
}

for (const theme of ["light", "dark", "hc"]) {
  test(`axe has nothing serious to say about any page, ${theme}`, async () => {
    const { page, context } = await stage.open();
    await page.evaluate((theme) => localStorage.setItem("skep-settings", `theme=${theme}`), theme);
    await page.reload();
    for (const path of PAGES) {
      await go(page, path);
      assert.deepEqual(await findings(page), [], path);
      await shot(page, `page-${path.replace("#/", "").replace("/", "-") || "home"}-${theme}`);
    }
    await openMiddle(page);
    await choose(page, "wS1");
    assert.deepEqual(await findings(page), [], "game");
    await shot(page, `game-desktop-${theme}`);
    await context.close();
  });
}

test("the keyboard alone plays", async () => {
  const { page, context } = await stage.open();
  await startHotSeat(page);
  await page.locator("#board").focus();
  const keys = async (...list) => { for (const key of list) await page.keyboard.press(key); };
  await keys("2", "n", "Enter");
  await page.waitForSelector("#board[data-plies='1']");
  await keys("3", "n", "Enter");
  await page.waitForSelector("#board[data-plies='2']");
  await keys("1", "n", "Enter", "1", "n", "Enter");
  await page.waitForSelector("#board[data-plies='4']");
  // Walk to a tile by direction keys, select it, choose a cell, play.
  const said = page.locator("[aria-live]");
  await keys("a", "d", "w", "e", "z", "x", "s");
  assert.ok((await said.innerText()).length > 5, "the focused cell is read out");
  await keys("5", "n", "n", "Shift+N", "Enter");
  await page.waitForSelector("#board[data-plies='5']");
  assert.match(await said.innerText(), /ant/i);
  await shot(page, "keyboard-desktop");
  await keys("ArrowLeft", "End", "t");
  await page.waitForSelector("#board[data-plies='4']");
  await keys("Shift+Slash");
  await page.waitForSelector(".keymap");
  await context.close();
});

test("every control of a game can be reached by Tab", async () => {
  const { page, context } = await stage.open();
  await startHotSeat(page);
  const reached = new Set();
  for (let index = 0; index < 60; index += 1) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.className));
  }
  for (const wanted of ["board", "slot", "icon-button"]) {
    assert.ok([...reached].some((name) => name.split(" ").includes(wanted)), `${wanted} in ${[...reached]}`);
  }
  await context.close();
});

for (const [language, words] of [["fr", ["Jouer", "araignée"]], ["nl", ["Spelen", "spin"]]]) {
  test(`the browser's language is taken up: ${language}`, async () => {
    const { page, context, problems } = await stage.open({ locale: language === "fr" ? "fr-BE" : "nl-BE" });
    assert.equal(await page.getAttribute("html", "lang"), language);
    assert.match(await page.locator(".topbar nav").innerText(), new RegExp(words[0]));
    for (const path of PAGES) {
      await go(page, path);
      await shot(page, `page-${path.replace("#/", "").replace("/", "-") || "home"}-${language}`);
    }
    await openMiddle(page);
    await choose(page, "wS1");
    assert.match(await page.locator(".caption").innerText(), new RegExp(words[1], "i"));
    await shot(page, `game-desktop-${language}`);
    await page.locator(".languages button").first().click();
    assert.match(await page.locator(".caption").innerText(), /spider/i);
    assert.deepEqual(problems, []);
    await context.close();
  });
}

test("a phone, by touch", async () => {
  const { page, context, problems } = await stage.open({ screen: "phone" });
  await shot(page, "home-phone-light");
  await pressPlay(page, { touch: true });
  await page.waitForSelector("#board");
  for (const expected of [2, 4, 6]) {
    await page.locator(".strip.bottom .slot:not([disabled])").nth(expected / 2).tap();
    await press(page, "#board .cell.legal", true);
    if (await page.locator("#board .cell.legal.hov").count()) await press(page, "#board .cell.legal.hov", true);
    await page.waitForFunction((count) => Number(document.querySelector("#board").dataset.plies) >= count, expected);
  }
  await openMiddle(page);
  await choose(page, "wS1", { touch: true });
  await shot(page, "game-phone-light");
  // Nothing sticks out sideways, and everything can be hit by a thumb.
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  const small = await page.$$eval("button:not([disabled]), a[href]", (nodes) =>
    nodes.filter((node) => node.checkVisibility() && !node.matches(".skip, .link")).map((node) => {
      const box = node.getBoundingClientRect();
      return [node.className || node.outerHTML.slice(0, 60), Math.round(box.width), Math.round(box.height)];
    }).filter(([, width, height]) => width < 44 || height < 44));
  assert.deepEqual(small, []);
  assert.deepEqual(problems, []);
  await context.close();
});

test("pages fit a phone in the dark, also at 360", async () => {
  for (const width of [390, 360]) {
    const { page, context } = await stage.open({
      screen: "phone", colorScheme: "dark", locale: "fr-FR", viewport: { width, height: 780 },
    });
    for (const path of PAGES) {
      await go(page, path);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${path} at ${width}`);
      await shot(page, `phone-${width}-${path.replace("#/", "").replace("/", "-") || "home"}-dark`);
    }
    await openMiddle(page);
    await shot(page, `game-phone-${width}-dark`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    await context.close();
  }
});

test("hands, names and clocks keep to their own place at every width", async () => {
  const { page, context } = await stage.open({ viewport: { width: 1440, height: 800 } });
  await openMiddle(page);
  for (const width of [720, 768, 820, 999, 1000, 1120, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const out = await page.evaluate(() => [...document.querySelectorAll(".strip")].flatMap((strip) => {
      const outer = strip.getBoundingClientRect();
      const parts = [...strip.querySelectorAll(".slot, .turnmark, .clock, .player")].filter((part) => {
        const inner = part.getBoundingClientRect();
        return inner.left < outer.left - 0.5 || inner.right > outer.right + 0.5;
      });
      const cut = [...strip.querySelectorAll(".player b")].filter((name) => name.scrollWidth > name.clientWidth);
      return [...parts, ...cut].map((part) => part.className || part.textContent);
    }));
    assert.deepEqual(out, [], `at ${width}`);
  }
  await context.close();
});

test("the actions have room for their words in three languages", async () => {
  for (const locale of ["en-GB", "fr-FR", "nl-NL"]) {
    for (const width of [720, 1000, 1440]) {
      const { page, context } = await stage.open({ viewport: { width, height: 900 }, locale });
      await openMiddle(page);
      const tight = await page.evaluate(() => [...document.querySelectorAll(".actions button")]
        .filter((button) => button.scrollWidth > button.clientWidth || button.getBoundingClientRect().right > innerWidth)
        .map((button) => button.textContent.trim()));
      assert.deepEqual(tight, [], `${locale} at ${width}`);
      await context.close();
    }
  }
});

test("pinch, wheel and drag move the table, a drop plays", async () => {
  const { page, context } = await stage.open();
  await openMiddle(page);
  const camera = () => page.locator(".board .camera").getAttribute("style");
  const first = await camera();
  await page.mouse.move(500, 200);
  await page.mouse.wheel(0, -240);
  const zoomed = await camera();
  assert.notEqual(zoomed, first);
  await page.mouse.move(120, 600);
  await page.mouse.down();
  await page.mouse.move(220, 560, { steps: 4 });
  await page.mouse.up();
  assert.notEqual(await camera(), zoomed);
  await page.locator(".zoom button").last().click();
  await settled(page);
  const tile = await page.locator('#board .tile[data-piece="wS1"]').boundingBox();
  await page.mouse.move(tile.x + tile.width / 2, tile.y + tile.height / 2);
  await page.mouse.down();
  await page.mouse.move(tile.x, tile.y + 60, { steps: 3 });
  const target = await page.locator("#board .cell.legal").first().boundingBox();
  await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 5 });
  await page.mouse.up();
  await page.waitForSelector("#board[data-plies='31']");
  assert.equal(await plies(page), 31);
  await context.close();
});

test("keys can be changed, and the change holds", async () => {
  const { page, context } = await stage.open({ path: "#/keys" });
  const row = (name) => page.locator(`[data-command="${name}"]`);
  await row("hint").locator("button").click();
  await page.keyboard.press("f");
  await page.locator(".notice.bad").waitFor();
  assert.match(await page.locator(".notice.bad").innerText(), /Flip/);
  await page.keyboard.press("Shift+I");
  await page.waitForFunction(() => /Shift \+ I/.test(document.querySelector('[data-command="hint"] th').innerText));
  await row("flip").locator("button").click();
  await page.keyboard.press("Escape");
  assert.equal(await row("flip").locator("kbd").innerText(), "F");
  await shot(page, "keys-changed");
  await page.reload();
  await startHotSeat(page);
  await page.locator("#board").focus();
  await page.keyboard.press("Shift+I");
  await page.waitForSelector("#board .tile.proposed");
  await go(page, "#/keys");
  await page.locator(".toolrow .button").click();
  assert.equal(await row("hint").locator("kbd").innerText(), "H");
  await context.close();
});

for (const locale of ["en-GB", "fr-FR", "nl-NL"]) {
  test(`every label of a game fits a phone, ${locale}`, async () => {
    const { page, context } = await stage.open({ screen: "phone", locale });
    await openMiddle(page);
    const cut = await page.$$eval(".actionbar button, .phonebar a, .phonebar button, .strip .player b", (nodes) =>
      nodes.filter((node) => node.checkVisibility()).flatMap((node) => {
        const text = node.querySelector("span:not(.unseen)") ?? node;
        const [inner, outer] = [text.getBoundingClientRect(), node.getBoundingClientRect()];
        const fits = inner.left >= Math.max(0, outer.left) && inner.right <= Math.min(innerWidth, outer.right + 0.5)
          && text.scrollWidth <= Math.ceil(outer.width);
        return fits ? [] : [node.innerText];
      }));
    assert.deepEqual(cut, []);
    await shot(page, `game-phone-${locale.slice(0, 2)}`);
    await context.close();
  });
}

test("settings hold over a reload", async () => {
  const { page, context } = await stage.open({ path: "#/settings" });
  await page.locator('input[name="theme"]').nth(3).check({ force: true });
  await page.locator('input[name="palette"]').nth(1).check({ force: true });
  await page.locator('input[name="language"]').nth(2).check({ force: true });
  await page.reload();
  await page.waitForSelector("main");
  assert.equal(await page.getAttribute("html", "data-theme"), "hc");
  assert.equal(await page.getAttribute("html", "data-palette"), "safe");
  assert.equal(await page.getAttribute("html", "lang"), "nl");
  await openMiddle(page);
  await shot(page, "game-desktop-color-safe");
  await context.close();
});
