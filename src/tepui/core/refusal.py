"""Why something cannot be done, in a sentence that tells its reader what to do instead."""

from tepui.core.words import CATALOGUE


class Refusal(Exception):
    """Base of every error that is a person's (or a file's, or a bot's) to mend; never a traceback for them."""

    def sentence(self, language: str) -> str:
        """For its reader; whoever has a catalogue says it in their language."""
        return str(self)


class IllegalMove(Refusal):
    """That move is not possible now: pick another."""


NOT_ON_OFFER = "that is not possible now. Pick one of the actions on offer"


class UnknownName(Refusal):
    """No game, option, seat, bot or language of that name: pick one that exists."""


class BadParts(Refusal):
    """A file of printed numbers that the rules cannot use: mend the line it names."""

    line = 0  # where, if it can be said
    where = ""  # which name of the file: "wheels.plain.points"

    def bare(self, language: str) -> str:
        """The reason without its place."""
        return self.sentence(language)


class BadRecord(Refusal):
    """A record that is damaged, or was made by other rules: the sentence names the line."""


class BotFailed(Refusal):
    """A bot crashed, was too late or talked rubbish: seat another.

    `why` is what it did, as the end of a sentence that begins with its name: "did not answer in time".
    """

    def __init__(self, why: str, name: str = "") -> None:
        self.why = why
        super().__init__(" ".join(filter(None, ["the bot", name, why])) + ". Seat another bot")

    def named(self, name: str) -> "BotFailed":
        """The same, of the bot of this name."""
        return BotFailed(self.why, name)


class Unwilling(Refusal):
    """What a coach does not do, in its reader's language: `Unwilling(N_("Give every player a name."))`."""

    def sentence(self, language: str) -> str:
        """Out of the core's own catalogue."""
        return CATALOGUE.language(language)(str(self))
