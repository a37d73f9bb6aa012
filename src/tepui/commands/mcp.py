"""`tepui mcp`: a language model plays a seat at a table somewhere else, over the Model Context Protocol.

It comes in by the door of network bots, with the token of one seat (`docs/network-bots.md`). Everything that its tools
say is told by that seat's view, which is replayed from what the table told this seat: there is nothing else to tell.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from tepui.bots.contract import RandomBot
from tepui.bots.program import Ask, Seat, Start
from tepui.cli_args import Parser, more_than_nothing
from tepui.commands.join import Rejected, Reply, Table, address_of, introduction, token_of
from tepui.core import text
from tepui.core.game import or_join
from tepui.core.refusal import Refusal
from tepui.core.view import View

PASS = -1
INSTRUCTIONS = """You play one seat of a board game. `rules` says how the game is played, `look` waits until you have
something to decide and shows it, `choose` makes your move and waits for the next. You know what your seat has seen,
and nothing else: think about what the others know."""


class Player:
    """A seat at the table: what it was told, and the question that is open."""

    def __init__(self, table: Table, language: str, hello: dict[str, Any]) -> None:
        self.table = table
        self.language = language
        self.hello = hello  # said once, with the first request
        self.view: View | None = None
        self.question: int | None = None
        self.shown = 0  # moves that the model has read

    def look(self) -> str:
        """Waits until this seat has something to decide, at most some seconds, and shows it: what has happened since
        the last look, the points, and the choices by number."""
        return self._hear({})

    def choose(self, number: int) -> str:
        """Makes the move with this number of the last list, then waits for what comes next. -1 lets an interrupt pass
        where the list says so."""
        view = self.view
        if view is None or self.question is None:
            return "There is nothing to decide. Use look first."
        offered = len(view.codes())
        if not 0 <= number < offered and (number != PASS or view.must_act):
            return f"There is no choice {number}. Choose a number from 0 to {offered - 1}."
        question, self.question = self.question, None
        return self._hear({"question": question, "answer": {"pick": None if number == PASS else number}})

    def why(self, thing: int = -1, value: str = "") -> str:
        """Which of the facts that this seat has seen prove that a hidden thing cannot have a value. Without a thing:
        the things and values that can be asked for."""
        view = self.view
        belief: Any = view.game.belief(view) if view is not None and view.game.belief is not None else None
        if view is None or not hasattr(belief, "evidence"):
            return "There is nothing to prove. Look first. Some games hide nothing."
        things, values = belief.things(), belief.values()
        if not 0 <= thing < len(things) or value not in values:
            names = "\n".join(f"{at} {name}" for at, name in enumerate(things))
            return f"Ask with a thing's number and a value.\n{names}\nValues: {or_join(values)}"
        held = belief.marginals()[thing]
        if max(held) == 1:
            return f"It is certain: {things[thing]} is {values[held.index(max(held))]}."
        evidence = belief.evidence(view)
        proof = evidence.proof(thing, values.index(value))
        if proof is None:
            return f"Nothing that you saw excludes it: {things[thing]} may be {value}."
        return "\n".join(evidence.facts[fact] for fact in proof)

    def rules(self) -> str:
        """How the game at this table is played."""
        if self.view is None:
            return "The game has not begun. Look first."
        game = self.view.game
        rules = text.to_read(game, "how_to_play", self.language)
        return f"{game.title} brings no rules to read." if rules is None else f"{game.title}\n\n{rules}"

    def _hear(self, said: dict[str, Any]) -> str:
        try:
            reply = self.table.ask({**said, **self.hello})
        except Rejected as no:
            return f"{no} Look again."
        except Refusal as no:
            return str(no)
        self.hello = {}
        return self._read(reply)

    def _read(self, reply: Reply) -> str:
        if reply.over is not None:
            self.question = None
            return f"The game is over. Places by seat: {reply.over.places}. Points: {reply.over.scores}."
        if not reply.ask:
            return "Nothing to decide yet. Look again."
        start = msgspec.json.decode(reply.start, type=Start)
        seat = Seat(start, RandomBot())  # nobody asks it
        seat.hear(msgspec.json.decode(msgspec.json.encode(reply.ask), type=Ask).moves)
        view = seat.view
        goes_on = self.view is not None and view.moves[: self.shown] == self.view.moves[: self.shown]
        since = self.shown if goes_on else 0
        self.view, self.question, self.shown = view, reply.question, len(view.moves)
        choices = text.asked(view, self.language, since)
        return choices if view.must_act else f"{choices}\n{PASS} Let it pass"


def server(player: Player, why: bool) -> Any:
    """The tools, for any client of the protocol."""
    try:
        from anyio import to_thread
        from mcp.server.mcpserver import MCPServer
    except ImportError:
        raise Refusal("a model's seat needs the package mcp. Install it with `pip install 'tepui[mcp]'`") from None
    found = MCPServer("tepui", instructions=INSTRUCTIONS)

    async def look() -> str:
        return await to_thread.run_sync(player.look)

    async def choose(number: int) -> str:
        return await to_thread.run_sync(player.choose, number)

    tools: dict[str, Callable[..., Any]] = {"look": look, "choose": choose, "rules": player.rules}
    tools |= {"why": player.why} if why else {}
    for name, tool in tools.items():
        found.add_tool(tool, name=name, description=getattr(player, name).__doc__, structured_output=False)
    return found


def command(words: list[str]) -> int:
    parser = Parser("mcp", "A language model plays a seat at a table somewhere else (Model Context Protocol).")
    parser.add_argument("url", metavar="URL", help="the address of the table, as the host sees it")
    parser.option("--name", "NAME", "what it is called at the table. Otherwise the table says network bot")
    parser.option("--says", "WORDS", "what everyone at the table reads about it")
    parser.add_argument("--language", choices=["en", "de", "fr", "it"], default="en", help="of what it reads (en)")
    parser.switch("--no-why", "without proofs: it works out by itself what follows")
    parser.option("--token-file", "FILE", "read the token from there. Otherwise from TEPUI_TOKEN")
    parser.option("--patience", "S", "to try when the line is lost", 60.0, more_than_nothing)
    said = parser.parse_args(words)
    table = Table(address_of(said.url), token_of(said.token_file), said.patience)
    server(Player(table, said.language, introduction(said.name, said.says)), not said.no_why).run("stdio")
    return 0
