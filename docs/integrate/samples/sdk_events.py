"""Writes a note beside each message of a customer that asks for a refund. Environment: PARLOUR_URL, PARLOUR_KEY (pk_…)."""
import os

from parlour_sdk import Parlour

with Parlour(os.environ["PARLOUR_URL"], os.environ["PARLOUR_KEY"]) as parlour:
    print(sum(1 for _chat in parlour.iterate_chats(state="waiting")), "chats wait", flush=True)
    for cursor, frame in parlour.events(after=os.environ.get("CURSOR"), types=["message_created"]):
        if frame["name"] == "message_created":
            message = frame["data"]["message"]
            if message["author"]["kind"] == "visitor" and "refund" in message["text"].lower():
                client_id = f"refund-{message['id']}"
                parlour.send_message(message["chat_id"], {"kind": "note", "text": "Refunds: at most 30 days.", "client_id": client_id})
        print(cursor, flush=True)  # Store it: with CURSOR, the program continues here.
