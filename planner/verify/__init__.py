"""What makes a quote right, said without the code that makes quotes."""

from planner.verify.check import broken, check_quote

__all__ = ["broken", "check_quote"]
