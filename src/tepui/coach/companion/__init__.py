"""A game at a real table as one pair of eyes tells it: entries are folded by the rules, and nothing else is held.

The loop: who acts; what those eyes could enter of it; if only one thing, it is entered by itself; else that is the
form, and the next entry must be in it. Entries are *words* (the game's own actions), because the meaning of a code
depends on the position. Whatever is mended, everything is folded again from the start: the first entry that is no
longer on offer is `stuck`, and those behind it wait.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from tepui.coach.companion import table
from tepui.coach.companion.messages import CompanionChoice, CompanionForm, CompanionGone, Entry, by_name
from tepui.coach.companion.table import Opening, SheetOnly
from tepui.core.game import Game, Setting
from tepui.core.position import TABLE, TABLE_BIT, code_of, legal_codes, odds_of
from tepui.core.refusal import IllegalMove
from tepui.core.view import View
from tepui.core.words import CATALOGUE

FLAT = 16  # a longer list is tapped in groups, where the game has them
AHEAD = 24  # forms that are shown in advance
TWINS = 4  # that try out what is asked next


class Row(NamedTuple):
    """One move: by an entry, or by itself (`entry` None)."""

    by: int
    action: Any
    entry: int | None
    text: str
    judged: str


class Offer(NamedTuple):
    """What one of those who act can do now, as codes of this position."""

    by: int
    position: Any
    codes: list[int]
    opening: Opening


@dataclass
class Companion:
    """One pair of eyes at a real table. `fold` takes entries, `form` asks for the next."""

    game: Game
    setting: Setting
    eye: int
    names: tuple[str, ...]
    language: str = "en"
    sheet: bool = False  # only what bears on the own sheet, no referee
    quiet: bool = False  # no sentences: for trying something out
    view: View = field(init=False)
    rows: list[Row] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    stuck: int | None = None  # the first entry that is not on offer
    refusal: str = ""

    def __post_init__(self) -> None:
        self.view = View(self.game, self.setting, self.eye, self.names)
        self.real = table.of(self.game)
        self.only: SheetOnly | None = None
        self.say = self.game.say
        if self.sheet:
            if self.real.sheet is None:
                raise IllegalMove("this game needs the referee. Choose it")
            self.only = SheetOnly(self.real.sheet)
            self.only.start(self.view)
            self.say = self.only.say or self.game.say

    def kinds(self) -> Any:
        """Every kind of action that can be entered, as one type to read entries by."""
        union: Any = self.game.actions[0]
        for kind in (*self.game.actions[1:], *(() if self.only is None else self.only.actions)):
            union = union | kind
        return union

    def fold(self, entries: Sequence[Entry]) -> Companion:
        """Folds these entries, and whatever follows by itself."""
        for entry in entries:
            self.enter_only(entry)
        if self.stuck is None:
            self._by_itself(None)
        return self

    def enter_only(self, entry: Entry) -> None:
        """This entry, with what comes by itself before it and nothing of what follows."""
        self.entries.append(entry)
        if self.stuck is None:
            self._take(len(self.entries) - 1)

    def _take(self, index: int) -> None:
        """One entry: what happens by itself before it, then the entry; or it is stuck."""
        if self._by_itself(index):
            return
        by, action = self.entries[index]
        offers = self.offers()
        for offer in offers:
            if offer.by == by and (code := self._heard(offer, action)) in offer.codes:
                self._tell(offer, code, index)
                return
        self.stuck = index
        self.refusal = self._why_not(offers, by, action)

    def _heard(self, offer: Offer, action: Any) -> int:
        """These words as a code that is on offer there; -1: as none."""
        return next((code for code in offer.codes if self._said(offer, code) == action is not None), -1)

    def _said(self, offer: Offer, code: int) -> Any:
        """The same way back; None where a game has no words for it, whatever it raises then."""
        try:
            return self.say(offer.position, offer.by, code)
        except Exception:
            return None

    def _why_not(self, offers: list[Offer], by: int, action: Any) -> str:
        _ = CATALOGUE.language(self.language)
        if action is None:
            return _("This entry is of another version of Tepui. Enter it again.")
        if not offers:
            return _("The game is over before this entry. Delete it, or change one before it.")
        for offer in offers:
            said = self.real.refused(offer.position, by, action, self.eye, self.names, self.language)
            if said:
                return said
        return _("This entry is not possible here. Change it, or one before it.")

    # --- what can be entered ---

    def offers(self) -> list[Offer]:
        """Whoever acts now, and what these eyes could see of it."""
        position = self.view.position
        if self.only is not None:
            found = (self._offer(opening) for opening in self.only.openings(self.view))
            return [offer for offer in found if offer.codes]
        acting = position.to_act()
        if acting & TABLE_BIT:
            return [self._offer(Opening(TABLE))]
        seats = [seat for seat in range(self.setting.seats) if acting >> seat & 1]
        if acting:
            seats += [seat for seat in range(self.setting.seats) if not acting >> seat & 1]  # they may interrupt
        return [offer for offer in (self._offer(Opening(seat)) for seat in seats) if offer.codes]

    def _offer(self, opening: Opening) -> Offer:
        position, by = self.view.position, opening.by
        if opening.prepare is not None:
            position = position.clone()
            opening.prepare(position)
        if opening.codes is not None:
            return Offer(by, position, list(opening.codes), opening)
        codes = odds_of(position)[0] if by == TABLE else legal_codes(position, by)
        seen = dict.fromkeys(int(position.seen(code, by, self.eye)) for code in codes)
        return Offer(by, position, list(seen), opening)

    def _alone(self, offers: list[Offer]) -> Offer | None:
        """What needs no entry: one thing is left for someone who acts, and nobody can come in between."""
        acting = self.view.position.to_act()
        if self.only is not None:
            return offers[0] if len(offers) == 1 and len(offers[0].codes) == 1 else None
        if not all(acting >> offer.by & 1 for offer in offers):
            return None
        return next((offer for offer in offers if len(offer.codes) == 1), None)

    def _by_itself(self, index: int | None) -> bool:
        """Tells what can only be so. True if the entry `index` was about just that: it said so, or it is stuck."""
        while offer := self._alone(self.offers()):
            code = offer.codes[0]
            if index is not None and self.entries[index].by == offer.by:
                action, said = self.entries[index].action, self._said(offer, code)
                if said == action:
                    self._tell(offer, code, index)
                    return True
                if type(action) is type(said) and self._could_be(offer, action):
                    self.stuck, self.refusal = index, self._why_not([offer], offer.by, action)
                    return True
            self._tell(offer, code, None)
        return False

    def _could_be(self, offer: Offer, action: Any) -> bool:
        """Is this about the same thing, in words that a code has there? Then it says otherwise, and cannot be right."""
        codes = self.game.table_codes if offer.by == TABLE else self.game.codes
        return code_of(self.say, offer.position, offer.by, action, codes) >= 0

    def _tell(self, offer: Offer, code: int, entry: int | None) -> None:
        view, by = self.view, offer.by
        if offer.opening.prepare is not None:
            offer.opening.prepare(view.position)
        action = self.say(view.position, by, code)
        text = judged = ""
        if not self.quiet:
            words = self.game.words if self.only is None else self.only
            text = words.journal(view.position, by, action, self.names, self.language) or self.label(
                view.position, by, action
            )
            judged = self.real.judged(view.position, by, action, self.eye, self.names, self.language)
        if self.only is None:
            view.observe(by, code)
        else:
            self.only.take(view, by, code)
        self.rows.append(Row(by, action, entry, text, judged))

    # --- what is asked ---

    @property
    def over(self) -> bool:
        """Is nothing left to tell?"""
        return not self.offers()

    def form(self) -> CompanionForm | None:
        """The next question; None when the game is over."""
        return self._form(self.offers())

    def _form(self, offers: list[Offer]) -> CompanionForm | None:
        first = next((offer for offer in offers if offer.codes), None)
        if first is None:
            return None
        long = sum(len(offer.codes) for offer in offers) > FLAT
        choices = []
        for offer in offers:
            position, by = offer.position, offer.by
            for code in offer.codes:
                action = self.say(position, by, code)
                group, label = self._asked("group", position, by, action), self.label(position, by, action)
                if group and not long:  # a short list needs no groups, but its labels must stand alone
                    group, label = "", f"{group} · {label}"
                choices.append(CompanionChoice(by=by_name(by), action=action, label=label, group=group or None))
        return CompanionForm(
            by=by_name(first.by),
            prompt=self._question(first, choices[0].action),
            kind=msgspec.to_builtins(choices[0].action)["do"],
            choices=choices,
            gone=self._gone(first, choices),
        )

    def _question(self, first: Offer, action: Any) -> str:
        position, by, names, language = first.position, first.by, self.names, self.language
        own = getattr(self.only, "question", None)
        asked = own(position, by, action, names, language) if own is not None else ""
        asked = asked or self.real.question(position, by, action, self.eye, names, language)
        return asked or self.game.words.prompt(position, self.eye, names, language)

    def _gone(self, offer: Offer, choices: list[CompanionChoice]) -> list[CompanionGone]:
        found = []
        for action, move in self.real.elsewhere(offer.position, choices[0].action, self.moves()):
            entry = self.rows[move].entry
            if entry is not None and not any(one.action == action for one in choices):
                label = self.label(offer.position, offer.by, action)
                found.append(CompanionGone(action=action, label=label, entry=entry))
        return found

    def moves(self) -> list[tuple[int, Any]]:
        """Everything so far, entered or not: who and what."""
        return [(row.by, row.action) for row in self.rows]

    def ahead(self) -> list[CompanionForm]:
        """What the table is asked for after this, whatever is answered: stones of the deal, the other dice.

        Several twins answer differently; as long as all of them hear the same question, it is asked in advance, with
        all answers that one of them could give.
        """
        twins = [self.twin() for _ in range(TWINS)]
        found: list[CompanionForm] = []
        while len(found) < AHEAD:
            forms: list[CompanionForm] = []
            for at, twin in enumerate(twins):
                offers = twin.offers()
                if len(offers) != 1 or offers[0].by != TABLE:
                    return found
                codes = offers[0].codes
                twin._tell(offers[0], codes[at * len(codes) // TWINS], None)
                twin._by_itself(None)
                offers = twin.offers()
                form = twin._form(offers) if len(offers) == 1 and offers[0].by == TABLE else None
                if form is None or (forms and form.prompt != forms[0].prompt):
                    return found
                forms.append(form)
            every = {msgspec.json.encode(one.action): one for form in forms for one in form.choices}
            longest = max(forms, key=lambda form: len(form.choices)).choices
            known = {msgspec.json.encode(one.action) for one in longest}
            more = [one for key, one in every.items() if key not in known]
            choices = sorted([*longest, *more], key=lambda one: (len(one.label), one.label)) if more else longest
            found.append(replace(forms[0], choices=choices, gone=[]))
        return found

    def twin(self) -> Companion:
        """The same table, to try something out."""
        twin = copy(self)
        twin.view, twin.rows, twin.entries, twin.quiet = self.view.copy(), self.rows[:], self.entries[:], True
        return twin

    def _asked(self, what: str, position: Any, by: int, action: Any) -> str:
        """What the sheet alone says to it, else what the real table does."""
        said = (position, by, action, self.names, self.language)
        own = getattr(self.only, what, None)
        return (own(*said) if own is not None else "") or str(getattr(self.real, what)(*said))

    def label(self, position: Any, by: int, action: Any) -> str:
        """What is tapped."""
        words, names, language = self.game.words, self.names, self.language
        said = self._asked("label", position, by, action)
        if said:
            return said
        return (words.journal if by == TABLE else words.button)(position, by, action, names, language)

    def read_back(self) -> list[int]:
        """Just after the set-up: its entries, to be compared with the table once."""
        kinds = self.real.setup
        entered = [row for row in self.rows if row.entry is not None]
        if not kinds or not entered or self.stuck is not None or not isinstance(entered[-1].action, kinds):
            return []
        offers = self.offers()
        if offers and isinstance(self.say(offers[0].position, offers[0].by, offers[0].codes[0]), kinds):
            return []
        return [row.entry for row in entered if row.entry is not None and isinstance(row.action, kinds)]

    # --- what cannot be true ---

    def worlds(self) -> float:
        """In how many ways all that was entered can be true; 1 where a game has no belief."""
        belief = self.game.belief
        return belief(self.view).worlds() if self.eye < TABLE and belief is not None and self.rows else 1

    def contradicted(self) -> bool:
        """Can what was entered not all be true?"""
        return self.worlds() == 0
