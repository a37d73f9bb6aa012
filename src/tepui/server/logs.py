"""One JSON object per line on stderr: what happened, never who said or held what."""

from __future__ import annotations

import json
import logging
import sys
import time

STANDARD = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
            **{key: value for key, value in vars(record).items() if key not in STANDARD},
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["trace"] = trace(record.exc_info[1])
        return json.dumps(line, default=str)


def trace(error: BaseException) -> list[str]:
    """Where it happened, without the values: those could be anybody's secret."""
    places = []
    at = error.__traceback__
    while at is not None:
        code = at.tb_frame.f_code
        places.append(f"{code.co_filename.rpartition('/')[2]}:{at.tb_lineno} {code.co_name}")
        at = at.tb_next
    return [type(error).__name__, *places[-8:]]


def begin(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    logging.getLogger("uvicorn.error").setLevel("WARNING")  # its lines name the address of every room
