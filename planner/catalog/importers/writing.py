"""A deployment as the YAML of a profile, which a person reads and our reader reads back."""

import json
import re
from typing import Any, Final, cast

import yaml

from planner.catalog.importers.fields import as_list, as_mapping
from planner.entries.deployment import Deployment

_PLAIN: Final = re.compile(r"[A-Za-z][A-Za-z0-9_./()×-]*(?: [A-Za-z0-9_./()×-]+)*")
_READ_AS_SOMETHING_ELSE: Final = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}


class _ProfileDumper(yaml.SafeDumper):
    """Points on one line each, text in quotes where it could be read as something else."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


class _Line(dict[str, Any]):
    """A mapping that stands on one line."""


def _represent_line(dumper: yaml.SafeDumper, data: _Line) -> yaml.Node:
    return dumper.represent_mapping("tag:yaml.org,2002:map", data.items(), flow_style=True)


def _represent_text(dumper: yaml.SafeDumper, data: str) -> yaml.Node:
    is_plain = _PLAIN.fullmatch(data) and data.lower() not in _READ_AS_SOMETHING_ELSE
    return cast("Any", dumper).represent_scalar(
        "tag:yaml.org,2002:str", data, style=None if is_plain else '"'
    )


_ProfileDumper.add_representer(_Line, _represent_line)
_ProfileDumper.add_representer(str, _represent_text)


def deployment_document(deployment: Deployment) -> dict[str, Any]:
    """The entry as plain data, defaults left out, for a demand's `deployments` or a profile."""
    return deployment.model_dump(mode="json", exclude_defaults=True)


def deployment_yaml(deployment: Deployment) -> str:
    """The entry as YAML."""
    document = _whole_numbers(deployment_document(deployment))
    for curve in document["curves"]:
        curve["points"] = [
            {name: _Line(as_mapping(v)) if isinstance(v, dict) else v for name, v in point.items()}
            for point in curve["points"]
        ]
    return yaml.dump(
        document, Dumper=_ProfileDumper, sort_keys=False, width=100, allow_unicode=True
    )


def deployment_json(deployment: Deployment) -> str:
    """The entry as JSON, ready to be pasted into a demand."""
    return (
        json.dumps(_whole_numbers(deployment_document(deployment)), indent=2, ensure_ascii=False)
        + "\n"
    )


def _whole_numbers(value: Any) -> Any:
    """The same with 4.0 written as 4."""
    if isinstance(value, dict):
        return {key: _whole_numbers(inner) for key, inner in as_mapping(value).items()}
    if isinstance(value, list):
        return [_whole_numbers(inner) for inner in as_list(value)]
    return int(value) if isinstance(value, float) and value.is_integer() else value
