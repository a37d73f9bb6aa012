"""How others did at the puzzle of a day: how many people needed how many tries. Nobody's name is kept."""

from sqlalchemy import select, text
from sqlalchemy.engine import Connection

from tepui.server.store.rows import Rows, written
from tepui.server.store.schema import puzzle_tries

MOST = 6  # and more
ONE_MORE = text(
    "INSERT INTO puzzle_tries (puzzle, tries, people) VALUES (:puzzle, :tries, 1)"
    " ON CONFLICT (puzzle, tries) DO UPDATE SET people = puzzle_tries.people + 1"
)


class PuzzleTries(Rows):
    @written
    def add(self, connection: Connection, puzzle: str, tries: int) -> None:
        """Someone else needed so many; 0: they had it shown."""
        connection.execute(ONE_MORE, {"puzzle": puzzle, "tries": max(0, min(tries, MOST))})

    def of(self, puzzle: str) -> list[int]:
        """How many people had it shown, needed one try, two tries, and so on."""
        at = puzzle_tries.c
        people = {row.tries: row.people for row in self._store.rows(select(puzzle_tries).where(at.puzzle == puzzle))}
        return [people.get(tries, 0) for tries in range(MOST + 1)]
