"""Proves that the notebook of the docs runs, and that what it trains beats `random` in Roll & Write.

Needs nbclient and ipykernel. `TEPUI_MINUTES=1` trains less; `--write` keeps what it printed and drew in the notebook.
"""

import os
import re
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parents[2] / "docs" / "research" / "train.ipynb"


def main() -> None:
    minutes = float(os.environ.setdefault("TEPUI_MINUTES", "5"))
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    NotebookClient(notebook, timeout=60 * minutes + 600, kernel_name="python3").execute()
    told = "".join(out.get("text", "") for cell in notebook.cells for out in cell.get("outputs", []))
    print(told)
    against = dict(re.findall(r"against (\w+): ([+-][\d.]+)", told))
    assert float(against["random"]) > 0.8, against
    if "--write" in sys.argv:
        for cell in notebook.cells:
            cell.metadata.pop("execution", None)
        nbformat.write(notebook, NOTEBOOK)


if __name__ == "__main__":
    main()
