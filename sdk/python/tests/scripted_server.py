"""A real HTTP server whose answers a test writes, and which keeps the requests."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Received:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True)
class Answer:
    """An answer. cut_after: bytes of the body after which the connection breaks."""

    status: int = 200
    body: bytes = b"{}"
    headers: dict[str, str] = field(default_factory=dict)
    cut_after: int | None = None
    no_answer: bool = False


def answer_json(value: Any, status: int = 200, **headers: str) -> Answer:
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return Answer(status, json.dumps(value).encode(), {"content-type": "application/json", **named})


def refuse(status: int, code: str, **headers: str) -> Answer:
    error = {"code": code, "message": f"Text of {code}", "field": "name", "request_id": "r-1"}
    return answer_json({"error": error}, status, **headers)


class ScriptedServer:
    """Answers requests one after another with `answers`, or all with a function."""

    def __init__(self, answers: list[Answer] | Callable[[Received], Answer]) -> None:
        self.received: list[Received] = []
        self._answers = answers
        lock = threading.Lock()
        script = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def handle_any(self) -> None:
                # Older clients send headers and body one after the other, and Nagle's algorithm
                # holds the body until the headers are acknowledged, which Linux delays by 40 ms.
                if hasattr(socket, "TCP_QUICKACK"):
                    self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                received = Received(self.command, self.path, headers, body)
                with lock:
                    script.received.append(received)
                    answer = answers(received) if callable(answers) else answers.pop(0)
                if answer.no_answer:
                    self.close_connection = True
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                if answer.status != 204:
                    self.send_header("content-length", str(len(answer.body)))
                self.end_headers()
                if answer.cut_after is None:
                    self.wfile.write(answer.body if answer.status != 204 else b"")
                else:
                    self.wfile.write(answer.body[: answer.cut_after])
                    self.close_connection = True

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any

            def log_message(self, *_args: Any) -> None:
                """Prints nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def __enter__(self) -> ScriptedServer:
        return self

    def __exit__(self, *_error: object) -> None:
        self._server.shutdown()
        self._server.server_close()
