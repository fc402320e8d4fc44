"""The graph of states as data for other programs: DOT of Graphviz, GraphML, and lists for JSON.

States are numbered from 0, the board of the start, level by level; pieces from 1, as in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tilewright.families.vanishing.state_graph import StateGraph

MAX_WRITTEN = 100_000  # states of a file


def graph_lists(graph: StateGraph) -> dict[str, list[list[int]]]:
    """The pieces that are removed in each state, and for each removal two states and the piece."""
    return {
        "states": [_removed(state) for state in _states(graph)],
        "edges": [list(edge) for edge in _edges(graph)],
    }


def dumps_dot(graph: StateGraph) -> str:
    """The graph in the language of Graphviz; nodes and edges of a longest path have the class ``best``."""
    ends, best = _ends(graph), set(graph.best_path)
    lines = ["digraph states {"]
    for number, state in enumerate(_states(graph)):
        label = f'label="{" ".join(map(str, _removed(state)))}"'
        shape = ", peripheries=2" if state in ends else ""
        lines.append(f"\t{number} [{label}{shape}{', class=best' if state in best else ''}];")
    path = _path_edges(graph)
    for edge in _edges(graph):
        source, target, piece = edge
        marked = ", class=best" if edge in path else ""
        lines.append(f'\t{source} -> {target} [label="{piece}"{marked}];')
    return "\n".join([*lines, "}"]) + "\n"


def dumps_graphml(graph: StateGraph) -> str:
    """The graph as GraphML: ``removed`` and ``end`` of each node, ``piece`` and ``best`` of each edge."""
    keys = (
        ("removed", "node", "string"),
        ("end", "node", "boolean"),
        ("piece", "edge", "int"),
        ("best", "edge", "boolean"),
    )
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        *(
            f'\t<key id="{name}" for="{element}" attr.name="{name}" attr.type="{kind}"/>'
            for name, element, kind in keys
        ),
        '\t<graph id="states" edgedefault="directed">',
    ]
    ends = _ends(graph)
    for number, state in enumerate(_states(graph)):
        data = _data("removed", " ".join(map(str, _removed(state)))) + _data(
            "end", _boolean(is_true=state in ends)
        )
        lines.append(f'\t\t<node id="n{number}">{data}</node>')
    path = _path_edges(graph)
    for edge in _edges(graph):
        source, target, piece = edge
        data = _data("piece", str(piece)) + _data("best", _boolean(is_true=edge in path))
        lines.append(f'\t\t<edge source="n{source}" target="n{target}">{data}</edge>')
    return "\n".join([*lines, "\t</graph>", "</graphml>"]) + "\n"


GRAPH_WRITERS: Mapping[str, Callable[[StateGraph], str]] = {".dot": dumps_dot, ".graphml": dumps_graphml}
"""The writers of graphs by the suffix of the file."""


def _states(graph: StateGraph) -> Iterator[int]:
    return (state for level in graph.levels for state in level)


def _removed(state: int) -> list[int]:
    return [piece + 1 for piece in range(state.bit_length()) if state >> piece & 1]


def _ends(graph: StateGraph) -> set[int]:
    return {state for level in range(len(graph.levels)) for state in graph.ends(level)}


def _edges(graph: StateGraph) -> Iterator[tuple[int, int, int]]:
    number = {state: at for at, state in enumerate(_states(graph))}
    for state, at in number.items():
        for piece in graph.removable[state]:
            yield at, number[state | 1 << piece], piece + 1


def _path_edges(graph: StateGraph) -> set[tuple[int, int, int]]:
    number = {state: at for at, state in enumerate(_states(graph))}
    path = graph.best_path
    pieces = graph.best_order
    return {
        (number[state], number[after], piece + 1)
        for state, after, piece in zip(path, path[1:], pieces, strict=False)
    }


def _data(key: str, value: str) -> str:
    return f'<data key="{key}">{value}</data>'


def _boolean(*, is_true: bool) -> str:
    return "true" if is_true else "false"
