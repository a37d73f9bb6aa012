"""Learning curves as a picture: mean score against games played, one line for each number of players."""

import math

from tepui.games.roll_and_write.bots.learned import Provenance

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 60, 90, 40, 50
INK, LINE = "#1E241C", "#7D816B"
COLOURS = {1: "#9D292C", 2: "#D66D04", 3: "#3CB587", 4: "#3A68D1", 5: "#4C1666"}


def plot(curves: dict[int, list[tuple[int, float]]], made: Provenance) -> str:
    """An SVG that stands by itself; the games on a scale of tens."""
    low = math.log10(min(games for curve in curves.values() for games, _ in curve))
    high = math.log10(max(games for curve in curves.values() for games, _ in curve))
    top = math.ceil(max(mean for curve in curves.values() for _, mean in curve) / 100) * 100
    bottom = min(0, math.floor(min(mean for curve in curves.values() for _, mean in curve) / 100) * 100)

    def x(games: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (math.log10(games) - low) / max(high - low, 0.01)

    def y(mean: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (mean - bottom) / (top - bottom)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"',
        ' font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#FCF9F1"/>',
        f'<text x="{LEFT}" y="22" fill="{INK}" font-size="15">Mean score in self-play, by games played</text>',
    ]
    for mean in range(bottom, top + 1, 100):
        lines.append(f'<path d="M{LEFT} {y(mean):.1f}H{WIDTH - RIGHT}" stroke="{LINE}" stroke-width=".5"/>')
        lines.append(f'<text x="{LEFT - 8}" y="{y(mean) + 4:.1f}" text-anchor="end" fill="{INK}">{mean}</text>')
    for power in range(math.ceil(low), math.floor(high) + 1):
        at = x(10**power)
        lines.append(f'<path d="M{at:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="{LINE}" stroke-width=".5"/>')
        label = f"{10**power:,}".replace(",", " ")
        lines.append(f'<text x="{at:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle" fill="{INK}">{label}</text>')
    for seats, curve in sorted(curves.items()):
        path = "L".join(f"{x(games):.1f} {y(mean):.1f}" for games, mean in curve)
        lines.append(f'<path d="M{path}" fill="none" stroke="{COLOURS[seats]}" stroke-width="2"/>')
        players = "1 player" if seats == 1 else f"{seats} players"
        last = curve[-1]
        lines.append(f'<text x="{x(last[0]) + 6:.1f}" y="{y(last[1]) + 4:.1f}" fill="{INK}">{players}</text>')
    lines.append(f'<text x="{LEFT}" y="{HEIGHT - 12}" fill="{INK}">{made.command}: {made.minutes:g} minutes</text>')
    return "\n".join([*lines, "</svg>", ""])
