// The board itself: travel, sounds, drawings, stacks, and a tile under a finger.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { shot, start } from "../lib/browser.js";
import { choose, go, play, settled, startHotSeat } from "../lib/table.js";

let stage;
before(async () => { stage = await start(); });
after(() => stage.stop());

const MIDDLE = String.raw`Base+MLP;InProgress;White[16];wL;bS1 wL-;wA1 -wL;bM bS1/;wQ /wL;bA1 bS1-;wA1 bA1-;bQ /bA1;wS1 wA1-;bP bQ\;wS1 bM/;bA2 bP\;wP wQ\;bA3 bP-;wM -wP;bA2 /wM;wB1 wA1-;bA3 wB1\;bA2 /wP;bB1 bA2\;wA2 \wL;bB1 bA2-;bA2 wQ-;bB1 wP;wA2 bP\;bG1 bB1\;wB2 wA2-;bG1 -wL;wM bB1;bA3 -wQ`;

async function openMiddle(page) {
  await go(page, "#/shared/" + encodeURIComponent(MIDDLE));
  await page.waitForSelector("#board[data-plies='30']");
}

// What the page asks of the animation engine and of the sound card, written down as it asks.
async function listen(context) {
  await context.addInitScript(() => {
    globalThis.travels = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      globalThis.travels.push({ piece: this.dataset?.piece, frames: frames.length, time: options.duration });
      return animate.call(this, frames, options);
    };
    globalThis.tones = 0;
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      globalThis.tones += 1;
      return create.call(this);
    };
  });
}

for (const reducedMotion of ["no-preference", "reduce"]) {
  test(`tiles travel along their path, motion: ${reducedMotion}`, async () => {
    const { page, context } = await stage.open({ reducedMotion });
    await listen(context);
    await page.reload();
    await startHotSeat(page);
    for (const move of ["wL", "bS1 wL-", "wA1 -wL", "bM bS1/", "wQ /wL", "bA1 bS1-"]) await play(page, move);
    await play(page, "wA1 bA1-");
    const last = (await page.evaluate(() => globalThis.travels)).at(-1);
    assert.equal(last.piece, "wA1");
    if (reducedMotion === "reduce") {
      assert.equal(last.frames, 2, "it fades in where it arrives");
    } else {
      assert.ok(last.frames > 3, "it goes around the hive, cell by cell");
      assert.ok(last.time >= 180 && last.time <= 260);
    }
    assert.ok((await page.evaluate(() => globalThis.tones)) > 0, "moves can be heard");
    await context.close();
  });
}

test("no sound at volume nought", async () => {
  const { page, context } = await stage.open();
  await listen(context);
  await page.evaluate(() => localStorage.setItem("skep-settings", "volume=0"));
  await page.reload();
  await startHotSeat(page);
  await play(page, "wL");
  // Sounds wait for the paint.
  await settled(page);
  assert.equal(await page.evaluate(() => globalThis.tones), 0);
  await context.close();
});

test("arrows and marks are drawn with the right button and wiped off by a click", async () => {
  const { page, context } = await stage.open();
  await openMiddle(page);
  const middle = async (piece) => {
    await settled(page);
    const box = await page.locator(`#board .tile[data-piece="${piece}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...(await middle("wS1")));
  await page.mouse.down({ button: "right" });
  await page.mouse.move(...(await middle("bP")), { steps: 4 });
  await page.mouse.up({ button: "right" });
  await page.waitForSelector("#board .arrow");
  await page.mouse.click(...(await middle("bQ")), { button: "right" });
  await page.waitForSelector("#board .mark");
  await shot(page, "drawings-desktop");
  await context.close();
});

test("a stack opens by key and shows what lies under it", async () => {
  const { page, context } = await stage.open();
  await openMiddle(page);
  await page.locator("#board").focus();
  // Wander, listening, until the mosquito is named.
  const said = page.locator("[aria-live]");
  const keys = ["KeyZ", "KeyA", "KeyX", "KeyD", "KeyW", "KeyE"];
  for (let step = 0; step < 90 && !/^white mosquito/i.test(await said.innerText()); step += 1) {
    await page.keyboard.press(keys[(step * 5 + Math.floor(step / 7)) % 6]);
  }
  await page.keyboard.press("KeyP");
  await page.waitForSelector(".peek li");
  assert.deepEqual(await page.locator(".peek code").allInnerTexts(), ["wM", "bB1", "wP"]);
  await shot(page, "peek-key-desktop");
  await context.close();
});

test("a stack opens under the mouse, and under a finger that stays", async () => {
  const stack = '#board .tile[data-piece="wM"]';
  for (const screen of ["desktop", "phone"]) {
    const { page, context } = await stage.open({ screen });
    await openMiddle(page);
    await settled(page);
    const box = await page.locator(stack).boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (screen === "desktop") {
      await page.mouse.move(x, y);
    } else {
      const client = await context.newCDPSession(page);
      await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    }
    await page.waitForSelector(".peek li");
    assert.deepEqual(await page.locator(".peek code").allInnerTexts(), ["wM", "bB1", "wP"]);
    await shot(page, `peek-${screen}`);
    await context.close();
  }
});

test("the board turns by a sixth and comes around", async () => {
  const { page, context } = await stage.open();
  await openMiddle(page);
  await page.locator("#board").focus();
  const place = () => page.locator('#board .tile[data-piece="wS1"]').getAttribute("transform");
  const places = [await place()];
  for (let turn = 0; turn < 6; turn += 1) {
    await page.keyboard.press("r");
    places.push(await place());
  }
  assert.equal(new Set(places).size, 6);
  assert.equal(places.at(-1), places[0]);
  await context.close();
});

test("two fingers zoom, one pans, on a phone", async () => {
  const { page, context } = await stage.open({ screen: "phone" });
  await openMiddle(page);
  const camera = () => page.locator(".board .camera").getAttribute("style");
  const before = await camera();
  const client = await context.newCDPSession(page);
  const touch = (type, ...points) => client.send("Input.dispatchTouchEvent", {
    type, touchPoints: points.map(([x, y], id) => ({ x, y, id })),
  });
  await touch("touchStart", [150, 400]);
  await touch("touchStart", [150, 400], [240, 400]);
  await touch("touchMove", [110, 400], [280, 400]);
  await touch("touchMove", [90, 400], [300, 400]);
  await touch("touchEnd");
  const zoomed = await camera();
  assert.notEqual(zoomed, before);
  await touch("touchStart", [40, 560]);
  await touch("touchMove", [80, 530]);
  await touch("touchMove", [140, 500]);
  await touch("touchEnd");
  assert.notEqual(await camera(), zoomed);
  await shot(page, "zoomed-phone");
  await context.close();
});

test("flip turns the board and keeps the insects upright", async () => {
  const { page, context } = await stage.open();
  await openMiddle(page);
  const place = () => page.locator('#board .tile[data-piece="wS1"]').getAttribute("transform");
  const before = await place();
  await page.locator(".history button").nth(4).click();
  assert.notEqual(await place(), before);
  assert.doesNotMatch(await place(), /rotate/);
  await choose(page, "wS1");
  await page.waitForSelector("#board .cell.legal");
  await context.close();
});
