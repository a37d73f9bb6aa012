"""A link as a QR code, for a telephone's camera."""

from __future__ import annotations

import io

import segno
from starlette.responses import Response


def as_svg(link: str) -> str:
    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", scale=4, xmldecl=False, svgclass=None, lineclass=None)
    return out.getvalue().decode()


def response(link: str) -> Response:
    return Response(as_svg(link), media_type="image/svg+xml")
