// Plays at the board as a person does: by tapping what is seen. Moves are written as in the move list.
import assert from "node:assert/strict";

const SIDES = {
  "-x": [-1, 0], "x-": [1, 0], "/x": [-1, 1], "x/": [1, -1], "\\x": [0, -1], "x\\": [0, 1],
};

// Until nothing on the board moves any more: words that come and go change its room, to which it fits itself with the
// next frame; tiles travel, and the camera glides. Whoever measures before that taps beside the cell.
export async function settled(page) {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const ends = (animation) => animation.effect?.getComputedTiming().endTime !== Infinity;
    for (let quiet = 0; quiet < 2; quiet += 1) {
      await frame();
      const board = document.querySelector("#board");
      const moving = board?.getAnimations({ subtree: true }).filter(ends) ?? [];
      if (moving.length > 0) quiet = -1;
      // An animation that is called off is over as well.
      await Promise.allSettled(moving.map((animation) => animation.finished));
    }
  });
}

// Goes to another screen of the app that is open, and waits until it is there: the address changes first.
export async function go(page, hash) {
  await page.evaluate((hash) => new Promise((resolve) => {
    if (location.hash === hash || (hash === "#/" && location.hash === "")) {
      resolve();
      return;
    }
    addEventListener("hashchange", () => requestAnimationFrame(() => requestAnimationFrame(resolve)), { once: true });
    location.hash = hash;
  }), hash);
}

export async function tiles(page) {
  return page.$$eval("#board .tile[data-piece]", (nodes) =>
    nodes.map((node) => ({ piece: node.dataset.piece, hex: node.dataset.hex })));
}

// The cell a move names, read from the tiles on the board.
export async function cellOf(page, target) {
  if (!target) return "0,0";
  const [, before, piece, after] = target.match(/^([-/\\]?)([wb][A-Z]\d?)([-/\\]?)$/);
  const found = (await tiles(page)).find((tile) => tile.piece === piece);
  assert.ok(found, `${piece} is on the board`);
  const [q, r] = found.hex.split(",").map(Number);
  const [dq, dr] = before ? SIDES[before + "x"] : after ? SIDES["x" + after] : [0, 0];
  return `${q + dq},${r + dr}`;
}

// The middle of the topmost of these.
export async function press(page, selector, touch) {
  await settled(page);
  const node = page.locator(selector).last();
  const box = await node.boundingBox();
  assert.ok(box, `${selector} is on the screen`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (touch) await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
}

export async function choose(page, text, { touch = false } = {}) {
  const piece = text.split(" ")[0];
  const onBoard = (await tiles(page)).some((tile) => tile.piece === piece);
  if (onBoard) {
    await press(page, `#board .tile[data-piece="${piece}"]`, touch);
  } else {
    const slot = `.slot[data-color="${piece[0]}"][data-bug="${piece[1]}"]`;
    await (touch ? page.locator(slot).tap() : page.locator(slot).click());
  }
}

export async function play(page, text, { touch = false } = {}) {
  const count = await plies(page);
  if (text === "pass") {
    await page.locator(".passing button").click();
  } else {
    await choose(page, text, { touch });
    const hex = await cellOf(page, text.split(" ")[1]);
    await press(page, `#board .cell.legal[data-hex="${hex}"]`, touch);
  }
  await page.waitForFunction((before) => Number(document.querySelector("#board").dataset.plies) > before, count);
}

export async function plies(page) {
  return Number(await page.locator("#board").getAttribute("data-plies"));
}

export async function moveList(page) {
  return page.$$eval(".moves .move, .ticker .move", (nodes) => nodes.map((node) => node.textContent.trim()));
}

// The front page's button. Whoever is new is asked first; these people know how to play.
export async function pressPlay(page, { touch = false } = {}) {
  for (const selector of [".feature .button.primary", "[data-offer=play]"]) {
    await (touch ? page.locator(selector).tap() : page.locator(selector).click());
  }
}

export async function startHotSeat(page, { type = "Base+MLP", booklet = false } = {}) {
  await go(page, "#/new");
  const pick = (name, index) => page.locator(`input[name="${name}"]`).nth(index).check({ force: true });
  await pick("opponent", 1);
  const types = ["Base", "Base+M", "Base+L", "Base+P", "Base+ML", "Base+MP", "Base+LP", "Base+MLP"];
  await pick("type", types.indexOf(type));
  await pick("opening", booklet ? 1 : 0);
  await page.locator("form button[type=submit]").click();
  await page.waitForSelector("#board[data-plies='0']");
}
