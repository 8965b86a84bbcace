// What is kept: games over a reload, the app without its server, and what happens to damaged goods.
import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { DIST, shot, start } from "../lib/browser.js";
import { go, moveList, play, plies, press, pressPlay, startHotSeat } from "../lib/table.js";

let stage;
before(async () => { stage = await start(); });
after(() => stage.stop());

const OPENING = String.raw`wL;bS1 wL-;wA1 -wL;bM bS1/;wQ /wL`.split(";");

test("a game is resumed after a reload", async () => {
  const { page, context } = await stage.open();
  await startHotSeat(page);
  for (const move of OPENING) await play(page, move);
  await page.reload();
  await page.waitForSelector("#board[data-plies='5']");
  await go(page, "#/");
  await page.locator(".feature .button.primary").click();
  await page.waitForSelector("#board[data-plies='5']");
  await play(page, "bA1 bS1-");
  await context.close();
});

test("the server goes away and the game goes on", async () => {
  const own = await start();
  const { page, context } = await own.open();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await own.server.close();
  await page.reload();
  await pressPlay(page);
  await page.waitForSelector("#board");
  await page.locator('.slot[data-color="w"][data-bug="S"]').click();
  await press(page, "#board .cell.legal");
  // The engine's worker comes out of the cache, too.
  await page.waitForFunction(() => document.querySelector("#board").dataset.plies === "2");
  await context.close();
  await own.stop();
});

test("a new version is offered, not forced", async () => {
  const copy = await mkdtemp(join(tmpdir(), "skep-web-"));
  await cp(DIST, copy, { recursive: true });
  const { page, context } = await stage.open();
  stage.server.state.root = copy;
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const script = await readFile(join(copy, "sw.js"), "utf8");
  await rm(join(copy, "sw.js.gz"));
  await writeFile(join(copy, "sw.js"), script.replace(/skep-[0-9a-f]{12}"/, 'skep-000000000000"'));
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration.update()));
  await page.locator(".toast .primary").waitFor();
  await shot(page, "update-offered");
  await Promise.all([page.waitForEvent("load"), page.locator(".toast .primary").click()]);
  await page.waitForSelector(".home");
  stage.server.state.root = DIST;
  await rm(copy, { recursive: true });
  await context.close();
});

test("export and import by game string, PGN and link", async () => {
  const { page, context } = await stage.open({ permissions: ["clipboard-read", "clipboard-write"] });
  await startHotSeat(page);
  for (const move of OPENING) await play(page, move);
  const played = await moveList(page);
  await page.locator('.history button').last().click();
  const text = await page.locator("#export-text").inputValue();
  assert.match(text, /^Base\+MLP;InProgress;Black\[3\];wL;/);
  const [file] = await Promise.all([
    page.waitForEvent("download"), page.locator("dialog .dialog-body button").first().click(),
  ]);
  const pgn = await readFile(await file.path(), "utf8");
  await page.locator("dialog .dialog-body button").nth(1).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  for (const source of [text, pgn, link]) {
    await go(page, "#/games");
    await page.locator("#import-text").fill(source);
    await page.locator("form button[type=submit]").click();
    await page.waitForSelector("#board[data-plies='5']");
    assert.deepEqual(await moveList(page), played);
  }
  await page.goto("about:blank");
  await page.goto(link);
  await page.waitForSelector("#board[data-plies='5']");
  // The game of a link is one's own from then on, even if the link opened the app.
  await page.reload();
  await page.waitForSelector("#board[data-plies='5']");
  await context.close();
});

test("garbage is refused in words and costs nothing", async () => {
  const { page, context, problems } = await stage.open();
  await startHotSeat(page);
  for (const move of OPENING) await play(page, move);
  await go(page, "#/games");
  for (const bad of ["hello", "\u0000\u0001ÿ", "Base;InProgress;White[1];wQ9", "[GameType \"Nonsense\"]", "x".repeat(1 << 21)]) {
    await page.locator("#import-text").fill(bad);
    await page.locator("form button[type=submit]").click();
    await page.locator(".notice.bad").waitFor();
  }
  assert.equal(await page.locator(".gamerow").count(), 1);
  await shot(page, "import-refused");
  // A bad link says so too.
  await go(page, "#/shared/garbage");
  await page.locator(".notice.bad").waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test("a damaged stored game is shown as such, the others are whole", async () => {
  const { page, context, problems } = await stage.open();
  await startHotSeat(page);
  for (const move of OPENING) await play(page, move);
  await page.evaluate(() => new Promise((resolve, reject) => {
    const request = indexedDB.open("skep", 1);
    request.onsuccess = () => {
      const store = request.result.transaction("games", "readwrite").objectStore("games");
      store.put("skep-game 1\ncreated=oops", "damaged1");
      store.put({ not: "text" }, "damaged2");
      store.transaction.oncomplete = resolve;
    };
    request.onerror = reject;
  }));
  await go(page, "#/games");
  await page.reload();
  await page.locator(".gamerow").nth(2).waitFor();
  assert.equal(await page.locator(".gamerow").count(), 3);
  await shot(page, "games-damaged");
  await page.locator(".gamerow .primary").click();
  await page.waitForSelector("#board[data-plies='5']");
  assert.equal(await plies(page), 5);
  assert.deepEqual(problems, []);
  await context.close();
});
