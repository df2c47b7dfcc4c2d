"""Handler of a bot provider (interface B), and the chats to which it posts."""

from __future__ import annotations

import asyncio
import hashlib
import json
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Union

from . import types
from ._adapters import Reply
from ._errors import ParlourError
from ._handler import ACCEPTED, Handler, Request, log
from ._signatures import DEFAULT_TOLERANCE_S
from ._transport import AsyncCaller, SyncCaller, create_key

BotReply = Union[types.BotIncomingMessage, str]


class BotHandler(Handler):
    """Answers customers as a bot: a function for each `event`, such as `CLIENT_MESSAGE`.

    address: the address at Parlour, `…/bot/webhooks/<provider_id>/<token>`. A function receives the
    event and its chat (BotChat; AsyncBotChat in a coroutine function). A message or a text that it
    returns is posted to the chat. The other parameters are those of WebhookHandler.

    Parlour waits 3 s for a response. A function that takes longer continues after the response, and
    its failure is only logged. If it fails earlier, Parlour sends the event again, unless it failed
    because Parlour refused a post. Events of one chat are processed in order, those of different
    chats in parallel.
    """

    _patience_s = 2.0
    _late_reply = Reply(200, ACCEPTED)

    def __init__(
        self,
        address: str,
        secrets: str | Iterable[str],
        *,
        replies: MutableMapping[str, str] | None = None,
        tolerance: float = DEFAULT_TOLERANCE_S,
        max_threads: int = 32,
    ) -> None:
        super().__init__(secrets, replies=replies, tolerance=tolerance)
        self._address = address
        self._caller = SyncCaller(address, {})
        self._async_caller: AsyncCaller | None = None
        self._turns = _Turns(max_threads)
        self._chat_locks: weakref.WeakValueDictionary[str, asyncio.Lock] = (
            weakref.WeakValueDictionary()
        )

    def chat(self, chat_id: str) -> BotChat:
        """Returns a chat, to post to it outside of a function."""
        return BotChat(self._caller, chat_id, create_key())

    def async_chat(self, chat_id: str) -> AsyncBotChat:
        """Returns a chat with methods that are awaited, to post to it outside of a function."""
        return AsyncBotChat(self._get_async_caller(), chat_id, create_key())

    def close(self) -> None:
        """Waits for functions that still run, and closes the connections."""
        self._turns.close()
        self._caller.close()

    async def aclose(self) -> None:
        """Waits for coroutine functions that still run, and closes the connections."""
        if self._tasks:
            await asyncio.wait(self._tasks)
        if self._async_caller is not None:
            await self._async_caller.aclose()
        await asyncio.to_thread(self.close)

    def _get_name(self, event: Any) -> str:
        if not isinstance(event["chat_id"], str):
            raise TypeError
        return str(event["event"])

    def _start(self, request: Request) -> None:
        self._turns.add(request.event["chat_id"], lambda: self._perform(request))

    async def _perform_async(self, request: Request) -> None:
        chat_id = request.event["chat_id"]
        lock = self._chat_locks.get(chat_id)
        if lock is None:
            lock = self._chat_locks[chat_id] = asyncio.Lock()
        async with lock:
            await super()._perform_async(request)

    def _run(self, request: Request, function: Callable[..., Any]) -> None:
        chat = BotChat(self._caller, request.event["chat_id"], request.id)
        result = function(request.event, chat)
        if _is_message(result):
            chat.send(result)

    async def _run_async(self, request: Request, function: Callable[..., Any]) -> None:
        chat = AsyncBotChat(self._get_async_caller(), request.event["chat_id"], request.id)
        result = await function(request.event, chat)
        if _is_message(result):
            await chat.send(result)

    def _describe_result(self, result: Any) -> str:
        return ACCEPTED

    def _fail(self, request: Request, error: Exception) -> None:
        if isinstance(error, ParlourError) and not error.is_temporary:
            # For example, an operator has taken the chat. Running the function again cannot help.
            log.warning("Parlour refused a post of %s: %s", request.name, error)
            self._once.finish(request.id, ACCEPTED)
        else:
            super()._fail(request, error)

    def _get_async_caller(self) -> AsyncCaller:
        # Created when it is first needed, because it belongs to a running event loop.
        if self._async_caller is None:
            self._async_caller = AsyncCaller(self._address, {})
        return self._async_caller


