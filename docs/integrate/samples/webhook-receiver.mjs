// Receives events and shows data to the operator who accepted the chat. Environment: PORT, PARLOUR_SECRET (whsec_…). URL in Parlour: http://<this host>:<PORT>/events
import { createServer } from "node:http";
import { verify } from "./verify.mjs";

/** Replies by webhook-id. Replace it with your database. */
const done = new Map();

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
  if (!verify(process.env.PARLOUR_SECRET, request.headers, body)) return answer(401, { result: "wrong signature" });

  const event = JSON.parse(body.toString("utf8"));
  // An event can come more than once: do the work once, and give the same reply again.
  const id = request.headers["webhook-id"];
  if (!done.has(id)) done.set(id, request.headers["parlour-test"] === "1" ? { result: "ok" } : work(event));
  return answer(200, done.get(id));
}

/** Events whose replies can contain data for the operator. Parlour ignores data in other replies. */
const eventsWithData = ["chat_created", "chat_accepted", "chat_updated", "visitor_updated"];

/** Handles every event. Unknown events and unknown keys are no error. */
function work(event) {
  console.log(event.event_name, event.chat_id ?? event.offline_message_id);
  if (!eventsWithData.includes(event.event_name)) return { result: "ok" };
  return {
    result: "ok",
    custom_data: [{ title: "Orders", content: `3 open for ${event.visitor.name || "a new visitor"}` }],
    crm_link: `https://crm.example/card/${event.visitor.number}`,
    enable_assign: true,
  };
}
