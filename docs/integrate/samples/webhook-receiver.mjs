// Takes events and shows data to the operator who accepted the chat. PORT, PARLOUR_SECRET (whsec_…). URL in Parlour: http://<this host>:<PORT>/events
import { createServer } from "node:http";
import { verify } from "./verify.mjs";

/** Replace by your own memory: what was done, by webhook-id. */
const done = new Map();

createServer((request, response) =>
  handle(request, response).catch((error) => {
    // One request that fails or is cut off must not end the program.
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
  // Every event can come more than once: do the work once, give the same reply again.
  const id = request.headers["webhook-id"];
  if (!done.has(id)) done.set(id, request.headers["parlour-test"] === "1" ? { result: "ok" } : work(event));
  return answer(200, done.get(id));
}

/** One function for all six events; unknown ones and unknown keys are no fault. */
function work(event) {
  console.log(event.event_name, event.chat_id ?? event.offline_message_id);
  if (event.event_name !== "chat_accepted" && event.event_name !== "chat_updated") return { result: "ok" };
  // Only these two replies are read for data.
  return {
    result: "ok",
    custom_data: [{ title: "Orders", content: `3 open for ${event.visitor.name || "a new visitor"}` }],
    crm_link: `https://crm.example/card/${event.visitor.number}`,
    enable_assign: true,
  };
}
