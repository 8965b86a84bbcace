// Keeps one whole version of Skep on the device. A new version is fetched beside it and waits until the
// player asks for it: nobody loses a screen in the middle of a game.
const CACHE = "skep-__VERSION__";
const FILES = __FILES__;

// The name of an asset changes with its content: what the page has just fetched need not be fetched again.
const freshness = (file) => (file.startsWith("assets/") ? "default" : "no-cache");

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: freshness(file) })))),
  );
});

self.addEventListener("activate", (event) => {
  const outdated = (name) => name.startsWith("skep-") && name !== CACHE;
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter(outdated).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

const HOME = new URL("./", self.location).pathname;
const KEPT = new Set(FILES.map((file) => new URL(file, self.location).pathname));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  const page = event.request.mode === "navigate" && (url.pathname === HOME || url.pathname === HOME + "index.html");
  if (!page && !KEPT.has(url.pathname)) return;
  const wanted = page ? HOME : url.pathname;
  event.respondWith(
    caches.open(CACHE).then((cache) => cache.match(wanted)).then((kept) => kept ?? fetch(event.request)),
  );
});
