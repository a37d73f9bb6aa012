"""Every door of Tepui for two seconds; `python3 dev.py proofs fuzz` tries them for as long as you like."""

import os
import re
import sys
from pathlib import Path
from random import Random

import pytest
from fuzz.door import Door, Finding, try_door
from fuzz.doors import DOORS
from fuzz.files_door import Data
from fuzz.http_door import Http
from fuzz.mutations import damaged
from fuzz.pairs_door import Pairs

pytestmark = pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="processes are looked up in /proc")
SEED = os.environ.get("TEPUI_FUZZ_SEED", "1")


@pytest.mark.parametrize("door", [make for make, _ in DOORS], ids=lambda make: make.name)
def test_nothing_gives_way(door: type[Door]) -> None:
    report = try_door(door, 2.0, SEED)
    print("\n".join(report.lines()), file=sys.stderr)
    assert report.cases > 0
    assert not report.findings, "\n".join(report.findings.values())


@pytest.mark.parametrize(("seed", "number"), [("163", 240), ("163", 1045), ("164", 152), ("164", 1506)])
def test_data_folders_that_once_gave_way(seed: str, number: int) -> None:
    """A move that is no bytes, and a schema that is no text."""
    report = try_door(Data, 60.0, seed, first=number, most=1)
    assert report.cases == 1 and not report.findings, "\n".join(report.findings.values())


def test_every_address_and_every_question_is_known_without_a_list() -> None:
    door = Http()
    try:
        assert len(door.routes) > 80 and {"eye", "before", "move", "kind", "form", "person"} <= set(door.queries)
        rng = Random("addresses")
        tried = {door.request(rng, door.target.strangers[0])[0].split(b" ")[1].split(b"?")[0] for _ in range(3000)}
        for path, _ in door.routes:
            shape = re.compile(re.sub(r"\\{[^/]*\\}", ".+", re.escape(path)).encode())
            assert any(shape.match(one) for one in tried), path
    finally:
        door.close()


def test_a_pair_that_once_left_its_script_stays_in_it() -> None:
    """A damaged `kick` once sent a player away, whose bot then played what the other world did not."""
    report = try_door(Pairs, 60.0, "40", first=199, most=1)
    assert report.cases == 1 and not report.findings, "\n".join(report.findings.values())


class Broken(Door):
    """A door that gives way to the byte 0."""

    name = "broken"

    def try_case(self, rng) -> None:
        data = damaged(rng, b"a table under palm trees")
        if b"\0" in data:
            raise Finding("it gives way")
        int(data[:1] == b"a") // (0 if data[-1:] == b"\xff" else 1)


def test_what_gives_way_is_found_with_its_seed_and_found_again() -> None:
    report = try_door(Broken, 30.0, "7", most=300)
    assert report.cases == 300 and "it gives way" in report.findings
    number = int(report.findings["it gives way"].rpartition(":")[2].rstrip("]"))
    again = try_door(Broken, 30.0, "7", first=number, most=1)
    assert list(again.findings) == ["it gives way"]
