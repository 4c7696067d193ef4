"""Digests of plain data."""

import pytest

from planner.digest import digest_of


def test_the_digest_is_of_canonical_json():
    """Of the two bytes `{}`, as sha256sum prints it."""
    of_nothing = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    assert digest_of({}) == f"sha256:{of_nothing}"


def test_order_of_keys_says_nothing_and_order_of_lists_does():
    assert digest_of({"a": 1, "b": [1, 2]}) == digest_of({"b": [1, 2], "a": 1})
    assert digest_of([1, 2]) != digest_of([2, 1])


def test_what_is_no_number_has_no_digest():
    with pytest.raises(ValueError, match="not JSON compliant"):
        digest_of([float("nan")])
