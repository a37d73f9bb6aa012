"""The words after a command, and one sentence where they make no sense."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import NoReturn

from tepui.core.refusal import UnknownName


class Parser(ArgumentParser):
    """argparse, but a mistake is a refusal like any other."""

    def __init__(self, command: str, about: str) -> None:
        super().__init__(prog=f"tepui {command}", description=about, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        raise UnknownName(f"{message}; `{self.prog} --help` shows what it understands")
