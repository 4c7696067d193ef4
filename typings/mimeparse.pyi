"""What is used of `python-mimeparse`, which ships no types."""

from collections.abc import Iterable

class MimeTypeParseException(ValueError): ...

def best_match(supported: Iterable[str], header: str) -> str: ...
