"""What a companion answers: all that was entered comes in, where the real table stands comes out, folded again."""

from typing import Any

import msgspec

from tepui.coach import help as helping
from tepui.coach import moments
from tepui.coach.companion import Companion, table
from tepui.coach.companion import messages as wire
from tepui.coach.companion import record as eye_record
from tepui.coach.companion.mistakes import suspects_of
from tepui.coach.review import SeatReview, settled
from tepui.coach.review.words import in_sentences
from tepui.coach.story import Story, help_shown
from tepui.core.game import Game, Setting
from tepui.core.position import AUDIENCE, TABLE
from tepui.core.refusal import Unwilling
from tepui.core.view import View
from tepui.core.words import CATALOGUE, N_, clean

MOST_ENTRIES = 1000
NAME = 24  # characters


def setting_of(game: Game, asked: wire.CompanionAsked, parts: Any) -> Setting:
    setting = game.setting(asked.seats, asked.options)
    return setting if asked.parts is None else msgspec.structs.replace(setting, parts=parts, parts_text=asked.parts)


def folded(game: Game, asked: wire.CompanionAsked, parts: Any, language: str) -> Companion:
    """The real table as these entries tell it."""
    if len(asked.entries) > MOST_ENTRIES:
        raise Unwilling(N_("These are more entries than a game has. Begin a new one."))
    setting = setting_of(game, asked, parts)
    names = tuple(" ".join(clean(name).split())[:NAME] for name in asked.names)
    if len(names) != setting.seats or not all(names):
        raise Unwilling(N_("Give every player a name."))
    eye = AUDIENCE if asked.eye == "audience" else asked.eye
    if eye != AUDIENCE and not 0 <= eye < setting.seats:
        raise Unwilling(N_("There are no such eyes. Choose a player, or the whole table."))
    if asked.depth == "sheet" and (table.of(game).sheet is None or eye == AUDIENCE):
        raise Unwilling(N_("Only the referee keeps this game. Choose the referee."))
    speaking = language if language in game.languages else "en"
    kept = Companion(game, setting, eye, names, speaking, asked.depth == "sheet")
    kinds = kept.kinds()
    return kept.fold([entry_of(kinds, entry) for entry in asked.entries])


def entry_of(kinds: Any, entry: wire.CompanionEntry) -> wire.Entry:
    """What a page sent, as an action of this game; None for what no action reads (of another version, say)."""
    by = TABLE if entry.by == "table" else entry.by
    try:
        return wire.Entry(by, msgspec.convert(entry.action, kinds))
    except msgspec.ValidationError:
        return wire.Entry(by, None)


def state(game: Game, asked: wire.CompanionAsked, parts: Any, language: str) -> wire.CompanionState:
    kept = folded(game, asked, parts, language)
    form = kept.form()
    return wire.CompanionState(
        title=game.title,
        names=list(kept.names),
        depths=depths_of(game),
        view=view_of(kept, asked, language),
        noted=noted(kept),
        form=form,
        next=kept.ahead(),
        read_back=kept.read_back(),
        stuck=kept.stuck,
        contradiction=contradiction(kept, language),
        judged=[wire.CompanionJudged(n=n, text=row.judged) for n, row in enumerate(kept.rows, 1) if row.judged],
        over=form is None,
    )


def depths_of(game: Game) -> list[moments.Depth]:
    """Only the referee keeps any game; some have a sheet that can be kept alone."""
    return ["referee"] if table.of(game).sheet is None else ["sheet", "referee"]


def view_of(kept: Companion, asked: wire.CompanionAsked, language: str) -> moments.View:
    """All moves as lines of the journal, and the picture as it is now: what a board draws."""
    rows = [moments.Entry(wire.by_name(row.by), row.action, row.text) for row in kept.rows]
    story = Story.standing(kept.view, rows, language)
    return story.message(story.since(-1, motion=False), whole=True, help=helped(kept, asked))


def helped(kept: Companion, asked: wire.CompanionAsked) -> bytes | None:
    if kept.eye == AUDIENCE or kept.over or kept.contradicted():
        return None
    return help_shown(kept.view, asked.help, asked.marks)


def noted(kept: Companion) -> list[wire.CompanionNoted]:
    """One for every entry that was sent."""
    moves = {row.entry: (n, row.text) for n, row in enumerate(kept.rows, 1) if row.entry is not None}
    found = []
    for index in range(len(kept.entries)):
        n, text = moves.get(index, (None, ""))
        stuck = n is None and index == kept.stuck
        state: Any = "good" if n is not None else "stuck" if stuck else "waiting"
        found.append(wire.CompanionNoted(n=n, text=text, state=state, sentence=kept.refusal if stuck else ""))
    return found


def contradiction(kept: Companion, language: str) -> wire.CompanionContradiction | None:
    if kept.stuck is None and not kept.contradicted():
        return None
    _ = CATALOGUE.language(language)
    suspects = suspects_of(kept)
    if kept.stuck is not None:
        if not suspects:
            return None
        sentence = _("Entry {n} does not fit. Maybe one of these is wrong.", n=kept.stuck + 1)
    elif suspects:
        sentence = _("These entries cannot all be true. Most likely one of these is wrong.")
    else:
        sentence = _("These entries cannot all be true, and more than one must be wrong. Compare them with the table.")
    return wire.CompanionContradiction(sentence=sentence, suspects=suspects)


def proof(game: Game, asked: wire.CompanionAsked, parts: Any, language: str) -> wire.CompanionProof:
    help = helping.of(game)
    if help is None or asked.eye == "audience":
        raise Unwilling(N_("There is nothing to prove at this table."))
    if asked.help != "teacher":
        raise Unwilling(N_("“Why?” needs the help level Teacher. Choose it first."))
    kept = folded(game, asked, parts, language)
    if kept.contradicted():
        raise Unwilling(N_("These entries cannot all be true. Change one of them first."))
    return wire.CompanionProof(lines=help.why(kept.view, asked.claim, language))


def written(game: Game, asked: wire.CompanionAsked, parts: Any, language: str) -> bytes:
    if asked.depth == "sheet":
        raise Unwilling(N_("Only the referee keeps a whole game. Choose the referee."))
    return eye_record.written(folded(game, asked, parts, language))


def whole_game(game: Game, asked: wire.CompanionAsked, parts: Any, language: str) -> View:
    """Through these eyes, when the stones or cards at the end have been entered: it can be reviewed."""
    kept = folded(game, asked, parts, language)
    if not game.has("review") or kept.eye == AUDIENCE or asked.depth == "sheet":
        raise Unwilling(N_("Only a player’s own whole game can be reviewed."))
    if not kept.view.over:
        raise Unwilling(N_("Enter the game to its end, then it can be reviewed."))
    if kept.contradicted():
        raise Unwilling(N_("These entries cannot all be true. Change one of them first."))
    return kept.view


def looked_back(view: View, found: SeatReview, language: str) -> wire.CompanionReview:
    return wire.CompanionReview(told=in_sentences(view, settled([found])[0], language))
