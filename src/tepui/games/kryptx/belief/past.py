"""A whole past of Kryptx, open, that looks to one seat exactly like what it saw.

The codes are given. What others drew and put away face down is filled in from the first move to the last: a card that
someone is later seen to lay, or that these eyes draw themselves, is kept for them as long as the pile is not shuffled
again. Around a shuffle chance may take a card away too early; then it is tried again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from tepui.coach.belief import TooManyWorlds
from tepui.core.position import TABLE, legal_codes, odds_of
from tepui.core.view import View
from tepui.games.kryptx.codes import DRAWING, HIDDEN, P_DEAL, PLACE, PLACES, SECRET_HIDDEN
from tepui.games.kryptx.rules import Kryptx

TRIES = 200
Moves = list[tuple[int, int]]


@dataclass
class Hand:
    """What one player holds in one turn, as far as these eyes see it."""

    draws: list[int] = field(default_factory=list)  # by draw that is still to come: how many shuffles were before it
    takes: set[int] = field(default_factory=set)  # cards that it surely had: laid, or in these eyes' own hand
    keeps: set[int] = field(default_factory=set)  # of these, the ones that nobody else may draw before


def past(view: View, cards: Sequence[int], rng: Random) -> Moves:
    """The moves that these eyes saw, with every hidden one filled in so that these cards are on the stands."""
    for _ in range(TRIES):
        found = filled_in(view, cards, rng)
        if found is not None:
            return found
    raise TooManyWorlds(f"none of {TRIES} ways to fill in the hidden draws fits what was seen")


def filled_in(view: View, cards: Sequence[int], rng: Random) -> Moves | None:
    hands = hands_of(view, rng)
    position = view.game.start(view.setting)
    assert isinstance(position, Kryptx)
    moves: Moves = []
    for at, (by, sight) in enumerate(view.moves):
        code = sight
        if by == TABLE:
            codes, _ = odds_of(position)
            if position.phase == P_DEAL:
                codes = [cards[position.dealt]]
            elif sight != HIDDEN:
                codes = [sight] if sight in codes else []
            if DRAWING >> position.phase & 1 and sight <= HIDDEN:
                hand = hands[position.turns, position.turn]
                if sight == HIDDEN:
                    codes = may_draw(codes, hand, kept_for_others(hands, hand))
                hand.draws.pop(0)
            if not codes:
                return None
            code = rng.choice(codes)
        elif SECRET_HIDDEN <= sight < PLACE:
            answer = view.moves[at + 1][1] if at + 1 < len(view.moves) else None
            code = rng.choice(secret_questions(position, by, sight, view.eye, answer))
        elif sight not in legal_codes(position, by):
            return None
        position.apply(by, code)
        moves.append((by, code))
    return moves


def hands_of(view: View, rng: Random) -> dict[tuple[int, int], Hand]:
    """By turn and seat, in the order of play."""
    position = view.game.start(view.setting)
    assert isinstance(position, Kryptx)
    hands: dict[tuple[int, int], Hand] = {}
    for by, sight in view.moves:
        if by == TABLE and DRAWING >> position.phase & 1 and sight <= HIDDEN:
            hand = hands.setdefault((position.turns, position.turn), Hand())
            hand.draws.append(position.shuffles)
            if sight != HIDDEN:
                hand.takes.add(sight)
        elif by != TABLE and sight >= PLACE:
            hands[position.turns, position.turn].takes.add((sight - PLACE) // PLACES)
        position.apply(by, sight)
    for hand in hands.values():
        # Drawn before a shuffle or after it? Where both are there, chance says what is tried.
        twice = hand.draws[0] != hand.draws[-1]
        hand.keeps = {card for card in hand.takes if not twice or rng.random() < 0.5}
    return hands


def kept_for_others(hands: Mapping[tuple[int, int], Hand], mine: Hand) -> set[int]:
    """Cards that leave the pile for others before it is made again; what is held during a shuffle stays out of it."""
    until = mine.draws[-1]
    others = [hand for hand in hands.values() if hand is not mine and hand.draws and hand.draws[0] <= until]
    return {card for hand in others for card in hand.keeps}


def may_draw(codes: Sequence[int], hand: Hand, kept: set[int]) -> list[int]:
    """What can be drawn now, so that everything can be laid that was seen to be laid."""
    wanted = [card for card in codes if card in hand.takes]
    if len(wanted) >= len(hand.draws):
        return wanted
    return [card for card in codes if card in hand.takes or card not in kept]


def secret_questions(position: Kryptx, by: int, sight: int, eye: int, answer: int | None) -> list[int]:
    """What may have been asked in secret, with the answer that everyone heard."""
    found = []
    for code in legal_codes(position, by):
        if position.seen(code, by, eye) == sight:
            twin = position.clone()
            twin.apply(by, code)
            if answer is None or answer in odds_of(twin)[0]:
                found.append(code)
    return found
