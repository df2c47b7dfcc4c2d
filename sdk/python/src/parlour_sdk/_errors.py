"""Exceptions of the package."""

from __future__ import annotations

from typing import Any

import httpx


class ParlourError(Exception):
    """Reports a request that failed.

    status: HTTP status, 0 if no answer arrived. code: code of the error, such as `not_found`;
    `no_answer` if no answer arrived, `http_error` if the answer is not one of Parlour, for example
    of a proxy. request_id: the id to quote in a report, or None. retry_after: seconds to wait
    before a repeat, or None. details: all fields of the error, such as `field` or `reason`.
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        request_id: str | None = None,
        retry_after: float | None = None,
        details: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(f"{status} {code}: {message}" if status else f"{code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.request_id = request_id
        self.retry_after = retry_after
        self.details = details or {}

    @property
    def is_temporary(self) -> bool:
        """Returns whether the same request can succeed later."""
        return self.status in (0, 429) or self.status >= 500


class CursorGoneError(ParlourError):
    """Reports a cursor without continuation (API-388).

    Read your data again, and continue with the cursor in `start`.
    """

    start: str

    def __init__(self, start: str, message: str, **about: Any) -> None:
        super().__init__(410, "cursor_gone", message, **about)
        self.start = start


class SignatureError(Exception):
    """Reports a request that is not signed by Parlour, or too old. Answer it with 401."""


class ChannelRefusal(Exception):
    """Refuses a message of an operator; to raise in the function of a channel handler.

    code: a code of `docs/integrate/errors.md`. It decides whether Parlour tries again, and whether
    the operator sees `message`.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message


def to_error(response: httpx.Response) -> ParlourError:
    """Returns the error of a response that is not 2xx. Its body must have been read."""
    body = _read_object(response)
    error = body.get("error")
    details = error if isinstance(error, dict) else {}
    about: dict[str, Any] = {
        "request_id": details.get("request_id") or response.headers.get("x-request-id"),
        "retry_after": _read_retry_after(response),
        "details": details,
    }
    message = str(details.get("message") or response.reason_phrase)
    if details.get("code") == "cursor_gone" and isinstance(body.get("start"), str):
        return CursorGoneError(body["start"], message, **about)
    return ParlourError(response.status_code, str(details.get("code", "http_error")), message, **about)


def _read_object(response: httpx.Response) -> dict[str, Any]:
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _read_retry_after(response: httpx.Response) -> float | None:
    text = response.headers.get("retry-after", "")
    return float(text) if text.isascii() and text.isdigit() else None
