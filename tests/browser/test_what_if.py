"""What if: from a moment of a replay, on the real board, through one's own eyes, and back to where one was."""

import pytest
from player import PHONE, Visit, comes_true, new_table, play_out

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.proof
@pytest.mark.parametrize("game", ["lost-code", "roll-and-write", "kryptx"])
def test_a_finished_game_is_played_on_from_its_replay_and_compared(visit: Visit, game: str) -> None:
    page = visit("/", size=PHONE)
    page.goto(new_table(page, game, 2, bots=["beginner"], start=True, pace=0))
    play_out(page)
    room = page.url.rpartition("/")[2]
    page.goto(f"/t/{room}#replay?move=24&eye=0")
    onward = page.locator("[data-press=what-if]")
    move = int((onward.get_attribute("href") or "").partition("move=")[2].partition("&")[0])
    assert move >= 24, "a move without a word is part of the next one"
    onward.click()
    page.wait_for_selector("[data-ui=what-if] #board")
    page.get_by_role("combobox").select_option("beginner")
    page.wait_for_selector("[data-ui=what-if] #board")
    # The middle of what is on offer, some times: as the page asks, by the same address.
    line = page.evaluate(
        """async ([room, move]) => {
          const line = [];
          for (;;) {
            const answer = await fetch(`/api/rooms/${room}/what-if?seat=0`, {method: "POST",
              headers: {"content-type": "application/json"},
              body: JSON.stringify({ move, level: "beginner", seed: `${room} 1`, line })});
            const { view } = await answer.json();
            if (view.places || line.length > 8) return line;
            line.push([view.legal.length >> 1]);
          }
        }""",
        [room, move],
    )
    assert line
    page.locator("[data-press=other-world]").first.click()
    page.wait_for_selector("[data-ui=what-if] #board")
    page.get_by_role("link", name="Back").first.click()
    comes_true(page, f"location.hash === '#replay?move={move}&eye=0'")
