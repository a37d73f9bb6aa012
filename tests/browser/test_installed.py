"""Tepui as an installed app: what it needs, a page without a connection, calls, and nothing of a table in any cache."""

import json

import pytest
from barriers import barriers
from player import LAPTOP, PHONE, Visit, begin, comes_true
from playwright.sync_api import CDPSession, Page

pytestmark = pytest.mark.browser

KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys())
      found[new URL(request.url).pathname] = await (await caches.match(request)).text();
  return found;
}"""
BROWSER = {
    "endpoint": "https://push.example.org/browser",
    "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    },
}


def with_worker(visit: Visit, size: dict[str, int]) -> Page:
    page = visit("/", size=size, worker=True)
    page.wait_for_selector("[data-card]")
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    comes_true(page, "navigator.serviceWorker.controller !== null")
    return page


@pytest.mark.proof(but="phone")
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_without_a_connection_there_is_a_clear_page_and_no_cache_knows_the_table(
    visit: Visit, size: dict[str, int]
) -> None:
    page = with_worker(visit, size)
    begin(page, "lost-code")
    page.wait_for_selector("[data-ui=head][data-mine]")
    room = page.url.rpartition("/")[2]
    page.evaluate("room => fetch(`/api/rooms/${room}/replay`)", room)
    kept = page.evaluate(KEPT)
    assert sorted(kept) == ["/favicon.svg", "/offline.css", "/offline.html"]
    cookie = page.context.cookies()[0]["value"]
    assert room not in json.dumps(kept) and cookie not in json.dumps(kept)
    page.context.set_offline(True)
    page.reload()
    assert "There is no connection to the table" in page.locator("main").inner_text()
    assert not barriers(page)
    page.context.set_offline(False)
    page.click("a")
    page.wait_for_selector("[data-ui=head][data-mine]")


def test_it_can_be_installed(visit: Visit) -> None:
    page = with_worker(visit, PHONE)
    line: CDPSession = page.context.new_cdp_session(page)
    told = line.send("Page.getAppManifest")
    assert told["errors"] == [] and json.loads(told["data"])["short_name"] == "Tepui"
    for size in (192, 512):
        drawn = page.evaluate(
            """size => new Promise((done) => {
              const icon = new Image();
              icon.onload = () => done([icon.naturalWidth, icon.naturalHeight]);
              icon.src = `/icon-${size}.png`;
            })""",
            size,
        )
        assert drawn == [size, size]


@pytest.mark.proof
def test_a_call_is_shown_and_the_switch_turns_it_on_and_off(visit: Visit) -> None:
    page = with_worker(visit, PHONE)
    page.context.grant_permissions(["notifications"])
    page.evaluate(
        """browser => {
          const one = { ...browser, toJSON: () => browser, unsubscribe: async () => true };
          PushManager.prototype.subscribe = async () => one;  // there is no push service here
          PushManager.prototype.getSubscription = async () => one;
        }""",
        BROWSER,
    )
    page.click("[data-ui=corner] button")
    with (
        page.expect_response("**/api/push") as key,
        page.expect_response(lambda answer: answer.request.method == "POST" and answer.url.endswith("/api/push")) as on,
    ):
        page.check("[data-notify]")
    assert key.value.ok and on.value.status == 201
    with page.expect_response(lambda answer: answer.request.method == "DELETE") as off:
        page.uncheck("[data-notify]")
    assert off.value.ok
    line: CDPSession = page.context.new_cdp_session(page)
    found: list[str] = []
    line.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(
        one["registrationId"] for one in told["registrations"] if not one["isDeleted"]
    ))  # fmt: skip
    line.send("ServiceWorker.enable")
    while not found:
        page.evaluate("undefined")
    origin = page.url.rstrip("/")
    data = json.dumps({"title": "Kryptx", "body": "Your move", "room": "abc"})
    line.send("ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": found[0], "data": data})
    comes_true(
        page,
        """async () => {
          const [one] = await (await navigator.serviceWorker.ready).getNotifications();
          return one?.title === 'Kryptx' && one.body === 'Your move' && one.tag === 'abc';
        }""",
    )
