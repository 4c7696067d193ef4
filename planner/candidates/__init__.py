"""Demand and catalog into what may serve what, at which rate, or why not."""

from planner.candidates.build import find_candidates
from planner.candidates.candidates import Candidates, PoolCandidate, ServiceCandidate

__all__ = ["Candidates", "PoolCandidate", "ServiceCandidate", "find_candidates"]
