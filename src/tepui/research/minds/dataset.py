"""The questions as a dataset: a Parquet file for each kind, a card, and a description in Croissant."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from tepui.research.minds.questions import CANARY, Asked, Question

ABOUT = "Questions about what a player can know in games of hidden things. The answers are exact, by an engine."


def write(folder: Path, those: Sequence[Asked], answers: bool, label: str) -> None:
    """Answers only if they are wanted."""
    (folder / "data").mkdir(parents=True, exist_ok=True)
    files: dict[str, Path] = {}
    for kind in dict.fromkeys(one.question.kind for one in those):
        rows = [row_of(one, answers) for one in those if one.question.kind == kind]
        files[kind] = folder / "data" / f"{kind}.parquet"
        table = pa.Table.from_pylist(rows).replace_schema_metadata({"canary": CANARY, "set": label})
        pq.write_table(table, files[kind], compression="zstd")
    (folder / "README.md").write_text(card(those, files, answers, label), "utf-8")
    (folder / "croissant.json").write_text(json.dumps(croissant(files, answers), indent=1) + "\n", "utf-8")


def row_of(one: Asked, answers: bool) -> dict[str, Any]:
    row = {**msgspec.to_builtins(one.question), "prompt": one.question.prompt()}
    return {**row, "exact": one.exact, "proof_length": one.shortest} if answers else row


def card(those: Sequence[Asked], files: dict[str, Path], answers: bool, label: str) -> str:
    configs = "".join(
        f"- config_name: {kind}\n  data_files: data/{path.name}\n  default: {str(at == 0).lower()}\n"
        for at, (kind, path) in enumerate(files.items())
    )
    counts = ", ".join(f"{sum(one.question.kind == kind for one in those)} of {kind}" for kind in files)
    languages = sorted({one.question.language for one in those})
    given = "`exact` and `proof_length` are the answers." if answers else "The answers are withheld."
    return (
        f"---\npretty_name: Tepui Minds\nlicense: mit\nlanguage: {json.dumps(languages)}\n"
        f"tags: [theory-of-mind, deduction, games, benchmark]\nconfigs:\n{configs}---\n\n# Tepui Minds\n\n{ABOUT}\n\n"
        f"The set `{label}`: {counts}. {given} A row is a question as `docs/research/minds.md` of Tepui describes it. "
        f"`prompt` is all of its text. Made by `tepui minds questions --dataset`. Nothing in it is about a person.\n\n"
        f"{CANARY}\n"
    )


def croissant(files: dict[str, Path], answers: bool) -> dict[str, Any]:
    """A description that tools read (mlcommons.org/croissant/1.0); who publishes it puts in their own address."""
    head: dict[str, Any] = json.loads((Path(__file__).parent / "words" / "croissant.json").read_text("utf-8"))
    kinds = {"prompt": "sc:Text", **{name: kind_of(kind) for name, kind in Question.__annotations__.items()}}
    kinds |= {"proof_length": "sc:Integer"} if answers else {}
    return {
        **head,
        "description": f"{ABOUT} {CANARY}",
        "distribution": [described(path) for path in files.values()],
        "recordSet": [
            {"@type": "cr:RecordSet", "@id": kind, "name": kind, "field": fields(kind, path, kinds)}
            for kind, path in files.items()
        ],
    }


def described(path: Path) -> dict[str, str]:
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    file = {"@type": "cr:FileObject", "@id": path.name, "name": path.name, "contentUrl": f"data/{path.name}"}
    return {**file, "encodingFormat": "application/x-parquet", "sha256": digest}


def fields(record: str, path: Path, kinds: dict[str, str]) -> list[dict[str, Any]]:
    """The columns that are one value each."""
    return [
        {
            "@type": "cr:Field",
            "@id": f"{record}/{name}",
            "name": name,
            "dataType": kind,
            "source": {"fileObject": {"@id": path.name}, "extract": {"column": name}},
        }
        for name, kind in kinds.items()
        if name not in ("observation", "moves")
    ]


def kind_of(annotation: object) -> str:
    return "sc:Integer" if "int" in str(annotation) else "sc:Text"
