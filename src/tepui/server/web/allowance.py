"""How often somebody may do something: so many a second, and bursts."""


class Allowance:
    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._left = burst
        self._counted = 0.0

    def take(self, now: float) -> bool:
        """One more, if there is one left; `now` is by a clock that only goes forward."""
        self._left = min(self.burst, self._left + (now - self._counted) * self.rate)
        self._counted = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True
