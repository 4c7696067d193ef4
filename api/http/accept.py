"""What `Accept` asks for: the kind of document that a quote is sent as."""

from typing import Final

import mimeparse

from api.errors import Refused
from planner.documents import printable
from planner.report.documents import KINDS, MEDIA_TYPES, Kind, kind_of_media_type

LONGEST: Final = 1000
"""Characters of a header that is read."""
_TYPES: Final = [MEDIA_TYPES[kind].partition(";")[0] for kind in KINDS]


def kind_wanted(accept: str) -> Kind:
    """The kind that a header prefers; of equals the quote itself, which also no header asks for.

    >>> kind_wanted(""), kind_wanted("*/*"), kind_wanted("text/html, application/pdf;q=0.9")
    ('json', 'json', 'html')

    Raises:
        Refused: the header cannot be read, or a quote cannot be had so.
    """
    if not accept.strip(" ,"):
        return "json"
    if len(accept) > LONGEST:
        raise _unreadable(f"it has {len(accept)} characters, of at most {LONGEST}")
    try:
        found = mimeparse.best_match(_TYPES[::-1], accept.lower())  # of equals it takes the last
    except mimeparse.MimeTypeParseException as error:
        raise _unreadable(printable(str(error))) from None
    kind = kind_of_media_type(found)
    if kind is None:
        asked = printable(accept[:200])
        raise Refused(
            "not-acceptable", f"A quote is not to be had as {asked}: ask for {', '.join(_TYPES)}."
        )
    return kind


def _unreadable(why: str) -> Refused:
    text = f"must be a list of media types: {why}"
    where = {"path": "header.Accept", "message": text}
    return Refused("invalid-parameter", f"header.Accept: {text}", errors=[where])
