"""`tepui parts GAME`: the printed numbers of a game as a file, to be read, copied and changed."""

from tepui.cli_args import Parser
from tepui.core import find
from tepui.core.refusal import Refusal


def command(words: list[str]) -> int:
    parser = Parser("parts", "Prints a game's own printed numbers, as `tepui play GAME --parts FILE` reads them.")
    parser.add_game()
    game = find.game(parser.parse_args(words).game)
    if game.parts is None:
        raise Refusal(f"{game.title} has no printed numbers to replace. `tepui play` takes it as it is")
    print(game.parts.own_text(), end="")
    return 0
