"""Lists, codes, actions and sentences have the form that the game promises."""

import re
from typing import Any

import msgspec

from tepui.core.game import Game, Setting
from tepui.core.observe import LARGEST, SMALLEST
from tepui.core.position import CODES, TABLE, TABLE_BIT, WIDTH, legal_codes, odds_of
from tepui.core.refusal import IllegalMove
from tepui.core.replay import decoder_of
from tepui.core.table import Table
from tepui.core.view import View
from tepui.laws.common import Watch
from tepui.laws.finding import Broken, Finding, all_spoken
from tepui.laws.walk import eyes_of, owing

_open_field = re.compile(r"\{\w*\}|%\(\w+\)[sd]|%[sd]\b")


class Bounds(Watch):
    """No list is longer than `width`, no code outside `codes`; fast lists are the list; observations fit."""

    law = "lists and codes in bounds"

    def before(self, table: Table, by: int, code: int) -> None:
        game, truth = table.game, table.truth
        for seat in range(table.setting.seats):
            codes = legal_codes(truth, seat)
            self.check(f"the list of seat {seat}", codes, game.codes, game.width)
            fast = truth.legal_set(seat)
            quick = [n for n in range(62) if fast >> n & 1]
            if fast and quick != sorted(codes):
                lists = [all_spoken(game, truth, seat, some) for some in (quick, codes)]
                raise Broken(f"`legal_set` of seat {seat} is not its `legal`: {lists[0]} and {lists[1]}")
        if truth.to_act() & TABLE_BIT:
            codes, weights = odds_of(truth)
            self.check("the table's list", codes, game.table_codes, game.width)
            if min(weights) < 1:
                raise Broken(f"the table's list has a weight below 1: {weights}")
        limit = game.table_codes if by == TABLE else game.codes
        for eye in eyes_of(table.setting):
            sight = truth.seen(code, by, eye)
            if not 0 <= sight < limit:
                raise Broken(f"a code outside the list comes to a view: {sight}, but codes are below {limit}")
        self.look(table)

    def look(self, table: Table) -> None:
        """What a learner reads is as long as the layout says, and fits 16 bits."""
        game, setting = table.game, table.setting
        if "size" not in self.memory:
            self.memory["size"] = sum(game.layout(setting).values())
        size = self.memory["size"]
        eye = self.rng.choice(eyes_of(setting))
        numbers = table.look(eye).observation()
        self.finding.cases += 1
        if game.has("observe") and len(numbers) != size:
            raise Broken(f"`observe` wrote {len(numbers)} numbers, but its layout has {size}")
        outside = [number for number in numbers if not SMALLEST <= number <= LARGEST]
        if outside:
            raise Broken(f"`observe` wrote {outside[0]}, which does not fit 16 bits")

    def check(self, whose: str, codes: list[int], limit: int, width: int) -> None:
        self.finding.cases += 1
        if len(codes) > min(width, WIDTH):
            raise Broken(f"{whose} has {len(codes)} actions, but `width` is {width}. {WIDTH} is the most")
        if limit > CODES:
            raise Broken(f"{whose} has codes up to {limit}, but {CODES} is the most. Cut the choice into two")
        if len(set(codes)) < len(codes):
            raise Broken(f"{whose} names a code twice: {sorted(codes)}")
        outside = [code for code in codes if not 0 <= code < limit]
        if outside:
            raise Broken(f"{whose} has code {outside[0]}, but codes are below {limit}")


class Speech(Watch):
    """`say` and `hear` are inverse on every offered code, also by way of JSON."""

    law = "say and hear are inverse"

    def before(self, table: Table, by: int, code: int) -> None:
        truth = table.truth
        codes = odds_of(truth)[0] if by == TABLE else legal_codes(truth, by)
        for offered in codes:
            self.there_and_back(table.game, truth, by, offered)
        for eye in eyes_of(table.setting):
            self.there_and_back(table.game, table.look(eye).position, by, truth.seen(code, by, eye))

    def there_and_back(self, game: Game, position: Any, by: int, code: int) -> None:
        if "decoder" not in self.memory:
            self.memory["decoder"] = decoder_of(game)
        self.finding.cases += 1
        action = game.say(position, by, code)
        again = self.memory["decoder"].decode(msgspec.json.encode(action))
        heard = game.hear(position, by, again)
        if heard != code:
            raise Broken(f"code {code} is said as {action}, which is heard as {heard}")


