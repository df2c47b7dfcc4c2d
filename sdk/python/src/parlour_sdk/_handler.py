"""Handlers of the requests that Parlour sends: one function for each kind of event."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import inspect
import json
import logging
from collections.abc import Callable, Iterable, MutableMapping
from concurrent.futures import Future
from dataclasses import dataclass
from http.server import ThreadingHTTPServer
from typing import Any, TypeVar

from ._adapters import AsgiApp, Reply, WsgiApp, create_server
from ._errors import SignatureError
from ._once import Once, RecentReplies
from ._signatures import DEFAULT_TOLERANCE_S, Headers, Verifier, parse_object, read_headers

F = TypeVar("F", bound=Callable[..., Any])

log = logging.getLogger("parlour_sdk")

ACCEPTED = '{"result":"ok"}'


@dataclass(frozen=True)
class Request:
    """A verified request. name: the kind of its event. function: None if there is none for it."""

    id: str
    name: str
    event: Any
    headers: dict[str, str]
    function: Callable[..., Any] | None


class Handler:
    """Verifies requests, runs a function for each event, and answers repeats without running it.

    secrets: one or several signing secrets (`whsec_…`). replies: where replies are kept by id;
    default: in memory, the latest 100,000. Pass a mapping that stores them if events must not be
    processed again after a restart. It must support concurrent calls. tolerance: seconds by which
    the time of a request may differ from the clock.
    """

    # Seconds to wait for a function, and the reply if it takes longer.
    _patience_s = 20.0
    _late_reply = Reply(503, '{"result":"still running"}')

    def __init__(
        self,
        secrets: str | Iterable[str],
        *,
        replies: MutableMapping[str, str] | None = None,
        tolerance: float = DEFAULT_TOLERANCE_S,
    ) -> None:
        self._verifier = Verifier(secrets, tolerance)
        self._once = Once(RecentReplies() if replies is None else replies)
        self._functions: dict[str, Callable[..., Any]] = {}
        self._default: Callable[..., Any] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.wsgi_app = WsgiApp(self.handle)
        self.asgi_app = AsgiApp(self.handle_async)

    def on(self, *names: str) -> Callable[[F], F]:
        """Registers a function for events with these names; without names, for all others.

        It may be a coroutine function if requests arrive through `asgi_app` or `handle_async`.
        """

        def register(function: F) -> F:
            for name in names:
                if name in self._functions:
                    raise ValueError(f"{name} has a function already.")
                self._functions[name] = function
            if not names:
                self._default = function
            return function

        return register

    def handle(self, headers: Headers, body: bytes) -> Reply:
        """Answers a request. body: the received bytes, before any parsing."""
        request = self._open(headers, body)
        if isinstance(request, Reply):
            return request
        if inspect.iscoroutinefunction(request.function):
            raise TypeError(f"The function for {request.name} is async: use asgi_app.")
        reply, is_first = self._once.begin(request.id)
        if is_first:
            self._start(request)
        concurrent.futures.wait([reply], self._patience_s)
        return self._encode(reply)

    async def handle_async(self, headers: Headers, body: bytes) -> Reply:
        """Answers a request. Functions that are no coroutine functions run in a thread."""
        request = self._open(headers, body)
        if isinstance(request, Reply):
            return request
        reply, is_first = self._once.begin(request.id)
        if is_first and inspect.iscoroutinefunction(request.function):
            # A client that disconnects must not end it.
            task = asyncio.create_task(self._perform_async(request))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        elif is_first:
            await asyncio.to_thread(self._start, request)
        await _wait(reply, self._patience_s)
        return self._encode(reply)

    def create_server(self, host: str = "127.0.0.1", port: int = 8080) -> ThreadingHTTPServer:
        """Returns a server of this handler. It accepts connections; call `serve_forever()`."""
        return create_server(self.handle, host, port)

    def serve(self, host: str = "127.0.0.1", port: int = 8080) -> None:
        """Answers requests until the program ends."""
        with self.create_server(host, port) as server:
            server.serve_forever()

    def _open(self, headers: Headers, body: bytes) -> Request | Reply:
        named = read_headers(headers)
        try:
            id = self._verifier.verify(named, body)
        except SignatureError as error:
            return Reply(401, _describe_error("unauthorized", str(error)))
        try:
            event = parse_object(body)
            name = self._get_name(event)
        except (SignatureError, KeyError, TypeError):
            return Reply(400, _describe_error("invalid_request", "The event is malformed."))
        function = self._functions.get(name, self._default)
        return Request(id=id, name=name, event=event, headers=named, function=function)

    def _get_name(self, event: Any) -> str:
        """Returns the kind of an event. Raises KeyError or TypeError if it is malformed."""
        raise NotImplementedError

    def _start(self, request: Request) -> None:
        """Makes sure that the request is performed, now or in another thread."""
        self._perform(request)

    def _perform(self, request: Request) -> None:
        try:
            result = None if request.function is None else self._run(request, request.function)
            self._once.finish(request.id, self._describe_result(result))
        except Exception as error:
            self._fail(request, error)
        except BaseException as error:
            self._once.fail(request.id, error)
            raise

    async def _perform_async(self, request: Request) -> None:
        try:
            assert request.function is not None
            result = await self._run_async(request, request.function)
            self._once.finish(request.id, self._describe_result(result))
        except Exception as error:
            self._fail(request, error)
        except BaseException as error:
            self._once.fail(request.id, error)
            raise

    def _run(self, request: Request, function: Callable[..., Any]) -> Any:
        return function(request.event)

    async def _run_async(self, request: Request, function: Callable[..., Any]) -> Any:
        return await function(request.event)

    def _describe_result(self, result: Any) -> str:
        """Returns the body of the reply for what the function returned."""
        raise NotImplementedError

    def _fail(self, request: Request, error: Exception) -> None:
        log.error("The function for %s failed.", request.name, exc_info=error)
        self._once.fail(request.id, error)

    def _encode(self, reply: Future[str]) -> Reply:
        if not reply.done():
            return self._late_reply
        error = reply.exception()
        return Reply(200, reply.result()) if error is None else self._describe_failure(error)

    def _describe_failure(self, error: BaseException) -> Reply:
        """Returns the reply for a function that failed. Parlour then sends the event again."""
        return Reply(500, _describe_error("internal", "The event could not be processed."))


async def _wait(reply: Future[str], seconds: float) -> None:
    """Waits until there is a reply, or the time is over."""
    loop, is_done = asyncio.get_running_loop(), asyncio.Event()
    reply.add_done_callback(lambda _reply: loop.call_soon_threadsafe(is_done.set))
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(is_done.wait(), seconds)


def _describe_error(code: str, message: str) -> str:
    return json.dumps({"error": {"code": code, "message": message}})
