import type { IncomingMessage, ServerResponse } from "node:http";
import { isAcceptedByParlour } from "../endpoints/behaviour.ts";
import { readJsonLiteral } from "./json-literal.ts";
import type { LabState } from "../state.ts";
import {
  toObject as object,
  toText as string,
  receiveRequest,
} from "../endpoints/received-request.ts";

/** Shows a message of Parlour, and responds according to the behaviour (CH-070). */
export async function receiveChannelMessage(
  state: LabState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const received = await receiveRequest(
    state,
    {
      side: "channel",
      secret: state.secret,
      nameEvent: (body) => parseMessage(body)?.kind ?? "unreadable",
    },
    { request, response },
  );
  if (received === null) return;
  const message = parseMessage(received.body);
  if (message !== null && message.literal !== '"test"')
    storeMessage(state, message, {
      key: received.key ?? message.id,
      isAccepted: isAcceptedByParlour(state.setup.behaviours.channel, 3000),
      at: received.at,
    });
  await received.respond();
}

interface OperatorMessage {
  readonly literal: string;
  readonly kind: string;
  readonly id: string;
  readonly text: string;
  readonly file: string | null;
  readonly sender: string;
}

/** Parses the visible part of a message. Returns null if the body is not an operator message. */
function parseMessage(body: string): OperatorMessage | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return null;
  }
  const top = object(parsed);
  const message = object(top["message"]);
  const literal = readJsonLiteral(body, "recipient", "id");
  if (literal === null || typeof message["type"] !== "string") return null;
  const text =
    message["type"] === "location"
      ? `${String(message["latitude"])}, ${String(message["longitude"])}`
      : string(message["text"]);
  return {
    literal,
    kind: message["type"],
    id: string(message["id"]),
    text,
    sender: string(object(top["sender"])["name"]) || "Operator",
    file: string(message["file"]) || null,
  };
}

interface Receipt {
  readonly key: string;
  readonly isAccepted: boolean;
  readonly at: number;
}
function storeMessage(
  state: LabState,
  message: OperatorMessage,
  { key, isAccepted, at }: Receipt,
): void {
  const customer = state.getOrCreateCustomer(message.literal);
  if (message.kind === "typein" || message.kind === "typeout") {
    customer.typing = message.kind === "typein" ? message.sender : null;
    state.publish({ customer });
    return;
  }
  const outcome = isAccepted ? ("shown" as const) : ("turned_down" as const);
  const existing = customer.messages.find((m) => m.from === "operator" && m.key === key);
  if (existing !== undefined) {
    // The `webhook-id` is known, so this is a repeat. The customer must see the message only once.
    existing.times += 1;
    if (existing.state !== "shown") existing.state = outcome;
    state.publish({ customer });
    return;
  }
  customer.typing = null;
  state.addMessage(customer, {
    key,
    from: "operator",
    name: message.sender,
    kind: message.kind,
    text: message.text,
    file: message.file,
    at,
    state: outcome,
    detail: null,
    times: 1,
  });
}
