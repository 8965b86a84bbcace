// Works through lessons as a person does: by what is on the screen. The right answers are read from the lessons
// themselves, and given by mouse, touch or keyboard.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./browser.js";
import { cellOf, choose, press, settled, tiles } from "./table.js";

const list = (text) => [...text.matchAll(/'([^']*)'|"([^"]*)"/g)]
  .map(([, plain, quoted]) => plain ?? quoted.replaceAll("\\\\", "\\"));
const one = (text) => list(text)[0];

// The few fields that answers need, from a file of lessons. The build of the course reads the same lines strictly.
export function lessons(file = "lessons.toml") {
  const found = [];
  let place;
  for (const line of readFileSync(join(ROOT, "crates/course/content", file), "utf8").split("\n")) {
    const [, head] = line.match(/^\[+([a-z_.]+)\]+$/) ?? [];
    const [, key, value] = line.match(/^([a-z_]+) = (.*)$/) ?? [];
    if (head === "lesson") found.push(place = { steps: [] });
    else if (head === "lesson.step") found.at(-1).steps.push(place = { texts: {} });
    else if (head?.startsWith("lesson.step.")) place = found.at(-1).steps.at(-1).texts[head.slice(12)] = {};
    else if (head) place = {};
    else if (!place || !key) continue;
    else if (["answers", "choices", "options"].includes(key)) place[key] = list(value);
    else if (key === "correct") place[key] = Number(value);
    else if (["id", "kind", "piece", "reason", "refused", "title", "prompt", "success"].includes(key)) place[key] = one(value);
  }
  return found;
}

// French is written with plain spaces and shown with narrow or hard ones.
const plain = (text) => text.replace(/[\u00a0\u202f]/g, " ");

// The middle of a cell on the screen, whether or not a tile lies there.
export async function pointOf(page, hex) {
  await settled(page);
  const point = await page.evaluate((hex) => {
    const all = [...document.querySelectorAll("#board .tile[data-hex]")];
    const at = (node, x, y) => new DOMPoint(x, y).matrixTransform(node.getScreenCTM());
    const there = all.filter((node) => node.dataset.hex === hex).at(-1);
    if (there) return [at(there, 0, 0).x, at(there, 0, 0).y];
    const [q, r] = hex.split(",").map(Number);
    // A tile on the table, not on a stack: the first of its cell.
    const near = all.find((node) => all.find((other) => other.dataset.hex === node.dataset.hex) === node);
    const [nq, nr] = near.dataset.hex.split(",").map(Number);
    const { x, y } = at(near, 86.6025 * (q - nq) + 43.30125 * (r - nr), 75 * (r - nr));
    return [x, y];
  }, hex);
  return point;
}

const KEYS = { e: [0.5, -0.866], d: [1, 0], x: [0.5, 0.866], z: [-0.5, 0.866], a: [-1, 0], w: [-0.5, -0.866] };
const SLOTS = "QSBGAMLP";

