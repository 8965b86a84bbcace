// The engine's worker without the app around it.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DIST } from "./browser.js";

// The engine's fixed work, done in a worker of the page's own: how many nodes, and in how many milliseconds.
export async function benchInWorker(page, depth) {
  const script = readdirSync(join(DIST, "assets")).find((name) => /^worker-.*\.js$/.test(name));
  return page.evaluate(([script, depth]) => new Promise((resolve, reject) => {
    const worker = new Worker(new URL(`assets/${script}`, location.href), { type: "module" });
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => {
      const [what, nodes, millis] = data.split(" ");
      if (what === "ready") worker.postMessage(`bench ${depth}`);
      if (what === "benched") {
        worker.terminate();
        resolve({ nodes: Number(nodes), millis: Number(millis) });
      }
    };
  }), [script, depth]);
}
