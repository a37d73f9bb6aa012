// The service worker: says that there is no connection, and shows a call. It keeps one page that is the same for
// everybody, and nothing that a table has sent: no view, no name, no address. Files with a hash in their name are kept by the
// browser itself. Who plays with the box may be without a connection: the files of that page are kept, and nothing of its
// evenings; those are in the page's own store.
// The build puts two names before this: VERSION, and FILES, which is everything that the page beside the box can ask for.
// Another version is another worker with a cache of its own: it takes over with all of its files, or not at all.
/* global VERSION, FILES */
const CACHE = `tepui-${VERSION}`;
const COMPANION = "/companion/";
const OFFLINE = "/offline.html";
const POCKET = "/pocket/"; // the games themselves, if somebody has loaded them onto this device (src/worker/files.ts)
const KEPT = [OFFLINE, "/offline.css", "/favicon.svg"];
const PATIENCE = 5000; // ms that a page which is here waits for a line that hangs

self.addEventListener("install", (event) => event.waitUntil(installed().then(() => self.skipWaiting())));

self.addEventListener("activate", (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name !== CACHE && !name.startsWith("pocket-")).map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  ),
);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, pathname));
  else if (pathname.startsWith("/assets/"))
    event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(request))); // the name has a hash in it
  else if (pathname.startsWith(POCKET) && request.cache !== "no-cache")
    event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(request)));
  else if (KEPT.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(pathname)));
});

async function page(request, pathname) {
  const pocket = await caches.match(POCKET);
  if (pocket && pathname === POCKET) return pocket;
  const shell = pathname.startsWith(COMPANION) && (await caches.match(COMPANION));
  const late = (pocket || shell) && new Promise((_, late) => setTimeout(late, PATIENCE));
  const answers = [fetch(request), ...(late ? [late] : [])];
  return Promise.race(answers).catch(() => {
    if (pocket && !pathname.startsWith("/t/")) return Response.redirect(`${POCKET}?${pathname}`);
    return shell || caches.match(OFFLINE);
  });
}

async function installed() {
  const playsBeside = await caches.match(COMPANION);
  const cache = await caches.open(CACHE);
  await cache.addAll(KEPT.map((file) => new Request(file, { cache: "reload" })));
  if (playsBeside) await keep();
}

// Somebody plays with the box on this device.
self.addEventListener("message", (event) => {
  if (event.data === "keep") event.waitUntil(keep().catch(() => self.registration.update()));
});

// All files, and only then the page that needs them: whoever finds the page finds everything. The server may be of
// another version than this worker: then nothing is mixed, and the worker that fits keeps its own.
async function keep() {
  const cache = await caches.open(CACHE);
  if (await cache.match(COMPANION)) return;
  const shell = await fetch(COMPANION + "shell", { credentials: "omit", cache: "reload" });
  const needed = (await shell.clone().text()).match(/\/assets\/[\w.-]+/g);
  if (!shell.ok || !needed?.every((file) => FILES.includes(file))) throw new Error("another version");
  await cache.addAll(FILES);
  await cache.put(COMPANION, shell);
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
