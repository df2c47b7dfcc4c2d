"""Requests of the clients: their parts, their repeats and their answers.

`repeat_safely` decides without any connection what happens next, so that the sync and the async
client follow the same rules.
"""

from __future__ import annotations

import asyncio
import random
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from typing import Any, Union
from urllib.parse import quote

import httpx

from ._errors import ParlourError, to_error
from ._version import __version__

DEFAULT_TIMEOUT_S = 30.0
DEFAULT_MAX_RETRIES = 4
# A server that asks for a longer pause is reported to the caller, who can do something else.
MAX_PAUSE_S = 60.0
_FIRST_PAUSE_S = 0.5

Outcome = Union[httpx.Response, httpx.TransportError, None]
# Yields a request to send, or seconds to wait. Receives the outcome of a request.
Steps = Generator[Union[httpx.Request, float], Outcome, httpx.Response]


def create_key() -> str:
    """Returns a new idempotency key."""
    return str(uuid.uuid4())


def quote_segment(value: object) -> str:
    """Returns a value as one segment of a path."""
    return quote(str(value), safe="")


def get_pause(failures: int, retry_after: float | None, longest: float = 8.0) -> float:
    """Returns the seconds to wait after some failures in a row, at random so that clients spread."""
    pause = min(_FIRST_PAUSE_S * 2.0 ** min(failures - 1, 16), longest)
    if retry_after is None:
        return random.uniform(pause / 2, pause)
    return retry_after + random.uniform(0, _FIRST_PAUSE_S)


def repeat_safely(request: httpx.Request, max_retries: int) -> Steps:
    """Sends a request until it is answered, and repeats it only if that cannot do anything twice.

    Raises ParlourError.
    """
    is_safe = request.method == "GET" or "idempotency-key" in request.headers
    failures = 0
    while True:
        outcome = yield request
        error = find_error(outcome)
        if error is None:
            assert isinstance(outcome, httpx.Response)
            return outcome
        failures += 1
        pause = get_pause(failures, error.retry_after)
        if not (is_safe and error.is_temporary) or failures > max_retries or pause > MAX_PAUSE_S:
            raise error from (outcome if isinstance(outcome, Exception) else None)
        yield pause


def find_error(outcome: Outcome) -> ParlourError | None:
    """Returns the error of an outcome; None for an answer with 2xx."""
    if isinstance(outcome, httpx.Response):
        return None if outcome.is_success else to_error(outcome)
    name = type(outcome).__name__
    return ParlourError(0, "no_answer", f"{name}: {outcome}".rstrip(": "))


class _Caller:
    """Builds the requests of a client and reads their answers."""

    def __init__(
        self, base_url: str, headers: dict[str, str], *, timeout: float, max_retries: int
    ) -> None:
        if not base_url.startswith(("http://", "https://")):
            raise ValueError(f"{base_url!r} is no address that begins with http:// or https://")
        self._base_url = base_url.rstrip("/")
        self._headers = {"user-agent": f"parlour-sdk-python/{__version__}", **headers}
        self._timeout = timeout
        self._max_retries = max_retries

    def _build(
        self,
        client: httpx.Client | httpx.AsyncClient,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        body: object = None,
        file: tuple[str, bytes] | None = None,
        key: str | None = None,
    ) -> httpx.Request:
        headers = self._headers if key is None else {**self._headers, "idempotency-key": key}
        request = client.build_request(
            method,
            self._base_url + path,
            params={name: value for name, value in (query or {}).items() if value is not None},
            headers=headers,
            json=body,
            files=None if file is None else {"file": file},
            timeout=self._timeout,
        )
        # A repeat sends the same bytes, also of a file.
        request.read()
        return request


def _read_answer(response: httpx.Response, raw: bool) -> Any:
    if raw:
        return response.content
    if response.status_code == 204:
        return None
    try:
        return response.json()
    except ValueError:
        raise ParlourError(
            response.status_code, "http_error", "The answer is not JSON. Check the address."
        ) from None


class SyncCaller(_Caller):
    """Sends requests and waits for their answers."""

    def __init__(
        self,
        base_url: str,
        headers: dict[str, str],
        *,
        timeout: float = DEFAULT_TIMEOUT_S,
        max_retries: int = DEFAULT_MAX_RETRIES,
        http_client: httpx.Client | None = None,
    ) -> None:
        super().__init__(base_url, headers, timeout=timeout, max_retries=max_retries)
        self._owns_http = http_client is None
        self._http = httpx.Client() if http_client is None else http_client

    def close(self) -> None:
        """Closes the connections, unless they belong to a client that was passed."""
        if self._owns_http:
            self._http.close()

    def _call(self, method: str, path: str, *, raw: bool = False, **parts: Any) -> Any:
        steps = repeat_safely(self._build(self._http, method, path, **parts), self._max_retries)
        outcome: Outcome = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                return _read_answer(end.value, raw)
            outcome = None
            if isinstance(step, httpx.Request):
                try:
                    outcome = self._http.send(step)
                except httpx.TransportError as error:
                    outcome = error
            else:
                time.sleep(step)

    def _iterate(self, read_page: Callable[[str | None], Any]) -> Iterator[Any]:
        cursor: str | None = None
        while True:
            page = read_page(cursor)
            yield from page["items"]
            cursor = page["next_cursor"]
            if cursor is None:
                return


class AsyncCaller(_Caller):
    """Sends requests; each answer is awaited."""

    def __init__(
        self,
        base_url: str,
        headers: dict[str, str],
        *,
        timeout: float = DEFAULT_TIMEOUT_S,
        max_retries: int = DEFAULT_MAX_RETRIES,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        super().__init__(base_url, headers, timeout=timeout, max_retries=max_retries)
        self._owns_http = http_client is None
        self._http = httpx.AsyncClient() if http_client is None else http_client

    async def aclose(self) -> None:
        """Closes the connections, unless they belong to a client that was passed."""
        if self._owns_http:
            await self._http.aclose()

    async def _call(self, method: str, path: str, *, raw: bool = False, **parts: Any) -> Any:
        steps = repeat_safely(self._build(self._http, method, path, **parts), self._max_retries)
        outcome: Outcome = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                return _read_answer(end.value, raw)
            outcome = None
            if isinstance(step, httpx.Request):
                try:
                    outcome = await self._http.send(step)
                except httpx.TransportError as error:
                    outcome = error
            else:
                await asyncio.sleep(step)

    async def _iterate(
        self, read_page: Callable[[str | None], Awaitable[Any]]
    ) -> AsyncIterator[Any]:
        cursor: str | None = None
        while True:
            page = await read_page(cursor)
            for item in page["items"]:
                yield item
            cursor = page["next_cursor"]
            if cursor is None:
                return
