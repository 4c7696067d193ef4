"""`planner fit`: which layouts of a model fit on a kind of chip."""

from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from planner.cli.fit_inputs import FitInputs
from planner.errors import InvalidInput
from planner.fit import Fit, FitQuestion
from planner.fit import fit as answer
from planner.validation import faults_of

_FIGURES = "A model by its figures"


def _figure(name: str, text: str) -> Any:
    return typer.Option(name, help=text, rich_help_panel=_FIGURES, show_default=False)


def fit(
    model: Annotated[str, typer.Argument(help="Id in the catalog, a YAML file, or a new name.")],
    hardware: Annotated[str, typer.Argument(help="Id in the catalog, or a YAML file.")],
    precision: Annotated[str, typer.Option(help="Of the weights: bf16, fp8, nvfp4 …")] = "bf16",
    kv_precision: Annotated[str, typer.Option(help="Of the KV cache.")] = "bf16",
    context: Annotated[
        int | None, typer.Option(help="Input plus output tokens; omitted: the model's whole.")
    ] = None,
    sequences: Annotated[int, typer.Option(help="To hold at once, each at the context.")] = 1,
    chips: Annotated[
        int | None, typer.Option(help="Only layouts of so many chips; omitted: the smallest.")
    ] = None,
    weights_gb: Annotated[
        float | None, typer.Option(help="Size of the checkpoint, where known, GB of 10^9.")
    ] = None,
    usable_fraction: Annotated[
        float, typer.Option(help="Of a chip's memory, for weights and KV cache.")
    ] = 0.9,
    reserve_gb: Annotated[
        float | None,
        typer.Option(help="Off each chip for activations; omitted: 2, at most 2.5 %."),
    ] = None,
    total_parameters: Annotated[float | None, _figure("--total-parameters", "All of them.")] = None,
    active_parameters: Annotated[
        float | None, _figure("--active-parameters", "Of a token; omitted: all.")
    ] = None,
    layers: Annotated[int | None, _figure("--layers", "Layers.")] = None,
    heads: Annotated[int | None, _figure("--heads", "Attention heads.")] = None,
    kv_heads: Annotated[int | None, _figure("--kv-heads", "Heads that store KV.")] = None,
    head_size: Annotated[int | None, _figure("--head-size", "Values per head.")] = None,
    latent_size: Annotated[int | None, _figure("--latent-size", "MLA: KV latent.")] = None,
    rope_size: Annotated[int | None, _figure("--rope-size", "MLA: rotary part.")] = None,
    window_tokens: Annotated[
        int | None, _figure("--window-tokens", "Tokens that sliding layers keep.")
    ] = None,
    sliding_layers: Annotated[int | None, _figure("--sliding-layers", "Layers that slide.")] = None,
    kv_layers: Annotated[
        int | None, _figure("--kv-layers", "Layers that store KV; omitted: all.")
    ] = None,
    max_context_tokens: Annotated[
        int | None, _figure("--max-context-tokens", "Longest context; omitted: --context.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    profiles: Annotated[
        Path | None, typer.Option(help="Folder of profiles, instead of the one that ships.")
    ] = None,
) -> None:
    """Which layouts of a model fit on a kind of chip, and what they could do at best.

    Ends with 3 where none fits.
    """
    given: dict[str, Any] = {
        "total_parameters": total_parameters,
        "active_parameters": active_parameters,
        "layers": layers,
        "heads": heads,
        "kv_heads": kv_heads,
        "head_size": head_size,
        "latent_size": latent_size,
        "rope_size": rope_size,
        "window_tokens": window_tokens,
        "sliding_layers": sliding_layers,
        "kv_layers": kv_layers,
        "max_context_tokens": max_context_tokens,
    }
    if total_parameters is not None and max_context_tokens is None:
        given["max_context_tokens"] = context
    asked = {
        "precision": precision,
        "kv_precision": kv_precision,
        "context_tokens": context,
        "sequences": sequences,
        "chips": chips,
        "weights_gb": weights_gb,
        "usable_fraction": usable_fraction,
        "reserve_gb": reserve_gb,
    }
    inputs = FitInputs(profiles)
    found = answer(inputs.model(model, given), inputs.hardware(hardware), _question(asked))
    _show(found, as_json=as_json)
    if not found.fits:
        raise typer.Exit(3)


def _question(asked: dict[str, Any]) -> FitQuestion:
    try:
        return FitQuestion.model_validate(asked)
    except ValidationError as error:
        raise InvalidInput(faults_of(error), "fit") from None


def _show(found: Fit, *, as_json: bool) -> None:
    if as_json:
        typer.echo(found.model_dump_json(indent=2))
        return
    from planner.report.fit_table import print_fit

    print_fit(found)
