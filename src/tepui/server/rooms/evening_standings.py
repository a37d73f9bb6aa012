"""How people did in an evening: compared with the same seat at the other tables, and added up over the rounds."""

from __future__ import annotations

from tepui.server.storage.series import Result
from tepui.server.wire import shared_chance as wire

Compared = list[float | None]


def compared(tables: list[Result | None]) -> list[Compared | None]:
    """By table and seat: points minus the average of those who had the same seat at other tables that are over."""
    over = [result for result in tables if result is not None]
    told: list[Compared | None] = []
    for result in tables:
        if result is None:
            told.append(None)
            continue
        others = [other for other in over if other is not result]
        told.append(
            [
                points - sum(other.scores[seat] for other in others) / len(others) if others else None
                for seat, points in enumerate(result.scores)
            ]
        )
    return told


def standings(rounds: list[list[Result | None]], device: str) -> list[wire.EveningStanding]:
    """Everybody's differences added up over the rounds, the best first; equals share a place. Bots are not in it."""
    names: dict[str, str] = {}
    total: dict[str, float] = {}
    counted: dict[str, int] = {}
    for tables in rounds:
        for result, differences in zip(tables, compared(tables), strict=True):
            if result is None or differences is None:
                continue
            for who, name, difference in zip(result.devices, result.names, differences, strict=True):
                if who is not None and difference is not None:
                    names[who] = name
                    total[who] = total.get(who, 0.0) + difference
                    counted[who] = counted.get(who, 0) + 1
    rounded = {who: round(points, 6) for who, points in total.items()}
    return [
        wire.EveningStanding(
            place=1 + sum(other > points for other in rounded.values()),
            name=names[who],
            difference=points,
            rounds=counted[who],
            you=who == device,
        )
        for who, points in sorted(rounded.items(), key=lambda one: (-one[1], names[one[0]].casefold()))
    ]
