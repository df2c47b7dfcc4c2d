"""Handlers: replies, repeats, failures, and the servers that can serve them."""

from __future__ import annotations

import asyncio
import http.client
import io
import json
import logging
import threading
import unittest
import wsgiref.util
import wsgiref.validate
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from parlour_sdk import BotHandler, ChannelHandler, ChannelRefusal, Reply, WebhookHandler
from parlour_sdk._once import RecentReplies
from scripted_server import Answer, ScriptedServer, answer_json, refuse
from signing import OTHER_SECRET, SECRET, encode, sign

OK = {"result": "ok"}


def post(handler: Any, event: Any, **options: Any) -> tuple[int, Any]:
    """Sends a signed event to a handler. Returns status and body of the reply."""
    headers = {**sign(encode(event), id=options.pop("id", None)), **options}
    reply = handler.handle(headers, encode(event))
    return reply.status, json.loads(reply.body)


async def post_async(handler: Any, event: Any, id: str | None = None) -> tuple[int, Any]:
    reply = await handler.handle_async(sign(encode(event), id=id), encode(event))
    return reply.status, json.loads(reply.body)


def accepted(name: str = "chat_accepted") -> dict[str, Any]:
    return {"event_name": name, "chat_id": 1, "visitor": {"name": "Nadia"}}


class Quiet(unittest.TestCase):
    def setUp(self) -> None:
        logging.disable(logging.CRITICAL)
        self.addCleanup(logging.disable, logging.NOTSET)


