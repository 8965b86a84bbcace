// Takes the pictures of the README from the app itself: `cargo xtask pictures`.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT, start } from "./lib/browser.js";
import { choose } from "./lib/table.js";

const FOLDER = join(ROOT, "docs/pictures");
const GAME = String.raw`Base+MLP;InProgress;White[16];wL;bS1 wL-;wA1 -wL;bM bS1/;wQ /wL;bA1 bS1-;wA1 bA1-;bQ /bA1;wS1 wA1-;bP bQ\;wS1 bM/;bA2 bP\;wP wQ\;bA3 bP-;wM -wP;bA2 /wM;wB1 wA1-;bA3 wB1\;bA2 /wP;bB1 bA2\;wA2 \wL;bB1 bA2-;bA2 wQ-;bB1 wP;wA2 bP\;bG1 bB1\;wB2 wA2-;bG1 -wL;wM bB1;bA3 -wQ`;

// Small files: the felt of the table does not compress without loss.
const PICTURES = {
  "game.jpg": { viewport: { width: 1120, height: 700 } },
  "phone.jpg": { screen: "phone", colorScheme: "dark", viewport: { width: 390, height: 700 }, deviceScaleFactor: 1 },
};

mkdirSync(FOLDER, { recursive: true });
const stage = await start();
try {
  for (const [name, options] of Object.entries(PICTURES)) {
    const { page, context, problems } = await stage.open(options);
    await page.goto(stage.server.url + "#/shared/" + encodeURIComponent(GAME));
    await page.waitForSelector("#board[data-plies='30']");
    await choose(page, "wS1", { touch: options.screen === "phone" });
    await page.waitForSelector("#board .cell.legal");
    if (problems.length) throw new Error(problems.join("\n"));
    await page.screenshot({ path: join(FOLDER, name), type: "jpeg", quality: 80 });
    await context.close();
  }
} finally {
  await stage.stop();
}
