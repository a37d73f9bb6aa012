// The anchor of bench/server.py: a relay of moves over boardgame.io, which must be installed in the folder given first.
//   node relay.cjs DIR serve PORT [FILES]        FILES: a folder in which it keeps its matches, by its own file storage
//   node relay.cjs DIR play PORT PAIRS SECONDS PAUSE   -> prints the number of moves, each seen by both players,
//                                                  and how many pairs still play at the end (the others lost a move)
"use strict";
const { createRequire } = require("node:module");
const path = require("node:path");

const [dir, mode, port, ...more] = process.argv.slice(2);
const [pairs, seconds, pause] = more; // pause: milliseconds between a move that was seen and the next
const load = createRequire(path.join(dir, "package.json"));
const relay = {
  name: "relay",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { mark: ({ G, playerID }, cell) => { G.cells[cell] = playerID; } },
};

if (mode === "serve") {
  const { FlatFile, Server } = load("boardgame.io/server");
  const db = more[0] ? new FlatFile({ dir: more[0] }) : undefined;
  Server({ games: [relay], origins: ["*"], db }).run({ port: Number(port), lobbyConfig: undefined }, () => console.log("ready"));
} else {
  const { Client } = load("boardgame.io/client");
  const { SocketIO } = load("boardgame.io/multiplayer");
  let moves = 0;
  let running = true;
  const last = Array(Number(pairs)).fill(0); // when each pair made its last move
  for (let i = 0; i < Number(pairs); i += 1) {
    const clients = ["0", "1"].map((playerID) => Client({
      game: relay, numPlayers: 2, matchID: `m${process.pid}-${i}`, playerID, debug: false,
      multiplayer: SocketIO({ server: `http://127.0.0.1:${port}` }),
    }));
    const seen = [-1, -1];
    let sent = -1;
    const go = (me) => {
      const state = clients[me].getState();
      if (!state || !clients[me].transport.isConnected) return;
      seen[me] = state._stateID;
      if (!running || seen[0] !== seen[1] || seen[0] === sent) return;
      sent = seen[0];
      moves += 1;
      last[i] = Date.now();
      const turn = Number(state.ctx.currentPlayer);
      const move = () => clients[turn].moves.mark(sent % 9);
      if (Number(pause)) setTimeout(move, Number(pause) * (sent ? 1 : Math.random())); // not all at the same moment
      else setImmediate(move);
    };
    // A client shows its own move before the server has answered; only what came over the line counts.
    clients.forEach((client, me) => {
      client.start();
      client.transport.socket.on("update", () => setImmediate(() => go(me)));
      client.transport.socket.on("sync", () => setImmediate(() => go(me)));
    });
  }
  const count = () => {
    moves = 0;
    console.log("begin");
    setTimeout(() => {
      running = false;
      console.log(moves, last.filter((at) => Date.now() - at < 1000 + 2 * Number(pause)).length);
      process.exit(0);
    }, Number(seconds) * 1000);
  };
  // Two seconds to warm up, from when all pairs have connected and made their first move.
  const ready = setInterval(() => {
    if (last.includes(0)) return;
    clearInterval(ready);
    setTimeout(count, 2000);
  }, 50);
}
