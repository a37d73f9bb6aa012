"""A ladder as a page: a plot, a table of ratings, and what every match said, with the command that gives it again."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from tepui.arena.ratings import Rating, rate
from tepui.arena.records import Line
from tepui.arena.results import Result, result

WIDE, ROW, LEFT, RIGHT, TOP = 720, 24, 120, 30, 34  # pixels of the plot
STYLE = """<style>
text { font: 13px sans-serif; fill: #6b7280 }
.grid { stroke: #9ca3af; stroke-opacity: .35 }
.range { stroke: #0d9488; stroke-width: 3; stroke-opacity: .5 }
circle { fill: #0d9488 }
</style>"""
SCALE = """400 points more win ten games of eleven (Bradley-Terry over single games, `regular` = 1500, each number of
players by itself, intervals from pairs drawn again). Openskill's figure is its own, game by game. The slowest decision
is in time by the clock of the machine that measured, with whatever else it did. How pairs are counted: [the
arena](../arena.md).
"""
NOTES = "\n## How the levels feel\n"


def write(folder: Path, title: str, game: str, order: str, usual: int, lines: Sequence[Line]) -> None:
    """`usual`: with how many players most is played. They come first, and their ratings are drawn."""
    others = {line.match.seats for line in lines} - {usual}
    by_seats = {seats: [line for line in lines if line.match.seats == seats] for seats in (usual, *sorted(others))}
    (folder / f"{game}.svg").write_text(plot(title, rate(by_seats[usual])), "utf-8")
    file = folder / f"{game}.md"
    file.write_text(page(title, game, order, by_seats) + by_hand(file), "utf-8")


def by_hand(file: Path) -> str:
    """What someone has written below the figures, from the heading `NOTES` on: it stays when the page is made again."""
    _, heading, notes = file.read_text("utf-8").partition(NOTES) if file.exists() else ("", "", "")
    return heading + notes


def page(title: str, game: str, order: str, by_seats: Mapping[int, Sequence[Line]]) -> str:
    parts = [
        f"# {title}: the ladder\n",
        f"Written by `{order}`. `tepui ladder {game} --verify` plays a sample of its [pairs]({game}.jsonl) again.\n",
        f"![ratings with 95 % intervals]({game}.svg)\n",
        SCALE,
    ]
    for seats, here in by_seats.items():
        parts.append("## Alone, with the same dice\n" if seats == 1 else f"## {seats} players\n")
        parts.append(table(["bot", "rating", "95 %", "openskill", "games"], [rating_row(one) for one in rate(here)]))
        parts.append(steps([result(line.match, line.played()) for line in here]))
    return "\n".join(parts)


def rating_row(one: Rating) -> list[str]:
    skill = f"{one.skill:.1f} ± {one.margin:.1f}"
    return [f"`{one.bot}`", f"{one.rating:.0f}", f"{one.low:.0f} to {one.high:.0f}", skill, f"{one.games:,}"]


def steps(results: Sequence[Result]) -> str:
    rows = [
        [
            f"`{one.bots[0]}` against `{one.bots[1]}`",
            f"{one.share[0]:.1%}",
            f"{one.interval[0][0]:.0%} to {one.interval[0][1]:.0%}",
            f"{one.won[0]:.1%}",
            f"{one.scores[0]:.1f}, {one.scores[1]:.1f}",
            f"{one.difference[0]:+.1f} ± {one.margin[0]:.1f}",
            f"{1000 * max(one.slowest):.0f} ms",
            str(one.pairs),
        ]
        for one in results
    ]
    heads = ["", "pairs won", "95 %", "games won", "points", "difference", "slowest decision", "pairs"]
    failed = [
        f"`{failure.bot}`: {failure.games} games lost by failing ({failure.why})"
        for one in results
        for failure in one.failed
    ]
    return table(heads, rows) + "".join(f"\n{line}\n" for line in failed)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def plot(title: str, ratings: Sequence[Rating]) -> str:
    """Dots with their intervals, in colours that are read on light and dark pages."""
    low = 100 * (min(one.low for one in ratings) // 100)
    high = 100 * (max(one.high for one in ratings) // 100 + 1)
    height = TOP + ROW * len(ratings) + 30

    def x(rating: float) -> float:
        return round(LEFT + (rating - low) / (high - low) * (WIDE - LEFT - RIGHT), 1)

    step = next(step for step in (100, 200, 500, 1000, 2000, 10000) if (high - low) / step <= 10)
    marks = range(int(-(-low // step) * step), int(high) + 1, step)
    bottom = TOP + ROW * len(ratings)
    drawn = [f'<line class="grid" x1="{x(mark)}" x2="{x(mark)}" y1="{TOP}" y2="{bottom}"/>' for mark in marks]
    drawn += [f'<text x="{x(mark)}" y="{bottom + 18}" text-anchor="middle">{mark}</text>' for mark in marks]
    for at, one in enumerate(ratings):
        y = TOP + ROW * at + ROW // 2
        drawn.append(f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end">{escape(one.bot)}</text>')
        drawn.append(f'<line class="range" x1="{x(one.low)}" x2="{x(one.high)}" y1="{y}" y2="{y}"/>')
        drawn.append(f'<circle cx="{x(one.rating)}" cy="{y}" r="5"/>')
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {height}" role="img">',
            f"<title>{escape(title)}: ratings with 95 % intervals</title>",
            STYLE,
            f'<text x="{LEFT}" y="20">{escape(title)}</text>',
            *drawn,
            "</svg>\n",
        ]
    )
