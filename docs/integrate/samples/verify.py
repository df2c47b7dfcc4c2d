"""Checks the signature of a request of Parlour (Standard Webhooks 1.0.0). Python 3.9 or later, no packages."""
import base64
import binascii
import hashlib
import hmac
import time


def verify(secret, headers, body):
    """secret: "whsec_…"; headers: a mapping that ignores case; body: the received bytes. False: answer 401 and do nothing."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not message_id or not timestamp.isdigit():
        return False
    # At most five minutes, so that nobody can send a recorded request again later.
    if abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret[len("whsec_"):])
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = hmac.new(key, signed, hashlib.sha256).digest()
    # While a secret is rotated there are several signatures, separated by spaces. One must be right.
    for one in headers.get("webhook-signature", "").split(" "):
        version, _, text = one.partition(",")
        try:
            given = base64.b64decode(text)
        except binascii.Error:
            continue
        if version == "v1" and hmac.compare_digest(given, expected):
            return True
    return False
