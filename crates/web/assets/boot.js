import init, { start } from "../__GLUE__";
await init({ module_or_path: new URL("../__WASM__", import.meta.url) });
start(new URL("../__WORKER__", import.meta.url).href);
performance.mark("skep-interactive");
