"""Print the part of requirements.lock that building and running planner needs.

One lock holds everything, development tools included, and its `# via` comments say what asked for
each package. Printed is, with its hashes, whatever leads back to `[project] dependencies` or
`[build-system] requires`; `--extra NAME`, as often as wanted, adds what that extra needs.
Should a comment be missing, pip and uv refuse the result, since `--require-hashes` admits no
package that is not listed.
"""

import re
import sys
import tomllib
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def normal_name(requirement: str) -> str:
    """Return the package that a requirement names, spelled as the lock spells it.

    >>> normal_name("PyYAML[x] >=6 ; python_version > '3'")
    'pyyaml'
    """
    return re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", requirement.strip())[0]).lower()


def locked_packages(lock: str) -> dict[str, str]:
    """Return each package's lines in the lock, by its name."""
    blocks = re.split(r"^(?=\w)", lock, flags=re.MULTILINE)[1:]
    return {normal_name(block.partition("==")[0]): block for block in blocks}


def asked_for_by(block: str) -> set[str]:
    """Return the names in a package's `# via` comment."""
    names = re.findall(r"^    #(?: via|  ) (\S.*)$", block, flags=re.MULTILINE)
    return {normal_name(name) for name in names}


def needed_names(packages: dict[str, str], wanted: set[str]) -> set[str]:
    """Return the wanted names, whatever they ask for, whatever that asks for, and so on."""
    needed: set[str] = set()
    while wanted - needed:
        needed |= wanted
        wanted = {name for name, block in packages.items() if asked_for_by(block) & needed}
    return needed


def main() -> None:
    """Print the lines of every package that is needed, in the lock's order."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = project["project"]["dependencies"] + project["build-system"]["requires"]
    for flag, extra in pairwise(sys.argv):
        if flag == "--extra":
            asked += project["project"]["optional-dependencies"][extra]
    packages = locked_packages((ROOT / "requirements.lock").read_text(encoding="utf-8"))
    needed = needed_names(packages, {normal_name(requirement) for requirement in asked})
    sys.stdout.writelines(block for name, block in packages.items() if name in needed)


if __name__ == "__main__":
    main()
