"""A bot that answers, and calls an operator on request. Environment: PORT, TOKEN (of the bot), PARLOUR_ADDRESS (…/bot/webhooks/<provider_id>/<token>).
Endpoint URL in Parlour: http://<this host>:<PORT>/events"""
import json
import os
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# Ids of answered events. Replace it with your database.
done = set()


def post(event):
    """Repeats the request with the same key while its outcome is unknown, so that Parlour accepts it once."""
    headers = {"Content-Type": "application/json", "Idempotency-Key": event["id"]}
    request = urllib.request.Request(os.environ["PARLOUR_ADDRESS"], data=json.dumps(event).encode(), headers=headers, method="POST")
    for attempt in range(1, 6):
        try:
            return urllib.request.urlopen(request, timeout=10).read()
        except urllib.error.HTTPError as error:
            # 400 with reason chat_handed_over: an operator has the chat, so send nothing more to it.
            print(error.code, error.read().decode(), flush=True)
            if error.code < 500 and error.code != 429:
                return None
        except OSError as error:
            print(error, flush=True)
        time.sleep(2**attempt)


def think(event):
    about = {"id": str(uuid.uuid4()), "client_id": event["client_id"], "chat_id": event["chat_id"]}
    if re.search("person|human|operator", event["message"]["text"], re.I):
        return post({"event": "INVITE_AGENT", **about})
    message = {
        "type": "BUTTONS",
        "title": "What is it about?",
        # Text for channels that show no buttons.
        "text": "Is it about an order, or do you want a person?",
        "buttons": [
            {"id": "order", "text": "An order"},
            {"id": "person", "text": "A person, please"},
        ],
        "timestamp": int(time.time()),
    }
    return post({"event": "BOT_MESSAGE", **about, "message": message})


class Bot(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        event = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        is_ours = self.path == "/events/" + urllib.parse.quote(os.environ["TOKEN"], safe="")
        body = b'{"result":"ok"}' if is_ours else b""
        self.send_response(200 if is_ours else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        # Respond within 3 s. The bot's message is a separate request.
        self.wfile.write(body)
        # A repeat has the same id.
        if is_ours and event["id"] not in done:
            done.add(event["id"])
            if event["event"] == "CLIENT_MESSAGE":
                threading.Thread(target=think, args=(event,)).start()

    def log_message(self, *args):
        pass


# Accept more than five connections at the same time.
ThreadingHTTPServer.request_queue_size = 128
server = ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Bot)
print("ready", flush=True)
server.serve_forever()
