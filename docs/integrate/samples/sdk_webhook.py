"""Receives events and shows data to the operator who accepted the chat. Environment: PORT, PARLOUR_SECRET (whsec_…). URL in Parlour: http://<this host>:<PORT>/events"""
import os

from parlour_sdk import WebhookHandler

webhook = WebhookHandler(os.environ["PARLOUR_SECRET"])


@webhook.on("chat_accepted", "chat_updated")
def show_orders(event):
    return {
        "custom_data": [{"title": "Orders", "content": f"3 open for {event['visitor']['name'] or 'a new visitor'}"}],
        "crm_link": f"https://crm.example/card/{event['visitor']['number']}",
        "enable_assign": True,
    }


server = webhook.create_server(port=int(os.environ["PORT"]))
print("ready", flush=True)
server.serve_forever()
