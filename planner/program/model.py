"""The whole program: variables, rows and objective, handed to PuLP."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import frexp

from pulp import LpProblem

from planner.problem import FleetProblem
from planner.program.rows import Row, Term, total
from planner.program.rules import rows
from planner.program.sets import Sets, derive_sets
from planner.program.variables import Variables, add_variables

LARGEST_COST = 1024


@dataclass(slots=True)
class Model:
    """A program that is ready to be solved."""

    program: LpProblem
    sets: Sets
    variables: Variables
    unit: Fraction = Fraction(1)
    """Units of the objective in one unit of the solver's: a power of two, for its tolerances."""

    def rows(self) -> Iterator[Row]:
        """Every row that the rules yield."""
        return rows(self.sets, self.variables)

    def minimize(self, costs: Sequence[Term]) -> None:
        """Set the objective, scaled to the solver's tolerances."""
        self.unit = cost_unit(costs)
        self.program.setObjective(total((variable, cost / self.unit) for variable, cost in costs))


def build(problem: FleetProblem) -> Model:
    """Build the program of a problem."""
    model = empty_model(derive_sets(problem))
    add_rows(model.program, model.rows())
    model.minimize(objective(model.sets, model.variables))
    return model


def empty_model(sets: Sets) -> Model:
    """Variables without rows or objective."""
    program = LpProblem("fleet")
    return Model(program, sets, add_variables(program, sets))


def add_rows(program: LpProblem, new: Iterable[Row]) -> None:
    """Add named rows."""
    for row in new:
        program.addConstraint(row.constraint(), row.name)


def objective(sets: Sets, v: Variables) -> list[Term]:
    r"""What the fleet is judged by: units, and what follows load.

    $$\min \sum_o W_o N_o + \sum_{w,g} E_{w,g} \, x_{w,g}
    \quad [\text{USD per year, chips, W or g of CO}_2]$$

    No constants: a large fixed cost would loosen the relative gap.
    """
    units = ((v.units[o], offer.weight) for o, offer in enumerate(sets.problem.offers))
    loads = ((x, sets.problem.services[j].weight) for j, x in v.shares.items())
    return [(variable, weight) for variable, weight in (*units, *loads) if weight]


def cost_unit(costs: Iterable[Term]) -> Fraction:
    """A power of two that brings the largest cost to between 512 and 1,024."""
    largest = max((abs(cost) for _, cost in costs), default=0)
    return Fraction(2) ** frexp(largest / LARGEST_COST)[1] if largest else Fraction(1)
