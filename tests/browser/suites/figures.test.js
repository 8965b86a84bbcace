// How fast it feels: measured and printed, with no bounds, since a busy machine says nothing about Skep.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT, start } from "../lib/browser.js";
import { clicksToFrames, frameWork, traced } from "../lib/trace.js";
import { openWorker } from "../lib/worker.js";
import { go, press, pressPlay, settled, startHotSeat } from "../lib/table.js";

let stage;
before(async () => { stage = await start(); });
after(() => stage.stop());

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const WIDE = String.raw`Base+MLP;InProgress;White[16];wL;bS1 wL-;wA1 -wL;bM bS1/;wQ /wL;bA1 bS1-;wA1 bA1-;bQ /bA1;wS1 wA1-;bP bQ\;wS1 bM/;bA2 bP\;wP wQ\;bA3 bP-;wM -wP;bA2 /wM;wB1 wA1-;bA3 wB1\;bA2 /wP;bB1 bA2\;wA2 \wL;bB1 bA2-;bA2 wQ-;bB1 wP;wA2 bP\;bG1 bB1\;wB2 wA2-;bG1 -wL;wM bB1;bA3 -wQ`;
// Twenty-six tiles, as far apart as they come.
const LARGE = String.raw`Base+MLP;InProgress;White[14];wA1;bB1 -wA1;wA2 wA1\;bM \bB1;wA3 wA2/;bQ \bM;wQ wA3\;bS1 /bQ;wL wA2\;bB2 -bS1;wM wL\;bP bB2\;wG1 \wA3;bS2 bS1\;wG2 /wL;bL -bB2;wP -wG2;bA1 bM/;wS1 wG2\;bA2 \bL;wS2 wQ/;bA3 bS2\;wG3 -wP;bG1 \bA2;wB1 wP\;bG2 /bG1`;

test("figure: cold start until interactive", async (t) => {
  const times = [];
  for (let run = 0; run < 5; run += 1) {
    const { page, context } = await stage.open();
    await page.locator(".feature .button.primary").waitFor();
    times.push(await page.evaluate(() => performance.getEntriesByName("skep-interactive")[0].startTime));
    await context.close();
  }
  t.diagnostic(`cold start to interactive: ${times.map(Math.round).join(", ")} ms`);
});

test("what a first visit fetches is under a mebibyte", async (t) => {
  stage.server.state.sent.clear();
  const { page, context } = await stage.open();
  await pressPlay(page);
  // Until the computer has answered: its engine is there then.
  await page.locator('.slot[data-color="w"][data-bug="S"]').click();
  await press(page, "#board .cell.legal");
  await page.waitForSelector("#board[data-plies='2']");
  const files = [...stage.server.state.sent].filter(([path]) => !path.endsWith(".png"));
  const total = files.reduce((sum, [, bytes]) => sum + bytes, 0);
  t.diagnostic(`first visit, with gzip: ${total} bytes in ${files.length} files`);
  assert.ok(files.some(([path]) => path.endsWith(".wasm")));
  assert.ok(total <= 1 << 20, files.map(([path, bytes]) => `${path} ${bytes}`).join("\n"));
  await context.close();
});

test("figure: from a click to the painted move", async (t) => {
  const { page, context } = await stage.open();
  await startHotSeat(page);
  const times = [];
  for (const slot of ["S", "S", "B", "B", "Q", "Q", "A", "A"]) {
    const color = times.length % 2 ? "b" : "w";
    await page.locator(`.slot[data-color="${color}"][data-bug="${slot}"]`).click();
    await settled(page);
    const box = await page.locator("#board .cell.legal").first().boundingBox();
    await page.evaluate(() => {
      globalThis.painted = new Promise((resolve) => {
        addEventListener("pointerup", (event) => {
          // After the frame that shows the move: one callback before its paint, one message after.
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => resolve(performance.now() - event.timeStamp);
            channel.port2.postMessage(0);
          });
        }, { once: true, capture: true });
      });
    });
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    times.push(await page.evaluate(() => globalThis.painted));
    await page.waitForSelector(`#board[data-plies='${times.length}']`);
  }
  t.diagnostic(`input to paint: ${times.map((time) => time.toFixed(1)).join(", ")} ms`);
  t.diagnostic(`input to paint, median: ${median(times).toFixed(1)} ms`);
  await context.close();
});

test("figure: a move's work", async (t) => {
  const { page, context } = await stage.open();
  await startHotSeat(page);
  const events = await traced(stage.browser, page, async () => {
    for (const [ply, slot] of ["S", "S", "B", "B", "Q", "Q", "A", "A"].entries()) {
      // By key, so that every click is a move.
      await page.locator("#board").focus();
      await page.keyboard.press(String("QSBGA".indexOf(slot) + 1));
      await press(page, "#board .cell.legal");
      await page.waitForSelector(`#board[data-plies='${ply + 1}']`);
    }
  });
  const work = clicksToFrames(events);
  assert.equal(work.length, 8);
  t.diagnostic(`a move and its frame, work of the main thread: ${work.map((time) => time.toFixed(1)).join(", ")} ms`);
  await context.close();
});

