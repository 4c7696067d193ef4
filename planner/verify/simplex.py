"""Whether shares exist that add up to 1 for each load within each pool: a small exact simplex."""

from fractions import Fraction

Row = dict[int, Fraction]
"""Coefficients by column."""


class _Tableau:
    """Rows in terms of the columns outside the basis, with the right-hand sides."""

    def __init__(self, rows: list[Row], sides: list[Fraction], basis: list[int]) -> None:
        self.rows, self.sides, self.basis = rows, sides, basis

    def pivot(self, row: int, column: int) -> None:
        """Column enters the basis in place of the one that stands for row."""
        by = self.rows[row][column]
        self.rows[row] = {j: value / by for j, value in self.rows[row].items()}
        self.sides[row] /= by
        self.basis[row] = column
        for other in range(len(self.rows)):
            factor = self.rows[other].get(column)
            if other != row and factor:
                _subtract(self.rows[other], self.rows[row], factor)
                self.sides[other] -= factor * self.sides[row]

    def leaving(self, column: int) -> int | None:
        """The row that limits a column first; of equals the lowest basic column (Bland)."""
        tight = [
            (self.sides[i] / row[column], self.basis[i], i)
            for i, row in enumerate(self.rows)
            if row.get(column, 0) > 0
        ]
        return min(tight)[2] if tight else None


def _subtract(row: Row, other: Row, factor: Fraction) -> None:
    for column, value in other.items():
        left = row.get(column, Fraction(0)) - factor * value
        if left:
            row[column] = left
        else:
            row.pop(column, None)


def shares_within(
    loads: list[dict[int, Fraction]], capacities: list[Fraction]
) -> list[dict[int, Fraction]] | None:
    r"""Shares of each load that fit, if there are any.

    $$x \ge 0, \quad \sum_p x_{lp} = 1, \quad \sum_l a_{lp} x_{lp} \le c_p$$

    The first phase of the simplex method on fractions: one artificial share a load is made least.
    Bland's rule keeps it from going in circles, so that its answer is a proof either way.

    Args:
        loads: for each load its $a_{lp}$ by pool position: replicas that the whole of it would
            keep busy there. Pools that it may not use are absent.
        capacities: $c_p$, replicas by pool position.

    Returns:
        Shares by pool position for each load, or None where none exist.

    >>> shares_within([{0: Fraction(2), 1: Fraction(4)}], [Fraction(1), Fraction(2)])
    [{0: Fraction(1, 2), 1: Fraction(1, 2)}]
    >>> shares_within([{0: Fraction(2), 1: Fraction(4)}], [Fraction(1), Fraction(1)]) is None
    True
    """
    if any(capacity < 0 for capacity in capacities):
        return None
    columns = [(load, pool) for load, pools in enumerate(loads) for pool in pools]
    tableau = _start(loads, capacities, columns)
    first_artificial = len(columns) + len(capacities)
    _make_least(tableau, first_artificial)
    shares: list[dict[int, Fraction]] = [{} for _ in loads]
    for basic, side in zip(tableau.basis, tableau.sides, strict=True):
        if basic >= first_artificial and side:
            return None
        if basic < len(columns) and side:
            load, pool = columns[basic]
            shares[load][pool] = side
    return shares


def _start(
    loads: list[dict[int, Fraction]], capacities: list[Fraction], columns: list[tuple[int, int]]
) -> _Tableau:
    """Rows of capacity with their slacks, then rows of loads with their artificial shares."""
    count, pools = len(columns), len(capacities)
    rows: list[Row] = [{count + pool: Fraction(1)} for pool in range(pools)]
    rows += [{count + pools + load: Fraction(1)} for load in range(len(loads))]
    for column, (load, pool) in enumerate(columns):
        if loads[load][pool]:
            rows[pool][column] = loads[load][pool]
        rows[pools + load][column] = Fraction(1)
    sides = [*capacities, *(Fraction(1) for _ in loads)]
    return _Tableau(rows, sides, [count + row for row in range(len(rows))])


def _make_least(tableau: _Tableau, first_artificial: int) -> None:
    """Pivot until no real column or slack lowers the sum of the artificial shares."""
    gain: Row = {}
    for row, basic in zip(tableau.rows, tableau.basis, strict=True):
        if basic >= first_artificial:
            _subtract(gain, row, Fraction(-1))
    while True:
        entering = min((j for j, v in gain.items() if v > 0 and j < first_artificial), default=None)
        if entering is None:
            return
        leaving = tableau.leaving(entering)
        if leaving is None:
            return  # cannot be: the sum is never below 0
        tableau.pivot(leaving, entering)
        _subtract(gain, tableau.rows[leaving], gain[entering])
