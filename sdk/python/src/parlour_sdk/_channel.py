"""Clients and handler of a chat channel (interface A)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Union

import httpx

from . import types
from ._adapters import Reply
from ._errors import ChannelRefusal
from ._handler import ACCEPTED, Handler, Request
from ._signatures import Headers
from ._transport import (
    DEFAULT_MAX_RETRIES,
    DEFAULT_TIMEOUT_S,
    AsyncCaller,
    SyncCaller,
    create_key,
)


class ChannelHandler(Handler):
    """Receives what operators send to customers: a function for each `message.type`.

    A function receives the request with `sender`, `recipient` and `message`, and must return within
    3 s. If it raises ChannelRefusal, the operator sees the reason. If it fails otherwise, Parlour
    sends the message again. A type without a function is refused, except typing.
    """

    def _open(self, headers: Headers, body: bytes) -> Request | Reply:
        request = super()._open(headers, body)
        if isinstance(request, Reply) or request.function is not None:
            return request
        function = _ignore if request.name in ("typein", "typeout") else _refuse
        return replace(request, function=function)

    def _get_name(self, event: Any) -> str:
        return str(event["message"]["type"])

    def _describe_result(self, result: Any) -> str:
        return ACCEPTED

    def _fail(self, request: Request, error: Exception) -> None:
        if isinstance(error, ChannelRefusal):
            # Not kept: a repeat may succeed.
            self._once.fail(request.id, error)
        else:
            super()._fail(request, error)

    def _describe_failure(self, error: BaseException) -> Reply:
        if isinstance(error, ChannelRefusal):
            body = {"error": {"code": error.code, "message": error.message}}
            return Reply(200, json.dumps(body))
        return super()._describe_failure(error)


def _ignore(_event: Any) -> None:
    pass


def _refuse(_event: Any) -> None:
    raise ChannelRefusal("unsupported_type", "The customer cannot see this kind of message.")


ChannelClientMessage = Union[types.ChannelMessage, str]


class ChannelClient(SyncCaller):
    """Sends messages of customers to a channel.

    inbound_url: the inbound URL of the channel. It is a secret. The other parameters are those of
    Parlour. Methods raise ParlourError.
    """

    def __init__(
        self,
        inbound_url: str,
        *,
        timeout: float = DEFAULT_TIMEOUT_S,
        max_retries: int = DEFAULT_MAX_RETRIES,
        http_client: httpx.Client | None = None,
    ) -> None:
        super().__init__(
            inbound_url, {}, timeout=timeout, max_retries=max_retries, http_client=http_client
        )

    def send(
        self,
        sender: types.ChannelSender,
        message: ChannelClientMessage,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Sends a message of a customer; a text may be passed as it is.

        It is stored when the call returns. idempotency_key: your id of the message, so that a
        later call with it does not create another one (CH-057). Default: a new one.
        """
        body = _describe_message(sender, message)
        self._call("POST", "", body=body, key=idempotency_key or create_key())

    def is_available(self) -> bool:
        """Returns whether an operator can answer now (CH-010)."""
        return bool(self._call("GET", "/status") == 1)

    def __enter__(self) -> ChannelClient:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


class AsyncChannelClient(AsyncCaller):
    """Sends messages of customers to a channel, with methods that are awaited."""

    def __init__(
        self,
        inbound_url: str,
        *,
        timeout: float = DEFAULT_TIMEOUT_S,
        max_retries: int = DEFAULT_MAX_RETRIES,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        super().__init__(
            inbound_url, {}, timeout=timeout, max_retries=max_retries, http_client=http_client
        )

    async def send(
        self,
        sender: types.ChannelSender,
        message: ChannelClientMessage,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Sends a message of a customer, as ChannelClient.send does."""
        body = _describe_message(sender, message)
        await self._call("POST", "", body=body, key=idempotency_key or create_key())

    async def is_available(self) -> bool:
        """Returns whether an operator can answer now (CH-010)."""
        return bool(await self._call("GET", "/status") == 1)

    async def __aenter__(self) -> AsyncChannelClient:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.aclose()


def _describe_message(
    sender: types.ChannelSender, message: ChannelClientMessage
) -> dict[str, object]:
    text = {"type": "text", "text": message} if isinstance(message, str) else message
    return {"sender": sender, "message": text}