test("figure: frames while panning a hive of 26 tiles", async (t) => {
  const { page, context } = await stage.open({ path: "#/shared/" + encodeURIComponent(LARGE) });
  await page.waitForSelector("#board[data-plies='26']");
  assert.equal(await page.locator("#board .tile[data-piece]").count(), 26);
  await page.evaluate(() => {
    globalThis.frames = [];
    const frame = (time) => { globalThis.frames.push(time); requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
  });
  await page.mouse.move(100, 700);
  // What happens from now on is panning, not loading.
  await page.evaluate(() => { globalThis.frames.length = 0; });
  const pan = async () => {
    await page.mouse.down();
    for (let step = 0; step < 120; step += 1) await page.mouse.move(100 + step * 2, 700 - (step % 40) * 3);
    await page.mouse.up();
  };
  await pan();
  const frames = await page.evaluate(() => globalThis.frames);
  const gaps = frames.slice(1).map((time, index) => time - frames[index]);
  const rate = 1000 / median(gaps);
  const late = gaps.filter((gap) => gap > 25).length;
  t.diagnostic(`panning 26 tiles: ${rate.toFixed(1)} frames/s, ${late} of ${gaps.length} frames late, slowest frame ${Math.max(...gaps).toFixed(1)} ms`);
  await page.mouse.move(100, 700);
  const work = frameWork(await traced(stage.browser, page, pan));
  t.diagnostic(`panning 26 tiles, work of the main thread: ${(work.all / work.frames).toFixed(1)} ms a frame of 16.7, `
    + `longest frame ${work.longest.toFixed(1)} ms`);
  await context.close();
});

test("figure: the engine's speed in the worker", async (t) => {
  const { page, context } = await stage.open({ path: "#/shared/" + encodeURIComponent(WIDE) });
  await page.evaluate(() => localStorage.setItem("skep-settings", "thinking=yes"));
  await page.reload();
  await page.waitForSelector("#board[data-plies='30']");
  await page.evaluate(() => {
    globalThis.shown = [];
    new MutationObserver(() => {
      const text = document.querySelector(".thinking")?.innerText;
      if (text) globalThis.shown.push(text);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  await page.locator(".actions [data-act=bulb]").click();
  // The hint in words: a hint to place a tile has no arrow.
  await page.waitForSelector(".float.calm");
  const text = (await page.evaluate(() => globalThis.shown)).filter((line) => /\d/.test(line)).at(-1) ?? "";
  t.diagnostic(`last progress within 1.5 s: ${text.replace(/\s+/g, " ")}`);
  await context.close();
});

test("the engine looks at the same positions in a worker as anywhere", async (t) => {
  const [depth, nodes] = (await readFile(join(ROOT, "crates/engine/bench-nodes.txt"), "utf8"))
    .trim().split("\n").at(-1).split(" ").map(Number);
  const { page, context } = await stage.open();
  const worker = await openWorker(page);
  const result = await worker.bench(depth);
  assert.equal(result.nodes, nodes);
  t.diagnostic(`engine in the worker: ${result.nodes} nodes in ${result.millis} ms`);
  await context.close();
});

test("figure: a search nobody wants any more ends", async (t) => {
  const { page, context } = await stage.open();
  // Notes when the page lets the search go and when the worker has answered.
  await context.addInitScript(() => {
    globalThis.notes = [];
    const note = (what) => globalThis.notes.push([what, performance.now()]);
    const revoke = URL.revokeObjectURL;
    URL.revokeObjectURL = (url) => { note("let go"); revoke.call(URL, url); };
    globalThis.Worker = class extends Worker {
      constructor(...args) {
        super(...args);
        this.addEventListener("message", ({ data }) => note(data.split(" ")[0]));
      }
      terminate() { note("ended"); super.terminate(); }
    };
  });
  await go(page, "#/new");
  await page.reload();
  await page.locator('input[name="level"]').nth(9).check({ force: true });
  await page.locator('input[name="side"]').nth(1).check({ force: true });
  await page.locator("form button[type=submit]").click();
  await page.waitForFunction(() => globalThis.notes.some(([what]) => what === "progress"));
  await page.locator(".actions button.grave").click();
  await page.locator(".asking .danger").click();
  await page.locator(".over").waitFor();
  await page.waitForFunction(() => globalThis.notes.some(([what]) => what === "best" || what === "ended"));
  const notes = await page.evaluate(() => globalThis.notes);
  const when = (what) => notes.find(([name]) => name === what)?.[1];
  assert.equal(when("ended"), undefined, "it stops when let go and need not be ended");
  t.diagnostic(`from letting go to the worker's answer: ${(when("best") - when("let go")).toFixed(0)} ms`);
  await context.close();
});
