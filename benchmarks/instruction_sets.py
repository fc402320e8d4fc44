"""The engine ``dense`` with each instruction set of this machine, compared with plain dancing links.

``instruction_sets.py SET FILE SECONDS`` counts the solutions of one problem and prints a JSON object; the
section ``instruction-sets`` of ``run.py`` calls it for each set and problem.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import problems
from programs import BUILD, WrongCountError, compile_plain, run
from report import duration, table
from tilewright import _core
from tilewright.solving.engines.native import core_problem
from timing import repeat

MEASURED = ("6x10", "8x8 middle missing", "soma", "12 queens", "Langford 11")
STEP = 1 << 20


def markdown(seconds: float) -> str:
    """The table of all problems; one thread, each measurement repeated for ``seconds``."""
    sets, plain = _core.vector_units(), compile_plain()
    known, files = problems.catalogue(), BUILD / "problems"
    files.mkdir(exist_ok=True)
    rows = []
    for name in MEASURED:
        path = files / problems.file_name(name)
        path.write_text(problems.dumps(known[name].problem))
        commands = [[str(plain), str(path), str(seconds)]]
        commands += [[sys.executable, __file__, one, str(path), str(seconds)] for one in sets]
        entries = [run(command, None) for command in commands]
        for one in entries:
            if one["solutions"] != known[name].count:
                raise WrongCountError(f"{one['solutions']} solutions of {name}, not {known[name].count}")
        own = entries[1:]
        if len({one["nodes"] for one in own}) > 1:
            raise WrongCountError(f"the nodes of {name} depend on the instruction set")
        times = [f"{entries[0]['seconds'] / one['seconds']:.1f}" for one in own]
        rows.append([name, f"{own[0]['nodes']:,}", duration(entries[0]["seconds"]), *times])
    head = ["problem", "nodes", "plain dancing links", *sets]
    text = (
        "How many times as fast as plain dancing links `dense` is with each instruction set, on one thread:"
    )
    return "\n".join([text, "", *table(head, rows)])


def main() -> None:
    """Count the solutions of one problem with one instruction set."""
    vectors, path, seconds = sys.argv[1], Path(sys.argv[2]), float(sys.argv[3])
    problem = core_problem(problems.loads(path.read_text()))

    def once() -> tuple[int, int]:
        search = _core.make_search("dense", problem, (), None, 0, vectors)
        while search.advance(STEP) is not _core.Status.complete:
            pass
        return search.solutions, search.nodes

    results, best = repeat(lambda: once, seconds)
    solutions, nodes = results[-1]
    print(json.dumps({"solutions": solutions, "nodes": nodes, "seconds": best}))


if __name__ == "__main__":
    main()