class Sentences(Watch):
    """Every move has a sentence, every action a button and every turn a prompt, in every declared language."""

    law = "a sentence for every action"

    def before(self, table: Table, by: int, code: int) -> None:
        game, names = table.game, table.names
        eye = self.rng.choice(eyes_of(table.setting))
        view = table.look(eye)
        action = game.say(view.position, by, table.truth.seen(code, by, eye))
        kind = type(action).__name__
        journal = {}
        for language in game.languages:
            journal[language] = game.words.journal(view.position, by, action, names, language)
            if by != TABLE or any(journal.values()):  # of the table, the next move may speak for this one
                self.whole(journal[language], f"the sentence for {action} in {language!r}")
            self.prompt(view, language)
            if journal[language] != journal[game.languages[0]]:
                self.finding.notes[f"translated {language} {kind}"] += 1
            self.finding.notes[f"said {language} {kind}"] += 1
        if by == TABLE:
            return
        own = table.look(by)
        chosen = game.say(own.position, by, self.rng.choice(own.codes()))
        for language in game.languages:
            button = game.words.button(own.position, by, chosen, names, language)
            self.whole(button, f"the button for {chosen} in {language!r}")
            self.prompt(own, language)

    def end(self, table: Table) -> None:
        for language in table.game.languages:
            self.prompt(table.look(self.rng.choice(eyes_of(table.setting))), language)

    def prompt(self, view: View, language: str) -> None:
        text = view.game.words.prompt(view.position, view.eye, view.names, language)
        self.whole(text, f"the prompt in {language!r}")

    def whole(self, text: str, what: str) -> None:
        self.finding.cases += 1
        if not isinstance(text, str) or not text.strip():
            raise Broken(f"{what} is empty")
        field = _open_field.search(text)
        if field:
            raise Broken(f"{what} has an open field {field.group()}: {text!r}")


def never_translated(game: Game, finding: Finding) -> str:
    """A kind of move whose sentence was, every time, the one of the first language."""
    for language in game.languages[1:]:
        for action in game.actions:
            kind = action.__name__
            if finding.notes[f"said {language} {kind}"] and not finding.notes[f"translated {language} {kind}"]:
                return f"{kind} has no sentence of its own in {language!r}: it is always that of {game.languages[0]!r}"
    return ""


class Refusals(Watch):
    """An action that is not on offer is refused with a sentence, and nothing else happens."""

    law = "refusals are sentences"

    def begin(self) -> None:
        self.pool: list[Any] = []  # what was played in this game, to be tried where it is not on offer

    def before(self, table: Table, by: int, code: int) -> None:
        self.pool.append(table.game.say(table.truth, by, code))
        for seat in {*owing(table.truth, table.setting.seats), self.rng.randrange(table.setting.seats)}:
            text = refused(table.look(seat), self.rng.choice(self.pool))
            self.finding.cases += 1
            if text is not None and len(text.split()) < 3:
                raise Broken(f"a refusal must say what to do instead, not {text!r}")


def refused(view: View, action: Any) -> str | None:
    """The sentence that this seat reads if it tries this action; None if the action is on offer."""
    try:
        view.hear(action)
    except IllegalMove as refusal:
        return str(refusal)
    return None


class Naming(Watch):
    """`naming` and a code decide an action and its button: whoever has made a choice once need not make it again."""

    law = "named alike"

    @classmethod
    def kept_for(cls, setting: Setting) -> str:
        return ""  # all games: whatever of the setting matters belongs into `naming`

    def before(self, table: Table, by: int, code: int) -> None:
        game = table.game
        if game.naming is None or by == TABLE:
            return
        view, language = table.look(by), self.rng.choice(game.languages)
        position = view.position
        for offered in {code, self.rng.choice(view.codes())}:
            self.finding.cases += 1
            action = game.say(position, by, offered)
            made = action, game.words.button(position, by, action, table.names, language)
            key = game.naming(position, by), offered, language
            before = self.memory.setdefault(key, made)
            if before != made:
                raise Broken(f"code {offered} of one `naming` is {made} now and was {before} before")


class Constants(Watch):
    """What the game calls `constants` is the same in every picture that one pair of eyes gets of a game."""

    law = "constants stay"

    def begin(self) -> None:
        self.first: dict[int, dict[str, Any]] = {}  # by eye

    def before(self, table: Table, by: int, code: int) -> None:
        self.picture(table, self.rng.choice(eyes_of(table.setting)))

    def end(self, table: Table) -> None:
        for eye in eyes_of(table.setting):
            self.picture(table, eye)

    def picture(self, table: Table, eye: int) -> None:
        if not table.game.constants:
            return
        self.finding.cases += 1
        picture = msgspec.to_builtins(table.look(eye).picture())
        missing = [name for name in table.game.constants if name not in picture]
        if missing:
            raise Broken(f"`constants` names {missing[0]!r}, which is no field of the picture")
        found = {name: picture[name] for name in table.game.constants}
        first = self.first.setdefault(eye, found)
        changed = [name for name in found if found[name] != first[name]]
        if changed:
            name = changed[0]
            raise Broken(f"{name!r} is called constant, but was {first[name]} and is {found[name]}")


WATCHES: tuple[type[Watch], ...] = (Bounds, Speech, Sentences, Refusals, Naming, Constants)
