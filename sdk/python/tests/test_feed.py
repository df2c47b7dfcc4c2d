"""The event feed, with a server that cuts connections where the test says."""

from __future__ import annotations

import asyncio
import json
import unittest
from typing import Any
from unittest import mock

import httpx
from parlour_sdk import AsyncParlour, CursorGoneError, Parlour, ParlourError
from scripted_server import Answer, ScriptedServer, answer_json, refuse

PAUSES: list[float] = []


async def pause(seconds: float) -> None:
    # The library of connections sleeps for 0 s.
    if seconds > 0:
        PAUSES.append(seconds)


def frame(position: int, name: str = "message_created") -> str:
    data = json.dumps({"type": "event", "position": position, "name": name, "text": "é" * position}, ensure_ascii=False)
    return f"id: e1:{position}\nevent: {name}\ndata: {data}\n\n"


def stream(text: str, cut_after: int | None = None) -> Answer:
    return Answer(200, text.encode(), {"content-type": "text/event-stream; charset=utf-8"}, cut_after)


GONE = answer_json({"error": {"code": "cursor_gone", "message": "Read again."}, "start": "e2:1"}, 410)


def read_sync(url: str, **options: Any) -> tuple[list[Any], Exception | None, str | None]:
    events: list[Any] = []
    # Loading certificates takes most of the time of a client.
    with httpx.Client(verify=False) as http, Parlour(url, "pk_1", max_retries=2, http_client=http) as parlour:
        with parlour.events(**options) as feed:
            try:
                for event in feed:
                    events.append((event.cursor, event.frame["position"], feed.cursor))
            except ParlourError as error:
                return events, error, feed.cursor
    return events, None, None


async def read_async(url: str, **options: Any) -> tuple[list[Any], Exception | None, str | None]:
    events: list[Any] = []
    async with httpx.AsyncClient(verify=False) as http:
        parlour = AsyncParlour(url, "pk_1", max_retries=2, http_client=http)
        async with parlour.events(**options) as feed:
            try:
                async for event in feed:
                    events.append((event.cursor, event.frame["position"], feed.cursor))
            except ParlourError as error:
                return events, error, feed.cursor
    return events, None, None


class Feed(unittest.TestCase):
    """Each test runs with both clients."""

    def setUp(self) -> None:
        PAUSES.clear()
        for target, value in (("time.sleep", PAUSES.append), ("asyncio.sleep", pause)):
            patch = mock.patch(f"parlour_sdk._feed.{target}", value)
            patch.start()
            self.addCleanup(patch.stop)

    def run_both(self, answers: list[Answer], **options: Any) -> list[tuple[list[Any], Any, Any, Any]]:
        results = []
        for is_async in (False, True):
            with ScriptedServer(list(answers)) as server:
                read = asyncio.run(read_async(server.url, **options)) if is_async else read_sync(server.url, **options)
            results.append((*read, server.received))
        return results

    def test_a_feed_continues_after_the_last_whole_event(self) -> None:
        first = f"retry: 1500\nid: e1:4\n\n{frame(5)}{frame(6)}{frame(7)}"
        whole = len(f"retry: 1500\nid: e1:4\n\n{frame(5)}{frame(6)}".encode())
        for cut in (whole, whole + 1, whole + 9, whole + 40, len(first.encode()) - 1):
            for events, error, cursor, received in self.run_both([stream(first, cut), stream(frame(7)), GONE], after="e1:4"):
                self.assertEqual([event[1] for event in events], [5, 6, 7])
                self.assertEqual([event[0] for event in events], ["e1:5", "e1:6", "e1:7"])
                self.assertEqual([event[2] for event in events], ["e1:5", "e1:6", "e1:7"])
                self.assertEqual([one.headers["last-event-id"] for one in received], ["e1:4", "e1:6", "e1:7"])
                self.assertIsInstance(error, CursorGoneError)
                self.assertEqual((error.start, cursor), ("e2:1", "e1:7"))

    def test_the_cursor_of_a_comment_counts_and_a_stream_that_ends_is_opened_again(self) -> None:
        text = f"retry: 1500\nid: e1:4\n\n: still here\nid: e1:90\n\n"
        for events, _error, cursor, received in self.run_both([stream(text), GONE]):
            self.assertEqual((events, cursor), ([], "e1:90"))
            self.assertNotIn("last-event-id", received[0].headers)
            self.assertEqual(received[1].headers["last-event-id"], "e1:90")
        self.assertEqual(PAUSES, [1.5, 1.5])

    def test_a_reset_has_the_new_start(self) -> None:
        text = f'{frame(5)}id: e2:3\nevent: reset\ndata: {{"start":"e2:3"}}\n\n'
        for events, error, cursor, _received in self.run_both([stream(text)]):
            self.assertEqual((len(events), error.start, cursor), (1, "e2:3", "e1:5"))

    def test_the_request_names_types_and_asks_for_a_stream(self) -> None:
        for *_rest, received in self.run_both([GONE], types=["chat_closed", "message_created"]):
            self.assertEqual(received[0].path, "/api/v1/events?types=chat_closed%2Cmessage_created")
            self.assertEqual(received[0].headers["accept"], "text/event-stream")
            self.assertEqual(received[0].headers["authorization"], "Bearer pk_1")

    def test_a_feed_outlives_a_server_that_is_away(self) -> None:
        away = [Answer(no_answer=True), refuse(503, "temporarily_unavailable", retry_after="5"), *[Answer(no_answer=True)] * 8]
        for events, error, _cursor, received in self.run_both([stream(frame(5)), *away, stream(frame(6)), GONE]):
            self.assertEqual([event[1] for event in events], [5, 6])
            self.assertEqual(len(received), 13)
            self.assertTrue(all(one.headers["last-event-id"] == "e1:5" for one in received[1:12]))
        self.assertTrue(5 <= PAUSES[2] <= 5.5 and max(PAUSES) <= 30, PAUSES)

    def test_a_first_connection_that_fails_is_reported(self) -> None:
        for events, error, cursor, received in self.run_both([Answer(no_answer=True)] * 3):
            self.assertEqual((events, error.code, cursor, len(received)), ([], "no_answer", None, 3))

    def test_a_key_without_access_ends_a_feed(self) -> None:
        for events, error, _cursor, received in self.run_both([stream(frame(5)), refuse(403, "forbidden")]):
            self.assertEqual((len(events), error.code, len(received)), (1, "forbidden", 2))

    def test_an_answer_that_is_no_stream_is_an_error(self) -> None:
        for _events, error, _cursor, received in self.run_both([answer_json({"items": []})]):
            self.assertEqual((error.code, len(received)), ("http_error", 1))


if __name__ == "__main__":
    unittest.main()
