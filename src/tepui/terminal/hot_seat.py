"""One game at one keyboard: who is asked, who is shown what, and when the curtain falls."""

from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tepui.bots.contract import Bot, asking_order, choose, is_call
from tepui.bots.levels import TEACHER, explain, forgot
from tepui.bots.process import ProgramBot
from tepui.coach.help import HelpLevel
from tepui.core import find
from tepui.core.dealer import Dealer
from tepui.core.position import AUDIENCE, DEALER
from tepui.core.record import Recorder
from tepui.core.refusal import BotFailed, Refusal
from tepui.core.table import Table
from tepui.core.teams import result_lines
from tepui.core.text import Follower, offers
from tepui.core.words import N_, Language, clean
from tepui.terminal import choices, console, saved
from tepui.terminal.helping import announced, proof, sheet_lines, why_words
from tepui.terminal.scene import Stage, board, scene
from tepui.terminal.setup import seated
from tepui.terminal.words import pair, speaking

BOARD, STORY, LEAVE, QUIET, WEIGH = ":b", ":s", ":q", ":n", ":w"
ANYBODY = -1
CALL = "!"  # no number, so that a hand that types ahead stops no game


@dataclass
class Sitting:
    table: Table
    people: list[int]
    bots: dict[int, Bot]
    recorder: Recorder
    path: Path
    dealer: Dealer
    language: str
    seconds: float
    rng: Random
    help: dict[int, HelpLevel] = field(default_factory=dict)  # how much the sheet tells whom; otherwise nothing
    at_keyboard: int | None = None
    drawn: dict[int, int] = field(default_factory=dict)  # when the table was last drawn for whom
    heard: dict[int, list[str]] = field(default_factory=dict)  # what was said to whom since the board was drawn again
    master: Bot | None = None  # who tells the teacher's pupils what it would weigh
    quiet: dict[int, int] = field(default_factory=dict)  # who does not want to be asked, while whose turn it is

    def __post_init__(self) -> None:
        self._: Language = speaking(self.language)
        self.names = self.table.names
        self.hot_seat = len(self.people) > 1
        self.followers = {eye: Follower(self.table.look(eye)) for eye in (*self.people, AUDIENCE, DEALER)}
        # what stands in the record is not written again
        for by, code in self.table.moves[: self.recorder.n]:
            self.followers[DEALER].view.observe(by, code)

    # ---- the evening ----

    def play(self) -> int:
        """Until the game is over or the input is; the exit code."""
        _ = self._
        try:
            if self.help:
                console.say(announced(_, {self.names[seat]: level for seat, level in self.help.items()}))
            self.table.resume(self.dealer.choose)
            self.save()
            while not self.table.over:
                seat, pick = self.decision()
                self.table.pick(seat, pick)
                self.quiet.pop(seat, None)
                self.save()
                if not self.hot_seat:
                    self.tell(self.people[0] if self.people else AUDIENCE)
            self.finish()
        except (console.EndOfInput, KeyboardInterrupt, BotFailed) as end:
            if self.hot_seat:
                console.wipe()
            again = saved.command("play --resume", self.table.game, self.path)
            if isinstance(end, BotFailed):
                raise Refusal(f"{end}: the game is saved, `{again} --bot random` goes on") from None
            console.say()
            console.say(_("The game is saved in {file}.", file=self.path))
            console.say(_("Go on with: {command}", command=again), whole=True)
        finally:
            for bot in (*self.bots.values(), self.master):
                if isinstance(bot, ProgramBot):
                    bot.close()
            self.recorder.file.close()
        return 0

    def save(self) -> None:
        """What is new goes to the record, before anyone is shown it."""
        for by, action in self.followers[DEALER].catch_up(self.table.look(DEALER)):
            self.recorder.move(by, action)

    def finish(self) -> None:
        _, table = self._, self.table
        self.recorder.end(self.dealer.seed, table.scores(), table.places())
        saved.forget_seed(self.path)
        eye = self.people[0] if len(self.people) == 1 else AUDIENCE
        if self.hot_seat:
            console.wipe()
            self.tell(AUDIENCE)
        self.draw(eye)
        console.say()
        console.say_all(result_lines(table.look(eye), self.language))
        console.say()
        self.tell_forgotten()
        console.say(_("The record of this game is {file}.", file=self.path))
        for sentence, words, there in (
            (N_("Look back at it: {command}"), "review", table.game.has("review")),
            (N_("Solve its puzzles: {command}"), "puzzle --file", table.game.has("puzzles")),
            (N_("Check its chance with: {command}"), "verify", True),
        ):
            if there:
                console.say(_(sentence, command=saved.command(words, table.game, self.path)), whole=True)

    def tell_forgotten(self) -> None:
        """The game is over: each bot says what it had not in mind, to the people who played."""
        said = {seat: forgot(bot, self.table.view(seat), self.language) for seat, bot in self.bots.items()}
        if not self.people or not any(said.values()):
            return
        console.say(self._("What the bots had forgotten:"))
        for seat, lines in said.items():
            for line in lines:
                console.say(f"  {pair(self._, self.names[seat], line)}")
        console.say()

    # ---- who decides ----

    def decision(self) -> tuple[int, int]:
        """The next move: someone who may interrupt and wants to, otherwise someone who must act.

        Bots are asked in order, whoever must act first (Kryptx, R-13); a move of theirs that is no call comes last.
        """
        table, must = self.table, self.table.to_act
        seat = next((seat for seat in must if seat in self.people), must[0])
        chosen = self.bot_picks(seat) if seat in self.bots else None
        if chosen is not None and is_call(table, seat, table.look(seat).offered()[chosen]):
            return seat, chosen
        may = [other for other in asking_order(table.look(AUDIENCE)) if other not in must and table.look(other).codes()]
        for other in may:
            if other in self.bots and (pick := self.bot_picks(other)) is not None:
                return other, pick
        if chosen is None:
            return self.person_picks(seat)
        for speaker in may:
            if speaker in self.people and self.quiet.get(speaker) not in (seat, ANYBODY):
                self.pass_keyboard(speaker, [])
                answer = self.asked(speaker, others=False)
                if isinstance(answer, int):
                    return speaker, answer
                if self.quiet.get(speaker) != ANYBODY:
                    self.quiet[speaker] = seat  # once in each turn of someone else is enough
        return seat, chosen

    def bot_picks(self, seat: int) -> int | None:
        """Its choice. Where people play, `random` plays on for a bot that failed; a game of bots alone stops."""
        try:
            return choose(self.bots[seat], self.table.view(seat), self.seconds, self.rng)
        except BotFailed as failed:
            if not self.people:
                raise
            sentence = self._("The bot failed. A random bot plays on for {name}.", name=self.names[seat])
            console.say(f"{sentence} ({failed.why})")
            self.bots[seat] = seated(self.table.game, "random", self.language)
            return choose(self.bots[seat], self.table.view(seat), self.seconds, self.rng)

    def person_picks(self, seat: int) -> tuple[int, int]:
        """This person must act; at a shared keyboard another one may speak first."""
        others = [other for other in self.people if other != seat]
        while True:
            speaker = self.pass_keyboard(seat, others)
            if speaker != seat and not self.table.look(speaker).codes():
                console.say(self._("{name} cannot do anything now.", name=self.names[speaker]))
                self.at_keyboard = None
                continue
            pick = self.asked(speaker, others=self.hot_seat)
            if isinstance(pick, int):
                return speaker, pick
            self.at_keyboard = None  # not now, or someone else wants to speak: back to the curtain

    def pass_keyboard(self, seat: int, others: list[int]) -> int:
        """The curtain. Returns who has come to the keyboard: `seat`, or one of the others who speaks out of turn."""
        if not self.hot_seat or self.at_keyboard == seat:
            return seat
        _ = self._
        console.wipe()
        console.say(_("Pass the keyboard to {name}.", name=self.names[seat]))
        if others:
            names = _.all_of([self.names[other] for other in others])
            console.say(_("(Out of turn, {names}: type your name.)", names=names))
        while True:
            answer = console.ask(_("{name}, press Enter when nobody else is looking.", name=self.names[seat]) + " ")
            known = {self.names[other].casefold(): other for other in [seat, *others]}
            speaker = known.get(clean(answer).casefold()) if answer else seat
            if speaker is not None:
                break
        console.wipe()
        self.at_keyboard = speaker
        self.drawn.pop(speaker, None)
        return speaker

    def asked(self, seat: int, others: bool) -> int | str:
        """One of this person's actions; "" if they only may act and do not want to."""
        _, view = self._, self.table.look(seat)
        labels = offers(view, self.language)
        calls = self.calls(seat)
        keys = {CALL if len(calls) == 1 else f"{CALL}{n}": pick for n, pick in enumerate(calls, 1)}
        moves = [pick for pick in range(len(labels)) if pick not in calls]
        extra = {BOARD: _("the board again"), STORY: _("the story so far"), LEAVE: _("save the game and leave")}
        may_pass = "" if view.must_act else _("not now")
        if may_pass and not others:
            extra[QUIET] = _("not now, and not before my next turn")
        level = self.help.get(seat, "pencil")
        asking = why_words(_) if level == "teacher" else ()
        if level == "teacher" and TEACHER in find.bots(view.game.name):
            extra[WEIGH] = _("what a master would weigh")
        if asking:
            extra[f"{asking[0]} …"] = _("the proof that something on your sheet is impossible")
        fresh = view.must_act or seat not in self.drawn
        self.tell(seat)
        prompt, stage = view.game.words.prompt(view.position, seat, self.names, self.language), None
        if console.lively():
            news = self.heard.pop(seat, [])  # it stands where the board will be drawn
            stage = Stage(view, self.language, prompt, sheet_lines(view, level, self.language), news)
            self.drawn[seat] = len(self.table.moves)
        else:
            if fresh:
                self.draw(seat)
            console.say_all(sheet_lines(view, level, self.language), "")
            console.say()
            console.say(prompt)
        while True:
            answer = choices.choose(
                _,
                [labels[pick] for pick in moves],
                may_pass=may_pass,
                calls={key: labels[pick] for key, pick in keys.items()},
                extra=extra,
                asking=asking,
                stage=stage,
            )
            if answer in keys:
                return keys[str(answer)]
            if isinstance(answer, str) and answer.partition(" ")[0] and answer not in extra:
                console.say_all(proof(view, answer.partition(" ")[2], self.language))
            elif answer == BOARD:
                if stage is None:
                    console.say(scene(view, self.language))
                continue
            elif answer == STORY:
                console.say_all(Follower(view).sentences(view, self.language))
            elif answer == WEIGH:
                console.say_all(self.weighed(seat) or [_("A master has nothing to say about this.")])
            elif answer == LEAVE:
                raise console.EndOfInput
            elif answer == QUIET:
                self.quiet[seat] = ANYBODY
                return ""
            else:
                return moves[answer] if isinstance(answer, int) else answer
            if stage is not None:  # what was asked for is read before the board comes back
                console.ask(choices.go_on(_))

    def weighed(self, seat: int) -> list[str]:
        """What a master would weigh in this person's place, knowing what they know."""
        if self.master is None:
            self.master = seated(self.table.game, TEACHER, self.language)
        return explain(self.master, self.table.view(seat), self.language)

    def calls(self, seat: int) -> list[int]:
        """The picks with which this person interrupts; everything, when it is not their move."""
        view = self.table.look(seat)
        offered = view.offered()
        return [pick for pick, code in enumerate(offered) if not view.must_act or is_call(self.table, seat, code)]

    # ---- what is shown ----

    def tell(self, eye: int) -> None:
        """What happened since these eyes last looked."""
        new = self.followers[eye].sentences(self.table.look(eye), self.language)
        console.say_all(new)
        self.heard.setdefault(eye, []).extend(new)

    def draw(self, eye: int) -> None:
        """How the table stands, if it stands otherwise than when it was last drawn for these eyes."""
        moment = len(self.table.moves)
        if self.drawn.get(eye) != moment:
            self.drawn[eye] = moment
            console.say()
            console.say(board(self.table.look(eye), self.language))
