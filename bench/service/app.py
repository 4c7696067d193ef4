"""The service with one more route: a POST that validates a demand and does nothing."""

from fastapi import Request
from starlette.responses import Response

from api.app import create_app
from api.http.body import read_body
from api.server import Server, config_of
from api.settings import settings_of
from api.work.parsing import parsed
from planner.demand import read_demand


async def nothing(request: Request) -> Response:
    """204 for a demand that could be planned on."""
    read_demand(parsed(await read_body(request, 2**22, 30)))
    return Response(status_code=204)


def main() -> None:
    """Serves."""
    settings = settings_of()
    app = create_app(settings)
    app.add_api_route("/bench/nothing", nothing, methods=["POST"], response_model=None)
    Server(config_of(app, settings), app.state.services).run()


if __name__ == "__main__":
    main()
