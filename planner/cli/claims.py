"""`planner claims`: published speed claims, what each measures, and what a plan would lack."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from planner.errors import InvalidInput

if TYPE_CHECKING:
    from planner.catalog import Catalog
    from planner.entries.claim import Claim

app = typer.Typer(
    add_completion=False,
    help="Published claims by what they measure, and whether to plan on them.",
)

Folder = Annotated[
    Path | None,
    typer.Option("--profiles", metavar="DIR", help="Another catalog than the one that ships."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]


@app.callback(invoke_without_command=True)
def list_claims(
    context: typer.Context,
    measure: Annotated[
        str | None, typer.Option(help="Only claims of this kind, such as per_stream.")
    ] = None,
    system: Annotated[str | None, typer.Option(help="Only claims about this hardware.")] = None,
    profiles: Folder = None,
    as_json: AsJson = False,
) -> None:
    """List the claims by what they measure; figures of two groups never rank together."""
    if context.invoked_subcommand is not None:
        return
    from planner.catalog import load_catalog
    from planner.catalog.claims import HEADINGS, grouped

    if measure is not None and measure not in HEADINGS:
        text = f"{measure} is no kind of claim; known are {', '.join(HEADINGS)}"
        raise InvalidInput.at("--measure", text, "claims")
    catalog = load_catalog(profiles)
    chosen = [
        claim
        for claim in catalog.claims.values()
        if measure in (None, claim.measure) and system in (None, claim.system)
    ]
    groups = grouped(chosen)
    if as_json:
        rows = {kind: [_plain(catalog, claim) for claim in found] for kind, found in groups.items()}
        _echo_json({"folder": str(catalog.folder), "digest": catalog.digest, "groups": rows})
        return
    from planner.report.claims_table import print_claims

    print_claims(groups, catalog.hardware)


@app.command("show")
def show_claim(
    claim_id: Annotated[str, typer.Argument(metavar="ID")],
    profiles: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Print a claim, what it says to each of seven questions, and what a plan would lack."""
    from planner.catalog import load_catalog

    catalog = load_catalog(profiles)
    if claim_id not in catalog.claims:
        from difflib import get_close_matches

        near = get_close_matches(claim_id, list(catalog.claims), cutoff=0.5)
        hint = f"; did you mean {' or '.join(near)}?" if near else "; see planner claims"
        raise InvalidInput.at("", f"{claim_id} is no claim{hint}", str(catalog.folder))
    _print_one(catalog, catalog.claims[claim_id], as_json)


@app.command("check")
def check_claim(
    file: Annotated[str, typer.Argument(metavar="FILE", help="YAML or JSON; - reads stdin.")],
    profiles: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Check a claim of your own: contradictions, what it leaves out, what a plan would lack.

    Ends with 2 where the claim contradicts itself.
    """
    from planner.catalog import load_catalog
    from planner.catalog.checks.claims import contradictions

    claim = _read(file)
    found = list(contradictions(claim, file))
    _print_one(load_catalog(profiles), claim, as_json, [vars(finding) for finding in found])
    if not as_json:
        for finding in found:
            typer.echo(str(finding))
    if any(finding.severity == "error" for finding in found):
        raise typer.Exit(InvalidInput.exit_code)


def _read(file: str) -> "Claim":
    from planner.catalog.shelf import Record, validated
    from planner.cli.reading import read_path
    from planner.entries.claim import Claim

    data = read_path(file)
    if not isinstance(data, dict):
        raise InvalidInput.at("", "a mapping of fields is expected, one claim a file", file)
    return validated(Claim, Record(file, cast("dict[str, Any]", data)))


def _print_one(
    catalog: "Catalog",
    claim: "Claim",
    as_json: bool,
    findings: list[dict[str, Any]] | None = None,
) -> None:
    if as_json:
        found = {} if findings is None else {"findings": findings}
        _echo_json({**_plain(catalog, claim), **found})
        return
    from planner.report.claims_table import print_claim

    print_claim(claim, catalog.hardware)


def _plain(catalog: "Catalog", claim: "Claim") -> dict[str, Any]:
    """The claim as it is written, with all that is read off it."""
    from planner.catalog.checklist import checklist
    from planner.catalog.claims import implied_concurrency, time_per_token_ms
    from planner.catalog.verdict import verdict

    rate = claim.per_stream_tokens_per_s
    found = verdict(claim, catalog.hardware)
    return {
        "claim": claim.model_dump(mode="json", exclude_unset=True),
        "time_per_token_ms": None if rate is None else time_per_token_ms(rate),
        "implied_concurrency": implied_concurrency(claim),
        "checklist": {
            answer.item: {
                "status": answer.status,
                "given": answer.given,
                "left_out": answer.left_out,
            }
            for answer in checklist(claim)
        },
        "is_plannable": found.is_plannable,
        "missing": [gap.text for gap in found.missing],
        "cautions": found.cautions,
    }


def _echo_json(value: Any) -> None:
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False))
