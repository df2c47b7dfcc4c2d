"""Signs requests as Parlour does, independently of the package (Standard Webhooks 1.0.0)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import itertools
import json
import time
from typing import Any

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
OTHER_SECRET = "whsec_" + base64.b64encode(b"another secret of 24 byte").decode()
_ids = itertools.count(1)


def sign(body: bytes, *, secret: str = SECRET, id: str | None = None, at: float | None = None) -> dict[str, str]:
    """Returns the headers of a request."""
    message_id = id or f"msg_{next(_ids)}"
    timestamp = str(int(time.time() if at is None else at))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    return {
        "Webhook-Id": message_id,
        "Webhook-Timestamp": timestamp,
        "Webhook-Signature": f"v1,{base64.b64encode(digest).decode()}",
    }


def encode(event: Any) -> bytes:
    return json.dumps(event).encode()
