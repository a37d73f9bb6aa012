// Keeps a plain page fresh: when the server says that something changed, the page is fetched anew and
// its content replaced; focus, a half-written sentence and the place on the page stay where they are.
"use strict";
(() => {
  const live = () => document.getElementById("live");
  let wait = 1000, timer = null, busy = false, again = false;

  const fresh = async () => {
    if (busy) { again = true; return; }
    busy = true;
    try {
      const answer = await fetch(location.pathname + location.search, { headers: { accept: "text/html" } });
      if (answer.ok) {
        const next = new DOMParser().parseFromString(await answer.text(), "text/html");
        const found = next.getElementById("live");
        if (found) replace(found, next.title);
      }
    } catch { /* the line is down: the socket will tell when it is back */ }
    busy = false;
    if (again) { again = false; fresh(); }
  };

  const replace = (found, title) => {
    const focus = document.activeElement && document.activeElement.id;
    const typed = {};
    for (const id of ["say", "marks"]) {
      const field = document.getElementById(id);
      if (field && field.value !== field.defaultValue) typed[id] = field.value;
    }
    live().replaceWith(document.importNode(found, true));
    for (const id in typed) {
      const field = document.getElementById(id);
      if (field) field.value = typed[id];
    }
    document.title = title;
    if (focus) (document.getElementById(focus) || document.getElementById("prompt") || document.body).focus();
  };

  const open = () => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${live().dataset.socket}`);
    let first = true;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", language: document.documentElement.lang || "en" }));
    socket.onmessage = (event) => {
      wait = 1000;
      const message = JSON.parse(event.data);
      if (message.type === "gone") { socket.onclose = null; location.reload(); return; }
      const old = message.type === "view" && Number(live().dataset.turn) === message.turn;
      if (!old && !(first && message.type === "room")) fresh();
      first = false;
    };
    socket.onclose = () => { timer = setTimeout(open, wait); wait = Math.min(15000, wait * 2); };
  };
  const now = () => { if (timer) { clearTimeout(timer); timer = null; open(); } };
  addEventListener("online", now);
  document.addEventListener("visibilitychange", now);
  open();
})();
