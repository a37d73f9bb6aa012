"""Players of Kryptx at every level: each counts as Steady does, but from fewer of the facts that its seat has seen."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from tepui.bots.levels import Memory, rungs
from tepui.core.view import View
from tepui.games.kryptx import codes as k
from tepui.games.kryptx.belief import KryptxBelief
from tepui.games.kryptx.belief.facts import Fact, Seen
from tepui.games.kryptx.bots.exposed import Exposed
from tepui.games.kryptx.bots.master import Master
from tepui.games.kryptx.bots.steady import CERTAIN, Steady, the_game
from tepui.games.kryptx.catalogue import CATALOGUE


@dataclass(frozen=True)
class Dials:
    """How likely each kind of fact is kept in mind; the defaults are `steady`'s."""

    discards: float = 1.0  # a card that it put away itself
    answers: float = 1.0  # an answer, for every round that has passed since
    beside: float = 1.0  # a card that lies beside someone's stands
    seen: float = 1.0  # anything else on the table
    alone: bool = False  # it reads each stand by itself, and never two together
    careful: float = 1.0  # it places what gives least away, in this share of its turns
    dares: bool = True  # it stops when waiting is the greater risk, not only when it is certain


class Mind:
    """Which facts of a view a player with these dials keeps."""

    def __init__(self, view: View, dials: Dials) -> None:
        self.dials, self.memory, self.position = dials, Memory(view), the_game(view)
        self.discards = {card for _, card in view.notebook.discards}

    def keeps(self, fact: Fact) -> bool:
        dials, memory = self.dials, self.memory
        if not memory.keeps(dials.seen, fact.kind, fact.card, fact.stand, fact.question):
            return False
        if fact.kind == "handled" and fact.card in self.discards:
            return memory.keeps(dials.discards, "discard", fact.card)
        if fact.kind == "beside":
            return memory.keeps(dials.beside, "beside", fact.card)
        if fact.kind == "answer":
            rounds = (int(self.position.turns) - fact.turn) // int(self.position.seats)
            return memory.still_has(dials.answers, rounds, "answer", fact.turn, fact.stand, fact.question)
        return True


class Player(Steady):
    """Decides as Steady does, as far as it knows."""

    def __init__(self, dials: Dials) -> None:
        self.dials = dials

    def belief(self, view: View) -> KryptxBelief:
        return KryptxBelief(view, Mind(view, self.dials).keeps, self.dials.alone)

    def stops(self, view: View, belief: KryptxBelief) -> bool:
        return super().stops(view, belief) if self.dials.dares else belief.best[0] > CERTAIN

    def shows(self, exposed: Exposed, code: int) -> float:
        return super().shows(exposed, code) if self.minds or code == k.STOP else 0.0

    def rank(self, view: View, seconds: float, rng: Random) -> Sequence[float] | None:
        self.minds = Memory(view).keeps(self.dials.careful, "turn", int(the_game(view).turns))
        return super().rank(view, seconds, rng)

    def forgot(self, view: View, language: str) -> Sequence[str]:
        """Sentences in the first person, what was forgotten first, then the habits."""
        _, mind, dials = CATALOGUE.language(language), Mind(view, self.dials), self.dials
        lost = [fact for fact in Seen(view).facts if not mind.keeps(fact)]
        counts = {
            kind: len({(fact.card, fact.turn, fact.stand) for fact in lost if fact.kind == kind}) for kind in KINDS
        }
        lines = []
        if n := counts["handled"]:
            lines.append(
                _.ngettext(
                    "I had forgotten {n} card that I had put away.", "I had forgotten {n} cards that I had put away.", n
                )
            )
        if n := counts["answer"]:
            lines.append(_.ngettext("I had forgotten {n} answer.", "I had forgotten {n} answers.", n))
        if n := counts["beside"]:
            lines.append(
                _.ngettext(
                    "I overlooked {n} card that lay beside the stands.",
                    "I overlooked {n} cards that lay beside the stands.",
                    n,
                )
            )
        if dials.alone:
            lines.append(_("I read every stand by itself, and never two together."))
        if not dials.careful:
            lines.append(_("I placed my cards without asking what they give away."))
        elif dials.careful < 1.0:
            lines.append(_("In some turns I placed my cards without asking what they give away."))
        if not dials.dares:
            lines.append(_("I did not dare to stop before I was certain."))
        return lines


KINDS = ("handled", "answer", "beside")

NOTHING_PUT_AWAY = Dials(discards=0.0)
CASUAL = replace(NOTHING_PUT_AWAY, answers=0.8)
TIMID = Dials(discards=0.0, careful=0.0, dares=False)
# Someone after the lesson: reads what lies on the table stand by stand, and overlooks a tenth of it.
NEWCOMER = replace(TIMID, beside=0.9, seen=0.9, alone=True)

LEVELS = rungs(
    {
        "beginner": [
            partial(Player, replace(TIMID, answers=0.85, beside=0.85, seen=0.92, alone=True)),
            partial(Player, replace(TIMID, answers=0.8, beside=0.8)),
            partial(Player, replace(CASUAL, beside=0.9, careful=0.5)),
        ],
        "casual": [partial(Player, CASUAL)],
        "regular": [partial(Player, NOTHING_PUT_AWAY)],
        "expert": [partial(Player, Dials(discards=0.5)), Steady],
        "master": [Master],
    }
)
