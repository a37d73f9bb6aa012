"""What must hold, whatever happens: asked after every message that a page hears, and when the evening is at rest.

The truth is what stands in the database. It is read here by another way than the server's: straight from the tables.
"""

import hashlib
import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from simulation.clocks import Conserved
from simulation.standing import Standing
from tepui.core import find
from tepui.core.position import AUDIENCE, DEALER
from tepui.core.record import parse
from tepui.core.replay import decoder_of
from tepui.core.table import Table
from tepui.core.verify import verify
from tepui.server.room.room import fields_of
from tepui.server.room.session import BACK, Back, steps_of
from tepui.server.room.state import RoomState
from tepui.server.store.contract import Commit
from tepui.testing import Refused

if TYPE_CHECKING:
    from simulation.people import Person
    from simulation.world import World

SOON = 3.0  # seconds, where nothing is harmed: lines and disk take some milliseconds each
EYES = {"audience": AUDIENCE, "all": DEALER}


class Broken(AssertionError):
    """A promise was broken: which, and what was seen."""


def require(holds: bool, promise: str, **seen: Any) -> None:
    if not holds:
        raise Broken(f"{promise}: " + ", ".join(f"{name} {value!r}"[:300] for name, value in seen.items()))


class Game:
    """A table as the database has it, followed from row to row; what each pair of eyes has seen of it."""

    def __init__(self, oracle: "Oracle", id: str) -> None:
        self.oracle, self.id = oracle, id
        [(name, seats, options, parts)] = oracle.sql("SELECT game, seats, options, parts FROM rooms WHERE id = ?", id)
        self.game = find.game(name)
        self.setting = self.game.setting(seats, json.loads(options), parts)
        self.decoder = decoder_of(self.game)
        self.rows: list[tuple[int, int, bytes]] = []
        self.lengths = [0]  # by turn: how many moves stand
        self.table = Table(self.game, self.setting)
        self.seen: dict[int, list[Any]] = {}  # by eye: its journal, in the game's own words
        self.told: dict[tuple[Any, int], Any] = {}  # by eye and turn: what a page was told

    def follow(self) -> None:
        """New rows, each behind the last, and none of the old ones another."""
        new = "SELECT number, who, action FROM moves WHERE room = ? AND number > ? ORDER BY number"
        for number, who, action in self.oracle.sql(new, self.id, len(self.rows)):
            self.rows.append((number, who, action))
            require(number == len(self.rows), "no number is left out", room=self.id, number=number)
            if who == BACK:
                back = msgspec.json.decode(action, type=Back).back
                moves = self.table.moves[:back]
                self.table = Table(self.game, self.setting)
                for by, code in moves:
                    self.table.replay(by, code)
                self.seen = {}
            else:
                self.table.replay(who, self.game.hear(self.table.truth, who, self.decoder.decode(action)))
            self.lengths.append(len(self.table.moves))

    def stays(self) -> None:
        rows = self.oracle.sql("SELECT number, who, action FROM moves WHERE room = ? ORDER BY number", self.id)
        require([tuple(row) for row in rows] == self.rows, "a move that was written stays", room=self.id)

    def journal(self, eye: int) -> list[Any]:
        """Who, and the action as these eyes saw it."""
        found = self.seen.setdefault(eye, [])
        moves = self.table.look(eye).moves
        if len(found) < len(moves):
            position = self.game.start(self.setting)
            for n, (by, code) in enumerate(moves):
                if n >= len(found):
                    found.append(json.loads(msgspec.json.encode(self.game.say(position, by, code))))
                position.apply(by, code)
        return found


