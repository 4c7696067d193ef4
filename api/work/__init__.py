"""Solving in processes of its own, which can be stopped: queue, workers, and what they do."""
