"""The graph of states against a plain search; its limits, its picture, its command."""

from __future__ import annotations

import shutil
import subprocess
import threading
import xml.etree.ElementTree as ElementTree
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given

from support.cli import printed_json, run
from support.domino_boards import boards, fewest_remaining
from tilewright.errors import UnsupportedError
from tilewright.families.vanishing.board import DominoBoard, is_removable, order_error
from tilewright.families.vanishing.files import loads
from tilewright.families.vanishing.graph_files import dumps_dot, dumps_graphml, graph_lists
from tilewright.families.vanishing.state_graph import graph_scene, reachable_states
from tilewright.render.scene import Dots, Label
from tilewright.render.svg import scene_svg
from tilewright.solving.steps import Control, Status

BOARD = "4;3\nh;0;1;0;0\nh;3;3;2;0\nh;0;3;0;1\nv;2;0;2;1\nv;3;2;3;1\nh;0;1;0;2\n"


def plain_graph(board: DominoBoard) -> tuple[set[frozenset[int]], int]:
    """All reachable sets of removed pieces, and the number of orders of removal, by the squares alone."""
    seen: set[frozenset[int]] = set()

    @cache
    def orders(removed: frozenset[int]) -> int:
        seen.add(removed)
        kept = [number for number in range(len(board.pieces)) if number not in removed]
        covered = {square for number in kept for square in board.pieces[number].squares}
        after = [removed | {number} for number in kept if is_removable(board, covered, number)]
        return sum(map(orders, after)) if after else 1

    return seen, orders(frozenset())


@given(boards)
def test_equals_a_plain_search(board: DominoBoard) -> None:
    graph = reachable_states(board, Control(), 10**6)
    states, orders = plain_graph(board)
    assert graph.status is Status.COMPLETE
    assert {
        frozenset(n for n in range(len(board.pieces)) if state >> n & 1)
        for level in graph.levels
        for state in level
    } == states
    assert graph.states == len(states) and graph.orders == orders
    assert graph.remaining == fewest_remaining(board) == len(board.pieces) - len(graph.best_path) + 1
    for state, after in zip(graph.best_path, graph.best_path[1:], strict=False):
        assert graph.leads_to(state, after)


def test_limits() -> None:
    board = loads(BOARD)
    whole = reachable_states(board, Control(), 10**6)
    few = reachable_states(board, Control(), 3)
    assert few.status is Status.LIMIT and 3 < few.states < whole.states
    assert reachable_states(board, Control(), whole.states).status is Status.COMPLETE
    cancel = threading.Event()
    cancel.set()
    assert reachable_states(board, Control(cancel=cancel), 10**6).status is Status.CANCELLED


def test_the_picture_has_a_row_for_each_level() -> None:
    graph = reachable_states(loads(BOARD), Control(), 10**6)
    scene = graph_scene(graph, title="six pieces")
    words = [mark.words for mark in scene.marks if isinstance(mark, Label)]
    assert {"six pieces", *(f"{level} removed" for level in range(len(graph.levels)))} <= {*words}
    assert ElementTree.fromstring(scene_svg(scene)).tag.endswith("svg")


def test_larger_graphs_are_drawn_as_dots_and_the_largest_not_at_all() -> None:
    def free(pieces: int) -> DominoBoard:
        """Pieces that can be removed in every order."""
        lines = (f"h;0;0;0;{2 * row}" for row in range(pieces))
        return loads(f"2;{2 * pieces}\n" + "\n".join(lines))

    graph = reachable_states(free(8), Control(), 10**6)
    assert (graph.states, graph.removals, graph.orders) == (256, 8 * 128, 40_320)
    dots = [mark for mark in graph_scene(graph).marks if isinstance(mark, Dots)]
    assert sum(len(mark.centres) for mark in dots) == 256
    with pytest.raises(UnsupportedError, match="has 1,024 states; at most 1,000 are drawn"):
        graph_scene(reachable_states(free(10), Control(), 10**6))


def test_advice_that_does_not_help_is_not_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    large = tmp_path / "large.txt"  # a group of too many pieces for an estimate: each needs the next one
    pieces = "".join(f"h;202;0;{2 * at};0\n" for at in range(101))
    large.write_text(f"202;1\n{pieces}", encoding="utf-8")
    words = run("vanish", "graph", large, "--max-states", 3).stderr
    assert words.endswith("more than 3 states can be reached; --max-states N allows more\n")
    monkeypatch.setattr(import_module("tilewright.families.vanishing.cli.graph"), "MOST_STATES", 3)
    assert run("vanish", "graph", large, "--max-states", 3).stderr.endswith("3 states can be reached\n")


