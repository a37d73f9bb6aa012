"""The admin page of one of several processes over one PostgreSQL: what is done there holds at all of them."""

import pytest
from headless import Refused, Visitor
from own_server import Site
from people import room_where
from test_admin import Browser, token
from test_processes import running, table, two

from tepui.cli import main
from tepui.server.admin import tables, work


def test_a_table_is_closed_and_new_ones_are_refused_at_every_process(tmp_path, database) -> None:
    async def evening(one: Site, other: Site) -> None:
        browser = Browser(one)
        assert "not the token" in await browser.enter("wrong")
        await browser.enter(token(tmp_path))
        async with Visitor(one.url) as anna, Visitor(other.url) as ben:
            host, guest = await table(anna, ben, game="lost-code")
            await browser.press("/admin/drain", on="1")
            for page in (host, guest):
                await room_where(page, lambda told: told["notice"])
            with pytest.raises(Refused, match="takes no new tables now"):
                await ben.create(game="lost-code")
            async with running(tmp_path, database):  # one that comes to the others: they are still about to end
                with pytest.raises(Refused, match="takes no new tables now"):
                    await ben.create(game="lost-code")
            await browser.press("/admin/drain", on="0")
            await room_where(guest, lambda told: told["notice"] is None)
            await ben.create(game="lost-code")
            mark = tables.mark_of(host.id)
            assert "is closed" in await browser.press("/admin/table", table=mark, what="close", sure="1", why="spam")
            for page in (host, guest):
                while not page.gone:
                    await page.until("gone")
                assert page.gone.endswith("They say: spam")
            with pytest.raises(Refused, match="have closed this table"):
                await ben.get(f"/api/rooms/{host.id}/record")
            there = Browser(other)  # the page of the other process knows, and opens it again
            there.cookie = browser.cookie
            assert "closed: 2 people" in await there.ask("/admin?phase=over")
            assert "is open again" in await there.press("/admin/table", table=mark, what="open")
            back = await anna.open(host.id)
            await back.until("view")
            await browser.press("/admin/drain", on="1")

    async def after(one: Site, other: Site) -> None:
        async with Visitor(one.url) as anna:
            assert await anna.create(game="lost-code")  # the restart of all was what it waited for

    two(tmp_path, database, evening)
    two(tmp_path, database, after)


@pytest.mark.proof
def test_the_doctor_looks_and_a_backup_is_made_while_people_play(tmp_path, database) -> None:
    async def evening(one: Site, other: Site) -> None:
        browser, ours = Browser(one), one.app.state.work
        await browser.enter(token(tmp_path))
        async with Visitor(one.url) as anna, Visitor(other.url) as ben:
            host, guest = await table(anna, ben, game="lost-code")
            for page in (host, guest):
                while page.view["must_act"]:
                    await page.pick(page.view, 0)
                    await page.until("view")
            await browser.press("/admin/doctor")
            await ours.task
            told = await browser.ask("/admin")
            assert ours.findings and not [wrong for _, wrong in ours.findings if wrong], ours.findings
            assert "PostgreSQL" in told and "Fine: the database" in told
            assert database not in told  # its password is nobody's business
            await browser.press("/admin/backup")
            await ours.task
            assert [one.name in await browser.ask("/admin") for one in ours.backups()] == [True], ours.trouble

    two(tmp_path, database, evening)
    [made] = (tmp_path / work.BACKUPS).iterdir()
    assert main(["restore", str(made), "--data", str(tmp_path / "restored")]) == 0
    assert main(["doctor", "--data", str(tmp_path / "restored")]) == 0
