"""Deduplication: Parlour sends each request at least once, and a repeat has the same id."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, MutableMapping
from concurrent.futures import Future


class RecentReplies(MutableMapping[str, str]):
    """Keeps the latest replies in memory, so that a program that runs for long does not grow."""

    def __init__(self, max_replies: int = 100_000) -> None:
        self._replies: OrderedDict[str, str] = OrderedDict()
        self._max_replies = max_replies

    def __getitem__(self, id: str) -> str:
        return self._replies[id]

    def __setitem__(self, id: str, reply: str) -> None:
        self._replies[id] = reply
        if len(self._replies) > self._max_replies:
            self._replies.popitem(last=False)

    def __delitem__(self, id: str) -> None:
        del self._replies[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._replies)

    def __len__(self) -> int:
        return len(self._replies)


class Once:
    """Gives each id one reply, and repeats the reply of the first request.

    A repeat that arrives while the first request is processed waits for its reply.
    """

    def __init__(self, replies: MutableMapping[str, str]) -> None:
        self._replies = replies
        self._running: dict[str, Future[str]] = {}
        self._lock = threading.Lock()

    def begin(self, id: str) -> tuple[Future[str], bool]:
        """Returns the reply of an id, and whether the caller must produce it.

        If so, the caller calls `finish` or `fail`.
        """
        with self._lock:
            running = self._running.get(id)
            if running is not None:
                return running, False
            reply = self._running[id] = Future[str]()
            # A caller that stops waiting must not cancel it.
            reply.set_running_or_notify_cancel()
        try:
            known = self._replies.get(id)
        except Exception as error:
            self.fail(id, error)
            return reply, False
        if known is None:
            return reply, True
        self._end(id).set_result(known)
        return reply, False

    def finish(self, id: str, reply: str) -> None:
        """Stores the reply and gives it to all that wait for it."""
        self._replies[id] = reply
        self._end(id).set_result(reply)

    def fail(self, id: str, error: BaseException) -> None:
        """Notes that there is no reply. The next request with the id produces one."""
        self._end(id).set_exception(error)

    def _end(self, id: str) -> Future[str]:
        with self._lock:
            return self._running.pop(id)
