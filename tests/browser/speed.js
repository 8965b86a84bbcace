// How fast the engine is in the browser's worker, against the same work done natively: `npm run speed`.
// Runs alternate, so that whatever else the machine does hits both; the median of the ratios is what counts. The worker is
// kept, as the app keeps it: the browser compiles it anew while its first search runs, which is printed apart.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { ROOT, start } from "./lib/browser.js";
import { openWorker } from "./lib/worker.js";

const [depth = 9, rounds = 9] = process.argv.slice(2).map(Number);
const binary = process.env.SKEP ?? join(ROOT, "target/engine/skep");
if (!existsSync(binary)) throw new Error(`no ${binary}: run \`cargo build --profile engine -p skep-cli\` first`);

function native() {
  const text = execFileSync(binary, ["bench", "--depth", String(depth)], { encoding: "utf8" });
  const [, nodes, rate] = text.match(/Bench: (\d+) nodes (\d+) nps/);
  return { nodes: Number(nodes), rate: Number(rate) };
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const thousands = (rate) => `${Math.round(rate / 1000)}k nodes/s`;

const stage = await start();
try {
  const { page } = await stage.open();
  const worker = await openWorker(page);
  const first = await worker.bench(depth);
  console.log(`first search: worker ${thousands(first.nodes * 1000 / first.millis)}`);
  const ratios = [];
  for (let round = 1; round <= rounds; round += 1) {
    const here = native();
    const there = await worker.bench(depth);
    if (here.nodes !== there.nodes) throw new Error(`${here.nodes} nodes natively, ${there.nodes} in the worker`);
    const rate = there.nodes * 1000 / there.millis;
    ratios.push(rate / here.rate);
    console.log(`round ${round}: native ${thousands(here.rate)}, worker ${thousands(rate)}, `
      + `ratio ${ratios.at(-1).toFixed(2)}, load ${loadavg()[0].toFixed(1)}`);
  }
  console.log(`median ratio ${median(ratios).toFixed(2)} at depth ${depth}`);
} finally {
  await stage.stop();
}
