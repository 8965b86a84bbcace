// What axe-core finds wrong with a page for people who cannot see it, or see it otherwise.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function findings(page) {
  await page.evaluate(axe);
  const result = await page.evaluate(async () => {
    // A color on its way to another has a contrast that nobody sees.
    const ends = (animation) => animation.effect?.getComputedTiming().endTime !== Infinity;
    await Promise.allSettled(document.getAnimations().filter(ends).map((animation) => animation.finished));
    return globalThis.axe.run();
  });
  return result.violations
    .filter((violation) => ["serious", "critical"].includes(violation.impact))
    .map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
}
