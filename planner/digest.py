"""A fingerprint of plain data, the same however its keys are ordered."""

import hashlib
import json


def digest_of(data: object) -> str:
    """`sha256:` and the hash of the canonical JSON: sorted keys, no spaces, UTF-8.

    >>> digest_of({"b": 1, "a": 2}) == digest_of({"a": 2, "b": 1})
    True
    """
    text = json.dumps(
        data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
