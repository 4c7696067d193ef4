"""Published claims as the page shows them: by what they measure, with what each leaves out."""

from typing import Any

from planner.catalog.checklist import checklist
from planner.catalog.claims import (
    HEADINGS,
    UNITS,
    grouped,
    implied_concurrency,
    stated,
    time_per_token_ms,
)
from planner.catalog.library import Catalog
from planner.catalog.verdict import verdict
from planner.entries.claim import Claim
from planner.entries.figure import Figure, ends


def claim_groups(catalog: Catalog) -> dict[str, Any]:
    """Every claim of the catalog, in a group of its kind; no figure of one ranks with another's."""
    return {
        "groups": [
            {
                "measure": measure,
                "heading": HEADINGS[measure],
                "unit": UNITS[measure],
                "claims": [_shown(claim, catalog) for claim in claims],
            }
            for measure, claims in grouped(catalog.claims.values()).items()
        ]
    }


def _shown(claim: Claim, catalog: Catalog) -> dict[str, Any]:
    found = verdict(claim, catalog.hardware)
    rate = claim.per_stream_tokens_per_s
    source = catalog.sources[claim.source]
    return {
        "id": claim.id,
        "name": claim.name,
        "model": claim.model or claim.model_wording,
        "states": stated(claim),
        "time_per_token_ms": _ends(None if rate is None else time_per_token_ms(rate)),
        "implied_concurrency": _ends(implied_concurrency(claim)),
        "evidence": claim.evidence,
        "date": claim.date,
        "source": {"id": claim.source, "title": source.title, "where": source.where},
        "note": claim.note,
        "questions": [
            {
                "question": answer.question,
                "status": answer.status,
                "given": answer.given,
                "left_out": answer.left_out,
            }
            for answer in checklist(claim)
        ],
        "is_plannable": found.is_plannable,
        "deployment": claim.deployment,
        "missing": [gap.text for gap in found.missing],
        "cautions": found.cautions,
    }


def _ends(figure: Figure | None) -> tuple[float, float] | None:
    return None if figure is None else ends(figure)