def test_the_command(tmp_path: Path) -> None:
    file, out = tmp_path / "board.txt", tmp_path / "graph.svg"
    file.write_text(BOARD, encoding="utf-8")
    shown = run("vanish", "graph", file, "-o", out)
    assert shown.exit_code == 0 and out.read_text(encoding="utf-8").startswith("<svg")
    body = printed_json(run("vanish", "graph", file, "--json"))
    assert (body["left"], body["status"], body["output"]) == (2, "complete", None)
    assert sum(level["states"] for level in body["levels"]) == body["states"]
    assert f"{body['states']} states, {body['removals']} removals" in shown.stdout
    out.unlink()
    stopped = run("vanish", "graph", file, "-o", out, "--max-states", 3)
    assert stopped.exit_code == 3 and not out.exists()
    assert "more than 3 states can be reached; --max-states N allows more, 'tilewright" in stopped.stderr
    many = run("vanish", "graph", file, "--max-states", "1G")
    assert many.exit_code == 2 and "expected at most 3,000,000" in many.stderr
    wrong = run("vanish", "graph", file, "-o", tmp_path / "graph.pdf")
    assert wrong.exit_code == 2 and ".svg, .png" in wrong.stderr


def test_the_graph_as_lists() -> None:
    graph = reachable_states(loads(BOARD), Control(), 10**6)
    lists = graph_lists(graph)
    states, edges = lists["states"], lists["edges"]
    assert len(states) == graph.states and len(edges) == graph.removals and states[0] == []
    for source, target, piece in edges:
        assert {*states[target]} == {*states[source], piece} and piece not in states[source]
    assert order_error(graph.board, graph.best_order) == ""
    assert len(graph.best_order) == 6 - graph.remaining


def test_networkx_opens_graphml() -> None:
    networkx = pytest.importorskip("networkx")
    graph = reachable_states(loads(BOARD), Control(), 10**6)
    read = networkx.parse_graphml(dumps_graphml(graph))
    assert read.is_directed()
    assert (read.number_of_nodes(), read.number_of_edges()) == (graph.states, graph.removals)
    assert networkx.dag_longest_path_length(read) == 6 - graph.remaining
    ends = {node for node, end in read.nodes(data="end") if end}
    assert ends == {node for node in read if read.out_degree(node) == 0}
    best = [(source, target) for source, target, is_best in read.edges(data="best") if is_best]
    assert len(best) == 6 - graph.remaining and networkx.is_path(read, ["n0", *(to for _, to in best)])


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_opens_dot() -> None:
    graph = reachable_states(loads(BOARD), Control(), 10**6)
    shown = subprocess.run(
        ["dot", "-Tplain"], input=dumps_dot(graph), text=True, capture_output=True, check=True
    )
    kinds = [line.split()[0] for line in shown.stdout.splitlines()]
    assert (kinds.count("node"), kinds.count("edge")) == (graph.states, graph.removals)
    assert shown.stderr == ""


def test_the_command_writes_data(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text(BOARD, encoding="utf-8")
    body = printed_json(run("vanish", "graph", file, "--json"))
    assert len(body["graph"]["states"]) == body["states"]
    assert (body["sets"], len(body["order"])) == (64, 4)
    for name, start in (("graph.dot", "digraph"), ("graph.graphml", "<?xml")):
        shown = run("vanish", "graph", file, "-o", tmp_path / name)
        assert shown.exit_code == 0 and (tmp_path / name).read_text(encoding="utf-8").startswith(start)
    assert f"{body['states']} of 2^6 = 64 sets of pieces are reachable" in shown.stdout
    assert all(f"{turn}.{piece}" in shown.stdout for turn, piece in enumerate(body["order"], start=1))
    limited = printed_json(run("vanish", "graph", file, "--json", "--max-states", 3))
    assert limited["graph"] is limited["order"] is None


def test_large_graphs_are_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, out = tmp_path / "board.txt", tmp_path / "graph.dot"
    file.write_text(BOARD, encoding="utf-8")
    monkeypatch.setattr("tilewright.families.vanishing.graph_files.MAX_WRITTEN", 2)
    refused = run("vanish", "graph", file, "-o", out)
    assert refused.exit_code == 2 and "at most 2 states are written to" in refused.stderr
    assert not out.exists()
    assert printed_json(run("vanish", "graph", file, "--json"))["graph"] is None