class Webhook(Quiet):
    """The handler of event webhooks."""

    def setUp(self) -> None:
        super().setUp()
        self.calls: list[str] = []
        self.handler = self.create()

    def create(self, **options: Any) -> WebhookHandler:
        handler = WebhookHandler(SECRET, **options)

        @handler.on("chat_accepted", "chat_updated")
        def show(event: Any) -> Any:
            self.calls.append(event["event_name"])
            return {"crm_link": f"https://crm.example/{len(self.calls)}"}

        return handler

    def test_the_data_of_the_function_is_the_reply(self) -> None:
        self.assertEqual(post(self.handler, accepted()), (200, {**OK, "crm_link": "https://crm.example/1"}))
        self.assertEqual(post(self.handler, accepted("chat_updated"))[1]["crm_link"], "https://crm.example/2")
        self.assertEqual(post(self.handler, accepted("new_event")), (200, OK))
        self.assertEqual(self.calls, ["chat_accepted", "chat_updated"])

    def test_a_function_without_names_receives_all_other_events(self) -> None:
        others: list[str] = []
        self.handler.on()(lambda event: others.append(event["event_name"]))
        for name in ("chat_accepted", "chat_finished", "new_event"):
            self.assertEqual(post(self.handler, accepted(name))[0], 200)
        self.assertEqual((others, self.calls), (["chat_finished", "new_event"], ["chat_accepted"]))
        with self.assertRaises(ValueError):
            self.handler.on("chat_accepted")(print)

    def test_a_repeat_gets_the_first_reply(self) -> None:
        replies = [post(self.handler, accepted(), id="msg_a") for _ in range(3)]
        self.assertEqual(replies, [(200, {**OK, "crm_link": "https://crm.example/1"})] * 3)
        self.assertEqual(len(self.calls), 1)

    def test_replies_that_are_stored_outlive_the_program(self) -> None:
        stored: dict[str, str] = {}
        first = post(self.create(replies=stored), accepted(), id="msg_a")
        self.assertEqual(post(self.create(replies=stored), accepted(), id="msg_a"), first)
        self.assertEqual(len(self.calls), 1)

    def test_repeats_while_the_function_runs_wait_for_its_reply(self) -> None:
        begun, may_end = threading.Event(), threading.Event()

        @self.handler.on("chat_finished")
        def work(_event: Any) -> None:
            self.calls.append("work")
            begun.set()
            may_end.wait()

        with ThreadPoolExecutor(4) as threads:
            first = threads.submit(post, self.handler, accepted("chat_finished"), id="msg_a")
            begun.wait()
            others = [threads.submit(post, self.handler, accepted("chat_finished"), id="msg_a") for _ in range(3)]
            may_end.set()
            self.assertEqual([one.result() for one in (first, *others)], [(200, OK)] * 4)
        self.assertEqual(self.calls, ["work"])

    def test_an_event_whose_function_failed_is_processed_when_it_comes_again(self) -> None:
        @self.handler.on("chat_finished")
        def work(_event: Any) -> None:
            self.calls.append("work")
            if len(self.calls) == 1:
                raise RuntimeError("The database is away.")

        statuses = [post(self.handler, accepted("chat_finished"), id="msg_a")[0] for _ in range(3)]
        self.assertEqual((statuses, len(self.calls)), ([500, 200, 200], 2))

    def test_a_store_that_fails_is_a_failure_of_the_event(self) -> None:
        class Broken(dict[str, str]):
            def get(self, *_arguments: Any) -> Any:
                raise OSError("The database is away.")

        self.assertEqual(post(self.create(replies=Broken()), accepted())[0], 500)
        self.assertEqual(self.calls, [])

    def test_test_events_change_nothing(self) -> None:
        self.assertEqual(post(self.handler, accepted(), **{"Parlour-Test": "1"}), (200, OK))
        self.assertEqual(self.calls, [])

    def test_what_parlour_did_not_sign_runs_nothing(self) -> None:
        body = encode(accepted())
        for headers in ({}, sign(body, secret=OTHER_SECRET), sign(body + b" ")):
            self.assertEqual(self.handler.handle(headers, body).status, 401)
        for malformed in (b"{}", b"[]", b"text"):
            self.assertEqual(self.handler.handle(sign(malformed), malformed).status, 400)
        self.assertEqual(self.calls, [])

    def test_memory_keeps_the_latest_replies(self) -> None:
        replies = RecentReplies(max_replies=2)
        for id in ("a", "b", "c"):
            replies[id] = id
        self.assertEqual(list(replies), ["b", "c"])

    def test_coroutine_functions_need_an_event_loop(self) -> None:
        async def work(event: Any) -> Any:
            await asyncio.sleep(0)
            self.calls.append(event["event_name"])
            return {"crm_link": "https://crm.example/async"}

        self.handler.on("chat_finished")(work)
        with self.assertRaises(TypeError):
            post(self.handler, accepted("chat_finished"))

        async def run() -> list[Any]:
            repeats = [post_async(self.handler, accepted("chat_finished"), "msg_a") for _ in range(3)]
            return [*await asyncio.gather(*repeats), await post_async(self.handler, accepted(), "msg_b")]

        replies = asyncio.run(run())
        self.assertEqual([status for status, _body in replies], [200] * 4)
        self.assertEqual({body["crm_link"] for _status, body in replies[:3]}, {"https://crm.example/async"})
        self.assertEqual(self.calls, ["chat_finished", "chat_accepted"])

    def test_a_coroutine_function_that_fails_is_called_again(self) -> None:
        async def work(_event: Any) -> None:
            self.calls.append("work")
            raise RuntimeError

        self.handler.on("chat_finished")(work)
        for _ in range(2):
            self.assertEqual(asyncio.run(post_async(self.handler, accepted("chat_finished"), "msg_a"))[0], 500)
        self.assertEqual(len(self.calls), 2)


class Channel(Quiet):
    """The handler of a channel."""

    def test_messages_are_shown_once_and_refusals_are_not_kept(self) -> None:
        handler = ChannelHandler([OTHER_SECRET, SECRET])
        shown: list[Any] = []

        @handler.on("text", "photo")
        def show(event: Any) -> None:
            shown.append(event["recipient"]["id"])
            if len(shown) == 1:
                raise ChannelRefusal("temporary", "The phone is off.")

        event = {"sender": {"name": "Ines", "photo": ""}, "recipient": {"id": 10**30}, "message": {"type": "text", "id": "1", "text": "Hi"}}
        refusal = {"error": {"code": "temporary", "message": "The phone is off."}}
        replies = [post(handler, event, id="msg_a") for _ in range(3)]
        self.assertEqual(replies, [(200, refusal), (200, OK), (200, OK)])
        self.assertEqual(shown, [10**30, 10**30])
        self.assertEqual(post(handler, {**event, "message": {"type": "typein"}}), (200, OK))

    def test_a_type_without_a_function_is_refused(self) -> None:
        handler = ChannelHandler(SECRET)
        event = {"sender": {"name": "Ines", "photo": ""}, "recipient": {"id": "7"}}
        for message in ({"type": "photo", "id": "1"}, {"type": "edit", "id": "1", "text": "Hi"}, {"type": "deletion", "id": "1"}):
            status, reply = post(handler, {**event, "message": message})
            self.assertEqual((status, reply["error"]["code"]), (200, "unsupported_type"))


