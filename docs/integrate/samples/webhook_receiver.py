"""Receives events and shows data to the operator who accepted the chat. Environment: PORT, PARLOUR_SECRET. URL in Parlour: http://<this host>:<PORT>/events"""
import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from verify import verify

# Replies by webhook-id. Replace it with your database.
done = {}

# Events whose replies can contain data for the operator. Parlour ignores data in other replies.
EVENTS_WITH_DATA = ("chat_created", "chat_accepted", "chat_updated", "visitor_updated")


def work(event):
    """Handles every event. Unknown events and unknown keys are no error."""
    print(event["event_name"], event.get("chat_id", event.get("offline_message_id")), flush=True)
    if event["event_name"] not in EVENTS_WITH_DATA:
        return {"result": "ok"}
    return {
        "result": "ok",
        "custom_data": [{"title": "Orders", "content": f"3 open for {event['visitor']['name'] or 'a new visitor'}"}],
        "crm_link": f"https://crm.example/card/{event['visitor']['number']}",
        "enable_assign": True,
    }


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if not verify(os.environ["PARLOUR_SECRET"], self.headers, body):
            return self.answer(401, {"result": "wrong signature"})
        # An event can come more than once: do the work once, and give the same reply again.
        key = self.headers["webhook-id"]
        if key not in done:
            done[key] = {"result": "ok"} if self.headers.get("parlour-test") == "1" else work(json.loads(body))
        self.answer(200, done[key])

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


# Accept more than five connections at the same time.
ThreadingHTTPServer.request_queue_size = 128
server = ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver)
print("ready", flush=True)
server.serve_forever()