class Oracle:
    def __init__(self, world: "World") -> None:
        self.world = world
        self.games: dict[str, Game] = {}
        self.digest = hashlib.sha256()
        self.heard = 0
        self.clocks = Conserved(world, self.sql, require)
        self.standing = Standing(self)
        self.calls: Counter[tuple[str, str]] = Counter()
        self.kept: set[tuple[str, int]] = set()  # seats that anybody but one person ever moved for
        self.turns: dict[tuple[str, str], int] = {}  # by person and room: the newest turn that they were told
        self.last: dict[Any, str] = {}  # by page: the last view
        self.sat: set[tuple[str, str, int]] = set()  # room, guest and seat, at any time
        self.shown: set[tuple[str, str, int]] = set()  # room, device, and a seat whose view all have let it see
        self.states: dict[str, str] = {}
        self.said: set[tuple[str, int, str]] = set()
        self.owners: dict[tuple[str, int], str] = {}  # by room and number: the process that has it under this number

    def sql(self, query: str, *words: Any) -> list[Any]:
        return self.world.raw().execute(query, words).fetchall()

    def game(self, room: str) -> Game:
        if room not in self.games:
            self.games[room] = Game(self, room)
        return self.games[room]

    require = staticmethod(require)

    # ---- after every message

    def hear(self, person: "Person", page: Any, text: str) -> None:
        self.heard += 1
        self.digest.update(text.encode())
        message = json.loads(text)
        kind = message["type"]
        room = page.id
        if kind == "view":
            page.turn = message["turn"]
            self._view(person, page, message)
        elif kind == "room":
            page.news = message
            self._room(room, message)
            you = message["you"]
            nobody = you["seat"] is None and not you["host"] and not you["people"]
            require(nobody or not page.visitor.stranger, "a stranger has no seat", room=room, you=you)
        elif kind == "clock":
            self.clocks.hear(page, message, page.ran, page.sent)
        elif kind == "refused":
            require(
                "Something went wrong" not in message["sentence"], "nobody meets a bug", sentence=message["sentence"]
            )

    def _view(self, person: "Person", page: Any, message: dict[str, Any]) -> None:
        room = page.id
        game, turn, eye = self.game(room), message["turn"], message["eye"]
        game.follow()
        require(turn <= len(game.rows), "what is told is on disk", room=room, turn=turn, rows=len(game.rows))
        entries = [one["entry"] for one in message["moments"] if "entry" in one]
        first = next((one["n"] for one in message["moments"] if "entry" in one), None)
        number = EYES.get(eye, eye)
        if message["moments"]:
            end = message["moments"][-1]["n"]
            require(end == game.lengths[turn], "a view ends where its turn ends", room=room, turn=turn, end=end)
        if entries and first is not None and turn == len(game.rows):
            truth = game.journal(number)[first - 1 : first - 1 + len(entries)]
            require(
                [one["action"] for one in entries] == truth, "eyes are told what they saw and nothing else", room=room,
                eye=eye, turn=turn, told=[one["action"] for one in entries][:3], truth=truth[:3],
            )  # fmt: skip
        told = [(one["n"], one["entry"]["action"]) for one in message["moments"] if "entry" in one]
        for n, action in told:
            key = eye, turn, n
            known = game.told.setdefault(key, action)  # type: ignore[arg-type]
            require(known == action, "the same eyes are told the same", room=room, eye=eye, turn=turn, n=n)
        if isinstance(eye, int):
            self._states(room)
            guests = [] if page.visitor.stranger else self.world.guests_of(page.visitor)
            those = self.shown if message.get("watched") else self.sat
            may = any((room, guest, eye) in those for guest in guests)
            require(may, "nobody looks through another's eyes unasked", room=room, person=person.name, eye=eye)
        if eye == "all":
            require(game.table.over or self.is_over(room), "all is shown when it is over", room=room)

    # ---- after every change of the disk

    def written_by(self, commit: Commit | None) -> None:
        """A number is one process's, and whoever changes a table has it under the number that stands there."""
        self.clocks.written()
        for room, process, epoch in self.sql("SELECT room, process, epoch FROM owners WHERE process <> ''"):
            one = self.owners.setdefault((room, epoch), process)
            require(one == process, "a table that is taken gets a new number", room=room, epoch=epoch)
        if commit is not None and commit.fields is not None:
            self._states(commit.room)
        if commit is not None:
            self.standing.written(commit)
        if commit is not None and self.world.plan.shared:
            [(epoch,)] = self.sql("SELECT epoch FROM owners WHERE room = ?", commit.room)
            require(epoch == commit.epoch, "only who has a table changes it", room=commit.room, epoch=commit.epoch)

    def answered(self, seconds: float) -> None:
        """Whoever decides is answered soon, whatever strangers do meanwhile."""
        require(seconds <= SOON or bool(self.world.plan.harms), "nobody waits", seconds=seconds)

    def is_over(self, room: str) -> bool:
        return bool(self.sql("SELECT phase FROM rooms WHERE id = ?", room)[0][0] == 2)

    def _states(self, room: str) -> None:
        """Who sits where, by the database; one seat is one person's, and one person has one seat."""
        [(text,)] = self.sql("SELECT state FROM rooms WHERE id = ?", room)
        if self.states.get(room) == text:
            return
        self.states[room] = text
        chairs = json.loads(text)["chairs"]
        guests = [chair.get("guest") for chair in chairs if chair.get("guest")]
        require(len(guests) == len(set(guests)), "one person, one seat", room=room, guests=guests)
        for seat, chair in enumerate(chairs):
            if chair.get("guest"):
                self.sat.add((room, chair["guest"], seat))
            if chair.get("bot"):
                self.kept.add((room, seat))
        self.standing.states(room, chairs)
        for look in json.loads(text).get("looks", ()):
            if look["seat"] is not None and set(guests) <= set(look.get("agreed", ())):
                self.shown.add((room, look["device"], look["seat"]))

    def _room(self, room: str, message: dict[str, Any]) -> None:
        self._states(room)
        require(message["trouble"] is None, "no table is damaged", trouble=message["trouble"])
        for line in message["lines"]:
            if line["name"] is not None and (room, line["at"], line["text"]) not in self.said:
                for (text,) in self.sql("SELECT line FROM lines WHERE room = ?", room):
                    one = json.loads(text)
                    self.said.add((room, one["at"], one["text"]))
                require((room, line["at"], line["text"]) in self.said, "what was said is on disk", text=line["text"])

    def called(self, path: str, body: bytes, status: int) -> None:
        """One call for one decision: a second only if the first did not arrive."""
        if 200 <= status < 300:
            code = json.loads(body)["text"]
            turns = [
                len(self.game(id).rows)
                for id, of in self.sql("SELECT id, code FROM rooms")
                if of in code and self.known(id)
            ]
            self.calls[path + code, str(turns)] += 1
            require(self.calls[path + code, str(turns)] == 1, "each call is made once", who=path, what=code)

    def known(self, room: str) -> bool:
        found = bool(self.sql("SELECT 1 FROM rooms WHERE id = ?", room))
        if found:
            self.game(room).follow()
        return found

    # ---- at rest

    def written(self) -> dict[str, tuple[int, int]]:
        """How many rows and versions of its clocks each table has now."""
        rooms = [room for room in self.world.tables if self.known(room)]
        return {room: (len(self.game(room).rows), len(self.clocks.versions.get(room, ()))) for room in rooms}

    async def rest(self, before: dict[str, tuple[int, int]]) -> None:
        """Ten seconds after the last harm; `before`: what was written then has had the time to arrive."""
        for room, least in before.items():
            self.game(room).follow()
            self.game(room).stays()
            self._told_to_all(room, *least)
            self._not_doubled(room)
        self._owners()
        self._in_time()
        await self._records()

    def _told_to_all(self, room: str, rows: int, versions: int) -> None:
        """Every page is there, and holds what stands on disk."""
        [(phase, state)] = self.sql("SELECT phase, state FROM rooms WHERE id = ?", room)
        for person in self.world.people:
            if room not in person.rooms or room in person.sent_away:
                continue
            pages = [page for page in person.pages if page.id == room]
            require(bool(pages), "everybody has come back", person=person.name, room=room)
            for page in pages:
                news = page.news
                require(news is not None, "everybody is told the room", person=person.name, room=room)
                require(news["started"] == json.loads(state)["started"], "everybody knows that it began", room=room)
                require(news["over"] == (phase == 2), "everybody knows that it is over", room=room, phase=phase)
                if page.turn is not None:
                    turn = page.turn
                    require(turn >= rows, "everybody is told", person=person.name, room=room, turn=turn, rows=rows)
                    self.clocks.rest(room, page, versions)

    def _in_time(self) -> None:
        """Whoever has no time left is not waited for any longer."""
        now = max(process.rooms.uptime.now() for process in self.world.processes)
        late = 8000 if self.world.harmed else 3000  # a disk in trouble is asked again after five seconds
        for room, due in self.sql("SELECT room, due FROM turns WHERE due IS NOT NULL"):
            require(due > now - late, "whose time is up is dealt with", room=room, late=now - due)

    def _not_doubled(self, room: str) -> None:
        """No seat has moved more often than its person has pressed: at one turn twice is once."""
        moved = Counter(who for _, who, _ in self.game(room).rows if 0 <= who < self.game(room).setting.seats)
        for seat, n in moved.items():
            if (room, seat) not in self.kept:
                picks = sum(len(person.picks.get((room, seat), ())) for person in self.world.people)
                picks += self.standing.acted[room, seat]
                require(n <= picks, "nothing is doubled", room=room, seat=seat, moved=n, pressed=picks)

    def _owners(self) -> None:
        """A table is in one process at most that may change it; that one holds what stands on disk, byte by byte."""
        owners = dict(self.sql("SELECT room, epoch FROM owners"))
        holders: Counter[str] = Counter()
        for process in self.world.processes:
            for id, room in process.rooms.loaded.items():
                if process.rooms.store.shared and owners.get(id) != room.epoch:
                    continue
                holders[id] += 1
                require(holders[id] == 1, "one table, one process", room=id)
                if not room.lock.locked():
                    self._is_on_disk(id, room)

    def _is_on_disk(self, id: str, room: Any) -> None:
        [(state, listed, phase)] = self.sql("SELECT state, listed, phase FROM rooms WHERE id = ?", id)
        fields = fields_of(room.state, 0)
        require(fields["state"] == state, "the state is on disk", room=id, here=fields["state"], disk=state)
        require((fields["listed"], fields["phase"]) == (listed, phase), "the phase is on disk", room=id)
        known: set[str] = set(msgspec.json.decode(state, type=RoomState).guests)
        sitters = {row[0] for row in self.sql("SELECT guest FROM sitters WHERE room = ?", id)}
        require(known == sitters, "who sits there is on disk", room=id, here=known, disk=sitters)
        if room.session is not None:
            game = self.game(id)
            game.follow()
            require(room.session.turn == len(game.rows), "the moves are on disk", room=id, turn=room.session.turn)
            require(room.session.table.moves == game.table.moves, "the table stands where its moves lead", room=id)
            steps_of(game.rows, game.setting.seats)
            if room.turn.waiting is not None:
                rows = self.sql("SELECT waiting, due, clocks FROM turns WHERE room = ?", id)
                row = room.turn.row()._asdict()
                require(
                    [tuple(one) for one in rows] == [(row["waiting"], row["due"], row["clocks"])],
                    "whose move it is, is on disk", room=id, here=row, disk=rows,
                )  # fmt: skip
        lines = [row[0] for row in self.sql("SELECT line FROM lines WHERE room = ? ORDER BY number", id)]
        here = [msgspec.json.encode(said).decode() for _, said in room.chat.lines]
        require(here == lines, "what was said is on disk", room=id, here=here[-3:], disk=lines[-3:])
        notes = {
            (seat, guest): marks
            for seat, guest, marks in self.sql("SELECT seat, guest, marks FROM notes WHERE room = ?", id)
        }
        require(room.notes == notes, "notes are on disk", room=id)

    async def _records(self) -> None:
        """Every game that is over proves itself: its deals and rolls follow from the seed and everybody's words."""
        for room, game in self.games.items():
            if self.is_over(room) and game.table.over:
                person = next(
                    (one for one in self.world.people if room in one.rooms and room not in one.sent_away), None
                )
                if person is None:
                    continue
                try:
                    text = await person.device.fetch_it("GET", f"/api/rooms/{room}/record")
                except Refused as refused:
                    require(
                        refused.status in (403, 404), "a record can be had", status=refused.status, why=str(refused)
                    )
                    continue
                record = parse(text)
                verify(record, game.game)
                require(len(record.moves) == len(game.table.moves), "a record is whole", room=room)
                self.world.count("records")
