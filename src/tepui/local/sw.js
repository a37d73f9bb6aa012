// The service worker of a folder (`tepui static`): every file of one version is kept on the device, and comes from there.
const CACHE = "tepui-VERSION";
const FILES = [];

// What is said when the browser has thrown them away, and nothing can be reached.
const GONE = {
  en: "The files of the games are no longer on this device. Open this page once with a connection. Your games are kept.",
  de: "Die Dateien der Spiele sind nicht mehr auf diesem Gerät. Öffne diese Seite einmal mit einer Verbindung. Deine Partien sind noch da.",
  fr: "Les fichiers des jeux ne sont plus sur cet appareil. Ouvre cette page une fois avec une connexion. Tes parties sont gardées.",
  it: "I file dei giochi non sono più su questo dispositivo. Apri questa pagina una volta con una connessione. Le tue partite sono conservate.",
};

const keep = () => caches.open(CACHE).then((cache) => cache.addAll(["./", ...FILES]));

self.addEventListener("install", (event) => event.waitUntil(keep().then(() => self.skipWaiting())));

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
  const page = request.mode === "navigate";
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(page ? self.registration.scope : request.url))
      .then(async (kept) => {
        if (kept) return kept;
        const answer = await fetch(request).catch(() => (page ? gone() : Response.error()));
        if (page && answer.ok) event.waitUntil(keep().catch(() => undefined)); // they come back onto the device
        return answer;
      }),
  );
});

function gone() {
  const language = navigator.language.slice(0, 2);
  const head = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">`;
  const text = `${head}<title>Tepui</title><p>${GONE[language] ?? GONE.en}</p></html>`;
  return new Response(text, { status: 503, headers: { "content-type": "text/html" } });
}
