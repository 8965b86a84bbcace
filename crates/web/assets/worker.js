import init, { worker } from "../__GLUE__";
await init({ module_or_path: new URL("../__WASM__", import.meta.url) });
worker();
