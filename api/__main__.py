"""The command `planner-api`, also as `python -m api`."""

import sys

from sqlalchemy.exc import SQLAlchemyError

from api.cli import app
from api.errors import BadSetting, NotSafe
from planner.errors import PlannerError


def main() -> None:
    """Runs the command line; an error of ours is a message and an exit status."""
    try:
        app()
    except (BadSetting, NotSafe, PlannerError) as error:
        sys.stderr.write(f"planner-api: {error}\n")
        sys.exit(2)
    except SQLAlchemyError as error:
        # The message of the driver, without the address and its password.
        cause = str(getattr(error, "orig", None) or type(error).__name__)
        sys.stderr.write(f"planner-api: the database does not answer: {cause.splitlines()[0]}\n")
        sys.exit(2)


if __name__ == "__main__":
    main()
