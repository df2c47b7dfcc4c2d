// A bot that answers, and calls an operator on request. Environment: PORT, TOKEN (of the bot), PARLOUR_ADDRESS (…/bot/webhooks/<provider_id>/<token>).
// Endpoint URL in Parlour: http://<this host>:<PORT>/events
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";

/** Ids of answered events. Replace it with your database. */
const done = new Set();

createServer((request, response) =>
  handle(request, response).catch((error) => {
    // A request that fails or breaks off must not end the program.
    console.log(String(error));
    response.destroy();
  }),
).listen(Number(process.env.PORT), () => console.log("ready"));

async function handle(request, response) {
  const parts = [];
  for await (const part of request) parts.push(part);
  if (request.url !== `/events/${encodeURIComponent(process.env.TOKEN)}`) return response.writeHead(404).end();
  const event = JSON.parse(Buffer.concat(parts).toString("utf8"));
  // Respond within 3 s. The bot's message is a separate request.
  response.writeHead(200, { "content-type": "application/json" }).end('{"result":"ok"}');
  // A repeat has the same id.
  if (done.has(event.id)) return;
  done.add(event.id);
  if (event.event === "CLIENT_MESSAGE") await think(event);
}

async function think({ client_id, chat_id, message }) {
  const about = { id: randomUUID(), client_id, chat_id };
  if (/person|human|operator/i.test(message.text)) return post({ event: "INVITE_AGENT", ...about });
  return post({
    event: "BOT_MESSAGE",
    ...about,
    message: {
      type: "BUTTONS",
      title: "What is it about?",
      // Text for channels that show no buttons.
      text: "Is it about an order, or do you want a person?",
      buttons: [
        { id: "order", text: "An order" },
        { id: "person", text: "A person, please" },
      ],
      timestamp: Math.floor(Date.now() / 1000),
    },
  });
}

/** Repeats the request with the same key while its outcome is unknown, so that Parlour accepts it once. */
async function post(event) {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    try {
      const response = await fetch(process.env.PARLOUR_ADDRESS, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": event.id },
        body: JSON.stringify(event),
        signal: AbortSignal.timeout(10_000),
      });
      if (response.ok) return;
      // 400 with reason chat_handed_over: an operator has the chat, so send nothing more to it.
      console.log(response.status, await response.text());
      if (response.status < 500 && response.status !== 429) return;
    } catch (error) {
      console.log(String(error));
    }
    await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** attempt));
  }
}
