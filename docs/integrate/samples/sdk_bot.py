"""A bot that answers, and calls an operator on request. Environment: PORT, PARLOUR_ADDRESS (…/bot/webhooks/<provider_id>/<token>), PARLOUR_SECRET (whsec_…). Endpoint URL in Parlour: http://<this host>:<PORT>/events"""
import os

from parlour_sdk import BotHandler

bot = BotHandler(os.environ["PARLOUR_ADDRESS"], os.environ["PARLOUR_SECRET"])
buttons = [{"id": "order", "text": "An order"}, {"id": "person", "text": "A person, please"}]


@bot.on("CLIENT_MESSAGE")
def answer(event, chat):
    if "person" in event["message"]["text"].lower():
        return chat.invite_operator()
    return {"type": "BUTTONS", "title": "What is it about?", "text": "Is it about an order, or do you want a person?", "buttons": buttons}


server = bot.create_server(port=int(os.environ["PORT"]))
print("ready", flush=True)
server.serve_forever()
