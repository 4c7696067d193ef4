"""Fleet problems of a given size, with curves, caps and prices like real ones."""

import random
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from planner.problem import FleetProblem, Hardware, Load, Offer, Part, Pool, Service

KINDS = (
    # id, chips a node, domain, nodes a unit, USD a year and node, speed of a chip
    ("b200", 8, 8, 1, 212_000, 2.1),
    ("gb200", 4, 72, 18, 118_000, 2.4),
    ("h200", 8, 8, 1, 131_000, 1.0),
    ("h100", 8, 8, 1, 112_000, 0.8),
    ("mi300x", 8, 8, 1, 97_000, 0.75),
    ("mi355x", 8, 8, 1, 171_000, 1.7),
)


@dataclass(frozen=True)
class Curve:
    """output tokens/s = ceiling x c / (c + half); TPOT = floor + c x slope, ms."""

    hardware: int
    chips: int
    ceiling: float
    half: float
    floor_ms: float
    slope_ms: float

    def cap(self, tpot_ms: float) -> int:
        return min(256, int((tpot_ms - self.floor_ms) / self.slope_ms))

    def tokens_per_s(self, cap: int) -> float:
        return self.ceiling * cap / (cap + self.half)


def curve(rng: random.Random) -> Curve:
    kind = rng.randrange(len(KINDS))
    chips = rng.choice([4, 8, 16, 72] if KINDS[kind][0] == "gb200" else [1, 2, 4, 8, 8])
    speed = KINDS[kind][5] * rng.uniform(0.6, 1.4)
    ceiling = 1500 * speed * chips ** rng.uniform(0.85, 1.0)
    floor_ms = 28 / (speed * chips**0.5)
    return Curve(kind, chips, ceiling, rng.uniform(16, 90), floor_ms, rng.uniform(0.1, 0.4) / speed)


def fleet(
    workloads: int,
    deployments: int,
    sites: int,
    seed: int = 0,
    size: float = 1.0,
    **policy: Any,
) -> FleetProblem:
    """Give pools at each distinct cap of each deployment at each site."""
    rng = random.Random(seed)
    curves = [curve(rng) for _ in range(deployments)]
    tokens = [rng.choice([150, 250, 400, 800, 1500]) for _ in range(workloads)]
    tpots = [rng.choice([12, 18, 25, 35, 50]) for _ in range(workloads)]
    loads = tuple(
        Load(f"w{w}", Fraction(round(size * rng.uniform(20, 900))), Fraction(3, 10))
        for w in range(workloads)
    )
    mix = [[rng.uniform(0.85, 1.15) for _ in curves] for _ in tokens]
    pools: list[Pool] = []
    services: list[Service] = []
    for d, c in enumerate(curves):
        caps = {w: c.cap(tpots[w]) for w in range(workloads)}
        for cap in sorted({cap for cap in caps.values() if cap >= 1}):
            able = [w for w in caps if caps[w] >= cap]
            for site in range(sites):
                pools.append(
                    Pool(f"d{d}@{site}/c{cap}", f"d{d}", cap, site, (Part(c.hardware, c.chips),))
                )
                for w in able:
                    rate = Fraction(
                        round(c.tokens_per_s(cap) / tokens[w] * mix[w][d], 6)
                    ).limit_denominator(10**6)
                    services.append(Service(w, len(pools) - 1, rate))
    pools, services = without_dominated(pools, services)
    hardware = tuple(Hardware(k[0], k[1], k[2], k[3]) for k in KINDS)
    offers = tuple(
        Offer(h, s, True, usd, usd)
        for h, k in enumerate(KINDS)
        for s in range(sites)
        for usd in [Fraction(round(k[3] * k[4] * (1 + 0.03 * s)))]
    )
    return FleetProblem(
        loads,
        tuple(pools),
        tuple(services),
        hardware,
        tuple(f"s{s}" for s in range(sites)),
        offers,
        **policy,
    )


def without_dominated(
    pools: list[Pool], services: list[Service]
) -> tuple[list[Pool], list[Service]]:
    """Drop pools that another on the same hardware and site matches with chips that divide its."""
    rates = [{} for _ in pools]
    for s in services:
        rates[s.pool][s.load] = s.rate

    def dominates(a: int, b: int) -> bool:
        p, q = pools[a].parts[0], pools[b].parts[0]
        if pools[a].site != pools[b].site or p.hardware != q.hardware or q.chips % p.chips:
            return False
        better = all(w in rates[a] and rates[a][w] >= r for w, r in rates[b].items())
        return better and (a < b or rates[a] != rates[b] or p.chips != q.chips)

    kept = [
        b
        for b in range(len(pools))
        if not any(a != b and dominates(a, b) for a in range(len(pools)))
    ]
    new = {b: i for i, b in enumerate(kept)}
    return [pools[b] for b in kept], [
        Service(s.load, new[s.pool], s.rate) for s in services if s.pool in new
    ]