class _Posts:
    """Builds the events that a bot posts to a chat, with keys that are the same in a repeat."""

    def __init__(self, chat_id: str, source: str) -> None:
        self.chat_id = chat_id
        self._source = source
        self._count = 0

    def describe(self, name: str, **fields: object) -> dict[str, Any]:
        """Returns the arguments of the request for an event.

        A function that runs again after a failure posts its messages again. The number of the
        message and its content make the key, so that the customer sees it once.
        """
        body: dict[str, object] = {"event": name, "chat_id": self.chat_id, **fields}
        self._count += 1
        content = json.dumps([self._source, self._count, body], sort_keys=True)
        return {"body": body, "key": hashlib.sha256(content.encode()).hexdigest()}


class BotChat:
    """A chat to which a bot posts. Methods raise ParlourError.

    If an operator has taken the chat, its code is `invalid_request` and `details["reason"]` is
    `chat_handed_over`. Send nothing more then.
    """

    def __init__(self, caller: SyncCaller, chat_id: str, source: str) -> None:
        self.id = chat_id
        self._caller = caller
        self._posts = _Posts(chat_id, source)

    def send(self, message: BotReply) -> types.BotAccepted:
        """Posts a message; a text may be passed as it is."""
        parts = self._posts.describe("BOT_MESSAGE", message=_to_message(message))
        return self._caller._call("POST", "", **parts)

    def invite_operator(self) -> types.BotAccepted:
        """Calls an operator. `AGENT_JOINED` or `AGENT_UNAVAILABLE` follows."""
        return self._caller._call("POST", "", **self._posts.describe("INVITE_AGENT"))


class AsyncBotChat:
    """A chat to which a bot posts, with methods that are awaited."""

    def __init__(self, caller: AsyncCaller, chat_id: str, source: str) -> None:
        self.id = chat_id
        self._caller = caller
        self._posts = _Posts(chat_id, source)

    async def send(self, message: BotReply) -> types.BotAccepted:
        """Posts a message; a text may be passed as it is."""
        parts = self._posts.describe("BOT_MESSAGE", message=_to_message(message))
        return await self._caller._call("POST", "", **parts)

    async def invite_operator(self) -> types.BotAccepted:
        """Calls an operator. `AGENT_JOINED` or `AGENT_UNAVAILABLE` follows."""
        return await self._caller._call("POST", "", **self._posts.describe("INVITE_AGENT"))


def _is_message(result: Any) -> bool:
    """Returns whether a function returned a message, and not for example what `send` returned."""
    return isinstance(result, str) or (isinstance(result, dict) and "type" in result)


def _to_message(message: BotReply) -> object:
    return {"type": "TEXT", "text": message} if isinstance(message, str) else message


class _Turns:
    """Runs the work of each chat in order, and that of different chats in parallel."""

    def __init__(self, max_threads: int) -> None:
        self._threads = ThreadPoolExecutor(max_threads, thread_name_prefix="parlour-bot")
        self._waiting: dict[str, deque[Callable[[], None]]] = {}
        self._lock = threading.Lock()

    def add(self, chat_id: str, work: Callable[[], None]) -> None:
        """Adds work after all other work of the chat."""
        with self._lock:
            queue = self._waiting.setdefault(chat_id, deque())
            queue.append(work)
            is_idle = len(queue) == 1
        if is_idle:
            self._threads.submit(self._run, chat_id, queue)

    def close(self) -> None:
        """Waits for all work."""
        self._threads.shutdown()

    def _run(self, chat_id: str, queue: deque[Callable[[], None]]) -> None:
        while True:
            queue[0]()
            with self._lock:
                queue.popleft()
                if not queue:
                    del self._waiting[chat_id]
                    return
