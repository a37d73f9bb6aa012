"""`tepui arena`: bots against each other in duplicate pairs, as a table or as JSON."""

from pathlib import Path

import msgspec

from tepui.arena import games_file
from tepui.arena.matches import arranged, play
from tepui.arena.results import Result, result
from tepui.cli_args import Parser, at_least, more_than_nothing, option_values, unused
from tepui.core import find
from tepui.progress import progress


def command(words: list[str]) -> int:
    parser = Parser(
        "arena", "Lets bots play against each other: the same chance for all, every bot once on every seat."
    )
    parser.add_game()
    parser.add_argument(
        "bots", nargs="+", metavar="BOT", help="an installed bot, a level, program:'COMMAND', or join:NAME"
    )
    parser.option("--pairs", "N", "duplicate pairs", 100, at_least(1))
    parser.option("--seats", "N", "players at the table (default: one for each bot)", type=int)
    parser.add_option()
    parser.add_jobs()
    parser.option("--seconds", "S", "for each decision", 5.0, more_than_nothing)
    parser.add_memory()
    parser.option("--seed", "TEXT", "another word is another match", "arena")
    parser.add_out("every game with its moves (.parquet)")
    parser.option("--resume", "FILE", "keep finished pairs there, with every move, and go on from them", type=Path)
    parser.option("--ray", "ADDRESS", "play on the machines of this Ray head")
    parser.add_json()
    said = parser.parse_args(words)
    options = option_values(find.game(said.game), said.option)
    match = arranged(said.game, said.bots, said.seats, options, said.seconds, said.memory, said.seed)
    if said.out is not None:
        unused(said.out, said)
        games_file.parquet()
    pairs = play(match, said.pairs, said.jobs, said.resume, said.ray, progress("pairs"))
    if said.out is not None:
        games_file.write(said.out, match, pairs)
    found = result(match, pairs)
    print(msgspec.json.encode(found).decode() if said.json else as_text(found), flush=True)
    return 0


def in_words(found: Result) -> str:
    """What the table says, for whoever reads one for the first time."""
    best = max(range(len(found.bots)), key=lambda bot: found.share[bot])
    low, high = found.interval[best]
    even = 1 / len(found.bots)
    won = f"{found.bots[best]} won {found.share[best] * found.pairs:g} of {found.pairs} pairs"
    if low > even:
        return f"{won}: it is the stronger player here. Luck alone hardly ever gives so many."
    more = f"between {low:.0%} and {high:.0%} may be its true share"
    return f"{won}: too few to say who is stronger ({more}). Play more pairs with --pairs."


def as_text(found: Result) -> str:
    options = "".join(f", {name}={value}" for name, value in found.options.items() if value)
    head = f"{found.game}, {found.seats} seats{options}: {found.pairs} duplicate pairs, {found.games} games"
    rows = [("bot", "pairs won", "95 %", "games won", "points", "above the others", "slowest")]
    for bot, name in enumerate(found.bots):
        low, high = found.interval[bot]
        rows.append(
            (
                name,
                f"{found.share[bot]:.1%}",
                f"{low:.1%} to {high:.1%}",
                f"{found.won[bot]:.1%}",
                f"{found.scores[bot]:.2f} ± {found.spread[bot]:.2f}",
                f"{found.difference[bot]:+.2f} ± {found.margin[bot]:.2f}",
                f"{1000 * found.slowest[bot]:.0f} ms",
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [head, "", in_words(found), ""]
    lines += ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    for failure in found.failed:
        lines.append(f"{failure.bot} lost {failure.games} games by failing: {failure.why}")
    if found.luck_removed is not None:
        lines += ["", f"The same chance for all removed {found.luck_removed:.0%} of the luck."]
    return "\n".join(lines)
