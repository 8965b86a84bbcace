// Whole games in a real browser.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { shot, start } from "../lib/browser.js";
import { choose, go, moveList, play, plies, press, pressPlay, settled, startHotSeat, tiles } from "../lib/table.js";

let stage;
before(async () => { stage = await start(); });
after(() => stage.stop());

// A middle game with a stack of three, a queen in danger, and two throws by the pillbug.
const MIDDLE = String.raw`wL;bS1 wL-;wA1 -wL;bM bS1/;wQ /wL;bA1 bS1-;wA1 bA1-;bQ /bA1;wS1 wA1-;bP bQ\;wS1 bM/;bA2 bP\;wP wQ\;bA3 bP-;wM -wP;bA2 /wM;wB1 wA1-;bA3 wB1\;bA2 /wP;bB1 bA2\;wA2 \wL;bB1 bA2-;bA2 wQ-;bB1 wP;wA2 bP\;bG1 bB1\;wB2 wA2-;bG1 -wL;wM bB1;bA3 -wQ`.split(";");

test("who knows the game is at the table with two taps, and plays level 1 to the end", async () => {
  const { page, problems, context } = await stage.open();
  await pressPlay(page);
  await page.waitForSelector("#board");
  for (let turn = 0; turn < 120; turn += 1) {
    await page.waitForFunction(() =>
      document.querySelector(".over") || document.querySelector(".passing") ||
      document.querySelector(".strip.bottom .turnmark .tag"));
    if (await page.locator(".over").count()) break;
    // Two that wander never meet: after a while the newcomer asks for hints.
    if (turn < 20) await somePly(page, turn);
    else await hintedPly(page);
  }
  assert.equal(await page.locator(".over h2").count(), 1, "the game came to its end");
  await shot(page, "game-over-desktop");
  assert.deepEqual(problems, []);
  await context.close();
});

// Asks for a hint and follows it: from the arrow's foot to its tip, or the chosen tile to the numbered cell.
async function hintedPly(page) {
  const count = await plies(page);
  if (await page.locator(".passing button").count()) {
    await page.locator(".passing button").click();
  } else {
    await page.keyboard.press("Escape");
    await page.locator(".actions [data-act=bulb]").click();
    await page.locator(".warning.calm").filter({ hasText: "Hint" }).waitFor();
    await settled(page);
    const points = await page.evaluate(() => {
      const arrow = document.querySelector("#board .arrow");
      const middle = (node) => {
        const box = node.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
      };
      if (!arrow) return [middle([...document.querySelectorAll("#board .badge")].find((badge) => badge.textContent === "1"))];
      const body = arrow.querySelector(".body");
      const [x, y] = body.getAttribute("d").split(/[ML]/)[4].split(" ").map(Number.parseFloat);
      const tip = new DOMPoint(x, y).matrixTransform(body.getScreenCTM());
      return [middle(arrow.querySelector("circle")), [tip.x, tip.y]];
    });
    for (const [x, y] of points) await page.mouse.click(x, y);
  }
  await page.waitForFunction((before) => Number(document.querySelector("#board").dataset.plies) > before, count);
}

// Plays like somebody who tries things: brings tiles in, then moves whatever moves.
async function somePly(page, turn) {
  const count = await plies(page);
  if (await page.locator(".passing button").count()) {
    await page.locator(".passing button").click();
  } else {
    const slots = page.locator(".strip.bottom .slot:not([disabled])");
    const free = await slots.count();
    const movable = page.locator("#board .tile.can.w");
    const moving = await movable.count();
    for (let attempt = 0; ; attempt += 1) {
      assert.ok(attempt < 40, "some tile has a move");
      await page.keyboard.press("Escape");
      const fromReserve = free > 0 && (turn < 12 || attempt % 2 === 0 || moving === 0);
      if (fromReserve) await slots.nth((turn + attempt) % free).click();
      else await movable.nth((turn + attempt) % moving).click({ force: true });
      if (await page.locator("#board .cell.legal").count()) break;
    }
    await settled(page);
    const [x, y] = await page.evaluate((turn) => {
      const middle = (cell) => {
        const box = cell.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
      };
      const open = [...document.querySelectorAll("#board .cell.legal")].map(middle)
        .filter(([x, y]) => document.elementFromPoint(x, y)?.closest("#board"));
      return open[turn % open.length];
    }, turn);
    await page.mouse.click(x, y);
  }
  await page.waitForFunction((before) => Number(document.querySelector("#board").dataset.plies) > before, count);
}