// The app moves the focus itself when a step is done or begins; keys wait for that.
async function tabTo(page, selector) {
  await settled(page);
  for (let count = 0; count < 90; count += 1) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not reach ${selector}`);
}

async function focusPoint(page) {
  return page.evaluate(() => {
    const ring = document.querySelector("#board .ring-focus");
    if (!ring) return null;
    const { x, y } = new DOMPoint(0, 0).matrixTransform(ring.getScreenCTM());
    return [x, y];
  });
}

// Six keys lead from cell to cell; where the straight way is barred, another is tried.
async function walk(page, hex) {
  await tabTo(page, "#board");
  // The board marks where the focus is with its next frame.
  await page.waitForSelector("#board .ring-focus", { state: "attached" });
  const tried = new Map();
  for (let count = 0; count < 160; count += 1) {
    const target = await pointOf(page, hex);
    const here = await focusPoint(page);
    assert.ok(here, "the focus is on the board");
    const [x, y] = [target[0] - here[0], target[1] - here[1]];
    const far = Math.hypot(x, y);
    if (far < 14) return;
    const spot = here.map((value) => Math.round(value / 8)).join();
    const used = tried.get(spot) ?? tried.set(spot, new Set()).get(spot);
    const toward = (key) => (KEYS[key][0] * x + KEYS[key][1] * y) / far;
    const key = Object.keys(KEYS).filter((key) => !used.has(key)).sort((a, b) => toward(b) - toward(a))[0];
    assert.ok(key, `no way to ${hex}`);
    used.add(key);
    await page.keyboard.press(key);
  }
  assert.fail(`the keys do not lead to ${hex}`);
}

const keyboard = {
  async press(page, selector) {
    await tabTo(page, selector);
    await page.keyboard.press("Enter");
  },
  async tap(page, hex) {
    await walk(page, hex);
    await page.keyboard.press("Enter");
  },
  async move(page, text) {
    const [piece, where] = text.split(" ");
    const onBoard = (await tiles(page)).find((tile) => tile.piece === piece);
    if (onBoard) {
      await walk(page, onBoard.hex);
      await page.keyboard.press("Enter");
    } else {
      await tabTo(page, "#board");
      await page.keyboard.press(String(SLOTS.indexOf(piece[1]) + 1));
    }
    await page.waitForSelector("#board .cell.legal");
    const target = await cellOf(page, where);
    for (let count = 0; count < 60; count += 1) {
      await page.keyboard.press("n");
      const chosen = await page.locator("#board .cell.legal.hov").getAttribute("data-hex");
      if (chosen === target) break;
    }
    await page.keyboard.press("Enter");
  },
};

const pointer = (touch) => ({
  async press(page, selector) {
    await (touch ? page.locator(selector).tap() : page.locator(selector).click());
  },
  async tap(page, hex) {
    const [x, y] = await pointOf(page, hex);
    await (touch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  },
  async move(page, text) {
    await choose(page, text, { touch });
    const hex = await cellOf(page, text.split(" ")[1]);
    await press(page, `#board .cell.legal[data-hex="${hex}"]`, touch);
    // Where cells are small, a finger is asked once more.
    if (touch && await page.locator("#board .cell.legal.hov").count()) await press(page, "#board .cell.legal.hov", touch);
  },
});

export const HANDS = { mouse: pointer(false), touch: pointer(true), keyboard };

// Gives the right answer to the step on the screen and checks that it is taken as such.
export async function answer(page, step, language, hands) {
  const texts = step.texts[language];
  await page.waitForFunction((title) => document.querySelector("#step-title")?.textContent.replace(/[\u00a0\u202f]/g, " ") === title, plain(texts.title));
  assert.equal(plain(await page.locator("#step-prompt").innerText()), plain(texts.prompt), step.id);
  if (step.kind === "tap_all_targets") {
    for (const text of step.answers) await hands.tap(page, await cellOf(page, text.split(" ")[1]));
  } else if (step.kind === "make_move") {
    if (step.answers[0] === "pass") await hands.press(page, "[data-help=pass]");
    else await hands.move(page, step.answers[0]);
  } else if (step.kind === "spot_why_refused") {
    await hands.press(page, `[data-answer="${step.choices.indexOf(step.reason)}"]`);
  } else if (step.kind === "choose") {
    await hands.press(page, `[data-answer="${step.correct}"]`);
  }
  await page.waitForFunction(() => !document.querySelector("#go-on").disabled, null, { timeout: 5000 })
    .catch(async () => assert.fail(`${step.id} is not done: ${await page.locator(".lessonfoot").innerText()}`));
  assert.equal(plain(await page.locator(".said p>span").innerText()), plain(texts.success), step.id);
}

// From the first step to the stars.
export async function finish(page, lesson, language, hands) {
  for (const step of lesson.steps) {
    await answer(page, step, language, hands);
    await hands.press(page, "#go-on");
  }
  await page.waitForSelector(".finish");
}
