"""Signatures of Parlour's requests, according to Standard Webhooks 1.0.0 (CORE-124)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping
from typing import Any, Protocol, Union

from . import types
from ._errors import SignatureError

DEFAULT_TOLERANCE_S = 300.0


class _Items(Protocol):
    def items(self) -> Iterable[tuple[str, str]]: ...


# Headers with names of any case: an object with `items`, as all frameworks have it, or pairs.
Headers = Union[_Items, Iterable["tuple[str, str]"]]


def verify_webhook(
    headers: Headers,
    body: bytes,
    secrets: str | Iterable[str],
    tolerance: float = DEFAULT_TOLERANCE_S,
) -> types.WebhookRequest:
    """Returns the event of a signed request. Raises SignatureError; answer it with 401.

    body: the received bytes, before any parsing. secrets: one or several signing secrets
    (`whsec_…`). tolerance: seconds by which the time of the request may differ from the clock.
    """
    Verifier(secrets, tolerance).verify(read_headers(headers), body)
    event: types.WebhookRequest = parse_object(body)
    return event


def read_headers(headers: Headers) -> dict[str, str]:
    """Returns headers with names in lower case."""
    items = getattr(headers, "items", None)
    pairs: Iterable[tuple[str, str]] = headers if items is None else items()
    return {name.lower(): value for name, value in pairs}


def parse_object(body: bytes) -> Any:
    """Returns a JSON object. Raises SignatureError for anything else, which Parlour never sends."""
    try:
        value = json.loads(body)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise SignatureError("The body is not a JSON object.")
    return value


class Verifier:
    """Verifies signatures with some secrets."""

    def __init__(self, secrets: str | Iterable[str], tolerance: float) -> None:
        texts = [secrets] if isinstance(secrets, str) else list(secrets)
        if not texts:
            raise ValueError("A signing secret is needed.")
        self._keys = [_read_secret(text) for text in texts]
        self._tolerance = tolerance

    def verify(self, headers: Mapping[str, str], body: bytes) -> str:
        """Returns the `webhook-id`. Raises SignatureError. headers: names in lower case."""
        message_id = headers.get("webhook-id", "")
        timestamp = headers.get("webhook-timestamp", "")
        if not message_id or not re.fullmatch("[0-9]{1,15}", timestamp):
            raise SignatureError("The request has no signature.")
        if abs(time.time() - int(timestamp)) > self._tolerance:
            raise SignatureError("The request is too old, or one of the clocks is wrong.")
        signed = f"{message_id}.{timestamp}.".encode() + body
        expected = [hmac.new(key, signed, hashlib.sha256).digest() for key in self._keys]
        # While a secret is rotated, a request has several signatures. One must be right.
        for text in headers.get("webhook-signature", "").split(" "):
            given = _read_signature(text)
            for digest in expected:
                if hmac.compare_digest(given, digest):
                    return message_id
        raise SignatureError("The signature is wrong.")


def _read_secret(text: str) -> bytes:
    try:
        key = base64.b64decode(text.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise ValueError("A signing secret has the form whsec_ and base64.")
    return key


def _read_signature(text: str) -> bytes:
    """Returns the bytes of a signature; none if it has another version or is malformed."""
    version, _, encoded = text.partition(",")
    if version != "v1":
        return b""
    try:
        return base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        return b""
