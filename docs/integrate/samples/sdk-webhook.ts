// Receives events and shows data to the operator who accepted the chat.
// Environment: PORT, PARLOUR_SECRET (whsec_…). URL in Parlour: http://<this host>:<PORT>/events
import { createServer } from "node:http";
import { toNodeListener } from "@parlour/sdk/node";
import { createWebhookHandler } from "@parlour/sdk/webhook";

const webhook = createWebhookHandler({
  secrets: process.env.PARLOUR_SECRET!,
  on: {
    chat_accepted: ({ visitor }) => ({
      custom_data: [{ title: "Orders", content: `3 open for ${visitor.name || "a new visitor"}` }],
      crm_link: `https://crm.example/card/${visitor.number}`,
      enable_assign: true,
    }),
    chat_finished: ({ chat_id, chat }) => console.log(`${chat_id} has ended, rating: ${chat.rate}`),
  },
});
createServer(toNodeListener(webhook.handle)).listen(Number(process.env.PORT), () => console.log("ready"));
