"""Verification of signatures."""

from __future__ import annotations

import time
import unittest
from email.message import Message
from unittest import mock

from parlour_sdk import SignatureError, verify_webhook
from signing import OTHER_SECRET, SECRET, encode, sign

EVENT = {"event_name": "chat_accepted", "chat_id": 1}
BODY = encode(EVENT)


class Verify(unittest.TestCase):
    """verify_webhook accepts exactly what Parlour signed within the tolerance."""

    def assert_refused(self, headers: dict[str, str], body: bytes = BODY, secrets: str | list[str] = SECRET) -> None:
        with self.assertRaises(SignatureError):
            verify_webhook(headers, body, secrets)

    def test_the_signature_of_the_documentation_is_accepted(self) -> None:
        headers = {
            "webhook-id": "msg_1",
            "webhook-timestamp": "1763620800",
            "webhook-signature": "v1,kDryMGEPfT+o5yg/a6ZoSNUVsOpz+Z30Mnobw6dY6pQ=",
        }
        with mock.patch("parlour_sdk._signatures.time.time", lambda: 1763620800.0):
            self.assertEqual(verify_webhook(headers, b'{"result":"ok"}', SECRET), {"result": "ok"})
            self.assert_refused(headers, b'{"result":"no"}')

    def test_headers_may_be_a_mapping_of_any_case_pairs_or_a_message(self) -> None:
        headers = sign(BODY)
        message = Message()
        for name, value in headers.items():
            message[name] = value
        for form in (headers, {name.lower(): value for name, value in headers.items()}, list(headers.items()), message):
            self.assertEqual(verify_webhook(form, BODY, SECRET), EVENT)

    def test_every_changed_byte_is_refused(self) -> None:
        headers = sign(BODY)
        for i in range(len(BODY)):
            self.assert_refused(headers, BODY[:i] + bytes([BODY[i] ^ 1]) + BODY[i + 1 :])
        self.assert_refused({**headers, "Webhook-Id": "msg_0"})
        self.assert_refused({**headers, "Webhook-Timestamp": str(int(headers["Webhook-Timestamp"]) - 1)})

    def test_malformed_headers_are_refused(self) -> None:
        headers = sign(BODY)
        signature = headers["Webhook-Signature"]
        for text in ("", "v1", "v1,", "v1,%%%", "v2" + signature[2:], signature[:-1], signature + "x", signature.replace("v1,", "v1, ")):
            self.assert_refused({**headers, "Webhook-Signature": text})
        for text in ("", "-1", "1e9", "١٢٣", "9" * 400):
            self.assert_refused({**headers, "Webhook-Timestamp": text})
        for name in headers:
            self.assert_refused({key: value for key, value in headers.items() if key != name})

    def test_the_tolerance_holds_in_both_directions(self) -> None:
        now = time.time()
        with mock.patch("parlour_sdk._signatures.time.time", lambda: now):
            for seconds in (-299, 299):
                verify_webhook(sign(BODY, at=now + seconds), BODY, SECRET)
            for seconds in (-302, 302):
                self.assert_refused(sign(BODY, at=now + seconds))
            verify_webhook(sign(BODY, at=now - 3000), BODY, SECRET, tolerance=3600)

    def test_one_right_signature_or_one_right_secret_is_enough(self) -> None:
        headers = sign(BODY)
        other = sign(BODY, secret=OTHER_SECRET, id=headers["Webhook-Id"], at=int(headers["Webhook-Timestamp"]))
        both = {**headers, "Webhook-Signature": f"{other['Webhook-Signature']} {headers['Webhook-Signature']}"}
        verify_webhook(both, BODY, SECRET)
        verify_webhook(both, BODY, OTHER_SECRET)
        verify_webhook(other, BODY, [SECRET, OTHER_SECRET])
        self.assert_refused(other)

    def test_secrets_that_verify_nothing_are_an_error_of_the_program(self) -> None:
        for secrets in ([], "", "whsec_", "whsec_%%%"):
            with self.assertRaises(ValueError):
                verify_webhook(sign(BODY), BODY, secrets)

    def test_a_body_that_is_no_object_is_refused(self) -> None:
        for body in (b"[]", b"text", b"\xff"):
            self.assert_refused(sign(body), body)


if __name__ == "__main__":
    unittest.main()