def customer(text: str, chat_id: str = "5") -> dict[str, Any]:
    return {"event": "CLIENT_MESSAGE", "id": "unused", "client_id": "3", "chat_id": chat_id, "message": {"type": "TEXT", "text": text}}


class Bot(Quiet):
    """The handler of a bot."""

    @contextmanager
    def bot(self, answers: Any = None) -> Iterator[tuple[BotHandler, ScriptedServer]]:
        with ScriptedServer(answers or (lambda _one: answer_json(OK))) as server:
            bot = BotHandler(f"{server.url}/bot/webhooks/p/t", SECRET)
            yield bot, server
            bot.close()

    def posted(self, server: ScriptedServer) -> list[Any]:
        return [json.loads(one.body) for one in server.received]

    def test_a_returned_message_is_posted_and_an_operator_is_invited(self) -> None:
        with self.bot() as (bot, server):

            @bot.on("CLIENT_MESSAGE")
            def answer(event: Any, chat: Any) -> Any:
                if event["message"]["text"] == "person":
                    return chat.invite_operator()
                return f"You wrote: {event['message']['text']}"

            for text in ("Hello", "person"):
                self.assertEqual(post(bot, customer(text)), (200, OK))
            self.assertEqual(post(bot, {"event": "AGENT_JOINED", "chat_id": "5"}), (200, OK))
        message = {"type": "TEXT", "text": "You wrote: Hello"}
        self.assertEqual(
            self.posted(server),
            [{"event": "BOT_MESSAGE", "chat_id": "5", "message": message}, {"event": "INVITE_AGENT", "chat_id": "5"}],
        )
        self.assertEqual(server.received[0].path, "/bot/webhooks/p/t")

    def test_a_function_that_runs_again_posts_with_the_same_keys(self) -> None:
        failures = [RuntimeError("The database is away.")]
        with self.bot() as (bot, server):

            @bot.on("CLIENT_MESSAGE")
            def answer(_event: Any, chat: Any) -> None:
                chat.send("One moment.")
                chat.send("One moment.")
                if failures:
                    raise failures.pop()

            self.assertEqual([post(bot, customer("Hello"), id="msg_a")[0] for _ in range(3)], [500, 200, 200])
        keys = [one.headers["idempotency-key"] for one in server.received]
        self.assertEqual((keys[:2], len(set(keys))), (keys[2:], 2))

    def test_a_function_whose_post_is_refused_is_not_called_again(self) -> None:
        handed_over = {"error": {"code": "invalid_request", "message": "", "reason": "chat_handed_over"}}
        with self.bot([answer_json(handed_over, 400)]) as (bot, server):
            bot.on("CLIENT_MESSAGE")(lambda _event, _chat: "Hello")
            for _ in range(2):
                self.assertEqual(post(bot, customer("Hello"), id="msg_a"), (200, OK))
        self.assertEqual(len(server.received), 1)

    def test_parlour_gets_its_response_while_a_slow_function_continues(self) -> None:
        with self.bot() as (bot, server):
            bot._patience_s = 0
            may_end, posted = threading.Event(), threading.Event()

            @bot.on("CLIENT_MESSAGE")
            def answer(event: Any, chat: Any) -> None:
                may_end.wait()
                chat.send(event["message"]["text"])
                if event["message"]["text"] == "4":
                    posted.set()

            for text in ("1", "2", "3", "4"):
                self.assertEqual(post(bot, customer(text)), (200, OK))
            self.assertEqual(server.received, [])
            may_end.set()
            posted.wait()
        self.assertEqual([one["message"]["text"] for one in self.posted(server)], ["1", "2", "3", "4"])

    def test_chats_do_not_wait_for_each_other(self) -> None:
        with self.bot() as (bot, server):
            may_end = threading.Event()

            @bot.on("CLIENT_MESSAGE")
            def answer(event: Any, _chat: Any) -> Any:
                if event["chat_id"] == "5":
                    may_end.wait()
                else:
                    may_end.set()
                return "Done"

            with ThreadPoolExecutor(1) as threads:
                slow = threads.submit(post, bot, customer("Hello", "5"))
                self.assertEqual(post(bot, customer("Hello", "6")), (200, OK))
                self.assertEqual(slow.result(), (200, OK))
        self.assertEqual({one["chat_id"] for one in self.posted(server)}, {"5", "6"})

    def test_coroutine_functions_post_in_the_order_of_the_chat(self) -> None:
        with self.bot() as (bot, server):

            @bot.on("CLIENT_MESSAGE")
            async def answer(event: Any, chat: Any) -> Any:
                for _ in range(5 if event["message"]["text"] == "1" else 0):
                    await asyncio.sleep(0)
                await chat.send(event["message"]["text"])
                return "Done"

            async def run() -> list[Any]:
                events = (post_async(bot, customer(text)) for text in ("1", "2", "3"))
                replies = await asyncio.gather(*events)
                await bot.aclose()
                return replies

            self.assertEqual(asyncio.run(run()), [(200, OK)] * 3)
        texts = [one["message"]["text"] for one in self.posted(server)]
        self.assertEqual(texts, ["1", "Done", "2", "Done", "3", "Done"])

    def test_a_bot_posts_outside_of_events(self) -> None:
        with self.bot() as (bot, server):
            self.assertEqual(bot.chat("9").send({"type": "MARKDOWN", "content": "**Hi**"}), OK)
            bot.chat("9").send({"type": "MARKDOWN", "content": "**Hi**"})

            async def invite() -> None:
                await bot.async_chat("9").invite_operator()
                await bot.aclose()

            asyncio.run(invite())
        self.assertEqual([one["event"] for one in self.posted(server)], ["BOT_MESSAGE", "BOT_MESSAGE", "INVITE_AGENT"])
        self.assertEqual(len({one.headers["idempotency-key"] for one in server.received}), 3)

    def test_a_malformed_event_is_refused(self) -> None:
        with self.bot() as (bot, _server):
            for event in ({"event": "CLIENT_MESSAGE"}, {"chat_id": "5"}, {"event": "X", "chat_id": 5}):
                self.assertEqual(post(bot, event)[0], 400)


