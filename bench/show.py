"""Tables that can be pasted into the README as they are printed."""

from collections.abc import Sequence


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints a Markdown table; columns after the first are numbers."""
    print(f"\n### {title}\n")
    print(f"| {' | '.join(head)} |")
    print(f"|---|{'--:|' * (len(head) - 1)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")


def seconds(value: float) -> str:
    """Seconds, in milliseconds below one."""
    return f"{value * 1000:,.0f} ms" if value < 1 else f"{value:,.2f} s"
