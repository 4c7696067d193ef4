"""The smallest right model and hardware; a test overrides what it is about."""

from collections.abc import Callable
from typing import Any

import pytest

from planner.entries.hardware import Hardware
from planner.entries.model import LanguageModel

type Make[Entry] = Callable[..., Entry]

DENSE = {
    "id": "dense-70b",
    "total_parameters": 70e9,
    "layers": 80,
    "attention": {"kind": "gqa", "heads": 64, "kv_heads": 8, "head_size": 128},
    "max_context_tokens": 131_072,
}
MIXTURE = {
    "id": "moe-671b",
    "total_parameters": 671e9,
    "active_parameters": 37e9,
    "layers": 61,
    "attention": {"kind": "mla", "heads": 128, "latent_size": 512, "rope_size": 64},
    "max_context_tokens": 163_840,
}
CHIP = {
    "id": "chip-80gb",
    "memory_gb": 80,
    "memory_bandwidth_gb_per_s": 3350,
    "peak_tflops": {"bf16": 989, "fp8": 1979},
    "chips_per_node": 8,
    "node_power_w": 10_200,
}


@pytest.fixture
def a_model() -> Make[LanguageModel]:
    """A dense 70B with 8 KV heads of 128 values in 80 layers."""

    def make(**overrides: Any) -> LanguageModel:
        whole = DENSE | overrides
        whole.setdefault("active_parameters", whole["total_parameters"])
        return LanguageModel.model_validate(whole)

    return make


@pytest.fixture
def a_mixture() -> Make[LanguageModel]:
    """671B with 37B active, latent attention, 128 heads, 61 layers."""
    return lambda **overrides: LanguageModel.model_validate(MIXTURE | overrides)


@pytest.fixture
def a_chip() -> Make[Hardware]:
    """80 GB at 3.35 TB/s, 989 TFLOPS, eight a node."""
    return lambda **overrides: Hardware.model_validate(CHIP | overrides)