class Servers(Quiet):
    """WSGI, ASGI and the server of the standard library give the same replies."""

    def setUp(self) -> None:
        super().setUp()
        self.handler = WebhookHandler(SECRET)
        self.handler.on("chat_accepted")(lambda event: {"crm_link": event["visitor"]["name"]})
        self.body = encode(accepted())

    def test_wsgi(self) -> None:
        app = wsgiref.validate.validator(self.handler.wsgi_app)

        def call(method: str, body: bytes, headers: dict[str, str]) -> tuple[str, bytes]:
            environ: dict[str, Any] = {"REQUEST_METHOD": method, "QUERY_STRING": "", "CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body)}
            wsgiref.util.setup_testing_defaults(environ)
            for name, value in headers.items():
                environ[f"HTTP_{name.upper().replace('-', '_')}"] = value
            status: list[str] = []
            result = app(environ, lambda text, _headers, _error=None: status.append(text) or (lambda _data: None))
            parts = b"".join(result)
            result.close()
            return status[0], parts

        status, body = call("POST", self.body, sign(self.body))
        self.assertEqual((status, json.loads(body)), ("200 OK", {**OK, "crm_link": "Nadia"}))
        self.assertEqual(call("POST", self.body, {})[0], "401 Unauthorized")
        self.assertEqual(call("GET", b"", {})[0], "405 Method Not Allowed")
        large = b" " * (2 * 1024 * 1024 + 1)
        self.assertEqual(call("POST", large, sign(large))[0], "413 Content Too Large")

    def test_wsgi_without_a_length(self) -> None:
        environ: dict[str, Any] = {"REQUEST_METHOD": "POST", "wsgi.input": io.BytesIO(self.body), "wsgi.input_terminated": True}
        for name, value in sign(self.body).items():
            environ[f"HTTP_{name.upper().replace('-', '_')}"] = value
        status: list[str] = []
        parts = b"".join(self.handler.wsgi_app(environ, lambda text, _headers: status.append(text)))
        self.assertEqual((status, json.loads(parts)), (["200 OK"], {**OK, "crm_link": "Nadia"}))

    def test_asgi(self) -> None:
        async def call(method: str, parts: list[bytes], headers: dict[str, str]) -> list[Any]:
            messages = [{"type": "http.request", "body": part, "more_body": True} for part in parts]
            messages.append({"type": "http.request", "body": b"", "more_body": False})
            sent: list[Any] = []

            async def receive() -> Any:
                return messages.pop(0)

            async def send(message: Any) -> None:
                sent.append(message)

            pairs = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
            await self.handler.asgi_app({"type": "http", "method": method, "headers": pairs}, receive, send)
            return sent

        start, body = asyncio.run(call("POST", [self.body[:5], self.body[5:]], sign(self.body)))
        self.assertEqual((start["status"], json.loads(body["body"])), (200, {**OK, "crm_link": "Nadia"}))
        self.assertEqual(asyncio.run(call("POST", [self.body], {}))[0]["status"], 401)
        self.assertEqual(asyncio.run(call("GET", [], {}))[0]["status"], 405)
        large = [b" " * 1024 * 1024] * 3
        self.assertEqual(asyncio.run(call("POST", large, {}))[0]["status"], 413)

    def test_asgi_lifespan(self) -> None:
        async def run() -> list[str]:
            messages = [{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}]
            sent: list[str] = []

            async def receive() -> Any:
                return messages.pop(0)

            async def send(message: Any) -> None:
                sent.append(message["type"])

            await self.handler.asgi_app({"type": "lifespan"}, receive, send)
            return sent

        self.assertEqual(asyncio.run(run()), ["lifespan.startup.complete", "lifespan.shutdown.complete"])

    def test_the_server_of_the_standard_library(self) -> None:
        server = self.handler.create_server(port=0)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10)

            def call(method: str, body: Any, headers: dict[str, str], **options: Any) -> tuple[int, Any]:
                connection.request(method, "/any/path", body, headers, **options)
                response = connection.getresponse()
                return response.status, json.loads(response.read())

            whole = {**OK, "crm_link": "Nadia"}
            self.assertEqual(call("POST", self.body, sign(self.body)), (200, whole))
            parts = (part for part in (self.body[:5], self.body[5:]))
            chunked = {**sign(self.body), "Transfer-Encoding": "chunked"}
            self.assertEqual(call("POST", parts, chunked, encode_chunked=True), (200, whole))
            self.assertEqual(call("POST", self.body, {})[0], 401)
            self.assertEqual(call("GET", None, {})[0], 405)
            self.assertEqual(call("POST", None, {"Content-Length": "9999999"})[0], 413)
            # What follows could be the rest of the body, so the connection ends.
            self.assertIsNone(connection.sock)
            self.assertEqual(call("POST", None, {"Content-Length": "many"})[0], 400)
            self.assertEqual(call("POST", b"zz\r\n", {"Transfer-Encoding": "chunked"})[0], 400)
            self.assertEqual(call("POST", self.body, sign(self.body)), (200, whole))
            connection.close()
        finally:
            server.shutdown()
            server.server_close()

    def test_a_reply_is_a_plain_value(self) -> None:
        self.assertEqual(self.handler.handle(sign(b"{}"), b"{}"), Reply(400, json.dumps({"error": {"code": "invalid_request", "message": "The event is malformed."}})))


if __name__ == "__main__":
    unittest.main()
