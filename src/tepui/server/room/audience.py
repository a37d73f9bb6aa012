"""The pages at one table: through whose eyes each looks, and the story that it follows."""

from collections.abc import Callable

from tepui.coach.story import PICTURES, Story
from tepui.core.position import AUDIENCE, DEALER
from tepui.server.people.identity import device_of
from tepui.server.room import watching
from tepui.server.room.delay import Delay, Stop
from tepui.server.room.help import Helping, level_at
from tepui.server.room.page import Page
from tepui.server.room.session import GameSession
from tepui.server.room.state import RoomState


class Audience:
    def __init__(self, helping: Helping, secrets: bool, delay: Delay) -> None:
        self.delay = delay
        self.pages: dict[Page, None] = {}  # in the order in which they came
        self.secrets = secrets  # does one player know what another does not?
        self.helping = helping
        self.sitting: dict[str, int] = {}  # by guest
        self._stories: dict[tuple[int, str, bool], Story] = {}  # by eye, language, and is it told later: one for all
        self._names: tuple[str, ...] = ()
        self._watching: int | None = None  # the eyes of those without a seat, if they may look at all
        self._later: int | None = None
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
        self._later = AUDIENCE if state.watching and not shut else None  # the same for whom the game is not over yet
        if not (state.over and self.delay.now is not None and not self.delay.now.over):
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
        stop = self.late(page.guest)
        eye = self._watching if stop is None or stop.over else self._later
        return eye if page.person == 0 else self._looks.get(device_of(page.guest), eye)

    def late(self, guest: str) -> Stop | None:
        """What there is to see for someone who only watches, where that is later than for players; None: as it is."""
        return self.delay.now if self.delay.seconds and not self.plays(guest) else None

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
        motion: dict[tuple[int, str, bool], bool] = {}  # by story: does anyone show its moves one by one?
        following, kept = [], set()
        laid_down = []
        acting = session.table.to_act
        for page in self.pages if only is None else [only]:
            if only is None and self._shared and self.has_moved(page, acting):
                page.lay_down()
                laid_down.append(page)
            eye = self.eye(page)
            page.acting = acting
            stop = self.late(page.guest) if self.delay.seconds else None
            if page.ready and eye is not None:
                key = eye, page.language, stop is not None
                kept.add(key)
                if only is None and stop is not None and stop == page.stop:
                    continue  # that something has happened is news, too
                page.stop = stop
                motion[key] = motion.get(key, False) or page.motion
                following.append((page, self.story(session, eye, page.language, stop)))
        if only is None:
            self._stories = {key: story for key, story in self._stories.items() if key in kept}
        for key, moving in motion.items():
            stop = self.delay.now if key[2] else None
            turn, upto = (session.turn, None) if stop is None else (stop.turn, stop.moves)
            self._stories[key].advance(turn, PICTURES if moving else 1, upto)
        for page, story in following:
            page.show(story, None if page.seat is None else self.helping.text(story, page.seat))
        return laid_down

    def story(self, session: GameSession, eye: int, language: str, stop: Stop | None = None) -> Story:
        """The story for these eyes in this language; from the beginning, if the moves themselves are other ones now.

        New eyes begin where the others stand: when everything opens at the end, or a device is laid on the table, what
        is new comes move by move.
        """
        view = (stop or session).table.look(eye)
        late = stop is not None
        found = self._stories.get((eye, language, late))
        if found is None or found.moves is not view.moves:
            others = (len(one.entries) for key, one in self._stories.items() if key[2] == late)
            newest = len(view.moves) if stop is None else stop.moves
            found = Story(view.game, view.setting, eye, self._names, language, view.moves)
            found.advance(session.turn if stop is None else stop.turn, upto=min(newest, max(others, default=newest)))
            self._stories[eye, language, late] = found
        return found

    def moves(self, session: GameSession, eye: int, stop: Stop | None) -> list[tuple[int, int]]:
        """All that these eyes may have seen by now."""
        return (stop or session).table.look(eye).moves[: None if stop is None else stop.moves]

    def told_again(self, session: GameSession, eye: int, page: Page) -> Callable[[], Story]:
        """The same from the beginning, by whoever calls the result: it may be in a thread, while the game goes on."""
        view, names, language, stop = session.table.look(eye), self._names, page.language, self.late(page.guest)
        turn, moves = (stop or session).turn, self.moves(session, eye, stop)

        def again() -> Story:
            story = Story(view.game, view.setting, eye, names, language, moves)
            story.advance(turn)
            return story

        return again
