"""What a player may do now, and what the table may say: exact where the cards are known, else all that could be."""

from librt.vecs import vec
from mypy_extensions import i64

from tepui.core.bits import bit, has, lowest, shift
from tepui.core.position import UNKNOWN
from tepui.games.kryptx.cards import NUMBERS, QUESTIONS, fits, yes_set
from tepui.games.kryptx.codes import ASK, BESIDE, EXTRA, NAME, NO, PLACE, PLACES, REDS, SECRET, YES
from tepui.games.kryptx.state import NO_CARD, State


def legal_places(game: State, out: vec[i64]) -> i64:
    """3.2: in front of a code card that fits, if there is one; else beside."""
    n: i64 = 0
    cards = game.hand
    if not game.hand_known():
        cards = game.unseen()  # somebody else's hand
    first = game.turn * game.each
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        fitting = fits(card)
        beside = True
        for where in range(game.each):
            code = game.code(first + where)
            if code == NO_CARD or has(fitting, code):
                out[n] = PLACE + card * PLACES + where
                n += 1
                if code != NO_CARD:
                    beside = False
        if beside:
            out[n] = PLACE + card * PLACES + BESIDE
            n += 1
    return n


def legal_questions(game: State, out: vec[i64]) -> i64:
    """3.5: any number or colour of the deck, about any stand of another player, open ones too (R-16)."""
    n: i64 = 0
    questions = game.deck.questions
    own = game.turn * game.each
    for stand in range(game.stands):
        if stand < own or stand >= own + game.each:
            about = ASK + stand * QUESTIONS
            for i in range(len(questions)):
                out[n] = about + questions[i]
                n += 1
    if game.pro:
        open_ones = n
        for i in range(open_ones):
            out[n] = out[i] + (SECRET - ASK)
            n += 1
    if game.instead and game.cards_left():
        out[n] = EXTRA
        n += 1
    return n


def legal_numbers(game: State) -> i64:
    """3.8: any number of the deck, as long as it does not end in a claim that this player has made before."""
    numbers = game.deck.numbers
    after = game.named + 1
    if len(game.claims) >= game.deck.claims or (len(game.claims) > 0 and after == game.to_name()):
        for number in range(i64(NUMBERS)):
            if game.used_up(game.claimant, game.claim | shift(number, 4 * game.named), after):
                numbers &= ~bit(number)
    return shift(numbers, NAME)


def answers(game: State) -> i64:
    card = game.code(game.asked)
    if card == NO_CARD or game.question == UNKNOWN:
        return bit(NO) | bit(YES)
    if has(yes_set(game.question), card):
        return bit(YES)
    return bit(NO)


def red_counts(game: State) -> i64:
    """3.8: how many of the control cards can be red."""
    least: i64 = 0
    most: i64 = 0
    for seat in range(game.seats):
        if seat != game.claimant:
            if game.surely_red(seat):
                least += 1
            if not game.surely_green(seat):
                most += 1
    return shift(bit(most - least + 1) - 1, REDS + least)
