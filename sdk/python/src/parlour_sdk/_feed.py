"""The event feed (docs/spec/api/events.md), over server-sent events.

`FeedState` parses the stream and decides about reconnects without any connection, so that both
clients follow the same rules.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterable, Iterator
from typing import NamedTuple

import httpx

from . import types
from ._errors import CursorGoneError, ParlourError, to_error
from ._transport import AsyncCaller, SyncCaller, find_error, get_pause

# A stream has a comment every 25 s (API-390). A connection that is silent longer is dead.
_READ_TIMEOUT_S = 60.0
# A feed waits at most this long for a server that is away.
_LONGEST_PAUSE_S = 30.0


class Event(NamedTuple):
    """An event of the feed, and the cursor to continue after it.

    Store `cursor` together with what you did because of `frame`.
    """

    cursor: str
    frame: types.EventFrame


class FeedState:
    """Keeps the cursor of a feed over many connections."""

    def __init__(
        self, after: str | None, event_types: Iterable[str] | None, *, max_retries: int
    ) -> None:
        self.cursor = after
        self._query = {} if event_types is None else {"types": ",".join(event_types)}
        self._max_retries = max_retries
        self._rest = b""
        self._is_opened = False
        self._failures = 0
        self._reconnect_s = 1.0

    def begin(self, caller: SyncCaller | AsyncCaller) -> httpx.Request:
        """Returns the request that continues after the cursor."""
        self._rest = b""
        request = caller._build(caller._http, "GET", "/events", query=self._query)
        request.headers["accept"] = "text/event-stream"
        # Compression would collect events before it sends them.
        request.headers["accept-encoding"] = "identity"
        request.headers["cache-control"] = "no-store"
        if self.cursor is not None:
            request.headers["last-event-id"] = self.cursor
        request.extensions["timeout"]["read"] = _READ_TIMEOUT_S
        return request

    def open(self, response: httpx.Response) -> None:
        """Notes that the server accepted the cursor. Raises ParlourError if it sends no events."""
        if not response.headers.get("content-type", "").startswith("text/event-stream"):
            message = "The response is not an event stream. Check the address."
            raise ParlourError(response.status_code, "http_error", message)
        self._is_opened = True

    def receive(self, chunk: bytes) -> Iterator[Event]:
        """Yields the events that a part of the stream completes. Raises CursorGoneError."""
        *blocks, self._rest = (self._rest + chunk).split(b"\n\n")
        for block in blocks:
            self._failures = 0
            fields = _parse_block(block)
            if "retry" in fields:
                self._reconnect_s = int(fields["retry"]) / 1000
            if fields.get("event") == "reset":
                start = json.loads(fields["data"])["start"]
                raise CursorGoneError(start, "The numbering of events has changed.")
            # An incomplete block has no id yet, so a reconnect asks for its event again.
            self.cursor = fields.get("id", self.cursor)
            if "event" in fields and self.cursor is not None:
                yield Event(self.cursor, json.loads(fields["data"]))

    def end(self, error: ParlourError | None) -> float:
        """Returns the seconds to wait before the next connection. None: the stream ended.

        Raises the error if a repeat cannot help, or if no connection worked so far.
        """
        if error is None:
            return self._reconnect_s
        self._failures += 1
        if not error.is_temporary or (not self._is_opened and self._failures > self._max_retries):
            raise error
        return get_pause(self._failures, error.retry_after, _LONGEST_PAUSE_S)


def _parse_block(block: bytes) -> dict[str, str]:
    """Returns the fields of a block. Lines that begin with a colon are comments."""
    fields: dict[str, str] = {}
    for line in block.decode().split("\n"):
        name, _, value = line.partition(": ")
        if name:
            fields[name] = value
    return fields


class EventFeed(Iterator[Event]):
    """Iterates over events without end, each once and in order, also over lost connections.

    Raises CursorGoneError if the cursor has no continuation, and ParlourError if the key has no
    access or the first connection fails. Close it, or use it in a `with` statement.
    """

    def __init__(
        self, caller: SyncCaller, after: str | None, event_types: Iterable[str] | None
    ) -> None:
        self._caller = caller
        self._state = FeedState(after, event_types, max_retries=caller._max_retries)
        self._events = self._run()

    @property
    def cursor(self) -> str | None:
        """Returns the cursor up to which all events were yielded; None before the connection."""
        return self._state.cursor

    def close(self) -> None:
        """Ends the feed and its connection."""
        self._events.close()

    def __next__(self) -> Event:
        return next(self._events)

    def __enter__(self) -> EventFeed:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _run(self) -> Generator[Event, None, None]:
        state, http = self._state, self._caller._http
        while True:
            error: ParlourError | None = None
            try:
                response = http.send(state.begin(self._caller), stream=True)
                try:
                    if response.is_success:
                        state.open(response)
                        for chunk in response.iter_bytes():
                            yield from state.receive(chunk)
                    else:
                        response.read()
                        error = to_error(response)
                finally:
                    response.close()
            except httpx.TransportError as failure:
                error = find_error(failure)
            time.sleep(state.end(error))


class AsyncEventFeed(AsyncIterator[Event]):
    """Iterates over events as EventFeed does. Use it with `async for` and `async with`."""

    def __init__(
        self, caller: AsyncCaller, after: str | None, event_types: Iterable[str] | None
    ) -> None:
        self._caller = caller
        self._state = FeedState(after, event_types, max_retries=caller._max_retries)
        self._events = self._run()

    @property
    def cursor(self) -> str | None:
        """Returns the cursor up to which all events were yielded; None before the connection."""
        return self._state.cursor

    async def aclose(self) -> None:
        """Ends the feed and its connection."""
        await self._events.aclose()

    async def __anext__(self) -> Event:
        return await self._events.__anext__()

    async def __aenter__(self) -> AsyncEventFeed:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.aclose()

    async def _run(self) -> AsyncGenerator[Event, None]:
        state, http = self._state, self._caller._http
        while True:
            error: ParlourError | None = None
            try:
                response = await http.send(state.begin(self._caller), stream=True)
                try:
                    if response.is_success:
                        state.open(response)
                        async for chunk in response.aiter_bytes():
                            for event in state.receive(chunk):
                                yield event
                    else:
                        await response.aread()
                        error = to_error(response)
                finally:
                    await response.aclose()
            except httpx.TransportError as failure:
                error = find_error(failure)
            await asyncio.sleep(state.end(error))
