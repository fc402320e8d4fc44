"""Durable runs and counts killed at random moments, run databases with flipped bits, a server under load."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fault_scenario import (
    UNHARMED,
    FaultScenario,
    answer,
    command,
    kill_group,
    launched,
    to_the_end,
)
from killing_faults import FAULTS

from attack_section import Section
from runs_faults import hit_run
from support.run_damage_cases import KINDS, DamageCase, damages
from web_load import EXPECTED, measure

COUNTED = "pentominoes-6x10"
ANSWER = {"solutions": 9356, "up_to_symmetry": 2339}  # Haselgrove 1960


def kill(section: Section) -> None:
    """Faults of tests/faults at random moments, and counts that are killed and resumed."""
    section.tried.update(dict.fromkeys(("durable runs", "killed counts", "resumptions"), 0))
    while section.active:
        if section.dice.random() < 0.5:
            killed_count(section)
            continue
        name, seed = section.dice.choice(list(FAULTS)), section.dice.randrange(10**9)
        with section.expecting(f"run, {name}", f"seed {seed}"):
            got = hit_run(name, seed)
            if got == "the run was over before the fault":
                continue
            section.tried["durable runs"] += 1
            if got != UNHARMED:
                section.fail(f"run, {name}", str(got), f"seed {seed}")


def killed_count(section: Section) -> None:
    """A checkpointed count, killed several times and resumed."""
    engine = section.dice.choice(["dancing-cells", "forward-checking", "frontier"])
    with TemporaryDirectory() as folder:
        state = Path(folder) / "state.checkpoint"
        words = ["count", f"catalog:{COUNTED}", "--unique", "--engine", engine, "--json", "--quiet"]
        section.tried["killed counts"] += 1
        for _ in range(section.dice.randint(1, 3)):
            resume = ["--resume", str(state)] if state.exists() else ["--checkpoint", str(state)]
            section.tried["resumptions"] += state.exists()
            with launched(*words, *resume) as process:
                time.sleep(section.dice.uniform(0.0, 6.0))
                kill_group(process)
        words = [word for word in words if word not in ("--engine", engine)] if state.exists() else words
        resume = ["--resume", str(state)] if state.exists() else []
        with section.expecting(f"killed count by {engine}", ""), launched(*words, *resume) as process:
            body = json.loads(to_the_end(process)[0])
            given = {key: body[key] for key in ANSWER}
            if given != ANSWER:
                section.fail(f"killed count by {engine}", f"{given} instead of {ANSWER}")


def flip(section: Section) -> None:
    """Flip a bit of a run database; each command gives the same as before, or refuses."""
    with TemporaryDirectory() as folder:
        seed = section.dice.randrange(10**9)
        databases = [complete_run(Path(folder) / "complete"), killed_run(Path(folder) / "killed", seed)]
        wanted = {path: shown(path, Path(folder) / "whole") for path in databases}
        while section.active:
            path = section.dice.choice(databases)
            files = [file for file in sorted(path.parent.glob("runs.db*")) if file.stat().st_size]
            file = section.dice.choice([file for file in files if not file.name.endswith(("-shm", ".lock"))])
            at, bit = section.dice.randrange(file.stat().st_size), section.dice.randrange(8)
            copy = Path(folder) / "copy"
            section.tried["flipped bits"] += 1
            for name, call in COMMANDS.items():
                shutil.rmtree(copy, ignore_errors=True)
                shutil.copytree(path.parent, copy)
                content = bytearray((copy / file.name).read_bytes())
                content[at] ^= 1 << bit
                (copy / file.name).write_bytes(content)
                section.tried["commands"] += 1
                case = f"{path.parent.name} run, {file.name}, byte {at}, bit {bit}"
                with section.expecting(f"run {name}", case):
                    given = call(copy / "runs.db")
                    if given is None:
                        section.tried["refusals"] += 1
                    elif given != wanted[path][name]:
                        message = f"{str(given)[:300]} instead of {str(wanted[path][name])[:300]}"
                        section.fail(f"run {name} shows something else", message, case)


def damage(section: Section) -> None:
    """Damage files of each kind of run, by bytes and by SQL; see ``support.run_damage_cases``."""
    with TemporaryDirectory() as folder:
        drawn = []
        for kind in KINDS:
            case = DamageCase(Path(folder) / kind, kind)
            drawn.append((case, damages(case, section.dice.randrange(10**9))))
        while section.active:
            case, versions = section.dice.choice(drawn)
            what, data = next(versions)
            section.tried["damaged files"] += 1
            with section.expecting(f"damaged run, {case.kind}", what):
                section.tried[case.check(data)] += 1


def complete_run(folder: Path) -> Path:
    """The database of a complete run."""
    folder.mkdir()
    path = folder / "runs.db"
    words = ("catalog:pentominoes-4x15", "--unique", "--tasks", "40", "--executor", "threads")
    command("run", "start", *words, "--workers", 1, "--db", path, "--quiet")
    return path


def killed_run(folder: Path, seed: int) -> Path:
    """The database and its log, as kill -9 of the coordinator left them."""
    folder.mkdir()
    scenario = FaultScenario(folder, seed, "--executor", "threads", "--workers", 2)
    with scenario.started() as process:
        scenario.wait_for_moment(process)
        kill_group(process)
    return scenario.db


def shown(path: Path, copy: Path) -> dict[str, Any]:
    """What each command gives for a database that is not damaged."""
    values = {}
    for name, call in COMMANDS.items():
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(path.parent, copy)
        values[name] = call(copy / "runs.db")
        assert values[name] is not None, f"{path}: run {name} refuses a database that is not damaged"
    return values


def numbers_of(*words: str) -> Callable[[Path], Any]:
    """The numbers that a command with --json prints; None if it refuses in one sentence."""

    def call(path: Path) -> Any:
        output = _output(*words, "--db", str(path), "--json")
        if output is None:
            return None
        body = json.loads(output)
        runs = body.get("runs", [body])
        return [(run["status"], run["solutions"], run["up_to_symmetry"]) for run in runs]

    return call


def exported(path: Path) -> Any:
    """The solutions that are exported; None if the command refuses."""
    file = path.with_name("found.ndjson")
    return (
        None
        if _output("run", "export", "last", "--db", str(path), "-o", str(file)) is None
        else file.read_bytes()
    )


def _output(*words: str) -> str | None:
    """What a command prints; None if it refuses; AssertionError if it ends in another way."""
    ended = answer(*words)
    if ended.exit_code == 0:
        return str(ended.stdout)
    assert ended.exception is None or isinstance(ended.exception, SystemExit), repr(ended.exception)
    assert ended.exit_code == 2, (ended.exit_code, ended.output)
    assert "Traceback" not in ended.output
    return None


COMMANDS: dict[str, Callable[[Path], Any]] = {
    "status": numbers_of("run", "status", "last"),
    "list": numbers_of("run", "list"),
    "export": exported,
}


def load(section: Section) -> None:
    """Requests and event streams on a server of its own, over and over."""
    dice = section.dice
    while section.active:
        requests, streams, connections = dice.randint(200, 3000), dice.randint(1, 60), dice.randint(1, 60)
        case = f"{requests} requests, {streams} streams, {connections} connections"
        with section.expecting("load", case):
            measured = measure(requests, streams, connections)
            section.tried["requests"] += len(measured.tally.latencies)
            section.tried["streams"] += measured.tally.streams
            section.tried["servers"] += 1
            if unexpected := measured.tally.statuses.keys() - EXPECTED:
                section.fail("load, status", f"status {sorted(unexpected)}", case)
            if measured.left:
                section.fail("load, processes", f"{measured.left} processes were left", case)
