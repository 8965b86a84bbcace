// A real server of one's own, and wires to it that can be cut.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DIST, ROOT } from "./browser.js";

const CANDIDATES = [process.env.SKEP, join(ROOT, "target/release/skep"), join(ROOT, "target/debug/skep")];

async function freePort() {
  const probe = createServer();
  await new Promise((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

// `skep serve` with a database in a folder of its own, no configuration.
export async function startServer() {
  const binary = CANDIDATES.find((path) => path && existsSync(path));
  if (!binary) throw new Error("no skep: run `cargo build -p skep-cli` first, or set SKEP");
  const data = await mkdtemp(join(tmpdir(), "skep-online-"));
  const port = await freePort();
  const child = spawn(binary, [
    "serve", "--data", data, "--listen", `127.0.0.1:${port}`, "--web", DIST,
    // Tests come from one address and are in a hurry.
    "--set", "limits.registrations_per_ip_hour=1000", "--set", "limits.guests_per_ip_hour=1000",
    "--set", "limits.requests_per_minute=100000",
    // The port of the numbers is the same for every server; another one may run on this machine.
    "--set", "metrics.listen=off",
  ], { cwd: data, stdio: ["ignore", "pipe", "pipe"] });
  const log = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => log.push(String(text)));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  for (let attempt = 0; ; attempt += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/server.json`).catch(() => null);
    if (answer?.ok) break;
    if (child.exitCode !== null || attempt > 300) throw new Error(`the server did not start:\n${log.join("")}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    await rm(data, { recursive: true, force: true });
  };
  return { port, stop, log };
}

// A wire to the server. Cut, everything on it breaks at once and nothing new gets through until it is mended.
export async function wire(port) {
  const ends = new Set();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) {
      near.destroy();
      return;
    }
    const far = connect(port, "127.0.0.1");
    for (const [one, other] of [[near, far], [far, near]]) {
      ends.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => { ends.delete(one); other.destroy(); });
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${server.address().port}/`,
    cut() {
      whole = false;
      for (const end of ends) end.destroy();
    },
    mend() { whole = true; },
    close() {
      for (const end of ends) end.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

// A person at a browser of their own, on a wire of their own.
export async function person(stage, port, options = {}) {
  const line = await wire(port);
  const { screen = "desktop", path = "#/online", prepare = async () => {}, ...rest } = options;
  const { SCREENS } = await import("./browser.js");
  const context = await stage.browser.newContext({
    ...SCREENS[screen], locale: "en-GB", reducedMotion: "reduce", ...rest,
  });
  const page = await context.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  await prepare(page);
  await page.goto(line.url + path);
  await page.waitForSelector("main");
  const close = async () => {
    await context.close();
    await line.close();
  };
  return { page, context, line, problems, close };
}

export async function register(page, name) {
  await page.goto(new URL("#/account", page.url()).href);
  await page.locator("#register-name").fill(name);
  await page.locator("#register-password").fill("correct horse battery");
  await page.locator("#register button[type=submit]").click();
  await page.waitForSelector(".lobby");
}

// Makes a challenge by link and returns where it leads, as seen by somebody on another wire.
export async function invite(page, { rated = false, color = 1 } = {}) {
  await page.locator(".make summary").click();
  await page.locator('input[name="challenge-color"]').nth(color).check({ force: true });
  if (rated) await page.locator(".make .switch input").check({ force: true });
  await page.locator(".make button[type=submit]").click();
  const link = await page.locator("#invite-link").inputValue();
  return new URL(link).hash;
}
