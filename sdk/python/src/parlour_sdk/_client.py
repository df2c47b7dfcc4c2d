"""Clients of the service API."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator

import httpx

from . import types
from ._feed import AsyncEventFeed, EventFeed
from ._operations import AsyncOperations, Operations
from ._transport import DEFAULT_MAX_RETRIES, DEFAULT_TIMEOUT_S


class Parlour(Operations):
    """Calls the service API of an installation with an API key.

    url: address of the installation, such as `https://chat.example`. api_key: a key of Settings →
    API keys. timeout: seconds without a byte after which a request fails. max_retries: repeats of
    a request that failed because of the network, 429 or 5xx. Only reads and requests with an
    idempotency key are repeated. http_client: a client of your own, for proxies or certificates;
    it is not closed. Methods raise ParlourError. Threads can share a client.
    """

    def __init__(
        self,
        url: str,
        api_key: str,
        *,
        timeout: float = DEFAULT_TIMEOUT_S,
        max_retries: int = DEFAULT_MAX_RETRIES,
        http_client: httpx.Client | None = None,
    ) -> None:
        super().__init__(
            _get_base_url(url),
            _get_headers(api_key),
            timeout=timeout,
            max_retries=max_retries,
            http_client=http_client,
        )

    def events(self, after: str | None = None, types: Iterable[str] | None = None) -> EventFeed:
        """Iterates over the events of the account after a cursor (API-387 – API-392).

        Needs the scope `chats.read`. after: the cursor of the last event that you processed; None:
        from now on. types: names of events; None: all.
        """
        return EventFeed(self, after, types)

    def iterate_messages(self, id: int, *, after: int = 0) -> Iterator[types.Message]:
        """Yields the messages of a chat whose `seq` is above `after`, oldest first."""
        while page := self.list_messages(id, after=after, limit=200)["items"]:
            yield from page
            after = page[-1]["seq"]

    def __enter__(self) -> Parlour:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


class AsyncParlour(AsyncOperations):
    """Calls the service API as Parlour does, with methods that are awaited."""

    def __init__(
        self,
        url: str,
        api_key: str,
        *,
        timeout: float = DEFAULT_TIMEOUT_S,
        max_retries: int = DEFAULT_MAX_RETRIES,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        super().__init__(
            _get_base_url(url),
            _get_headers(api_key),
            timeout=timeout,
            max_retries=max_retries,
            http_client=http_client,
        )

    def events(
        self, after: str | None = None, types: Iterable[str] | None = None
    ) -> AsyncEventFeed:
        """Iterates over the events of the account after a cursor, as Parlour.events does."""
        return AsyncEventFeed(self, after, types)

    async def iterate_messages(self, id: int, *, after: int = 0) -> AsyncIterator[types.Message]:
        """Yields the messages of a chat whose `seq` is above `after`, oldest first."""
        while page := (await self.list_messages(id, after=after, limit=200))["items"]:
            for message in page:
                yield message
            after = page[-1]["seq"]

    async def __aenter__(self) -> AsyncParlour:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.aclose()


def _get_base_url(url: str) -> str:
    return f"{url.rstrip('/')}/api/v1"


def _get_headers(api_key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {api_key}"}
