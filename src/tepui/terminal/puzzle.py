"""`tepui puzzle GAME`: a moment of a real game with one right answer; today's, or one of a recorded or a mined game."""

from argparse import Namespace
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import msgspec

from tepui.cli_args import Parser, at_least, language_for, opened, seat_of
from tepui.coach.puzzles import Answer, Puzzle, judged, missed_first, of_the_day, puzzler_of
from tepui.coach.puzzles import find as find_in
from tepui.coach.puzzles.mining import mined
from tepui.core import find
from tepui.core.game import Game
from tepui.core.record import replay
from tepui.core.refusal import BadRecord, IllegalMove, UnknownName
from tepui.core.text import offers
from tepui.core.view import View
from tepui.core.words import Language
from tepui.terminal import choices, console
from tepui.terminal.scene import Stage, board
from tepui.terminal.words import speaking

BOARD, SHOW, LEAVE = ":b", ":h", ":q"
MOST_GAMES = 10_000  # of self-play, until as many puzzles as asked for are found
SEED = "puzzle"
Posed = tuple[View, Puzzle]  # the view of the moment, and what is asked about it


def command(words: list[str]) -> int:
    parser = Parser("puzzle", "Asks a puzzle: today's, or one of a recorded game, or of a game that bots play for it.")
    parser.add_game()
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--date", metavar="DATE", help="the puzzle of that day (default: today, in UTC)")
    where.add_argument("--file", metavar="FILE", help="those of a finished game, what was missed first", type=Path)
    where.add_argument("--seed", metavar="SEED", help="those of games that bots play with this seed")
    parser.option("--seat", "SEAT", "with --file: only this player's (1, 2, ... or a name)")
    parser.option("--list", "N", "list so many, a line of JSON each, and ask none", type=at_least(1))
    parser.add_language()
    parser.add_plain()
    asked = parser.parse_args(words)
    if asked.plain:
        console.plain()
    game = find.game(asked.game)
    puzzler_of(game)
    language = language_for(game, asked.language)
    if asked.seat is not None and asked.file is None:
        raise UnknownName("--seat is for the puzzles of --file. Name a finished game, or leave it out")
    if asked.list is not None:
        if asked.date is not None:
            raise UnknownName("--list is for the puzzles of --seed or --file. Leave out --date")
        listed(game, asked.seed or SEED, asked.list, recorded(asked) if asked.file else None)
        return 0
    if asked.file is not None:
        posed = recorded(asked)
        if not posed:
            raise UnknownName(
                f"nothing in that game makes a puzzle. Try another, or `tepui puzzle {game.name}` for today's"
            )
        return Asking(posed, language).go()
    if asked.seed is not None:
        tables = mined(game, asked.seed, MOST_GAMES)
        return Asking([pose(table.view(one.seat), one) for table, one in islice(tables, 1)], language).go()
    today = datetime.now(UTC).date()
    day = today if asked.date is None else of_the_day.day_of(asked.date)
    found = of_the_day.daily(game, day, today)
    return Asking([(found.view(game), found.puzzle)], language, day.isoformat()).go()


def recorded(asked: Namespace) -> list[Posed]:
    """The puzzles of a recorded game, through the eyes of one seat or of all."""
    record, game = opened(asked, then="search it for puzzles")
    if game.name != asked.game:
        raise BadRecord(f"that is a game of {game.name}. Write `tepui puzzle {game.name} --file ...`")
    eye = None if asked.seat is None else seat_of(asked.seat, record)
    table = replay(record, game)
    if not table.over:
        raise BadRecord(f"the game in {asked.file} is not finished: play it to its end, then search it for puzzles")
    seats = range(table.setting.seats) if eye is None else [eye]
    puzzles = missed_first([one for at in seats for one in find_in(table.view(at))])
    return [pose(table.view(one.seat), one) for one in puzzles]


def pose(view: View, puzzle: Puzzle) -> Posed:
    return view.past(puzzle.move), puzzle


def listed(game: Game, seed: str, most: int, of_record: list[Posed] | None) -> None:
    """What another program can read: where each puzzle is, and its solution."""
    if of_record is not None:
        found = [(view.setting.seats, puzzle) for view, puzzle in of_record[:most]]
    else:
        tables = islice(mined(game, seed, MOST_GAMES), most)
        found = [(table.setting.seats, puzzle) for table, puzzle in tables]
    for seats, puzzle in found:
        print(msgspec.json.encode({"seats": seats, "puzzle": puzzle}).decode())


