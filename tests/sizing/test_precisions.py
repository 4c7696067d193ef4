"""Names of number formats."""

from fractions import Fraction

import pytest

from planner.sizing.precisions import number_format


@pytest.mark.parametrize(
    ("name", "held_bytes"),
    [
        ("fp32", 4),
        ("bf16", 2),
        ("fp16", 2),
        ("fp8", 1),
        ("int8", 1),
        ("nvfp4", Fraction(9, 16)),  # 4 bits + 8 for every 16 values
        ("mxfp4", Fraction(17, 32)),  # 4 bits + 8 for every 32 values
        ("fp4", Fraction(9, 16)),  # does not say which: the larger
        ("int4", Fraction(133, 256)),  # 4 bits + 20 for every 128 values: 4.15625
    ],
)
def test_a_named_format_has_bytes_with_its_scales(name: str, held_bytes: Fraction):
    assert number_format(name).held_bytes == held_bytes


@pytest.mark.parametrize("name", ["fp4", "int4"])
def test_a_name_that_leaves_scales_open_reads_none_at_least(name: str):
    assert number_format(name).read_bytes == Fraction(1, 2)


@pytest.mark.parametrize("name", ["8", "16", "2", "1.5"])
def test_a_bare_number_is_refused(name: str):
    with pytest.raises(ValueError, match="could be bits or bytes"):
        number_format(name)


def test_an_unknown_name_is_refused_with_those_known():
    with pytest.raises(ValueError, match="fp7 is not a known number format; known are fp32, bf16"):
        number_format("fp7")


def test_case_and_engine_spellings_do_not_matter():
    assert number_format("BFloat16") is number_format("bf16")
    assert number_format("fp8_e4m3") is number_format("fp8")
