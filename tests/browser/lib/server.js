// A small static file server, as plain as the one a reader of the README might use: right types, the compressed
// copies, nothing else. `close` lets a test pull the plug; `sent` is what each file weighed on the wire.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

export async function serve(root) {
  const state = { root, sent: new Map() };
  const sockets = new Set();
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    const file = join(state.root, path.endsWith("/") ? path + "index.html" : path);
    if (!file.startsWith(state.root) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    const gzip = /gzip/.test(request.headers["accept-encoding"] ?? "") && existsSync(file + ".gz");
    const headers = { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "cache-control": "no-cache" };
    if (gzip) headers["content-encoding"] = "gzip";
    response.writeHead(200, headers);
    const copy = gzip ? file + ".gz" : file;
    state.sent.set(path, statSync(copy).size);
    createReadStream(copy).pipe(response);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://localhost:${server.address().port}/`;
  const close = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url, close, state };
}
