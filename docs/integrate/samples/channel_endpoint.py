"""Receives the messages of operators. Environment: PORT, PARLOUR_SECRET (whsec_…). Endpoint URL in Parlour: http://<this host>:<PORT>/parlour"""
import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from verify import verify

# The webhook-id of each shown message or change. Replace it with your database.
shown = set()


class Endpoint(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.body()
        if not self.path.startswith("/parlour/"):
            return self.answer(404, {"error": {"code": "internal", "message": "Not found"}})
        if not verify(os.environ["PARLOUR_SECRET"], self.headers, body):
            return self.answer(401, {"error": {"code": "internal", "message": "Wrong signature"}})
        event = json.loads(body)
        message = event["message"]
        # A repeat has the same webhook-id: show the message once, and answer ok again.
        if message["type"] not in ("typein", "typeout") and self.headers["webhook-id"] not in shown:
            shown.add(self.headers["webhook-id"])
            print(event["sender"]["name"], describe(message, event["recipient"]), flush=True)
        self.answer(200, {"result": "ok"})

    def body(self):
        if "chunked" not in self.headers.get("Transfer-Encoding", ""):
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        # The switch "chunked encoding" of the channel sends parts, each after its length.
        parts = b""
        while (size := int(self.rfile.readline().split(b";")[0], 16)) > 0:
            parts += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return parts

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def describe(message, recipient):
    # A change has the id of an earlier message. Replace or remove that message.
    if message["type"] == "edit":
        return f'changed message {message["id"]}: {message["text"]}'
    if message["type"] == "deletion":
        return f'deleted message {message["id"]}'
    content = message.get("text") or message.get("file") or f'{message.get("latitude")}, {message.get("longitude")}'
    return f'to {recipient["id"]}: {content}'


# Accept more than five connections at the same time.
ThreadingHTTPServer.request_queue_size = 128
server = ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Endpoint)
print("ready", flush=True)
server.serve_forever()
