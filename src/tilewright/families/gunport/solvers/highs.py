"""HiGHS through its own package highspy, which keeps what was found when a limit ends it.

OR-tools contains HiGHS as well, but in its releases up to 9.15 a time limit loses both the best solution and
the bound (github.com/google/or-tools, issue 5016), and it cannot be stopped.
"""

from __future__ import annotations

from typing import Any

import highspy
import numpy

from tilewright.families.gunport.solvers import SolverListener, SolverResult
from tilewright.formats.integer_program import IntegerProgram


def highs(
    program: IntegerProgram, seconds: float | None, threads: int, listener: SolverListener
) -> SolverResult:
    """Solve with HiGHS; RuntimeError when it refuses the model."""
    highspy.Highs.resetGlobalScheduler(True)  # the number of threads holds for a whole process otherwise
    new: Any = highspy.Highs
    solver = new()
    options = {"output_flag": False, "threads": threads, "mip_rel_gap": 0.0}
    for option, value in (options if seconds is None else options | {"time_limit": seconds}).items():
        solver.setOptionValue(option, value)
    _check(solver.passModel(_highs_model(program)))

    def improved(event: Any) -> None:
        listener.found(list(map(round, event.data_out.mip_solution)))

    def report_bound(event: Any) -> None:
        if program.sense:
            listener.bound(event.data_out.mip_dual_bound)

    solver.HandleUserInterrupt = True
    solver.cbMipImprovingSolution += improved
    solver.cbMipInterrupt += report_bound
    listener.on_stop(solver.cancelSolve)
    _check(solver.run())

    status, info = solver.getModelStatus(), solver.getInfo()
    nodes = max(0, info.mip_node_count)  # -1 before the first
    if status == highspy.HighsModelStatus.kInfeasible:
        return SolverResult("infeasible", None, None, nodes)
    bound = info.mip_dual_bound if program.sense else None
    if info.primal_solution_status != highspy.SolutionStatus.kSolutionStatusFeasible:
        return SolverResult("unfinished", None, bound, nodes)
    ended = "optimal" if status == highspy.HighsModelStatus.kOptimal else "unfinished"
    return SolverResult(ended, tuple(map(round, solver.getSolution().col_value)), bound, nodes)


def _check(status: Any) -> None:
    """HiGHS warns when a limit ends it; only an error is one."""
    if status == highspy.HighsStatus.kError:
        raise RuntimeError("HiGHS refused the model")


def _highs_model(program: IntegerProgram) -> Any:
    """The program as HiGHS takes it, row by row."""
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = len(program.names), len(program.constraints)
    lp.col_cost_ = numpy.array([program.objective.get(k, 0) for k in range(len(program.names))], dtype=float)
    lp.col_lower_, lp.col_upper_ = numpy.zeros(len(program.names)), numpy.ones(len(program.names))
    lp.integrality_ = [highspy.HighsVarType.kInteger] * len(program.names)
    lp.row_lower_ = numpy.array([row.low for row in program.constraints], dtype=float)
    lp.row_upper_ = numpy.array([row.high for row in program.constraints], dtype=float)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = numpy.cumsum([0, *(len(row.terms) for row in program.constraints)])
    terms = [term for row in program.constraints for term in row.terms]
    lp.a_matrix_.index_ = numpy.array([variable for variable, _ in terms], dtype=int)
    lp.a_matrix_.value_ = numpy.array([coefficient for _, coefficient in terms], dtype=float)
    lp.sense_ = highspy.ObjSense.kMaximize if program.sense == "maximise" else highspy.ObjSense.kMinimize
    return lp
