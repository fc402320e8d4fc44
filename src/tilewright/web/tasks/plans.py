"""Tasks about plans: how a question would be answered."""

from __future__ import annotations

import threading
from typing import Any

from tilewright.solving.explain import SECONDS
from tilewright.solving.explain import explain as explained
from tilewright.solving.explanation import PlanNode, StepEstimate
from tilewright.solving.quantity import finite_fields
from tilewright.solving.steps import Limits
from tilewright.web.tasks import Emit
from tilewright.web.tasks.puzzles import read_source


def explain(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The plan of ``tasks.solves.solve`` for the question ``args["question"]``, as ``ExplanationView``."""
    question = args["question"]
    options: dict[str, Any] = {}
    if question == "optimise":
        options["maximise"] = args["maximise"]
    else:
        options["engine"] = args["engine"] or None
        options["unique"] = question == "unique" or (question == "count" and args["up_to_symmetry"])
        options["labelled"] = question in {"all", "count"} and args["labelled"]
    is_list = question in {"all", "unique"}
    explanation = explained(
        read_source(args),
        "all" if is_list else question,
        seconds=min(SECONDS, args["time_limit_s"]),
        threads=args["threads"],
        limits=Limits(solutions=args["max_solutions"] if is_list else None),
        cancel=cancel,
        **options,
    )
    return {
        "question": explanation.question,
        "facts": explanation.facts,
        "plan": _node_view(explanation.root),
        "alternatives": [
            {"engine": one.engine, "expected": _expected_view(one.expected), "reason": one.reason}
            for one in explanation.alternatives
        ],
        "measuring_seconds": explanation.measuring_seconds,
        "status": explanation.status.value,
        "note": explanation.note,
    }


def _node_view(node: PlanNode) -> dict[str, Any]:
    """A step as ``PlanNodeView``."""
    return {
        **{name: getattr(node, name) for name in ("words", "step", "engine", "reason")},
        "expected": _expected_view(node.expected),
        "children": [_node_view(child) for child in node.children],
    }


def _expected_view(expected: StepEstimate | None) -> dict[str, Any] | None:
    """What a step is expected to take, as ``ExpectedView``."""
    return None if expected is None else {"text": str(expected), **finite_fields(expected)}
