"""`tepui learn GAME`: a first game that teaches; the learner makes the moves, and a wrong try costs nothing."""

from tepui.cli_args import Parser, language_for
from tepui.coach.lessons import walk as lessons
from tepui.coach.lessons.walk import NotThis, Walk
from tepui.core import find
from tepui.core.refusal import IllegalMove, UnknownName
from tepui.core.text import Follower, offers
from tepui.core.words import Language
from tepui.terminal import choices, console
from tepui.terminal.scene import Stage, board
from tepui.terminal.words import speaking

BOARD, BACK, SHOW, LEAVE = ":b", ":z", ":h", ":q"


def command(words: list[str]) -> int:
    parser = Parser("learn", "Teaches a game: a first game in which you make the moves, with a sentence for each.")
    parser.add_game()
    parser.add_argument("lesson", metavar="LESSON", nargs="?", default="", help="which lesson, if it has several")
    parser.add_language()
    parser.option("--step", "N", "go on at this step", 1, int)
    parser.add_plain()
    asked = parser.parse_args(words)
    if asked.plain:
        console.plain()
    game = find.game(asked.game)
    lesson = lessons.lesson(game, asked.lesson)
    if not 1 <= asked.step <= len(lesson.steps):
        raise UnknownName(f"this lesson has {len(lesson.steps)} steps. Choose --step 1 to {len(lesson.steps)}")
    walk = Walk(lesson)
    while walk.step + 1 < asked.step:
        walk = walk.answer(walk.shown())
    return Learning(walk, language_for(game, asked.language)).go()


class Learning:
    """One learner at one keyboard."""

    def __init__(self, walk: Walk, language: str) -> None:
        self.walk = walk
        self.language = language
        self._: Language = speaking(language)
        self.follower = Follower(walk.view)
        self.follower.catch_up(walk.view)
        self.drawn = -1  # after how many moves the board was last drawn
        self.news: list[str] = []
        self.refused = ""  # why the last try was not what this step asks for

    def go(self) -> int:
        _, game = self._, self.walk.game
        try:
            while True:
                self.show()
                if self.walk.over:
                    break
                self.do_step()
        except (console.EndOfInput, KeyboardInterrupt):
            console.say()
            again = f"tepui learn {game.name} --step {self.walk.step + 1}"
            console.say(_("Go on with: {command}", command=again))
            return 0
        console.say()
        console.say(_("Now a real game: {command}", command=f"tepui play {game.name}"))
        return 0

    def show(self) -> None:
        """What has happened, how the table stands now, and the sentence of this step."""
        walk, _ = self.walk, self._
        if not self.follower.goes_on(walk.view):  # a step back
            self.follower = Follower(walk.view)
            self.follower.catch_up(walk.view)
        self.news = list(self.follower.sentences(walk.view, self.language))
        if console.lively() and not walk.over:
            return  # all of it is drawn with the question
        console.say_all(self.news)
        if self.drawn != len(walk.view.moves):
            self.draw()
        console.say()
        console.say(self.step())

    def step(self) -> str:
        walk, _ = self.walk, self._
        said = lessons.spoken(walk.game, walk.now.say, self.language)
        return _("Step {n} of {of}: {sentence}", n=walk.step + 1, of=len(walk.lesson.steps), sentence=said)

    def draw(self) -> None:
        self.drawn = len(self.walk.view.moves)
        console.say()
        console.say(board(self.walk.view, self.language))

    def stage(self) -> Stage | None:
        """In a terminal that a person looks at, the board stays where it is, and why a try was refused below it."""
        if not console.lively():
            return None
        above = [self.refused, ""] if self.refused else []
        return Stage(self.walk.view, self.language, self.step(), above, self.news)

    def do_step(self) -> None:
        """Asks until this step, or a part of it, is done."""
        walk, _ = self.walk, self._
        here = walk.step
        while self.walk.step == here:
            answer = choices.choose(
                _,
                self.labels(),
                may_pass=_("go on") if self.walk.kind == "look" else "",
                extra={
                    BOARD: _("the board again"),
                    BACK: _("one step back"),
                    SHOW: _("show me"),
                    LEAVE: _("leave the lesson"),
                },
                stage=self.stage(),
            )
            if answer == LEAVE:
                raise console.EndOfInput
            if answer == BOARD:
                if not console.lively():
                    self.draw()
            elif answer == BACK:
                self.walk = self.walk.back()
                return
            else:
                self.answer(self.walk.shown() if answer == SHOW else [] if answer == "" else [int(answer)])

    def answer(self, picks: list[int]) -> None:
        """What the learner tries; what is not asked for is refused with its reason, and has changed nothing."""
        try:
            self.walk, self.refused = self.walk.answer(picks), ""
            return
        except NotThis as no:
            self.walk = self.walk.refused()
            self.refused = lessons.spoken(self.walk.game, no.reason, self.language, no.n)
        except IllegalMove as no:
            self.refused = str(no)
        if not console.lively():
            console.say(self.refused)

    def labels(self) -> list[str]:
        """What can be chosen: a move's buttons, or the answers to a question."""
        walk, view = self.walk, self.walk.view
        if walk.kind == "choose":
            return [f"{one} ✓" if at in walk.found else one for at, one in enumerate(walk.now.choices)]
        if walk.kind != "move":
            return []
        return offers(view, self.language)
