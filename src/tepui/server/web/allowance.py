"""How often someone may do something: so many a second, and bursts."""


class Allowance:
    __slots__ = ("_counted", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._left = burst
        self._counted = 0.0

    def take(self, now: float, takes: int = 1) -> bool:
        """Some more, if so many are left; `now` is by a clock that only goes forward."""
        self._left = min(self.burst, self._left + (now - self._counted) * self.rate)
        self._counted = now
        if self._left < takes:
            return False
        self._left -= takes
        return True

    def give_back(self) -> None:
        self._left += 1
