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

test("a game in two tabs is one game", async () => {
  const { page: first, context, problems } = await stage.open();
  await startHotSeat(first);
  for (const move of OPENING) await play(first, move);
  const second = await context.newPage();
  await second.goto(first.url());
  await second.waitForSelector("#board[data-plies='5']");
  await play(second, "bA1 bS1-");
  await first.waitForSelector("#board[data-plies='6']");
  await second.locator(".actions [data-act=undo]").click();
  await first.waitForSelector("#board[data-plies='5']");
  await play(first, "bA1 bS1-");
  await second.waitForSelector("#board[data-plies='6']");
  // Whoever leaves the table takes nothing back.
  await go(first, "#/");
  await second.reload();
  await second.waitForSelector("#board[data-plies='6']");
  await go(first, "#/games");
  await first.locator(".gamerow [aria-label=Delete]").click();
  await first.locator(".gamerow .danger").click();
  await second.locator(".card.empty").waitFor();
  await second.reload();
  await second.locator(".card.empty").waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test("what a sleeping tab has missed is there when somebody comes back, the computer's turn too", async () => {
  const { page, context, problems } = await stage.open();
  const back = () => page.evaluate(() => dispatchEvent(new Event("focus")));
  await pressPlay(page);
  await page.waitForSelector("#board");
  // A game that nobody has begun is not stored, and is not gone for that.
  await back();
  await page.locator('.slot[data-color="w"][data-bug="S"]').click();
  await press(page, "#board .cell.legal");
  await page.waitForSelector("#board[data-plies='2']");
  // Another tab has thrown the answer away and closed before the computer gave another; nobody told this one.
  await page.evaluate(() => new Promise((resolve, reject) => {
    const request = indexedDB.open("skep", 1);
    request.onsuccess = () => {
      const store = request.result.transaction("games", "readwrite").objectStore("games");
      store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
        cursor.update(cursor.value.replace(/game=.*/, "game=Base+MLP;InProgress;Black[1];wS1"));
      };
      store.transaction.oncomplete = resolve;
    };
    request.onerror = reject;
  }));
  await back();
  await page.waitForSelector("#board[data-plies='1']");
  await back();
  await page.waitForSelector("#board[data-plies='2']");
  assert.deepEqual(problems, []);
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

const GAME = (moves) => `[GameType "Base"]\n[White "Ada"]\n[Black "Bo"]\n\n${moves}\n\n`;

test("a file with many games, one of them broken", async () => {
  const { page, context, problems } = await stage.open();
  await go(page, "#/games");
  const take = (name, text) => page.locator("form input[type=file]")
    .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await take("club.pgn", GAME("1. wS1") + GAME("1. wX9") + GAME("1. wA1 2. bA1 wA1-"));
  await page.locator(".notice.bad").waitFor();
  assert.match(await page.locator(".notice.bad").innerText(), /^2 of 3 games read.*\n+Line 11:/s);
  assert.equal(await page.locator(".gamerow").count(), 2);
  assert.match(await page.locator(".gamerow h3").first().innerText(), /Ada – Bo/);
  await shot(page, "import-partly");

  // All of them go into one file, and from there onto a device that has lost them; what is still there comes once.
  const [file] = await Promise.all([
    page.waitForEvent("download"), page.locator("[data-act=save-all]").click(),
  ]);
  const all = await readFile(await file.path(), "utf8");
  await take(file.suggestedFilename(), all);
  await page.locator(".notice.good").waitFor();
  assert.equal(await page.locator(".gamerow").count(), 2);
  await context.close();
  const other = await stage.open();
  await go(other.page, "#/games");
  await other.page.locator("#import-text").fill(all);
  await other.page.locator("form button[type=submit]").click();
  await other.page.locator(".gamerow").nth(1).waitFor();
  assert.deepEqual(problems.concat(other.problems), []);
  await other.context.close();
});

test("more games than fit on a screen come in portions", async () => {
  const { page, context } = await stage.open();
  await go(page, "#/games");
  await page.locator("#import-text").fill(GAME("1. wS1").repeat(30));
  await page.locator("form button[type=submit]").click();
  await page.locator(".notice.good").waitFor();
  assert.equal(await page.locator(".gamerow").count(), 24);
  await page.locator("[data-act=more]").click();
  await page.locator(".gamerow").nth(29).waitFor();
  assert.equal(await page.locator("[data-act=more]").count(), 0);
  await context.close();
});

test("a BoardSpace file is dropped on the page", async () => {
  const { page, context, problems } = await stage.open();
  await go(page, "#/games");
  const data = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    const text = '(;SU[hive]P0[id "ada"]P1[id "bo"];P0[movedone W wA1 N 13 .];P1[movedone B bA1 O 13 wA1-])';
    data.items.add(new File([text], "game.sgf"));
    return data;
  });
  await page.dispatchEvent("form.dropzone", "dragover", { dataTransfer: data });
  await page.locator(".dropzone.over").waitFor();
  await page.dispatchEvent("form.dropzone", "drop", { dataTransfer: data });
  await page.waitForSelector("#board[data-plies='2']");
  assert.match(await page.locator(".strip.bottom").innerText(), /ada/);
  assert.deepEqual(problems, []);
  await context.close();
});

test("where the browser does not allow copying, the text is there to be taken", async () => {
  const { page, context } = await stage.open();
  await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed")); });
  await startHotSeat(page);
  await play(page, OPENING[0]);
  await page.locator(".history button").last().click();
  await page.locator("dialog .dialog-body button").nth(1).click();
  await page.locator("dialog [role=status]").filter({ hasText: "did not allow" }).waitFor();
  assert.match(await page.locator("#export-text").inputValue(), /#\/shared\//);
  await context.close();
});

test("garbage is refused in words and costs nothing", async () => {
  const { page, context, problems } = await stage.open();
  await startHotSeat(page);
  for (const move of OPENING) await play(page, move);
  await go(page, "#/games");
  for (const bad of ["hello", "\u0000\u0001ÿ", "Base;InProgress;White[1];wQ9", "[GameType \"Nonsense\"]", "x".repeat((4 << 20) + 1)]) {
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
