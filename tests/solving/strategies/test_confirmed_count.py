"""Counts that a second engine confirms, and what happens when one of the two is wrong."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from support.cli import TROMINOES, printed_json, puzzle_file, run
from support.engine_cases import engine_names
from support.puzzle_cases import pentominoes, piece, rectangle
from support.waiting import HANGS_S
from tilewright import catalogue
from tilewright.errors import DisagreementError, UnsupportedError
from tilewright.exact_cover.problem import CoverProblem
from tilewright.formats.toml import loads
from tilewright.model.puzzle import Puzzle
from tilewright.solving import api
from tilewright.solving.engines.base import Engine
from tilewright.solving.engines.frontier.sweep import Evaluation, SweepQuery
from tilewright.solving.engines.registry import ENGINES, FRONTIER
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Control, Limits, Progress, Status
from tilewright.solving.strategies import confirmed_count
from tilewright.solving.strategies.base import Strategy


class LyingAdapter:
    """A counter that finds one solution more than there are."""

    def unsupported(self, problem: CoverProblem, prefix: Sequence[int] = ()) -> str:
        return ""

    def unsupported_query(self, query: SweepQuery) -> str:
        return ""

    def count(self, query: SweepQuery, resources: Resources, control: Control) -> Evaluation[int]:
        evaluation: Evaluation[int] = FRONTIER.loaded_adapter.count(query, resources, control)
        return replace(evaluation, value=(evaluation.value or 0) + 1)


ADAPTER = LyingAdapter()
LYING = Engine("overcounting", "one solution too many", frozenset({"counts"}), ADAPTER)


def register(monkeypatch: pytest.MonkeyPatch, engine: Engine) -> None:
    """Register an engine for the time of a test."""
    for texts in (ENGINES.builtin, ENGINES._loaded):
        monkeypatch.setitem(texts, engine.name, engine)


@pytest.fixture
def lying(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a registered engine that lies."""
    register(monkeypatch, LYING)
    return LYING.name


