"""Adapters that serve a handler: WSGI, ASGI, and the HTTP server of the standard library."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, BinaryIO

from ._signatures import Headers

# An event has at most 1 MiB (WH-033).
_MAX_BODY_BYTES = 2 * 1024 * 1024
_MAX_LINE_BYTES = 64 * 1024


@dataclass(frozen=True)
class Reply:
    """An answer to Parlour: the status, and a body of type `application/json`."""

    status: int
    body: str


_NOT_POST = Reply(405, '{"error":{"code":"invalid_request","message":"Send POST."}}')
_TOO_LARGE = Reply(413, '{"error":{"code":"invalid_request","message":"The body is too large."}}')
_MALFORMED = Reply(400, '{"error":{"code":"invalid_request","message":"The body has no length."}}')
_REASONS = {
    200: "OK",
    400: "Bad Request",
    401: "Unauthorized",
    405: "Method Not Allowed",
    413: "Content Too Large",
    500: "Internal Server Error",
    503: "Service Unavailable",
}


class WsgiApp:
    """Serves a handler in a WSGI server or framework, under any path."""

    def __init__(self, handle: Callable[[Headers, bytes], Reply]) -> None:
        self._handle = handle

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        """Answers one request (PEP 3333)."""
        reply = self._answer(environ)
        body = reply.body.encode()
        start_response(
            f"{reply.status} {_REASONS[reply.status]}",
            [("Content-Type", "application/json"), ("Content-Length", str(len(body)))],
        )
        return [body]

    def _answer(self, environ: dict[str, Any]) -> Reply:
        if environ["REQUEST_METHOD"] != "POST":
            return _NOT_POST
        length = environ.get("CONTENT_LENGTH") or ""
        # Without a length, only a server that marks the end of the body can be read (PEP 3333).
        is_chunked = not length and environ.get("wsgi.input_terminated", False)
        size = _MAX_BODY_BYTES + 1 if is_chunked else int(length or 0)
        if not is_chunked and size > _MAX_BODY_BYTES:
            return _TOO_LARGE
        body = environ["wsgi.input"].read(size)
        if len(body) > _MAX_BODY_BYTES:
            return _TOO_LARGE
        headers = {
            name.removeprefix("HTTP_").replace("_", "-"): value
            for name, value in environ.items()
            if name.startswith("HTTP_")
        }
        return self._handle(headers, body)


class AsgiApp:
    """Serves a handler in an ASGI server or framework, under any path."""

    def __init__(self, handle: Callable[[Headers, bytes], Awaitable[Reply]]) -> None:
        self._handle = handle

    async def __call__(
        self,
        scope: MutableMapping[str, Any],
        receive: Callable[[], Awaitable[MutableMapping[str, Any]]],
        send: Callable[[MutableMapping[str, Any]], Awaitable[None]],
    ) -> None:
        """Answers one request (ASGI 3)."""
        if scope["type"] == "lifespan":
            while (await receive())["type"] != "lifespan.shutdown":
                await send({"type": "lifespan.startup.complete"})
            await send({"type": "lifespan.shutdown.complete"})
            return
        if scope["type"] != "http":
            raise ValueError(f"{scope['type']} is not supported.")
        body = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            if len(body) > _MAX_BODY_BYTES or not message.get("more_body", False):
                break
        reply = await self._answer(scope, body)
        payload = reply.body.encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(payload)).encode()),
        ]
        await send({"type": "http.response.start", "status": reply.status, "headers": headers})
        await send({"type": "http.response.body", "body": payload})

    async def _answer(self, scope: MutableMapping[str, Any], body: bytes) -> Reply:
        if scope["method"] != "POST":
            return _NOT_POST
        if len(body) > _MAX_BODY_BYTES:
            return _TOO_LARGE
        pairs = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]
        return await self._handle(pairs, body)


class _Server(ThreadingHTTPServer):
    # More connections than the usual five may arrive in one moment.
    request_queue_size = 128
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Prints errors of the program, but not those of a connection that was lost."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def create_server(
    handle: Callable[[Headers, bytes], Reply], host: str, port: int
) -> ThreadingHTTPServer:
    """Returns a server that listens and passes each POST request to a handler."""

    class RequestHandler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # A connection that is silent longer is closed, so that it does not keep its thread.
        timeout = 60
        # Otherwise the body of a reply waits up to 40 ms for the confirmation of its headers.
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            body = _read_body(self)
            if isinstance(body, Reply):
                # The rest of the body would be read as the next request.
                self._send(body, is_last=True)
            else:
                self._send(handle(self.headers, body))

        def do_GET(self) -> None:
            self._send(_NOT_POST)

        def _send(self, reply: Reply, *, is_last: bool = False) -> None:
            payload = reply.body.encode()
            self.send_response(reply.status)
            if is_last:
                self.send_header("Connection", "close")
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(payload)))
            self.end_headers()
            self.wfile.write(payload)

        def log_message(self, *_args: Any) -> None:
            """Prints nothing: handlers log what fails."""

    return _Server((host, port), RequestHandler)


def _read_body(request: BaseHTTPRequestHandler) -> bytes | Reply:
    """Returns the body of a request, or the reply to a malformed one."""
    try:
        if "chunked" in request.headers.get("Transfer-Encoding", ""):
            return _read_chunks(request.rfile)
        length = int(request.headers.get("Content-Length", "0"))
    except ValueError:
        return _MALFORMED
    return _TOO_LARGE if length > _MAX_BODY_BYTES else _read(request.rfile, max(length, 0))


def _read_chunks(source: BinaryIO) -> bytes | Reply:
    """Reads a body in parts, as a channel with the switch "chunked encoding" sends it."""
    body = b""
    while (size := int(source.readline(_MAX_LINE_BYTES).split(b";")[0], 16)) > 0:
        if len(body) + size > _MAX_BODY_BYTES:
            return _TOO_LARGE
        body += _read(source, size)
        source.readline(_MAX_LINE_BYTES)
    while source.readline(_MAX_LINE_BYTES).strip():
        pass
    return body


def _read(source: BinaryIO, length: int) -> bytes:
    data = source.read(length)
    if len(data) < length:
        raise ConnectionError("The request was cut off.")
    return data
