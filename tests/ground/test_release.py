"""What a release is made of: the list of its parts, the container, and the examples for a host."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tepui.cli_args import described
from tepui.server.serve import command

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "tools" / "deploy"
pytestmark = pytest.mark.once


def test_the_list_of_parts_names_every_package_and_is_the_same_each_time() -> None:
    made = [subprocess.check_output([sys.executable, ROOT / "tools" / "sbom.py"]) for _ in range(2)]
    assert made[0] == made[1]
    listed = json.loads(made[0])
    assert listed["bomFormat"] == "CycloneDX"
    names = {part["name"].lower() for part in listed["components"]}
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    assert {re.split(r"[^\w-]", one)[0].lower() for one in wanted} <= {*names, *(n.replace("-", "_") for n in names)}
    assert {"svelte", "@fontsource/marcellus"} <= names
    assert not re.search(r"https?://", made[0].decode()), "no host"


def test_no_version_that_strangers_could_use_is_allowed() -> None:
    """Jinja2 below 3.1.6 lets a template out of its sandbox."""
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    [lowest] = [one.partition(">=")[2] for one in wanted if one.startswith("jinja2")]
    assert [int(part) for part in lowest.split(".")] >= [3, 1, 6]


def test_versions_agree() -> None:
    source = (ROOT / "src/tepui/__init__.py").read_text("utf-8")
    version = re.search(r'__version__ = "([^"]+)"', source)
    assert version and f"version: {version[1]}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\n## {version[1]}, " in (ROOT / "CHANGELOG.md").read_text("utf-8")


READERS = ["Play", "Host", "Bots", "Games", "Research", "Commands"]


def test_the_changes_of_a_release_are_few_and_sorted_by_reader() -> None:
    """Each under the one who notices it, and none twice; what is not released yet as well."""
    for release in re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.M)[1:]:
        before, *parts = re.split(r"^### ", release, flags=re.M)
        bullets = re.findall(r"^- (.+)$", release, re.M)
        assert "\n- " not in before, "each line has a reader"
        titles = [part.partition("\n")[0] for part in parts]
        assert titles == [title for title in READERS if title in titles], titles
        assert len(bullets) <= 40 and len({*bullets}) == len(bullets), f"{len(bullets)} lines in {release[:20]!r}"


def test_the_container_has_two_stages_no_root_one_volume_and_a_health_check() -> None:
    """What hadolint asks for, and what issue and page promise; `python3 dev.py proofs container` runs its steps."""
    text = re.sub(r"\\\n", " ", (ROOT / "Containerfile").read_text("utf-8"))
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    words = [line.split()[0] for line in lines]
    assert words.count("FROM") == 2 and words.count("VOLUME") == words.count("USER") == words.count("HEALTHCHECK") == 1
    bases = [line.split()[1] for line in lines if line.startswith("FROM")]
    assert all(":" in base and not base.endswith(":latest") for base in bases)
    last = lines[max(at for at, word in enumerate(words) if word == "FROM") :]
    assert not [line for line in last if "apt-get" in line or "pip install" in line], "tools stay in the first stage"
    for line in lines:
        if "apt-get install" in line:
            assert "--no-install-recommends" in line and "rm -rf /var/lib/apt/lists" in line
        if "pip install" in line:
            assert line.count("pip install") == line.count("--no-cache-dir")
        if line.startswith(("ENTRYPOINT", "CMD")):
            assert isinstance(json.loads(line.split(" ", 1)[1]), list)
    user = next(line.split()[1] for line in lines if line.startswith("USER"))
    assert user.isdigit() and int(user) > 0, "a number, so that an orchestrator knows it is not root"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze")
def test_systemd_understands_its_unit(tmp_path: Path) -> None:
    unit = tmp_path / "tepui.service"
    unit.write_text((DEPLOY / "tepui.service").read_text("utf-8").replace("/opt/tepui/bin/tepui", "/bin/true"))
    answer = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, timeout=60)
    said = [line for line in answer.stderr.splitlines() if "tepui.service" in line]
    assert not said, said
    (line,) = re.findall(r"^ExecStart=.*$", (DEPLOY / "tepui.service").read_text("utf-8"), re.M)
    known = {option for action in described(command)._actions for option in action.option_strings}
    assert {*re.findall(r" (--[\w-]+)", line)} <= known