def dominoes(width: int, height: int) -> Puzzle:
    return Puzzle(rectangle(width, height), (piece("d", "##", copies=width * height // 2),))


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("engine", [None, *engine_names("counts")])
def test_engines_are_confirmed_by_others_that_share_no_code(engine: str | None, threads: int) -> None:
    answer = api.count(dominoes(4, 4), engine=engine, confirm=True, threads=threads)
    assert (answer.status, answer.solutions) == (Status.COMPLETE, 36)
    first, second = ENGINES[answer.engine], ENGINES[answer.confirmed_by]
    assert not first.code_of_count(unique=False) & second.code_of_count(unique=False)


def test_searches_of_a_tree_never_confirm_each_other() -> None:
    trees = [ENGINES[name] for name in engine_names("splittable")]
    for unique in (False, True):
        assert all(
            a.code_of_count(unique=unique) & b.code_of_count(unique=unique) for a in trees for b in trees
        )
    counters = [ENGINES[name] for name in ("frontier", "kasteleyn")]
    plain, orbits = ([e.code_of_count(unique=u) for e in counters] for u in (False, True))
    assert not plain[0] & plain[1]
    assert orbits[0] & orbits[1] == {"Burnside's lemma"}


@pytest.mark.parametrize("engine", ["frontier", "dense", "kasteleyn"])
def test_orbits_and_labelled_copies_are_confirmed(engine: str) -> None:
    answer = api.count(dominoes(4, 4), engine=engine, unique=True, labelled=True, confirm=True)
    assert (answer.solutions, answer.up_to_symmetry, answer.labelled) == (36, 9, 36 * 40320)
    assert answer.confirmed_by == ("kasteleyn" if engine == "dense" else "bitmask")


def test_copies_left_over_are_labelled_by_both() -> None:
    loose = Puzzle(rectangle(4, 3), (piece("d", "##", copies=(0, 6)), piece("m", "#", copies=(0, 12))))
    for engine in ("frontier", "dense"):
        answer = api.count(loose, engine=engine, labelled=True, confirm=True)
        assert answer.confirmed_by and answer.labelled == api.count(loose, labelled=True).labelled


def test_areas_that_cannot_add_up_are_confirmed_by_a_sweep() -> None:
    answer = api.count(Puzzle(rectangle(3, 3), (piece("d", "##", copies=4),)), confirm=True)
    assert (answer.solutions, answer.nodes, answer.confirmed_by) == (0, 0, "frontier")


def test_counts_by_piece_and_modulo_a_number_are_confirmed() -> None:
    loose = Puzzle(rectangle(4, 3), (piece("d", "##", copies=(0, 6)), piece("m", "#", copies=(0, 12))))
    by = api.count_by(loose, "m", confirm=True)
    assert by.solutions == 823 and by.confirmation is not None
    assert by.confirmation.status is Status.COMPLETE and ENGINES[by.confirmation.engine].can("splittable")
    residue = api.count_modulo(dominoes(4, 4), 7, confirm=True)
    assert (residue.residue, residue.has_solution) == (1, True)
    assert residue.confirmation is not None and residue.confirmation.engine == "kasteleyn"


def test_disagreement_is_an_error_with_a_report(lying: str) -> None:
    puzzle = dominoes(4, 4)
    with pytest.raises(DisagreementError, match="solutions: 37 by overcounting, 36 by kasteleyn") as caught:
        api.count(puzzle, engine=lying, confirm=True)
    report: Any = json.loads(json.dumps(caught.value.report))
    assert report["first"] == {"engine": "overcounting", "solutions": 37}
    assert report["second"] == {"engine": "kasteleyn", "solutions": 36}
    assert report["seed"] == 0 and set(report["versions"]) == {"tilewright", "python", "system", "machine"}
    again = loads(report["puzzle"])
    assert api.count(again).solutions == 36


def test_a_second_count_that_finds_too_many_disagrees_before_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    class TooFew(LyingAdapter):
        def count(self, query: SweepQuery, resources: Resources, control: Control) -> Evaluation[int]:
            return Evaluation(Status.COMPLETE, 5, 1, 0.0, 1.0)

    few = replace(LYING, name="few", adapter=TooFew(), search_code=frozenset({"frontier", "kasteleyn"}))
    register(monkeypatch, few)
    with pytest.raises(DisagreementError, match="solutions: 5 by few"):
        api.count(dominoes(8, 8), engine="few", confirm=True, limits=Limits(nodes=500_000))


def test_a_limit_leaves_the_first_number_unconfirmed() -> None:
    answer = api.count(
        dominoes(8, 8), engine="frontier", unique=True, confirm=True, limits=Limits(nodes=9_000)
    )
    assert (answer.status, answer.solutions) == (Status.COMPLETE, 12_988_816)
    assert answer.confirmation is not None and answer.confirmation.status is Status.LIMIT
    assert answer.confirmed_by == ""
    cut = api.count(pentominoes(rectangle(10, 6)), engine="dense", confirm=True, limits=Limits(nodes=1_000))
    assert (cut.status, cut.confirmation, cut.confirmed_by) == (Status.LIMIT, None, "")


def test_both_engines_run_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    both = threading.Barrier(2, timeout=HANGS_S)
    real = Strategy.run

    def meeting(strategy: Strategy, *arguments: Any) -> Any:
        if not isinstance(strategy, confirmed_count.Confirmed):
            both.wait()  # BrokenBarrierError where one waits for the other's end
        return real(strategy, *arguments)

    monkeypatch.setattr(Strategy, "run", meeting)
    assert api.count(dominoes(4, 4), confirm=True, threads=2).confirmed_by


def test_the_number_of_the_engine_that_finishes_is_given() -> None:
    answer = api.count(dominoes(8, 8), engine="dense", confirm=True, threads=2, limits=Limits(nodes=1_000))
    assert (answer.status, answer.solutions, answer.engine) == (Status.COMPLETE, 12_988_816, "kasteleyn")
    assert answer.confirmed_by == "" and answer.confirmation is not None
    assert (answer.confirmation.engine, answer.confirmation.status) == ("dense", Status.LIMIT)


def test_an_answer_that_nothing_can_confirm_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = frozenset({"tree search"}) | set(ENGINES)
    register(monkeypatch, replace(FRONTIER, name="greedy", search_code=everything))
    answer = api.count(dominoes(4, 4), engine="greedy")
    again = api.confirm(dominoes(4, 4), answer)
    assert again.solutions == 36 and again.confirmed_by == ""
    assert again.confirmation is not None and "no engine" in again.confirmation.note


def test_cancelling_ends_the_second_count() -> None:
    stop = threading.Event()

    def stop_while_confirming(progress: Progress) -> None:
        if progress.words == "confirming by dense":
            stop.set()

    answer = api.count(
        dominoes(10, 10), engine="frontier", unique=True, confirm=True, cancel=stop,
        on_progress=stop_while_confirming,
    )  # fmt: skip
    assert answer.solutions == 258_584_046_368 and answer.confirmation is not None
    assert answer.confirmation.status is Status.CANCELLED
    assert not any(thread.name == "tilewright-confirmation" for thread in threading.enumerate())


def test_what_no_second_engine_supports_is_refused_at_once() -> None:
    one = Puzzle(rectangle(2, 2), (piece("d", "##", copies=2),))
    with pytest.raises(UnsupportedError, match="stops after some solutions"):
        api.count(one, confirm=True, limits=Limits(solutions=1))
    bedlam = catalogue.load("gold-5x5")
    everything = frozenset({"tree search"})
    greedy = replace(FRONTIER, name="greedy", search_code=everything | set(ENGINES))
    with (
        pytest.MonkeyPatch.context() as patch,
        pytest.raises(UnsupportedError, match="no engine that shares"),
    ):
        register(patch, greedy)
        api.count(bedlam, engine="greedy", confirm=True)


# The command


def test_the_answer_says_who_confirmed_it(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    shown = run("count", path, "--confirm", "--unique")
    assert shown.exit_code == 0 and "\nconfirmed by frontier in " in shown.stdout
    body = printed_json(run("count", path, "--confirm", "--json"))
    assert (body["solutions"], body["confirmed_by"], body["confirmation"]["status"]) == (
        4,
        "frontier",
        "complete",
    )
    assert "confirmed_by" not in printed_json(run("count", path, "--json"))


@pytest.mark.parametrize("query", [("--by", "O1"), ("--modulo", "1000")])
def test_queries_of_tables_are_confirmed(query: tuple[str, str]) -> None:
    body = printed_json(run("count", "catalog:monomer-dimer-4x4", *query, "--confirm", "--json"))
    assert body["confirmed_by"] == "bitmask"


def test_rejected_crossings_are_confirmed_by_a_count_without_any() -> None:
    body = printed_json(
        run("count", "catalog:welded-tetrasticks-4x4", "--reject", "crossings", "--confirm", "--json")
    )
    assert body["confirmed_by"] and ENGINES[body["confirmed_by"]].name != body["engine"]


def test_the_command_reports_a_disagreement(
    lying: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = puzzle_file(tmp_path, TROMINOES)
    monkeypatch.chdir(tmp_path)
    for number in (1, 2):
        result = run("count", path, "--engine", lying, "--confirm")
        assert result.exit_code == 4
        name = f"tilewright-disagreement-{number}.json"
        assert (
            name in result.stderr and "disagree: solutions: 5 by overcounting, 4 by bitmask" in result.stderr
        )
        report = json.loads((tmp_path / name).read_text(encoding="utf-8"))
        assert report["command"][:2] == ["count", str(path)] and "copies" in report["puzzle"]
    body = printed_json(run("count", path, "--engine", lying, "--confirm", "--json"))
    assert body["error"]["kind"] == "disagreement" and body["error"]["report"].endswith("-3.json")


def test_a_report_that_cannot_be_written_is_printed(
    lying: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = puzzle_file(tmp_path, TROMINOES)
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    result = run("count", path, "--engine", lying, "--confirm")
    assert result.exit_code == 4 and "cannot be written" in result.stderr and '"versions"' in result.stderr


def test_time_that_runs_out_says_not_confirmed(tmp_path: Path) -> None:
    result = run(
        "count", "catalog:dominoes-8x8", "--unique", "--confirm", "--nodes", "9000", "--engine", "frontier"
    )
    assert result.exit_code == 3
    assert "12,988,816 solutions" in result.stdout and "not confirmed by dense" in result.stdout
    assert "the result is not confirmed" in result.stderr
    refused = run("count", puzzle_file(tmp_path), "--confirm", "--limit", "2")
    assert refused.exit_code == 2 and "--limit" in refused.stderr


def test_an_answer_by_a_formula_is_confirmed_by_an_engine() -> None:
    """A strategy of another package may answer without an engine of the registry."""
    answer = replace(api.count(dominoes(4, 4)), engine="a formula")
    again = api.confirm(dominoes(4, 4), answer)
    assert again.confirmation is not None and again.confirmation.status is Status.COMPLETE
