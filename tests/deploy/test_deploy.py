"""The files of deploy/: what they name exists, and what can be tried here is tried."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from bastide.cli.serve import serve
from bastide.server.metrics import registry
from bench.server_process import free_port
from tests.server.serving import Address

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
CONTAINERFILE = (DEPLOY / "Containerfile").read_text()
START_S = 300  # where nothing is compiled yet, the rules are compiled first


def options_in(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w-])--([a-z][a-z-]+)", text))


def known_options() -> set[str]:
    return {name.replace("_", "-") for name in serve.__annotations__}


def steps(instruction: str) -> list[str]:
    """What one kind of line of the Containerfile says, in order."""
    return [line.split(" ", 1)[1] for line in CONTAINERFILE.splitlines() if line.startswith(f"{instruction} ")]


def served_with() -> list[str]:
    """The whole command of the image."""
    return [*json.loads(steps("ENTRYPOINT")[0]), *json.loads(steps("CMD")[0])]


def plain(name: str) -> str:
    """A package's name as registries compare them."""
    return name.lower().replace("_", "-")


def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return read


def test_the_dashboard_names_metrics_that_exist() -> None:
    shown = json.loads((DEPLOY / "grafana.json").read_text())
    asked = " ".join(target["expr"] for panel in shown["panels"] for target in panel["targets"])
    named = set(re.findall(r"\bbastide_\w+", asked))
    exposed = {sample.name for family in registry.collect() for sample in family.samples}
    exposed |= {f"{family.name}_total" for family in registry.collect() if family.type == "counter"}
    exposed |= {f"{family.name}_bucket" for family in registry.collect() if family.type == "histogram"}
    assert named <= exposed, named - exposed
    ours = {family.name for family in registry.collect()}
    assert {name for name in ours if not any(each.startswith(name) for each in named)} == set()
    places = [tuple(panel["gridPos"].values()) for panel in shown["panels"]]
    assert len(set(places)) == len(places)


def test_every_option_that_is_used_exists() -> None:
    unit = (DEPLOY / "bastide.service").read_text()
    start = next(line for line in unit.splitlines() if line.startswith("ExecStart="))
    commands = [start, " ".join(served_with()), " ".join(compose()["x-table"]["command"])]
    for command in commands:
        assert options_in(command) <= known_options(), command


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd-analyze here")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    unit = (DEPLOY / "bastide.service").read_text()
    here = Path(sys.executable).parent / "bastide"
    (tmp_path / "bastide.service").write_text(unit.replace("/opt/bastide/bin/bastide", str(here)))
    checked = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / "bastide.service")], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr
    assert checked.stderr.strip() == ""


def test_the_image_runs_as_nobody_in_particular_and_is_asked_for_its_health() -> None:
    last = CONTAINERFILE.rsplit("FROM ", 1)[1]
    user = re.search(r"^USER (\d+)$", last, re.MULTILINE)
    assert user
    assert int(user[1]) > 0
    assert "/api/health" in steps("HEALTHCHECK")[0]
    assert "web/dist" in (ROOT / ".containerignore").read_text()  # the page is built inside


def test_the_services_fit_together() -> None:
    services = compose()["services"]
    caddy = (DEPLOY / "Caddyfile").read_text()
    for upstream in re.findall(r"(\w+):8700", caddy):
        assert upstream in services
        assert "inside" in services[upstream]["networks"]
    assert "@db/" in " ".join(services["one"]["command"])
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    used = {volume.split(":")[0] for service in services.values() for volume in service.get("volumes", [])}
    assert {name for name in used if not name.startswith(".")} == set(compose()["volumes"])
    assert (ROOT / "deploy" / compose()["x-table"]["build"]["dockerfile"].removeprefix("deploy/")).exists()


@pytest.mark.slow
def test_the_steps_of_the_image_build_a_server_that_serves_the_page(tmp_path: Path) -> None:
    """In a bare folder, where there is no container engine: the same commands, other paths."""
    source, image, data = (tmp_path / name for name in ("src", "image", "data"))
    for folder in (source, data):
        folder.mkdir()
    tracked = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in filter(None, tracked.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, source / name)
    tools = tmp_path / "tools"
    subprocess.run([sys.executable, "-m", "venv", str(tools)], check=True)
    paths = {"/opt/bastide": str(image), "/tmp/": f"{tmp_path}/", "/data": str(data)}
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))},
        "PATH": f"{tools}/bin:{os.environ['PATH']}",
    }

    def here(text: str) -> str:
        return re.sub("|".join(map(re.escape, paths)), lambda found: paths[found[0]], text)

    for step in steps("RUN"):
        if step.startswith("useradd"):
            continue
        done = subprocess.run(
            ["bash", "-c", here(step)], cwd=source, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{step}\n{done.stdout}\n{done.stderr}"

    address = Address()
    address.port = free_port()
    command = [str(address.port) if part == "8700" else here(part) for part in served_with()]
    command[0] = str(image / "bin" / "bastide")
    with (tmp_path / "log").open("w") as log:
        server = subprocess.Popen(command, cwd=data, env=environment, stdout=log, stderr=log)
    try:
        until = time.monotonic() + START_S
        while True:
            assert server.poll() is None, (tmp_path / "log").read_text()
            try:
                assert address.ask("GET", "/api/health")[0] == 200
                break
            except OSError:
                assert time.monotonic() < until, (tmp_path / "log").read_text()
                time.sleep(0.2)
        status, page = address.ask("GET", "/")
        assert status == 200
        assert b"/assets/" in page
    finally:
        server.terminate()
        server.wait(60)
    assert server.returncode in (0, -signal.SIGTERM)  # uvicorn ends by the signal it was sent


@pytest.mark.slow
def test_the_bill_of_materials_has_every_part_with_its_licence(tmp_path: Path) -> None:
    """`make sbom`, on a copy of what it reads."""
    made = subprocess.run(["make", "sbom", f"SBOM={tmp_path}"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    listed = {
        plain(line.split("\t")[0]): line.split("\t")[2] for line in (tmp_path / "licences.tsv").read_text().splitlines()
    }
    assert all(listed.values())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["postgres"]]
    assert {plain(re.split(r"[\[<>=]", name)[0]) for name in wanted} <= set(listed)
    assert "svelte" in listed
    bill = json.loads((tmp_path / "bastide.cdx.json").read_text())
    assert bill["bomFormat"] == "CycloneDX"
    assert all(component["version"] for component in bill["components"])
