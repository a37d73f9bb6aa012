"""The built pages: compressed when they were built, and kept by browsers for ever where a name has a hash in it."""

import mimetypes
import os
import re
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from tepui.server.web.guard import WASM_CSP

mimetypes.add_type("application/manifest+json", ".webmanifest")
HASHED: Final = "assets"  # Vite puts a hash of the content into the names in this folder
FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_FIRST: Final = "no-cache"  # kept, but asked about at every visit: an unchanged file is not sent again
ENGINE: Final = "engine-"  # the script of the worker that runs the games on a device
UNWANTED: Final = re.compile(r";\s*q\s*=\s*0(\.0*)?\s*$")
ENCODINGS: Final = (("br", ".br"), ("gzip", ".gz"))  # the smallest first


def accepted(header: str) -> set[str]:
    """The encodings that a browser can read."""
    return {part.partition(";")[0].strip() for part in header.lower().split(",") if not UNWANTED.search(part)}


class Files(StaticFiles):
    """Serves `name.br` or `name.gz` in place of `name` to browsers that can read it."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        asked, file = Headers(scope=scope), Path(full_path)
        reads = accepted(asked.get("accept-encoding", ""))
        twins = ((name, file.with_name(file.name + suffix)) for name, suffix in ENCODINGS if name in reads)
        encoding, chosen = next((twin for twin in twins if twin[1].is_file()), ("", file))
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        response = FileResponse(
            chosen,
            status_code=status_code,
            stat_result=chosen.stat(),
            media_type=kind,
            headers={
                "cache-control": FOR_EVER if file.parent.name == HASHED else ASK_FIRST,
                "vary": "Accept-Encoding",
                **({"content-encoding": encoding} if encoding else {}),
                **({"content-security-policy": WASM_CSP} if file.name.startswith(ENGINE) else {}),
            },
        )
        if self.is_not_modified(response.headers, asked):
            return NotModifiedResponse(response.headers)
        return response
