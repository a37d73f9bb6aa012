"""A link as a QR code, for a telephone's camera."""

import io

from tepui.server.web.address import File


def as_svg(link: str) -> str:
    import segno  # here, for a device that is its own server shows no code and has no such package

    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", scale=4, xmldecl=False, svgclass=None, lineclass=None)
    return out.getvalue().decode()


def file(link: str) -> File:
    return File(as_svg(link).encode(), "image/svg+xml")
