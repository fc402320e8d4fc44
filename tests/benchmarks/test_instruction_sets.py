"""The measurement of the engine ``dense`` with each instruction set."""

import json
import sys
from pathlib import Path

import pytest

import instruction_sets
import problems
from tilewright import _core


def test_solutions_and_nodes_do_not_depend_on_the_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "problem"
    path.write_text(problems.dumps(problems.catalogue()["3x20"].problem))
    values = []
    for vectors in _core.vector_units():
        monkeypatch.setattr(sys, "argv", ["instruction_sets.py", vectors, str(path), "0"])
        instruction_sets.main()
        values.append(json.loads(capsys.readouterr().out))
    assert {one["solutions"] for one in values} == {8}
    assert len({one["nodes"] for one in values}) == 1 and all(one["seconds"] > 0 for one in values)
