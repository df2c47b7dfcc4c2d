"""Clients: requests, repeats, errors, pages. The document of the service API is in PARLOUR_DOCUMENT."""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import re
import unittest
from contextlib import contextmanager
from typing import Any
from unittest import mock

import parlour_sdk
from parlour_sdk import AsyncParlour, ChannelClient, CursorGoneError, Parlour, ParlourError
from scripted_server import Answer, Received, ScriptedServer, answer_json, refuse


@contextmanager
def recorded_pauses():
    """Lets pauses take no time, and returns their seconds."""
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    with mock.patch("parlour_sdk._transport.time.sleep", pauses.append), mock.patch(
        "parlour_sdk._transport.asyncio.sleep", pause
    ):
        yield pauses


class Operations(unittest.TestCase):
    """Every operation of the document is a method of both clients, and sends its request."""

    def test_every_operation_sends_its_request(self) -> None:
        with open(os.environ["PARLOUR_DOCUMENT"], encoding="utf8") as file:
            document = json.load(file)
        operations = [
            (method.upper(), path, operation)
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
        ]
        self.assertGreater(len(operations), 200)
        page = {"items": [], "next_cursor": None}
        with ScriptedServer(lambda _received: answer_json(page)) as server:
            with Parlour(server.url, "pk_1") as parlour:
                for method, path, operation in operations:
                    arguments, expected = describe_call(parlour, path, operation)
                    getattr(parlour, to_snake_case(operation["operationId"]))(*arguments[0], **arguments[1])
                    self.check(server.received[-1], method, expected, operation)
            asyncio.run(self.call_async(server, operations))
        self.assertEqual(len(server.received), 2 * len(operations))

    async def call_async(self, server: ScriptedServer, operations: list[Any]) -> None:
        async with AsyncParlour(server.url, "pk_1") as parlour:
            for method, path, operation in operations:
                arguments, expected = describe_call(parlour, path, operation)
                await getattr(parlour, to_snake_case(operation["operationId"]))(*arguments[0], **arguments[1])
                self.check(server.received[-1], method, expected, operation)

    def check(self, received: Received, method: str, expected: str, operation: Any) -> None:
        name = operation["operationId"]
        self.assertEqual((received.method, received.path), (method, expected), name)
        self.assertEqual(received.headers["authorization"], "Bearer pk_1")
        takes_key = any(one["name"] == "Idempotency-Key" for one in operation.get("parameters", []))
        self.assertEqual("idempotency-key" in received.headers, takes_key, name)
        content = operation.get("requestBody", {}).get("content", {})
        if "multipart/form-data" in content:
            self.assertIn(b'name="file"; filename="a.txt"', received.body, name)


def to_snake_case(name: str) -> str:
    return re.sub("[A-Z]", lambda match: f"_{match[0].lower()}", name)


def describe_call(parlour: object, path: str, operation: Any) -> tuple[tuple[list[Any], dict[str, Any]], str]:
    """Returns arguments for all parameters of an operation, and the path that they must give."""
    method = getattr(parlour, to_snake_case(operation["operationId"]))
    parameters = inspect.signature(method).parameters
    positional: list[Any] = []
    named: dict[str, Any] = {}
    for name, parameter in parameters.items():
        if parameter.kind is not parameter.KEYWORD_ONLY:
            positional.append({"body": {"a": 1}, "file": ("a.txt", b"text")}.get(name, 7))
    query = [one["name"] for one in operation.get("parameters", []) if one["in"] == "query"]
    for name in query:
        named["from_" if name == "from" else name] = "x-y"
    expected = re.sub(r"\{\w+\}", "7", path)
    return (positional, named), expected + ("?" + "&".join(f"{name}=x-y" for name in query) if query else "")


