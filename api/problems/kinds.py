"""Every type of problem that the service can answer with: its name never changes its meaning."""

from dataclasses import dataclass
from typing import Final

PREFIX: Final = "urn:planner:problem:"
MEDIA_TYPE: Final = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Kind:
    """One type of problem."""

    slug: str
    status: int
    title: str

    @property
    def type(self) -> str:
        """The URI that names it."""
        return PREFIX + self.slug


_ALL: Final = (
    Kind("not-json", 400, "The body is not a JSON document that can be used"),
    Kind("bad-request", 400, "The request cannot be read"),
    Kind("no-key", 401, "A valid API key is needed"),
    Kind("not-allowed", 403, "The key does not allow this"),
    Kind("not-found", 404, "There is nothing here"),
    Kind("method-not-allowed", 405, "The resource does not know this method"),
    Kind("not-acceptable", 406, "It cannot be had in any of the types that were asked for"),
    Kind("body-too-slow", 408, "The body did not arrive in time"),
    Kind("in-flight", 409, "A request with this Idempotency-Key is still being answered"),
    Kind("quote-withdrawn", 409, "The quote of this Idempotency-Key has been withdrawn"),
    Kind("entry-in-use", 409, "Another entry needs this one"),
    Kind("entries-full", 409, "The organisation has as many entries as it may"),
    Kind("job-finished", 409, "The job has finished already"),
    Kind("body-too-large", 413, "The body is too large"),
    Kind("unsupported-media-type", 415, "The body has a type or an encoding that is not read"),
    Kind("invalid-demand", 422, "The demand cannot be planned on"),
    Kind("invalid-entry", 422, "The entry cannot be used"),
    Kind("invalid-question", 422, "The question cannot be answered"),
    Kind("invalid-import", 422, "The files make no deployment"),
    Kind("invalid-parameter", 422, "A parameter or a header cannot be read"),
    Kind("key-reused", 422, "The Idempotency-Key came with another body"),
    Kind("too-many-patterns", 422, "The replicas combine in too many ways"),
    Kind("too-many-requests", 429, "The key has used up its rate"),
    Kind("internal-error", 500, "A fault of the service"),
    Kind("not-installed", 501, "The service is installed without what this needs"),
    Kind("queue-full", 503, "Too many requests are waiting"),
    Kind("worker-lost", 503, "The process that worked on this died"),
    Kind("stopping", 503, "The service is shutting down"),
    Kind("not-ready", 503, "The service cannot answer now"),
    Kind("no-fleet-in-time", 504, "No fleet was found within the time limit"),
    Kind("not-in-time", 504, "The answer was not made in time"),
)
KINDS: Final = {kind.slug: kind for kind in _ALL}
"""By name."""
BY_STATUS: Final = {
    status: tuple(kind for kind in _ALL if kind.status == status)
    for status in sorted({kind.status for kind in _ALL})
}
