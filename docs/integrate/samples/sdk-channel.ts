// A messenger as a chat channel. Endpoint URL in Parlour: http://<this host>:<PORT>/parlour
// Environment: PORT, PARLOUR_SECRET (whsec_…), INBOUND_URL, the inbound URL of the channel.
import { createServer } from "node:http";
import { createChannelHandler } from "@parlour/sdk/channel";
import { toNodeListener } from "@parlour/sdk/node";

const channel = createChannelHandler({
  inboundUrl: process.env.INBOUND_URL!,
  secrets: process.env.PARLOUR_SECRET!,
  onMessage({ sender, recipient, message }) {
    console.log(`${sender.name} to ${recipient.id}: ${message.type === "text" ? message.text : message.type}`);
  },
});
createServer(toNodeListener(channel.handle)).listen(Number(process.env.PORT), () => console.log("ready"));

await channel.send({
  sender: { id: "cust-881", name: "Nadia Ross", email: "nadia@shop.example" },
  message: { type: "text", id: "m-5001", text: "Is size 42 back in stock?" },
});
