"""Listening: where it is safe to, and until it is told to stop; solves in flight may end."""

import signal
from types import FrameType

import uvicorn
from fastapi import FastAPI
from sqlalchemy.engine import make_url

from api.app import create_app
from api.errors import NotSafe
from api.log import log
from api.services import Services
from api.settings import Settings
from api.store import keys

_ANSWER_S = 5
"""How long answers may take to leave after the last solve has ended."""
_MOST_CONNECTIONS = 1000


class Server(uvicorn.Server):
    """Uvicorn, which on its first signal lets solves end before it does."""

    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self._services = services

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """No new solves; those in flight have their time, and are then answered with 503."""
        if not self.should_exit:
            log("stopping", signal=signal.Signals(sig).name)
            self._services.pool.drain(self._services.settings.shutdown_s)
        super().handle_exit(sig, frame)


def serve(settings: Settings) -> None:
    """Serves until it is told to stop.

    Raises:
        NotSafe: the address can be reached from elsewhere, and nobody would need a key.
    """
    app = create_app(settings)
    services: Services = app.state.services
    services.migrate()
    refuse_to_be_open(settings, services)
    log(
        "listening",
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        database=make_url(settings.database_url).get_backend_name(),
    )
    Server(config_of(app, settings), services).run()


def refuse_to_be_open(settings: Settings, services: Services) -> None:
    """Raises `NotSafe` where everybody could use the service and nobody said that they may."""
    if settings.is_loopback or settings.auth != "auto":
        return
    if not services.database.read_here(keys.has_keys):
        raise NotSafe(settings.host)


def config_of(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """How uvicorn listens."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        access_log=False,
        log_level="warning",
        server_header=False,
        date_header=True,
        proxy_headers=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=int(settings.shutdown_s) + _ANSWER_S,
        backlog=_MOST_CONNECTIONS,
    )
