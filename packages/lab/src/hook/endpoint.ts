import type { IncomingMessage, ServerResponse } from "node:http";
import type { LabState } from "../state.ts";
import { parsed, stringOf, takeRequest } from "../taken.ts";
import { bodyOf } from "./event.ts";

/**
 * The receiver (WH-002): receives an event, lists it, and responds with the edited reply according
 * to the behaviour.
 */
export async function receiveHookEvent(state: LabState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const nameOf = (body: string): string => stringOf(parsed(body)["event_name"]) || "unreadable";
  const taken = await takeRequest(state, { side: "webhook", secret: state.hidden.hookSecret, whatOf: nameOf }, { request, response });
  if (taken === null) return;
  const event = parsed(taken.body);
  const reply = bodyOf(state.setup.hook.reply);
  const known = state.events.find((one) => one.key === taken.key);
  if (known !== undefined && taken.key !== null) {
    known.times += 1;
    known.reply = reply;
    state.tell({ event: known });
  } else
    state.addEvent({
      n: (state.events.at(-1)?.n ?? 0) + 1,
      key: taken.key ?? "",
      name: nameOf(taken.body),
      about: stringOf(event["chat_id"]) || stringOf(event["offline_message_id"]),
      at: taken.at,
      body: taken.body,
      reply,
      times: 1,
    });
  await taken.answer(reply);
}
