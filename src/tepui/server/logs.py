"""One JSON object per line on stderr: what happened, never who said or held what."""

import json
import logging
import sys
from collections import Counter
from datetime import UTC, datetime
from traceback import walk_tb

STANDARD = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": f"{datetime.fromtimestamp(record.created, UTC):%Y-%m-%dT%H:%M:%SZ}",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
            **{key: value for key, value in vars(record).items() if key not in STANDARD},
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["trace"] = trace(record.exc_info[1])
        return json.dumps(line, default=str)


class NotTooOften(logging.Filter):
    """The same line of the source says at most so much a minute: a stranger must not fill the disk with complaints."""

    def __init__(self, most: int = 60) -> None:
        super().__init__()
        self.most = most
        self._minute = 0
        self._said: Counter[tuple[str, int]] = Counter()  # by where it was said

    def filter(self, record: logging.LogRecord) -> bool:
        minute, place = int(record.created // 60), (record.pathname, record.lineno)
        if minute != self._minute:
            self._minute = minute
            self._said.clear()
        self._said[place] += 1
        if self._said[place] == self.most:
            record.last = "more of these are left out for a minute"
        return self._said[place] <= self.most


def trace(error: BaseException) -> list[str]:
    """Where it happened, without the values: those could be anyone's secret."""
    ways = [(frame.f_code, line) for frame, line in walk_tb(error.__traceback__)]
    places = [f"{code.co_filename.rpartition('/')[2]}:{line} {code.co_name}" for code, line in ways]
    return [type(error).__name__, *places[-8:]]


def begin(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(NotTooOften())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    logging.getLogger("uvicorn.error").setLevel("WARNING")  # its lines name the address of every room
