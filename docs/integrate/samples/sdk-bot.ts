// Replies, and calls an operator on request. Endpoint URL: http://<this host>:<PORT>/events
// Environment: PORT, PARLOUR_SECRET (whsec_…), PARLOUR_ADDRESS (…/bot/webhooks/<id>/<token>).
import { createServer } from "node:http";
import { createBotHandler } from "@parlour/sdk/bot";
import { toNodeListener } from "@parlour/sdk/node";

const bot = createBotHandler({
  address: process.env.PARLOUR_ADDRESS!,
  secrets: process.env.PARLOUR_SECRET!,
  async onMessage({ message }, chat) {
    if (/person|human|operator/i.test(message.text)) return chat.inviteOperator();
    const buttons = [{ id: "order", text: "An order" }, { id: "person", text: "A person, please" }];
    return { type: "BUTTONS", title: "What is it about?", text: "Is it about an order, or do you want a person?", buttons };
  },
  onNotice: ({ event }) => (event === "AGENT_UNAVAILABLE" ? "Nobody is available now. What is your email address?" : undefined),
});
createServer(toNodeListener(bot.handle)).listen(Number(process.env.PORT), () => console.log("ready"));
