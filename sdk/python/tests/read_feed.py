"""Prints the cursor and position of each event. Arguments: sync or async, URL, key, cursor.

Reconnects without pauses, so that a test can cut many connections.
"""

from __future__ import annotations

import asyncio
import sys
import time

from parlour_sdk import AsyncParlour, Event, Parlour


def show(event: Event) -> None:
    print(event.cursor, event.frame["position"], flush=True)


def read(url: str, key: str, cursor: str) -> None:
    time.sleep = lambda _seconds: None
    with Parlour(url, key) as parlour:
        for event in parlour.events(cursor):
            show(event)


async def read_async(url: str, key: str, cursor: str) -> None:
    sleep = asyncio.sleep
    asyncio.sleep = lambda _seconds: sleep(0)
    async with AsyncParlour(url, key) as parlour:
        async for event in parlour.events(cursor):
            show(event)


kind, *arguments = sys.argv[1:]
if kind == "sync":
    read(*arguments)
else:
    asyncio.run(read_async(*arguments))