// Queen, spider, beetle, grasshopper, ant, ladybug and mosquito each move as they do; a forced pass, a throw by the
// pillbug, a beetle on a tile, a mosquito as a beetle on top of both.
const EVERY_KIND = String.raw`wS1;bS1 \wS1;wA1 wS1-;bQ bS1/;wA2 wA1\;bQ \wA1;wQ /wA2;bS1 wS1\;wA2 bQ/;pass;wA2 wA1\;bS1 -bQ;wQ wS1\;bP -bS1;wG1 wQ\;bB1 -bP;wG1 \bS1;bB1 /bP;wM wA2/;wG1 -bP;wM \bS1;bB1 wG1;wL /wQ;bM \bB1;wL bP\;bM bB1`.split(";");

test("two people play every kind of move", async () => {
  const { page, problems, context } = await stage.open();
  await startHotSeat(page);
  for (const move of EVERY_KIND) await play(page, move);
  assert.deepEqual((await moveList(page)).slice(0, EVERY_KIND.length), EVERY_KIND);
  const on = Object.fromEntries((await tiles(page)).map((tile) => [tile.piece, tile.hex]));
  assert.equal(on.bM, on.bB1, "the mosquito sits on the beetle");
  assert.equal(on.bM, on.wG1, "and the beetle on the grasshopper that was thrown");
  await shot(page, "every-kind-desktop");
  assert.deepEqual(problems, []);
  await context.close();
});

test("stacks and a queen in danger are seen", async () => {
  const { page, problems, context } = await stage.open();
  await startHotSeat(page);
  for (const move of MIDDLE) await play(page, move);
  const on = Object.fromEntries((await tiles(page)).map((tile) => [tile.piece, tile.hex]));
  assert.equal(on.wM, on.wP, "the mosquito sits on the stack");
  assert.equal(on.wM, on.bB1);
  assert.equal((await page.locator("#board .badge").filter({ hasText: "×3" }).count()), 1);
  assert.ok(await page.locator(".warning").filter({ hasText: "one free side" }).count());
  await choose(page, "wS1");
  await shot(page, "game-desktop-light");
  assert.deepEqual(problems, []);
  await context.close();
});

test("a refused move says why, on the board and in words", async () => {
  const { page, context } = await stage.open();
  await startHotSeat(page);
  for (const move of MIDDLE.slice(0, 6)) await play(page, move);
  await choose(page, "wL");
  const caption = page.locator(".caption.refusal");
  await caption.waitFor();
  assert.match(await caption.innerText(), /split|hive/i);
  await shot(page, "refusal-desktop");
  await context.close();
});

test("a player without a move passes", async () => {
  const { page, context } = await stage.open();
  await go(page, "#/games");
  await page.locator("#import-text").fill(PASSING);
  await page.locator("form button[type=submit]").click();
  await page.waitForSelector("#board");
  await page.locator(".passing").waitFor();
  await shot(page, "passing-desktop");
  const before = await plies(page);
  await page.locator(".passing button").click();
  await page.waitForFunction((count) => Number(document.querySelector("#board").dataset.plies) === count + 1, before);
  assert.equal((await moveList(page)).at(-1), "pass");
  await context.close();
});

// Found by playing at random; what matters is only that the side to move can do nothing.
const PASSING = String.raw`Base;InProgress;Black[5];wS1;bS1 \wS1;wA1 wS1-;bQ bS1/;wA2 wA1\;bQ \wA1;wQ /wA2;bS1 wS1\;wA2 bQ/`;

test("back, forward, flip, takeback, resign", async () => {
  const { page, context } = await stage.open();
  await startHotSeat(page);
  for (const move of MIDDLE.slice(0, 5)) await play(page, move);
  await page.locator(".history button").nth(0).click();
  assert.equal((await tiles(page)).length, 0);
  await page.locator(".history button").nth(2).click();
  assert.equal((await tiles(page)).length, 1);
  await page.locator(".history button").nth(3).click();
  assert.equal((await tiles(page)).length, 5);
  await page.locator(".actions [data-act=undo]").click();
  assert.equal(await plies(page), 4);
  await page.locator(".actions button.grave").click();
  await page.locator(".asking .danger").click();
  await page.locator(".over").waitFor();
  assert.match(await page.locator(".over").innerText(), /resigned/);
  await context.close();
});

test("what was taken back is played again, until the game goes another way", async () => {
  const { page, context } = await stage.open();
  await startHotSeat(page);
  const redo = page.locator(".actions [data-act=redo]");
  const undo = page.locator(".actions [data-act=undo]");
  for (const move of MIDDLE.slice(0, 4)) await play(page, move);
  assert.ok(await redo.isDisabled());
  await undo.click();
  await undo.click();
  assert.equal(await plies(page), 2);
  await redo.click();
  assert.equal(await plies(page), 3);
  await page.locator("#board").focus();
  await page.keyboard.press("Shift+T");
  await page.waitForSelector("#board[data-plies='4']");
  assert.deepEqual((await moveList(page)).slice(0, 4), MIDDLE.slice(0, 4));
  assert.ok(await redo.isDisabled());
  await undo.click();
  await play(page, "bA1 bS1-");
  assert.ok(await redo.isDisabled(), "the old fourth move is gone");
  await context.close();
});

