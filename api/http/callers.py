"""From a request to its caller: the key, its organisation, its scopes and its rate."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Final

from fastapi import Depends, Request
from fastapi.security import HTTPBearer
from fastapi.security.http import HTTPAuthorizationCredentials

from api.auth import cookie
from api.auth.caller import SCOPES, Caller
from api.auth.secrets import matches, split
from api.errors import Refused
from api.services import Services, services_of
from api.settings import is_loopback
from api.store import keys
from api.store.keys import LOCAL, StoredKey

bearer: Final = HTTPBearer(
    auto_error=False, scheme_name="key", description="A key of `planner-api keys create`."
)
_TEST_CLIENT: Final = "testclient"
Given = Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]


def caller_with(scope: str) -> Callable[[Request, Given], Awaitable[Caller]]:
    """What a route depends on: the caller, who has this scope."""

    async def caller(request: Request, _: Given) -> Caller:
        found = await caller_of(request, services_of(request))
        request.state.caller = found
        if scope not in found.scopes:
            raise Refused("not-allowed", f"The key has not the scope {scope!r}.")
        return found

    return caller


Reader = Annotated[Caller, Depends(caller_with("read"))]
Writer = Annotated[Caller, Depends(caller_with("write"))]
Admin = Annotated[Caller, Depends(caller_with("admin"))]


async def caller_of(request: Request, services: Services) -> Caller:
    """Who a request comes from: by its header, else by the page's cookie, else by nothing.

    Raises:
        Refused: the key is not known, or has used up its rate, or one is needed.
    """
    header = request.headers.get("authorization")
    if header is None:
        key = cookie.key_of(request)
        if key is None:
            return await _anonymous(request, services)
        return await caller_of_key(request, services, key)
    scheme, _, value = header.partition(" ")
    return await caller_of_key(
        request, services, value.strip() if scheme.lower() == "bearer" else ""
    )


async def caller_of_key(request: Request, services: Services, key: str) -> Caller:
    """Whose a key is.

    Raises:
        Refused: it is not known, or has used up its rate.
    """
    parts = split(key)
    if parts is None:
        raise Refused("no-key", "Send the key as `Authorization: Bearer plk_…`.")
    found = await services.database.read(lambda c: keys.find_key(c, parts[0]))
    if not matches(parts[1], found and found.secret_hash) or found is None or found.is_revoked:
        raise Refused("no-key", "This key is not known, or it was revoked.")
    return _limited(request, services, found)


def _limited(request: Request, services: Services, key: StoredKey) -> Caller:
    per_minute = key.rate_per_minute
    if per_minute is None:
        per_minute = services.settings.rate_per_minute
    wait_s = services.rates.wait_s(key.id, per_minute)
    if wait_s:
        text = f"The key may ask {per_minute} times a minute; try again in {wait_s} s."
        raise Refused("too-many-requests", text, headers={"Retry-After": str(wait_s)})
    return Caller(
        key.organisation_id,
        key.id,
        key.name,
        key.scopes,
        key.entries_version,
        request.state.request_id,
    )


async def _anonymous(request: Request, services: Services) -> Caller:
    """Whoever sends no key is the organisation `local`, where that is allowed."""
    mode = services.settings.auth
    if mode == "required" or (mode == "auto" and not _is_near(request)):
        raise Refused("no-key", "Send an API key as `Authorization: Bearer plk_…`.")
    has_keys, version = await services.database.read(
        lambda c: (mode == "auto" and keys.has_keys(c), keys.entries_version(c, LOCAL))
    )
    if has_keys:
        raise Refused("no-key", "Send an API key as `Authorization: Bearer plk_…`.")
    _refuse_foreign_names(request)
    return Caller(LOCAL, None, None, frozenset(SCOPES), version, request.state.request_id)


def _is_near(request: Request) -> bool:
    """Whether the request comes from this machine."""
    host = request.client.host if request.client else "localhost"
    return host == _TEST_CLIENT or is_loopback(host)


def _refuse_foreign_names(request: Request) -> None:
    """Without keys, a web page elsewhere must not reach the service under a name of its own."""
    host = request.url.hostname or ""
    if "." in host and not is_loopback(host) and not host.replace(".", "").isdigit():
        raise Refused("not-allowed", f"Without keys, {host[:100]} is not a name of this service.")
