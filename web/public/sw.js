// The service worker: says that there is no connection, and shows a call. It keeps one page that is the same for
// everybody, and nothing that a table has sent: no view, no name, no address. Files with a hash in their name are kept by the
// browser itself. Who plays with the box may be without a connection: the files of that page are kept, and nothing of its
// evenings; those are in the page's own store.
const CACHE = "tepui-1";
const SHELL = "tepui-companion";
const COMPANION = "/companion/";
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
      .then((names) =>
        Promise.all(names.filter((name) => name !== CACHE && name !== SHELL).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  ),
);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => without(pathname)));
  else if (pathname.startsWith("/assets/"))
    event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(request))); // the name has a hash in it
  else if (KEPT.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(pathname)));
});

async function without(pathname) {
  const shell = pathname.startsWith(COMPANION) && (await caches.match(COMPANION));
  return shell || caches.match(OFFLINE);
}

// The companion's page says which files it was made of.
self.addEventListener("message", (event) => {
  const files = event.data?.keep;
  if (!Array.isArray(files) || files.length > 300) return;
  const assets = files.filter((file) => /^\/assets\/[\w.-]+$/.test(file));
  event.waitUntil(kept(assets).catch(() => undefined));
});

// The page and its files are of one version: the new ones first, then the page, and only then the old ones go. A page that
// is still of the version before an upgrade keeps what fits together; the new one comes with the next visit.
async function kept(assets) {
  const page = await fetch(COMPANION + "shell", { credentials: "omit" });
  const text = await page.clone().text();
  if (!page.ok || !(text.match(/\/assets\/[\w.-]+/g) ?? []).every((file) => assets.includes(file))) return;
  const cache = await caches.open(SHELL);
  for (const file of assets) if (!(await cache.match(file))) await cache.add(file);
  const old = await cache.match(COMPANION);
  await cache.put(COMPANION, page);
  if (!old || (await old.text()) === text) return;
  for (const { url } of await cache.keys())
    if (![COMPANION, ...assets].includes(new URL(url).pathname)) await cache.delete(url);
}

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