test("against the computer, a takeback and its undoing keep the answer", async () => {
  const { page, context } = await stage.open();
  await pressPlay(page);
  await page.waitForSelector("#board");
  await choose(page, "wS1");
  await press(page, "#board .cell.legal");
  await page.waitForFunction(() => document.querySelector("#board").dataset.plies === "2");
  const before = await moveList(page);
  await page.locator(".actions [data-act=undo]").click();
  await page.waitForSelector("#board[data-plies='0']");
  await page.locator(".actions [data-act=redo]").click();
  await page.waitForSelector("#board[data-plies='2']");
  assert.deepEqual(await moveList(page), before);
  await context.close();
});

test("a hint to place a tile shows the tile, its cell and its slot", async () => {
  const { page, context } = await stage.open();
  await startHotSeat(page);
  await page.locator(".actions [data-act=bulb]").click();
  await page.waitForSelector("#board .tile.proposed");
  assert.equal(await page.locator(".strip.bottom .slot.hinted .hint-sign").count(), 1);
  await shot(page, "hint-place-desktop");
  await press(page, "#board .cell.legal");
  await page.waitForSelector("#board[data-plies='1']");
  assert.equal(await page.locator("#board .tile.proposed, .slot.hinted").count(), 0);
  await context.close();
});

test("a hint is shown on the board", async () => {
  const { page, context } = await stage.open();
  await startHotSeat(page);
  for (const move of MIDDLE.slice(0, 8)) await play(page, move);
  await page.locator(".actions [data-act=bulb]").click();
  await page.waitForSelector("#board .arrow, #board .badge");
  await shot(page, "hint-desktop");
  await context.close();
});

test("the engine's worker dies and the game goes on", async () => {
  const { page, context } = await stage.open();
  await pressPlay(page);
  await page.waitForSelector("#board");
  await choose(page, "wS1");
  await press(page, "#board .cell.legal");
  await page.waitForFunction(() => document.querySelector("#board").dataset.plies === "2");
  const worker = page.workers().find((worker) => worker.url().includes("worker-"));
  await worker.evaluate(() => { setTimeout(() => { throw new Error("killed by a test"); }); });
  await page.locator(".toast").waitFor();
  await choose(page, "wQ");
  await press(page, "#board .cell.legal");
  await page.waitForFunction(() => document.querySelector("#board").dataset.plies === "4");
  await context.close();
});

test("a computer plays a computer while one looks on", async () => {
  const { page, context } = await stage.open({ path: "#/new" });
  await page.locator('input[name="opponent"]').nth(2).check({ force: true });
  await page.locator("form button[type=submit]").click();
  await page.waitForFunction(() => Number(document.querySelector("#board")?.dataset.plies) >= 6);
  await context.close();
});

test("two friends have names and a clock of their own", async () => {
  const { page, context, problems } = await stage.open();
  await go(page, "#/new");
  await page.locator('input[name="opponent"]').nth(1).check({ force: true });
  await page.locator("#name-white").fill("Ada");
  await page.locator('input[name="clock"]').nth(2).check({ force: true });
  await page.locator("#clock-minutes").fill("7");
  await page.locator("#clock-increment").fill("0");
  await shot(page, "new-game-own");
  // Less than a minute is refused by the form, in the browser's words.
  await page.locator("#clock-minutes").fill("0");
  await page.locator("form button[type=submit]").click();
  assert.ok(await page.locator("#clock-minutes:invalid").count());
  await page.locator("#clock-minutes").fill("7");
  await page.locator("form button[type=submit]").click();
  await page.waitForSelector("#board[data-plies='0']");
  assert.equal(await page.locator(".strip.bottom .clock").innerText(), "7:00");
  assert.match(await page.locator(".strip.bottom").innerText(), /Ada/);
  assert.match(await page.locator(".strip.top").innerText(), /Black/);
  assert.deepEqual(problems, []);
  await context.close();
});

test("clocks run, gain their increment, and end the game", async () => {
  const { page, context } = await stage.open({ path: "#/new" });
  await page.clock.install();
  await page.locator('input[name="opponent"]').nth(1).check({ force: true });
  await page.locator('input[name="clock"]').nth(1).check({ force: true });
  await page.locator("form button[type=submit]").click();
  await page.waitForSelector("#board");
  assert.equal(await page.locator(".strip.bottom .clock").innerText(), "3:00");
  await play(page, "wS1");
  assert.equal(await page.locator(".strip.bottom .clock").innerText(), "3:02");
  await page.clock.fastForward("03:01");
  await page.locator(".over").waitFor();
  assert.match(await page.locator(".over").innerText(), /time ran out/);
  await context.close();
});