class Asking:
    """One person at one keyboard, and one puzzle after the other."""

    def __init__(self, posed: Sequence[Posed], language: str, day: str = "") -> None:
        self.posed = posed
        self.language = language
        self.day = day
        self._: Language = speaking(language)
        self.refused: list[str] = []

    def go(self) -> int:
        _ = self._
        try:
            for number, (view, puzzle) in enumerate(self.posed):
                if number:
                    more = choices.choose(_, [], may_pass=_("the next puzzle"), extra={LEAVE: _("leave")})
                    if more == LEAVE:
                        break
                self.ask(view, puzzle)
        except (console.EndOfInput, KeyboardInterrupt):
            console.say()
        return 0

    def ask(self, view: View, puzzle: Puzzle) -> None:
        """Until it is solved or shown."""
        _, puzzler = self._, puzzler_of(view.game)
        self.refused, tries = [], 0
        self.say_plainly(f"{board(view, self.language)}\n\n{self.question(view, puzzle)}")
        while True:
            answer = self.answer(view, puzzle)
            if answer is None:
                console.say("\n".join(puzzler.explain(view, puzzle, self.language)))
                console.say(self.result(view.game, puzzle, 0))
                return
            try:
                verdict = judged(view, puzzle, answer, self.language)
            except IllegalMove as no:
                self.tell([str(no)])
                continue
            tries += 1
            if verdict.right:
                console.say(_("Right."))
                console.say("\n".join(verdict.lines))
                console.say(self.result(view.game, puzzle, tries))
                return
            self.tell([_("Not this."), *verdict.lines])

    def tell(self, lines: list[str]) -> None:
        """Why not; in a lively terminal it is drawn with the next question."""
        self.refused = lines
        self.say_plainly("\n".join(lines))

    def answer(self, view: View, puzzle: Puzzle) -> Answer | None:
        """What is answered, step by step; None: it shall be shown."""
        puzzler = puzzler_of(view.game)
        if puzzler.forms[puzzle.kind] == "claim":
            claims = puzzler.claims(view, puzzle, self.language)
            pick = self.choose(view, self.question(view, puzzle), [label for label, _claim in claims])
            return None if pick is None else Answer(claim=claims[pick][1])
        twin, picks = view.copy(), []
        for step, code in enumerate(puzzle.answer):
            codes = twin.codes()
            if step < puzzle.given:
                pick = codes.index(code)
            else:
                asked = self.question(view, puzzle)
                if step:
                    asked = view.game.words.prompt(twin.position, view.eye, view.names, self.language)
                    self.say_plainly(asked)
                pick = self.choose(twin, asked, offers(twin, self.language))
            if pick is None:
                return None
            picks.append(pick)
            twin.observe(twin.eye, codes[pick])
        return Answer(picks=picks)

    def question(self, view: View, puzzle: Puzzle) -> str:
        return puzzler_of(view.game).question(view, puzzle, self.language)

    def say_plainly(self, text: str) -> None:
        """What a lively terminal draws with the board."""
        if not console.lively():
            console.say(text)

    def choose(self, view: View, question: str, labels: list[str]) -> int | None:
        _ = self._
        while True:
            stage = Stage(view, self.language, question, self.refused) if console.lively() else None
            extra = {BOARD: _("the board again"), SHOW: _("show me"), LEAVE: _("leave")}
            found = choices.choose(_, labels, extra=extra, stage=stage)
            if found == LEAVE:
                raise console.EndOfInput
            if found == SHOW:
                return None
            if found == BOARD:
                console.say(board(view, self.language))
            else:
                return int(found)

    def result(self, game: Game, puzzle: Puzzle, tries: int) -> str:
        """To be shared: it spoils nothing."""
        _ = self._
        score = _.ngettext("first try", "{n} tries", tries) if tries else _("shown")
        title = puzzler_of(game).title(puzzle, self.language)
        return " · ".join(filter(None, ["Tepui", self.day, game.title, title, score]))
