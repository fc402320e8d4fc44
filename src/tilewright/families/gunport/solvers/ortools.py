"""CP-SAT and SCIP, through OR-tools; the only module that imports it."""

from __future__ import annotations

import math
from typing import Any

from ortools.linear_solver import pywraplp
from ortools.sat.python import cp_model

from tilewright.errors import UnsupportedError
from tilewright.families.gunport.solvers import SolverListener, SolverResult
from tilewright.formats.integer_program import IntegerProgram

OPEN = 10**15  # stands for an infinite bound: CP-SAT takes whole numbers only
DIVERSE_THREADS = 8
"""From this number of threads on, CP-SAT's own choice of strategies includes the linear relaxation. With
fewer it does not, and its bounds for these models are useless: 1 domino for 8x8, not 22."""


def cp_sat(
    program: IntegerProgram, seconds: float | None, threads: int, listener: SolverListener
) -> SolverResult:
    """Solve with CP-SAT."""
    model = cp_model.CpModel()
    variables = [model.new_bool_var(name) for name in program.names]

    def weighted(terms: Any) -> Any:
        chosen = [variables[variable] for variable, _ in terms]
        return cp_model.LinearExpr.weighted_sum(chosen, [coefficient for _, coefficient in terms])

    for row in program.constraints:
        low, high = max(row.low, -OPEN), min(row.high, OPEN)
        model.add_linear_constraint(weighted(row.terms), int(low), int(high))
    if program.sense == "maximise":
        model.maximize(weighted(list(program.objective.items())))
    elif program.sense == "minimise":
        model.minimize(weighted(list(program.objective.items())))

    class Callback(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            listener.found([int(self.boolean_value(variable)) for variable in variables])

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = threads
    if threads < DIVERSE_THREADS:
        solver.parameters.linearization_level = 2
        if threads > 1:
            solver.parameters.subsolvers.append("max_lp")
    if seconds is not None:
        solver.parameters.max_time_in_seconds = seconds
    if program.sense:
        solver.best_bound_callback = listener.bound
    listener.on_stop(solver.stop_search)
    status = solver.solve(model, Callback())
    branches = solver.num_branches
    if status == cp_model.INFEASIBLE:
        return SolverResult("infeasible", None, None, branches)
    bound = solver.best_objective_bound if program.sense else None
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return SolverResult("unfinished", None, bound, branches)
    values = tuple(int(solver.boolean_value(variable)) for variable in variables)
    # Without an objective CP-SAT calls any solution optimal.
    ended = "optimal" if status == cp_model.OPTIMAL else "unfinished"
    return SolverResult(ended, values, bound, branches)


def scip(
    program: IntegerProgram, seconds: float | None, threads: int, listener: SolverListener
) -> SolverResult:
    """Solve with SCIP on one thread: on several, the SCIP of OR-tools cannot be stopped.

    It reports what it found when it ends, not before. UnsupportedError when OR-tools comes without SCIP.
    """
    solver: Any = pywraplp.Solver.CreateSolver("SCIP")
    if solver is None:
        raise UnsupportedError("the OR-tools here was built without SCIP; choose another solver")
    variables = [solver.BoolVar(name) for name in program.names]
    infinity = solver.infinity()
    for row in program.constraints:
        low = -infinity if math.isinf(row.low) else row.low
        high = infinity if math.isinf(row.high) else row.high
        constraint = solver.Constraint(low, high, row.name)
        for variable, coefficient in row.terms:
            constraint.SetCoefficient(variables[variable], coefficient)
    objective = solver.Objective()
    for variable, coefficient in program.objective.items():
        objective.SetCoefficient(variables[variable], coefficient)
    if program.sense == "maximise":
        objective.SetMaximization()
    if seconds is not None:
        solver.SetTimeLimit(max(1, round(1000 * seconds)))  # milliseconds
    # SCIP 10.0.0 presolves wrongly: it calls domino-index on 1x4 infeasible where no domino may slide.
    solver.SetSolverSpecificParametersAsString("presolving/maxrounds = 0\n")
    listener.on_stop(solver.InterruptSolve)
    parameters = pywraplp.MPSolverParameters()
    parameters.SetDoubleParam(pywraplp.MPSolverParameters.RELATIVE_MIP_GAP, 0.0)
    status = solver.Solve(parameters)
    nodes = solver.nodes()
    if status == pywraplp.Solver.INFEASIBLE:
        return SolverResult("infeasible", None, None, nodes)
    if status not in (pywraplp.Solver.OPTIMAL, pywraplp.Solver.FEASIBLE):
        return SolverResult(
            "unfinished", None, None, nodes
        )  # OR-tools gives no bound where SCIP has no solution
    values = tuple(round(variable.solution_value()) for variable in variables)
    bound = objective.BestBound() if program.sense else None
    ended = "optimal" if status == pywraplp.Solver.OPTIMAL else "unfinished"
    return SolverResult(ended, values, bound, nodes)
