// Two real browsers, one real server.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { shot, start } from "../lib/browser.js";
import { invite, person, register, startServer } from "../lib/online.js";
import { moveList, play, plies } from "../lib/table.js";

let stage;
let server;
before(async () => {
  stage = await start();
  server = await startServer();
});
after(async () => {
  await server?.stop();
  await stage.stop();
});

// Black lets the queen be surrounded as fast as that can be.
const SHORT = String.raw`wA1;bB1 /wA1;wQ wA1/;bQ bB1\;wQ wA1-;bL bQ-;wQ wA1\;bS1 /bQ;wA1 /bB1;bG1 bQ\ `.trim().split(";");
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function serious(page) {
  await page.evaluate(axe);
  const result = await page.evaluate(() => globalThis.axe.run());
  return result.violations.filter((violation) => ["serious", "critical"].includes(violation.impact))
    .map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html.slice(0, 140)).join(" | ")}`);
}

const settled = (page, count) => page.waitForFunction((count) =>
  Number(document.querySelector("#board")?.dataset.plies) === count && !document.querySelector(".unsaved"), count);

for (const locale of ["en-GB", "fr-FR", "nl-NL"]) {
  test(`plain files say kindly that nobody can be met, ${locale}`, async () => {
    const { page, context, problems } = await stage.open({ path: "#/online", locale });
    await page.locator("[data-server=absent]").waitFor();
    await shot(page, `online-absent-${locale.slice(0, 2)}`);
    assert.deepEqual(problems, []);
    await context.close();
  });
}

test("two browsers play a rated game to its end, one losing its network in between", async () => {
  const ada = await person(stage, server.port);
  const bo = await person(stage, server.port);
  await register(ada.page, "ada");
  await register(bo.page, "bo");
  await shot(ada.page, "lobby-desktop");
  const hash = await invite(ada.page, { rated: true });
  await ada.page.locator("img.qr").waitFor();
  await shot(ada.page, "lobby-link-desktop");
  await bo.page.goto(bo.line.url + hash);
  await bo.page.locator("main .button.primary").click();
  for (const { page } of [ada, bo]) await page.waitForSelector("#board[data-plies='0']");
  const sides = [ada, bo];
  for (const [ply, move] of SHORT.entries()) {
    const [mover, other] = [sides[ply % 2], sides[(ply + 1) % 2]];
    if (ply === 4) {
      // Ada's network goes in the middle of her turn; her move waits on the board and arrives later.
      ada.line.cut();
      await ada.page.locator("[data-line=down]").waitFor();
      await play(ada.page, move);
      await ada.page.locator(".unsaved").waitFor();
      await shot(ada.page, "live-unsaved");
      assert.equal(await plies(bo.page), 4);
      ada.line.mend();
      await settled(ada.page, 5);
      await ada.page.locator("[data-line=down]").waitFor({ state: "detached" });
    } else if (ply === 7) {
      // Ada is away while Bo moves, and finds the move when she is back.
      ada.line.cut();
      await ada.page.locator("[data-line=down]").waitFor();
      await play(bo.page, move);
      ada.line.mend();
    } else {
      await play(mover.page, move);
    }
    await settled(other.page, ply + 1);
    await settled(mover.page, ply + 1);
    if (ply === 5) await shot(bo.page, "live-desktop");
  }
  for (const { page } of sides) {
    await page.locator(".over[data-result=white]").waitFor();
    assert.match(await page.locator(".over").innerText(), /surrounded/);
    assert.equal(await page.locator(".over .ratings li").count(), 2);
    assert.deepEqual((await moveList(page)).length >= SHORT.length, true);
  }
  assert.match(await ada.page.locator(".over h2").innerText(), /You win/);
  assert.match(await bo.page.locator(".over h2").innerText(), /You lose/);
  await shot(ada.page, "live-over-desktop");
  // The same two once more, colors exchanged.
  await ada.page.locator("[data-act=rematch]").click();
  await bo.page.locator(".over p").filter({ hasText: "another game" }).waitFor();
  await bo.page.locator("[data-act=rematch]").click();
  for (const { page } of sides) {
    await page.waitForFunction(() => document.querySelector("#board")?.dataset.plies === "0");
  }
  await play(bo.page, "wG1");
  await settled(ada.page, 1);
  for (const one of sides) {
    assert.deepEqual(one.problems, []);
    await one.close();
  }
});

test("guests play at once; offers, chat, spectators, resignation", async () => {
  const ann = await person(stage, server.port);
  const ben = await person(stage, server.port, { screen: "phone" });
  await ann.page.waitForSelector(".lobby");
  const hash = await invite(ann.page);
  await ben.page.goto(ben.line.url + hash);
  await ben.page.locator("main .button.primary").tap();
  for (const { page } of [ann, ben]) await page.waitForSelector("#board[data-plies='0']");
  await play(ann.page, "wS1");
  await settled(ben.page, 1);
  await play(ben.page, "bS1 wS1-", { touch: true });
  await settled(ann.page, 2);
  await shot(ben.page, "live-phone");
  // A draw is offered and declined.
  await ann.page.locator(".actions [data-act=draw]").click();
  await ben.page.locator(".offer .button").nth(1).tap();
  await ann.page.locator(".offer").waitFor({ state: "detached" });
  // A takeback is asked for and granted.
  await play(ann.page, "wA1 -wS1");
  await settled(ben.page, 3);
  await ann.page.locator(".actions [data-act=undo]").click();
  await ben.page.locator(".offer .button.primary").tap();
  for (const { page } of [ann, ben]) await settled(page, 2);
  // Words pass as text.
  await ann.page.locator("#chat-panel").fill("<b>hello</b> & good luck");
  await ann.page.locator("#chat-panel").press("Enter");
  await ben.page.locator(".actionbar [data-act=chat]").tap();
  await ben.page.locator("dialog .chatlines span").filter({ hasText: "<b>hello</b> & good luck" }).waitFor();
  await ben.page.locator("dialog[open] .icon-button").first().tap();
  // Somebody without a session looks on.
  const eve = await person(stage, server.port, { path: new URL(ann.page.url()).hash });
  await eve.page.waitForSelector("#board[data-plies='2']");
  assert.equal(await eve.page.locator(".slot:not([disabled])").count(), 0);
  await play(ann.page, "wA1 -wS1");
  await settled(eve.page, 3);
  // Ben gives up.
  await ben.page.locator(".actionbar [data-act=flag]").tap();
  await ben.page.locator(".asking .danger").tap();
  for (const { page } of [ann, ben, eve]) await page.locator(".over[data-result=white]").waitFor();
  for (const one of [ann, ben, eve]) {
    assert.deepEqual(one.problems, []);
    await one.close();
  }
});

test("quick pairing brings two together; a game is called off", async () => {
  const one = await person(stage, server.port);
  const two = await person(stage, server.port);
  for (const { page } of [one, two]) await page.locator('[data-pace="5+4"]').click();
  for (const { page } of [one, two]) await page.waitForSelector("#board[data-plies='0']");
  await one.page.locator(".actions [data-act=x]").click();
  for (const { page } of [one, two]) await page.locator(".over[data-result=none]").waitFor();
  await one.close();
  await two.close();
});

// Without the note that a game has begun, which a line may lose at the wrong moment.
const withoutNotes = (page) => page.routeWebSocket(/ws\/v1/, (near) => {
  const far = near.connectToServer();
  near.onMessage((message) => far.send(message));
  far.onMessage((message) => String(message).includes('"game_started"') || near.send(message));
});

test("who waits is at the board even if the news of it is lost", async () => {
  const one = await person(stage, server.port, { prepare: withoutNotes });
  const two = await person(stage, server.port);
  await one.page.locator('[data-pace="3+2"]').click();
  await one.page.locator(".seeking").waitFor();
  await two.page.locator('[data-pace="3+2"]').click();
  for (const { page } of [one, two]) await page.waitForSelector("#board[data-plies='0']");
  await one.close();
  await two.close();
});

test("the search goes on after a break of the line; the computer plays meanwhile", async () => {
  const one = await person(stage, server.port);
  const two = await person(stage, server.port);
  await one.page.locator('[data-pace="10+5"]').click();
  await two.page.locator(".open").getByText("One player is looking").waitFor();
  one.line.cut();
  await two.page.locator(".open").getByText("One player is looking").waitFor({ state: "detached" });
  await one.page.locator(".seeking").waitFor();
  one.line.mend();
  await two.page.locator(".open").getByText("One player is looking").waitFor();
  await shot(one.page, "lobby-seeking");
  await one.page.locator("[data-act=meanwhile]").click();
  await one.page.waitForSelector("#board[data-plies='0']");
  await two.page.locator('[data-pace="10+5"]').click();
  await one.page.locator("[data-toast=begun]").waitFor();
  await shot(one.page, "live-begun");
  await one.page.locator("[data-toast=begun] .primary").click();
  for (const { page } of [one, two]) await page.waitForFunction(() => location.hash.startsWith("#/live/"));
  for (const { page } of [one, two]) await page.waitForSelector("#board[data-plies='0']");
  await one.page.locator("[data-toast=begun]").waitFor({ state: "detached" });
  // Whoever comes sees the game in the lobby, and at home.
  const eve = await person(stage, server.port);
  await eve.page.locator(".running .row").first().waitFor();
  assert.deepEqual(await serious(eve.page), []);
  await eve.page.goto(eve.line.url + "#/");
  await eve.page.locator(".best .meadow").waitFor();
  await shot(eve.page, "home-best");
  await eve.page.locator(".best").click();
  await eve.page.waitForSelector("#board");
  for (const somebody of [one, two, eve]) {
    assert.deepEqual(somebody.problems, []);
    await somebody.close();
  }
});

test("a link says who asks and for what, once", async () => {
  const one = await person(stage, server.port);
  const two = await person(stage, server.port, { path: "#/" });
  const hash = await invite(one.page);
  await one.page.goto(one.line.url + hash);
  await one.page.getByText("your own invitation").waitFor();
  await two.page.goto(two.line.url + hash);
  await two.page.locator("h1").filter({ hasText: /guest-.* invites you/ }).waitFor();
  assert.match(await two.page.locator(".panel").innerText(), /10\+5[^]*Casual[^]*Base\+MLP[^]*You play Black/);
  assert.deepEqual(await serious(two.page), []);
  await shot(two.page, "invite-desktop");
  await two.page.locator("main .button.primary").click();
  for (const { page } of [one, two]) await page.waitForSelector("#board[data-plies='0']");
  const late = await person(stage, server.port, { path: hash });
  await late.page.getByText("has been used").waitFor();
  for (const somebody of [one, two, late]) {
    assert.deepEqual(somebody.problems, []);
    await somebody.close();
  }
});

test("a guest becomes a person and keeps the games; a person is challenged from their page", async () => {
  const dan = await person(stage, server.port);
  const fay = await person(stage, server.port);
  await register(fay.page, "fay");
  const hash = await invite(dan.page);
  await fay.page.goto(fay.line.url + hash);
  await fay.page.locator("main .button.primary").click();
  for (const { page } of [dan, fay]) await page.waitForSelector("#board[data-plies='0']");
  await play(dan.page, "wS1");
  await settled(fay.page, 1);
  await play(fay.page, "bS1 wS1-");
  await settled(dan.page, 2);
  await fay.page.locator(".actions [data-act=flag]").click();
  await fay.page.locator(".asking .danger").click();
  await dan.page.locator(".over[data-result=white]").waitFor();
  await register(dan.page, "dan");
  await fay.page.goto(fay.line.url + "#/player/dan");
  await fay.page.locator(".listing .row").filter({ hasText: "dan" }).waitFor();
  // The filters: Dan had White.
  await fay.page.locator("#filter-color").selectOption("2");
  await fay.page.locator(".listing .row").waitFor({ state: "detached" });
  await fay.page.locator("#filter-color").selectOption("1");
  await fay.page.locator(".listing .row").waitFor();
  assert.deepEqual(await serious(fay.page), []);
  await shot(fay.page, "profile-other");
  await dan.page.goto(dan.line.url + "#/settings");
  await fay.page.locator("[data-act=challenge]").click();
  assert.equal(await fay.page.locator("#challenge-name").inputValue(), "dan");
  await fay.page.locator(".make button[type=submit]").click();
  await dan.page.locator("[data-toast=challenge]").filter({ hasText: "fay" }).waitFor();
  assert.deepEqual(await serious(dan.page), []);
  await shot(dan.page, "challenged-desktop");
  await dan.page.locator("[data-toast=challenge] .primary").click();
  for (const { page } of [dan, fay]) await page.waitForSelector("#board[data-plies='0']");
  for (const somebody of [dan, fay]) {
    assert.deepEqual(somebody.problems, []);
    await somebody.close();
  }
});

test("the server's computer answers", async () => {
  const gus = await person(stage, server.port);
  await gus.page.locator(".make summary").click();
  await gus.page.locator('input[name="whom"]').nth(3).check({ force: true });
  await gus.page.locator('input[name="challenge-color"]').nth(1).check({ force: true });
  await gus.page.locator(".make button[type=submit]").click();
  await gus.page.waitForSelector("#board[data-plies='0']");
  await play(gus.page, "wS1");
  await settled(gus.page, 2);
  assert.deepEqual(gus.problems, []);
  await gus.close();
});

test("an open challenge stands in the lobby until somebody takes it", async () => {
  const one = await person(stage, server.port);
  const two = await person(stage, server.port);
  await one.page.locator(".make summary").click();
  await one.page.locator('input[name="whom"]').nth(1).check({ force: true });
  await one.page.locator(".make button[type=submit]").click();
  await two.page.locator(".open .button.primary").click();
  for (const { page } of [one, two]) await page.waitForSelector("#board[data-plies='0']");
  await one.close();
  await two.close();
});

test("an account: devices, password, signing out and in, profile, leaderboard", async () => {
  const cleo = await person(stage, server.port);
  const { page } = cleo;
  await register(page, "cleo");
  await page.goto(cleo.line.url + "#/account");
  await page.locator(".listing .tag").waitFor();
  assert.deepEqual(await serious(page), []);
  await shot(page, "account-desktop");
  // A token for a program, shown once.
  await page.locator("#tokens summary").click();
  await page.locator("#token-label").fill("my bot");
  await page.locator("#token-label").press("Enter");
  const token = await page.locator("#new-token").inputValue();
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/v1/session`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal((await answer.json()).me.name, "cleo");
  assert.deepEqual(await serious(page), []);
  await shot(page, "account-token");
  await page.locator("#tokens .row .button").click();
  await page.locator("#tokens .row").waitFor({ state: "detached" });
  await page.locator("#password summary").click();
  await page.locator("#old-password").fill("wrong");
  await page.locator("#new-password").fill("another good password");
  await page.locator("#new-password").press("Enter");
  await page.locator("#password .notice.bad").waitFor();
  await page.locator("#old-password").fill("correct horse battery");
  await page.locator("#new-password").press("Enter");
  await page.locator("#password .notice.good").waitFor();
  await page.locator("#sign-out").click();
  await page.locator("#sign-in-name").fill("cleo");
  await page.locator("#sign-in-password").fill("another good password");
  await page.locator("#sign-in-password").press("Enter");
  await page.waitForSelector(".lobby");
  assert.deepEqual(await serious(page), [], "lobby");
  // Ada and Bo have played a rated game.
  await page.goto(cleo.line.url + "#/player/ada");
  await page.locator(".listing .row").first().waitFor();
  assert.deepEqual(await serious(page), [], "profile");
  await shot(page, "profile-desktop");
  await page.goto(cleo.line.url + "#/leaders");
  await page.locator(".choices").waitFor();
  assert.deepEqual(await serious(page), [], "leaders");
  await page.goto(cleo.line.url + "#/player/nobody-here");
  await page.locator(".notice.bad").waitFor();
  assert.deepEqual(cleo.problems, []);
  await cleo.close();
});
