// Starts Chromium, installing Debian's package when it is missing and we may.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "./server.js";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
export const DIST = process.env.SKEP_WEB_DIST ?? join(ROOT, "target/web-dist");
export const SHOTS = join(ROOT, "target/browser-shots");

const CANDIDATES = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

function find() {
  return CANDIDATES.find((path) => path && existsSync(path));
}

function executable() {
  if (!find() && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    execFileSync("apt-get", ["install", "-y", "chromium"], { stdio: "inherit" });
  }
  const path = find();
  if (!path) throw new Error("no Chromium: install it (`sudo apt-get install chromium`) or set CHROMIUM");
  return path;
}

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

export const SCREENS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

// One browser and one server for a file of tests; a fresh context (storage, service worker) for each test.
export async function start() {
  if (!existsSync(join(DIST, "index.html"))) throw new Error(`no app in ${DIST}: run \`cargo xtask web\` first`);
  mkdirSync(SHOTS, { recursive: true });
  const browser = await chromium.launch({ executablePath: executable(), args: FLAGS });
  const server = await serve(DIST);
  const open = async (options = {}) => {
    const { screen = "desktop", path = "", ...rest } = options;
    const context = await browser.newContext({
      ...SCREENS[screen], locale: "en-GB", reducedMotion: "reduce", ...rest,
    });
    const page = await context.newPage();
    const problems = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    await page.goto(server.url + path);
    await page.waitForSelector("main");
    return { context, page, problems };
  };
  const stop = async () => {
    await browser.close();
    await server.close().catch(() => {});
  };
  return { browser, server, open, stop };
}

export async function shot(page, name) {
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}
