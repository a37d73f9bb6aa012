"""The stacked track: examples T1 to T6 of the specification, and what must hold after any moves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tepui.games.lost_code.track import Track

A, B, C, D = range(4)


def track(stacks: dict[int, list[int]]) -> Track:
    """Stacks from the bottom."""
    found = Track()
    for pieces in stacks.values():
        for piece in pieces:
            found.enter(piece)
    for space, pieces in stacks.items():
        for piece in pieces:
            found.move(piece, space)
    return found


def stacks(found: Track) -> dict[int, list[int]]:
    there: dict[int, list[int]] = {}
    for place in range(found.pieces):
        piece = found.at(place)
        there.setdefault(found.space(piece), []).insert(0, piece)
    return there


def order(found: Track) -> list[int]:
    return [found.at(place) for place in range(found.pieces)]


@pytest.mark.clause("LC-10")
def test_four_moves_of_the_example() -> None:
    pieces = track({0: [A, B, C, D]})
    assert order(pieces) == [D, C, B, A]  # T1: the top piece is last
    pieces.move(D, 2)
    assert (stacks(pieces), order(pieces)) == ({0: [A, B, C], 2: [D]}, [C, B, A, D])  # T2
    pieces.move(C, 2)
    assert (stacks(pieces), order(pieces)) == ({0: [A, B], 2: [D, C]}, [B, A, C, D])  # T3
    pieces.move(A, 2)
    assert (stacks(pieces), order(pieces)) == ({0: [B], 2: [D, C, A]}, [B, A, C, D])  # T4
    pieces.move(D, 1)
    assert (stacks(pieces), order(pieces)) == ({0: [B], 2: [C, A], 3: [D]}, [B, A, C, D])  # T5


def test_a_piece_that_moves_back_goes_on_top_too() -> None:
    jim, yvonne, diana = A, B, C
    pieces = track({6: [jim], 8: [yvonne], 9: [diana]})
    pieces.move(diana, -1)
    assert (stacks(pieces), order(pieces)) == ({6: [jim], 8: [yvonne, diana]}, [jim, diana, yvonne])  # T6


def test_a_move_of_0_keeps_the_stack() -> None:
    pieces = track({3: [A, B]})
    pieces.move(A, 0)
    assert stacks(pieces) == {3: [A, B]}


@given(st.integers(2, 4), st.lists(st.tuples(st.integers(0, 3), st.integers(-12, 30)), max_size=30))
@pytest.mark.clause("LC-37")
def test_any_moves_agree_with_lists_of_pieces(pieces: int, moves: list[tuple[int, int]]) -> None:
    """The specification's own model: a list of pieces per space, the mover on top."""
    found = Track()
    model: dict[int, list[int]] = {0: []}
    for piece in range(pieces):
        found.enter(piece)
        model[0].append(piece)
    for piece, spaces in moves:
        if piece >= pieces:
            continue
        found.move(piece, spaces)
        if spaces != 0:
            here = next(space for space, there in model.items() if piece in there)
            model[here].remove(piece)
            model.setdefault(here + spaces, []).append(piece)
        expected = [p for space in sorted(model) for p in reversed(model[space])]
        assert order(found) == expected
        assert found.leader() == expected[-1]
        assert [found.ahead(p) for p in expected] == list(range(pieces - 1, -1, -1))
        assert all(p in model[found.space(p)] for p in expected)
