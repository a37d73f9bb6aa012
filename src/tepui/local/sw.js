// The service worker of a folder (`tepui static`): every file of one version is kept on the device, and comes from there.
const CACHE = "tepui-VERSION";
const FILES = [];

self.addEventListener("install", (event) =>
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(["./", ...FILES]))
      .then(() => self.skipWaiting()),
  ),
);

self.addEventListener("activate", (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith("tepui-") && name !== CACHE).map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  ),
);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  const wanted = request.mode === "navigate" ? self.registration.scope : request.url;
  event.respondWith(caches.open(CACHE).then((cache) => cache.match(wanted)).then((kept) => kept ?? fetch(request)));
});
