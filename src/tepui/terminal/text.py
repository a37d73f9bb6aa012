"""`tepui play --text`: the view as compact text, an answer as a number; for programs, screen readers and pipes."""

from dataclasses import dataclass, field

from tepui.core.position import AUDIENCE
from tepui.core.text import asked as as_text
from tepui.core.text import standing, story
from tepui.terminal import console
from tepui.terminal.hot_seat import Sitting


@dataclass
class TextSitting(Sitting):
    """Nothing is drawn and nothing explained: one block of text per decision, then a line with a number."""

    shown: dict[int, int] = field(default_factory=dict)  # after how many moves each person last saw it

    def asked(self, seat: int, others: bool) -> int | str:
        view = self.table.look(seat)
        offered = len(view.codes())
        console.say(as_text(view, self.language, self.shown.get(seat, 0)))
        self.shown[seat] = len(view.moves)
        may_pass = "" if view.must_act else " (or an empty line)"
        while True:
            line = console.ask(f"0 to {offered - 1}{may_pass}: ").strip()
            if not line and not view.must_act:
                return ""
            if line.isdecimal() and int(line) < offered:
                return int(line)
            console.say(f"that is not a number from 0 to {offered - 1}")

    def tell(self, eye: int) -> None:
        """Told with the next question."""

    def draw(self, eye: int) -> None:
        """The end: what is new since the last question."""
        view = self.table.look(eye)
        if eye != AUDIENCE:
            console.say(story(view, self.language, self.shown.get(eye, 0)))
            console.say(standing(view))
