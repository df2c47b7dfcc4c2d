"""Sends a customer's message and prints replies. Environment: INBOUND_URL, PARLOUR_SECRET (whsec_…), PORT. Endpoint URL in Parlour: http://<this host>:<PORT>/parlour"""
import os

from parlour_sdk import ChannelClient, ChannelHandler

channel = ChannelHandler(os.environ["PARLOUR_SECRET"])


@channel.on("text")
def show(event):
    print(event["sender"]["name"], "to", event["recipient"]["id"], ":", event["message"]["text"], flush=True)


server = channel.create_server(port=int(os.environ["PORT"]))
print("ready", flush=True)
with ChannelClient(os.environ["INBOUND_URL"]) as client:
    client.send({"id": "cust-881", "name": "Nadia Ross"}, "Is size 42 back in stock?", idempotency_key="m-5001")
server.serve_forever()
