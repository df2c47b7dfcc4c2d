"""Sends a customer's message to a chat channel. Environment: INBOUND_URL, the inbound URL of the channel."""
import json
import os
import time
import urllib.error
import urllib.request
import uuid

message = {
    "sender": {"id": "cust-881", "name": "Nadia Ross", "email": "nadia@shop.example"},
    "message": {"type": "text", "id": "m-5001", "text": "Is size 42 back in stock?"},
}
body = json.dumps(message).encode()
# Every repeat has the same key and the same bytes, so that Parlour accepts the message once.
headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}

for attempt in range(1, 6):
    try:
        request = urllib.request.Request(os.environ["INBOUND_URL"], data=body, headers=headers, method="POST")
        with urllib.request.urlopen(request, timeout=10) as response:
            print(response.read().decode())
        break
    except urllib.error.HTTPError as error:
        # A repeat cannot help after a 4xx other than 429. Report it with its X-Request-Id.
        if error.code < 500 and error.code != 429 or attempt == 5:
            raise SystemExit(f"{error.code} {error.read().decode()} ({error.headers.get('X-Request-Id')})")
        time.sleep(int(error.headers.get("Retry-After", 2**attempt)))
    except OSError:
        if attempt == 5:
            raise
        time.sleep(2**attempt)
