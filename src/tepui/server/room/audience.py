"""The pages at one table: through whose eyes each looks, and the story that it follows."""

from collections.abc import Callable

from tepui.coach.story import PICTURES, Story
from tepui.core.position import AUDIENCE, DEALER
from tepui.server.people.identity import device_of
from tepui.server.room import watching
from tepui.server.room.help import Helping, level_at
from tepui.server.room.page import Page
from tepui.server.room.session import GameSession
from tepui.server.room.state import RoomState


class Audience:
    def __init__(self, helping: Helping, secrets: bool) -> None:
        self.pages: dict[Page, None] = {}  # in the order in which they came
        self.secrets = secrets  # does one player know what another does not?
        self.helping = helping
        self.sitting: dict[str, int] = {}  # by guest
        self._stories: dict[tuple[int, str], Story] = {}  # by eye and language: one, however many look
        self._names: tuple[str, ...] = ()
        self._watching: int | None = None  # the eyes of those without a seat, if they may look at all
        self._devices: set[str] = set()  # at which someone plays
        self._shared: frozenset[str] = frozenset()  # at which several people play now
        self._looks: dict[str, int] = {}  # by device: the seat whose view everyone agreed to show it
        self._screen = AUDIENCE  # the eyes of a device that belongs to players, and looks through nobody's

    def adopt(self, state: RoomState, shut: bool = False) -> None:
        """Who sits where now, and what each of them may see; `shut`: nothing but what the own seat sees."""
        if state.names != self._names:
            self._names = state.names
            self._stories.clear()  # their sentences name people
        self.sitting = {guest: seat for guest in state.guests if (seat := state.seat_of(guest)) is not None}
        self._devices = {device_of(guest) for guest in self.sitting}
        self._shared = state.shared
        self._screen = DEALER if state.over and not shut else AUDIENCE
        self._watching = self._screen if (state.over or state.watching) and not shut else None
        self._looks = {
            look.device: look.seat
            for look in state.looks
            if look.seat is not None and watching.granted(state, look) and not shut
        }
        self.helping.guests = [chair.guest for chair in state.chairs]
        self.helping.levels = [level_at(state, seat) for seat in range(len(state.chairs))]

    def seat(self, guest: str, person: int | None) -> int | None:
        """The seat that someone plays who said they are this person.

        Where several share a device and have secrets, nobody looks until one of them says who they are: until then the
        device lies on the table, and who looks at it is not known.
        """
        if person == 0 or (person is None and guest in self._shared):
            return None
        return self.sitting.get(guest)

    def plays(self, guest: str) -> bool:
        """Does anyone at this person's device have a seat? Then it may see what the audience sees."""
        return device_of(guest) in self._devices

    def eye(self, page: Page) -> int | None:
        """Whose eyes this page looks through: its seat's, the audience's, all when the game is over; or none.

        A watcher looks through a player's if everyone agreed; what hangs on the wall is never a player's own.
        """
        page.seat = seat = self.seat(page.guest, page.person)
        if seat is not None:
            return seat
        if self.plays(page.guest):
            return self._screen
        return self._watching if page.person == 0 else self._looks.get(device_of(page.guest), self._watching)

    def has_moved(self, page: Page, acting: list[int]) -> bool:
        """Is this person's move over, or another's begun, or does everyone look, at a device that several share?

        Then it lies on the table again, before anyone can hand it over with their own view on it.
        """
        seat, device = self.seat(page.guest, page.person), device_of(page.guest)
        if seat is None or device not in self._shared or not self.secrets:
            return False
        here = {at for guest, at in self.sitting.items() if device_of(guest) == device}
        over = acting != page.acting and seat not in acting and (seat in page.acting or not here.isdisjoint(acting))
        return page.aloud or over

    def show(self, session: GameSession, only: Page | None = None) -> list[Page]:
        """Everyone's own view, or only that of one page; a story that nobody follows any more is forgotten.

        The result is whose person has moved and looks no more: they have to hear so.
        """
        motion: dict[tuple[int, str], bool] = {}  # by story: does anyone show its moves one by one?
        following = []
        laid_down = []
        acting = session.table.to_act
        for page in self.pages if only is None else [only]:
            if only is None and self._shared and self.has_moved(page, acting):
                page.lay_down()
                laid_down.append(page)
            eye = self.eye(page)
            page.acting = acting
            if page.ready and eye is not None:
                key = eye, page.language
                motion[key] = motion.get(key, False) or page.motion
                following.append((page, self.story(session, *key)))
        if only is None:
            self._stories = {key: self._stories[key] for key in motion}
        for key, moving in motion.items():
            self._stories[key].advance(session.turn, PICTURES if moving else 1)
        for page, story in following:
            page.show(story, None if page.seat is None else self.helping.text(story, page.seat))
        return laid_down

    def story(self, session: GameSession, eye: int, language: str) -> Story:
        """The story for these eyes in this language; from the beginning, if the moves themselves are other ones now.

        New eyes begin where the others stand: when everything opens at the end, or a device is laid on the table, what
        is new comes move by move.
        """
        view = session.table.look(eye)
        found = self._stories.get((eye, language))
        if found is None or found.moves is not view.moves:
            here = max((len(one.entries) for one in self._stories.values()), default=len(view.moves))
            found = Story(view.game, view.setting, eye, self._names, language, view.moves)
            found.advance(session.turn, upto=here)
            self._stories[eye, language] = found
        return found

    def told_again(self, session: GameSession, eye: int, language: str) -> Callable[[], Story]:
        """The same from the beginning, by whoever calls the result: it may be in a thread, while the game goes on."""
        view, names, turn = session.table.look(eye), self._names, session.turn
        moves = view.moves[:]

        def again() -> Story:
            story = Story(view.game, view.setting, eye, names, language, moves)
            story.advance(turn)
            return story

        return again
