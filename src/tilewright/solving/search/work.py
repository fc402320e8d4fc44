"""What a search for all solutions is expected to take, by random dives: for races and for `explain`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tilewright.solving.engines.base import Engine
from tilewright.solving.facts import Prepared
from tilewright.solving.search.tree_search import is_folded

SETUP_SECONDS = 1e-3  # of a search that counts
SPLIT_OPTION_SECONDS, FOLD_OPTION_SECONDS = 1.5e-6, 5e-6  # more for each option, without and with symmetries


@dataclass(frozen=True)
class SearchWork:
    """``tree_nodes`` of the whole tree, of which one in ``folds`` is visited, in ``node_seconds`` each."""

    tree_nodes: float
    folds: int
    node_seconds: float
    setup_seconds: float

    @classmethod
    def of(cls, prepared: Prepared[Any], engine: Engine) -> SearchWork:
        """The work of a search by an engine; Cancelled when the loop of ``prepared`` is cancelled."""
        problem, group = prepared.cover.problem, prepared.group
        nodes, folds = prepared.search_nodes(engine), 1
        if group is not None and is_folded(nodes, unique=prepared.query.options.unique):
            folds = len(group.members)
        option_seconds = SPLIT_OPTION_SECONDS if folds == 1 else FOLD_OPTION_SECONDS
        setup = SETUP_SECONDS + option_seconds * len(problem.options)
        return cls(nodes, folds, engine.seconds_of_node(problem), setup)

    @property
    def nodes(self) -> float:
        """The nodes that are visited."""
        return self.tree_nodes / self.folds

    @property
    def seconds(self) -> float:
        """How long it takes on one thread."""
        return self.setup_seconds + self.nodes * self.node_seconds
