// Receives the messages of operators. Environment: PORT, PARLOUR_SECRET (whsec_…). Endpoint URL in Parlour: http://<this host>:<PORT>/parlour
import { createServer } from "node:http";
import { verify } from "./verify.mjs";

/** The webhook-id of each shown message or change. Replace it with your database. */
const shown = new Set();

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
  const body = Buffer.concat(parts);
  const answer = (status, value) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  if (request.method !== "POST" || !request.url.startsWith("/parlour/")) return answer(404, { error: { code: "internal", message: "Not found" } });
  if (!verify(process.env.PARLOUR_SECRET, request.headers, body)) return answer(401, { error: { code: "internal", message: "Wrong signature" } });

  const { sender, recipient, message } = JSON.parse(body.toString("utf8"));
  if (message.type === "typein" || message.type === "typeout") return answer(200, { result: "ok" });
  // A repeat has the same webhook-id: show the message once, and answer ok again.
  const id = request.headers["webhook-id"];
  if (!shown.has(id)) {
    shown.add(id);
    console.log(`${sender.name} ${describe(message, recipient)}`);
  }
  return answer(200, { result: "ok" });
}

function describe(message, recipient) {
  // A change has the id of an earlier message. Replace or remove that message.
  if (message.type === "edit") return `changed message ${message.id}: ${message.text}`;
  if (message.type === "deletion") return `deleted message ${message.id}`;
  return `to ${recipient.id}: ${message.text ?? message.file ?? `${message.latitude}, ${message.longitude}`}`;
}