class Repeats(unittest.TestCase):
    """Requests are repeated if that cannot do anything twice, at most `max_retries` times."""

    def test_a_write_is_repeated_with_its_key_after_the_time_that_the_server_names(self) -> None:
        answers = [refuse(503, "temporarily_unavailable", retry_after="7"), Answer(no_answer=True), answer_json({"id": 1}, 201)]
        with ScriptedServer(answers) as server, recorded_pauses() as pauses, Parlour(server.url, "pk_1") as parlour:
            self.assertEqual(parlour.create_tag({"name": "vip"}), {"id": 1})
        keys = {received.headers["idempotency-key"] for received in server.received}
        self.assertEqual((len(server.received), len(keys)), (3, 1))
        self.assertEqual({received.body for received in server.received}, {server.received[0].body})
        self.assertEqual(json.loads(server.received[0].body), {"name": "vip"})
        self.assertTrue(7 <= pauses[0] <= 7.5, pauses)
        self.assertTrue(0.5 <= pauses[1] <= 1, pauses)

    def test_the_async_client_repeats_in_the_same_way(self) -> None:
        answers = [refuse(429, "rate_limited", retry_after="2"), Answer(no_answer=True), answer_json({"id": 1}, 201)]

        async def create(url: str) -> object:
            async with AsyncParlour(url, "pk_1") as parlour:
                return await parlour.create_tag({"name": "vip"}, idempotency_key="mine")

        with ScriptedServer(answers) as server, recorded_pauses() as pauses:
            self.assertEqual(asyncio.run(create(server.url)), {"id": 1})
        self.assertEqual([one.headers["idempotency-key"] for one in server.received], ["mine"] * 3)
        self.assertTrue(2 <= pauses[0] <= 2.5, pauses)

    def test_a_write_without_a_key_is_sent_once(self) -> None:
        for answer in (refuse(503, "temporarily_unavailable"), Answer(no_answer=True)):
            with ScriptedServer([answer]) as server, recorded_pauses(), Parlour(server.url, "pk_1") as parlour:
                with self.assertRaises(ParlourError):
                    parlour.sign_in({"email": "a@b.example", "password": "x"})
                self.assertEqual(len(server.received), 1)

    def test_repeats_end(self) -> None:
        with ScriptedServer(lambda _one: Answer(no_answer=True)) as server, recorded_pauses() as pauses:
            with Parlour(server.url, "pk_1", max_retries=3) as parlour, self.assertRaises(ParlourError) as raised:
                parlour.list_chats()
        self.assertEqual((raised.exception.status, raised.exception.code), (0, "no_answer"))
        self.assertEqual((len(server.received), len(pauses)), (4, 3))

    def test_a_long_pause_is_left_to_the_caller(self) -> None:
        with ScriptedServer([refuse(429, "rate_limited", retry_after="3600")]) as server, recorded_pauses() as pauses:
            with Parlour(server.url, "pk_1") as parlour, self.assertRaises(ParlourError) as raised:
                parlour.list_chats()
        self.assertEqual((raised.exception.retry_after, pauses), (3600, []))

    def test_a_repeated_upload_sends_the_same_bytes(self) -> None:
        answers = [refuse(503, "temporarily_unavailable"), answer_json({"id": 5}, 201)]
        with ScriptedServer(answers) as server, recorded_pauses(), Parlour(server.url, "pk_1") as parlour:
            self.assertEqual(parlour.upload_file(("a.txt", b"text")), {"id": 5})
        self.assertEqual(server.received[0].body, server.received[1].body)
        self.assertIn(b"\r\n\r\ntext\r\n", server.received[0].body)

    def test_no_server_is_no_answer(self) -> None:
        with ScriptedServer([]) as server:
            pass
        with recorded_pauses(), Parlour(server.url, "pk_1") as parlour, self.assertRaises(ParlourError) as raised:
            parlour.list_chats()
        self.assertEqual(raised.exception.code, "no_answer")
        self.assertIn("Connect", raised.exception.message)


