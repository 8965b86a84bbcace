// The engine's worker without the app around it.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DIST } from "./browser.js";

// Starts a worker in the page. `bench` lets it do the engine's fixed work: how many nodes, and in how many
// milliseconds. In its first searches a worker still runs code that the browser has compiled in haste.
export async function openWorker(page) {
  const script = readdirSync(join(DIST, "assets")).find((name) => /^worker-.*\.js$/.test(name));
  const worker = await page.evaluateHandle((script) => new Promise((resolve, reject) => {
    const worker = new Worker(new URL(`assets/${script}`, location.href), { type: "module" });
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => { if (data.startsWith("ready")) resolve(worker); };
  }), script);
  return {
    bench: (depth) => worker.evaluate((worker, depth) => new Promise((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(event.message));
      worker.onmessage = ({ data }) => {
        const [what, nodes, millis] = data.split(" ");
        if (what === "benched") resolve({ nodes: Number(nodes), millis: Number(millis) });
      };
      worker.postMessage(`bench ${depth}`);
    }), depth),
  };
}
