"""Figures of the demand: requests, raw tokens, tokens with headroom, active users."""

from collections.abc import Iterator

from api.lab.explain.parts import Explained, Line, line
from planner.demand import (
    AgentWorkload,
    AnyWorkload,
    RequestsWorkload,
    UsersWorkload,
    VoiceWorkload,
)
from planner.quote import Quote, WorkloadPart


def figures(quote: Quote) -> Iterator[Explained]:
    """Of each workload, and of all together."""
    pairs = list(zip(quote.workloads, quote.demand.workloads, strict=True))
    for position, (part, asked) in enumerate(pairs):
        yield from _of_workload(f"workloads[{position}]", part, asked)
    totals = quote.totals
    if totals is None:
        return
    yield Explained(
        "totals.output_tokens_per_s",
        "Raw demand",
        totals.output_tokens_per_s,
        "tokens/s",
        "requests/s × output tokens, hidden reasoning included; at the peak, all workloads",
        tuple(_tokens(part, asked) for part, asked in pairs),
    )
    yield Explained(
        "totals.required_output_tokens_per_s",
        "Demand with headroom",
        totals.required_output_tokens_per_s,
        "tokens/s",
        "raw demand × (1 + headroom), all workloads",
        tuple(_required(part) for part, _ in pairs),
        notes=("headroom",),
    )


def _of_workload(path: str, part: WorkloadPart, asked: AnyWorkload) -> Iterator[Explained]:
    requests, formula = _requests(part, asked)
    yield Explained(
        f"{path}.requests_per_s",
        f"Requests of {part.name}",
        part.requests_per_s,
        "requests/s",
        formula,
        (requests,),
    )
    yield Explained(
        f"{path}.output_tokens_per_s",
        f"Raw demand of {part.name}",
        part.output_tokens_per_s,
        "tokens/s",
        "requests/s × output tokens, hidden reasoning included",
        (_tokens(part, asked),),
    )
    yield Explained(
        f"{path}.required_output_tokens_per_s",
        f"Demand of {part.name} with headroom",
        part.required_output_tokens_per_s,
        "tokens/s",
        "raw demand × (1 + headroom)",
        (_required(part),),
        notes=("headroom",),
    )
    users, formula = _users(part, asked)
    yield Explained(
        f"{path}.active_users",
        f"Active users of {part.name}",
        part.active_users,
        "users",
        formula,
        (users,),
    )


def _tokens(part: WorkloadPart, asked: AnyWorkload) -> Line:
    hidden = asked.reasoning_tokens
    tokens = (asked.output_tokens, " tokens") if not hidden else _both(asked.output_tokens, hidden)
    rate = part.requests_per_s
    head = f"{part.name}: "
    return line(head, rate, " requests/s × ", *tokens, " = ", part.output_tokens_per_s, " tokens/s")


def _both(output: float, hidden: float) -> Line:
    return ("(", output, " + ", hidden, " hidden) tokens")


def _required(part: WorkloadPart) -> Line:
    return line(
        f"{part.name}: ",
        part.output_tokens_per_s,
        " × (",
        1,
        " + ",
        part.headroom,
        ") = ",
        part.required_output_tokens_per_s,
        " tokens/s",
    )


def _requests(part: WorkloadPart, asked: AnyWorkload) -> tuple[Line, str]:
    end = (" = ", part.requests_per_s, " requests/s")
    match asked:
        case UsersWorkload():
            terms = (asked.active_users, " users × ", asked.requests_per_user_per_minute)
            return line(*terms, " a minute ÷ ", 60, *end), "active users × requests a minute ÷ 60"
        case VoiceWorkload():
            terms = (asked.concurrent_sessions, " sessions × ", asked.turns_per_minute)
            return line(*terms, " turns a minute ÷ ", 60, *end), "sessions × turns a minute ÷ 60"
        case AgentWorkload():
            terms = (asked.tasks_per_s, " tasks/s × ", asked.calls_per_task, " calls")
            return line(*terms, *end), "tasks/s × calls of a task"
        case RequestsWorkload():
            return line(part.requests_per_s, " requests/s, as asked"), "as asked, at the peak"


def _users(part: WorkloadPart, asked: AnyWorkload) -> tuple[Line, str]:
    match asked:
        case UsersWorkload():
            return line(part.active_users, " users, as asked"), "as asked"
        case VoiceWorkload():
            return line(part.active_users, " open sessions, as asked"), "one for each open session"
        case _:
            cadence = asked.active_user_cadence_s
            rate = (part.requests_per_s, " requests/s × ", cadence, " s")
            text = "requests/s × seconds between two requests of one user"
            return line(*rate, " = ", part.active_users, " users"), text