class Answers(unittest.TestCase):
    """Answers and errors."""

    def test_an_error_has_all_that_the_server_says(self) -> None:
        with ScriptedServer([refuse(409, "name_taken", x_request_id="r-2")]) as server, Parlour(server.url, "pk_1") as parlour:
            with self.assertRaises(ParlourError) as raised:
                parlour.create_tag({"name": "vip"})
        error = raised.exception
        self.assertEqual((error.status, error.code, error.message), (409, "name_taken", "Text of name_taken"))
        self.assertEqual((error.request_id, error.retry_after, error.details["field"]), ("r-1", None, "name"))

    def test_an_answer_of_another_server_is_an_error(self) -> None:
        page = {"content-type": "text/html", "x-request-id": "r-9"}
        answers = [Answer(404, b"<h1>Not here</h1>", page), Answer(200, b"<h1>Sign in</h1>", page), Answer(301, b"", {"location": "/"})]
        with ScriptedServer(answers) as server, Parlour(server.url, "pk_1") as parlour:
            for status in (404, 200, 301):
                with self.assertRaises(ParlourError) as raised:
                    parlour.get_chat(1)
                self.assertEqual((raised.exception.status, raised.exception.code), (status, "http_error"))

    def test_a_gone_cursor_has_the_new_start(self) -> None:
        error = {"code": "cursor_gone", "message": "Read again."}
        with ScriptedServer([answer_json({"error": error, "start": "e2:4"}, 410)]) as server, Parlour(server.url, "pk_1") as parlour:
            with self.assertRaises(CursorGoneError) as raised:
                parlour.list_events(after="e1:9")
        self.assertEqual((raised.exception.status, raised.exception.start), (410, "e2:4"))

    def test_files_are_bytes_and_204_is_none(self) -> None:
        with ScriptedServer([Answer(200, b"a,b\n\xff"), Answer(204)]) as server, Parlour(server.url, "pk_1") as parlour:
            self.assertEqual(parlour.export_search(q="a"), b"a,b\n\xff")
            self.assertIsNone(parlour.delete_tag(3))

    def test_pages_are_read_one_after_another_with_the_same_filters(self) -> None:
        pages = [{"items": [1, 2], "next_cursor": "a"}, {"items": [], "next_cursor": "b"}, {"items": [3], "next_cursor": None}]

        async def read(url: str) -> list[Any]:
            async with AsyncParlour(url, "pk_1") as parlour:
                return [chat async for chat in parlour.iterate_chats(state="open", limit=2)]

        with ScriptedServer([answer_json(page) for page in pages * 2]) as server:
            with Parlour(server.url, "pk_1") as parlour:
                self.assertEqual(list(parlour.iterate_chats(state="open", limit=2)), [1, 2, 3])
            self.assertEqual(asyncio.run(read(server.url)), [1, 2, 3])
        expected = ["", "&cursor=a", "&cursor=b"] * 2
        self.assertEqual([one.path for one in server.received], [f"/api/v1/chats?state=open&limit=2{end}" for end in expected])

    def test_messages_are_read_by_their_numbers(self) -> None:
        pages = [{"items": [{"seq": 1}, {"seq": 2}]}, {"items": [{"seq": 3}]}, {"items": []}]

        async def read(url: str) -> list[Any]:
            async with AsyncParlour(url, "pk_1") as parlour:
                return [message["seq"] async for message in parlour.iterate_messages(4)]

        with ScriptedServer([answer_json(page) for page in pages * 2]) as server:
            with Parlour(server.url, "pk_1") as parlour:
                self.assertEqual([message["seq"] for message in parlour.iterate_messages(4)], [1, 2, 3])
            self.assertEqual(asyncio.run(read(server.url)), [1, 2, 3])
        self.assertEqual([one.path[-21:] for one in server.received[:3]], [f"ges?after={seq}&limit=200"[-21:] for seq in (0, 2, 3)])

    def test_values_in_a_path_cannot_change_it(self) -> None:
        with ScriptedServer([answer_json({})]) as server, Parlour(server.url + "/", "pk_1") as parlour:
            parlour.get_bot_provider("../chats?x")
        self.assertEqual(server.received[0].path, "/api/v1/bot-providers/..%2Fchats%3Fx")

    def test_an_address_without_a_scheme_is_refused(self) -> None:
        with self.assertRaises(ValueError):
            Parlour("chat.example", "pk_1")

    def test_a_passed_client_stays_open(self) -> None:
        import httpx

        with ScriptedServer([answer_json({}), answer_json({})]) as server, httpx.Client(headers={"x-mine": "1"}) as http:
            for _ in range(2):
                with Parlour(server.url, "pk_1", http_client=http) as parlour:
                    parlour.get_account()
        self.assertEqual([one.headers["x-mine"] for one in server.received], ["1", "1"])
        self.assertEqual(server.received[0].headers["user-agent"], f"parlour-sdk-python/{parlour_sdk.__version__}")


class Channel(unittest.TestCase):
    """The client of a channel."""

    def test_messages_and_the_status(self) -> None:
        answers = [refuse(500, "internal"), answer_json({"result": "ok"}), answer_json(1), answer_json(0)]
        with ScriptedServer(answers) as server, recorded_pauses(), ChannelClient(f"{server.url}/channel/secret/id") as channel:
            channel.send({"id": 7}, "Hello", idempotency_key="m-1")
            self.assertEqual([channel.is_available(), channel.is_available()], [True, False])
        first, second, status = server.received[:3]
        self.assertEqual((first.path, first.body), ("/channel/secret/id", second.body))
        self.assertEqual(json.loads(first.body), {"sender": {"id": 7}, "message": {"type": "text", "text": "Hello"}})
        self.assertEqual([first.headers["idempotency-key"], second.headers["idempotency-key"]], ["m-1", "m-1"])
        self.assertEqual(status.path, "/channel/secret/id/status")
        self.assertNotIn("authorization", first.headers)


if __name__ == "__main__":
    unittest.main()
