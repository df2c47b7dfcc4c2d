"""Handler of event webhooks (interface C)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from ._handler import ACCEPTED, Handler, Request


class WebhookHandler(Handler):
    """Answers event webhooks: a function for each `event_name`.

    A function receives the event. It may return data for the operator, such as
    `{"custom_data": […]}` (docs/integrate/webhook.md). If it fails, Parlour sends the event again.
    Test events are accepted without calling a function, because they must change nothing.
    """

    def _get_name(self, event: Any) -> str:
        return str(event["event_name"])

    def _run(self, request: Request, function: Callable[..., Any]) -> Any:
        return None if _is_test(request) else function(request.event)

    async def _run_async(self, request: Request, function: Callable[..., Any]) -> Any:
        return None if _is_test(request) else await function(request.event)

    def _describe_result(self, result: Any) -> str:
        return ACCEPTED if result is None else json.dumps({"result": "ok", **result})


def _is_test(request: Request) -> bool:
    return request.headers.get("parlour-test") == "1"
