// The service worker: says that there is no connection, and shows a call. It keeps one page that is the same for
// everybody, and nothing that a table has sent: no view, no name, no address. Files with a hash in their name are kept by the
// browser itself.
const CACHE = "tepui-1";
const OFFLINE = "/offline.html";
const KEPT = [OFFLINE, "/offline.css", "/favicon.svg"];

self.addEventListener("install", (event) =>
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(KEPT))
      .then(() => self.skipWaiting()),
  ),
);

self.addEventListener("activate", (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  ),
);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  else if (KEPT.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(pathname)));
});

self.addEventListener("push", (event) => {
  const { title, body, room } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, { body, tag: room, data: room, icon: "/icon-192.png", renotify: true }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const room = event.notification.data;
  if (!/^[a-z0-9]{1,32}$/.test(room)) return;
  const path = `/t/${room}`;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((pages) => {
      const open = pages.find((page) => new URL(page.url).pathname === path);
      return open ? open.focus() : self.clients.openWindow(path);
    }),
  );
});
