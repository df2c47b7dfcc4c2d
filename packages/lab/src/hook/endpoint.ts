import type { IncomingMessage, ServerResponse } from "node:http";
import type { LabState } from "../state.ts";
import { parseObject, toText, receiveRequest } from "../endpoints/received-request.ts";
import { toReplyBody } from "./event.ts";

/** Records the event and responds with the edited reply by the behaviour (WH-002). */
export async function receiveWebhookEvent(
  state: LabState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const nameOf = (body: string): string => toText(parseObject(body)["event_name"]) || "unreadable";
  const received = await receiveRequest(
    state,
    { side: "webhook", secret: state.secrets.hookSecret, nameEvent: nameOf },
    { request, response },
  );
  if (received === null) return;
  const event = parseObject(received.body);
  const reply = toReplyBody(state.setup.hook.reply);
  const existing = state.events.find((entry) => entry.key === received.key);
  if (existing !== undefined && received.key !== null) {
    existing.times += 1;
    existing.reply = reply;
    state.publish({ event: existing });
  } else
    state.addEvent({
      n: (state.events.at(-1)?.n ?? 0) + 1,
      key: received.key ?? "",
      name: nameOf(received.body),
      about: toText(event["chat_id"]) || toText(event["offline_message_id"]),
      at: received.at,
      body: received.body,
      reply,
      times: 1,
    });
  await received.respond(reply);
}
