"""The application: `create_app()`."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from anyio import to_thread
from fastapi import FastAPI
from starlette.middleware import Middleware

import planner
from api.contract.document import document_of
from api.http.envelope import Envelope
from api.http.refusing import add_handlers
from api.routes import (
    audit,
    catalog,
    claims,
    entries,
    examples,
    health,
    jobs,
    lab,
    previews,
    questions,
    quotes,
    schemas,
    sessions,
    showing,
)
from api.services import Services, new_services
from api.settings import Settings, settings_of

ROUTERS = (
    quotes.router,
    showing.router,
    previews.router,
    jobs.router,
    questions.router,
    examples.router,
    schemas.router,
    catalog.router,
    claims.router,
    entries.router,
    audit.router,
    sessions.router,
    health.router,
    lab.router,
)


def create_app(settings: Settings | None = None) -> FastAPI:
    """The service with all of its resources; it starts its workers when it is first used."""
    services = new_services(settings or settings_of())
    app = FastAPI(
        title="planner",
        version=planner.__version__,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_lifespan,
        middleware=[Middleware(Envelope, services=services)],
    )
    app.state.services = services
    add_handlers(app)
    for router in ROUTERS:
        app.include_router(router)
    app.openapi = lambda: _document(app)  # pyright: ignore[reportAttributeAccessIssue]
    return app


def _document(app: FastAPI) -> dict[str, Any]:
    """The contract, made once."""
    if app.openapi_schema is None:
        app.openapi_schema = document_of(app)
    return app.openapi_schema


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncGenerator[None]:
    services: Services = app.state.services
    await to_thread.run_sync(services.start)
    yield
    await to_thread.run_sync(services.close)
