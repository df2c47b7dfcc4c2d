import type { IncomingMessage, ServerResponse } from "node:http";
import { isGood } from "./behaviour.ts";
import { literalAt } from "./literal.ts";
import type { LabState } from "./state.ts";
import { objectOf as object, stringOf as string, takeRequest } from "./taken.ts";

/**
 * The integrator's endpoint (CH-070): receives a request of Parlour, shows it, and responds
 * according to the behaviour.
 */
export async function receive(state: LabState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const taken = await takeRequest(
    state,
    { side: "channel", secret: state.secret, whatOf: (body) => readMessage(body)?.kind ?? "unreadable" },
    { request, response },
  );
  if (taken === null) return;
  const message = readMessage(taken.body);
  if (message !== null && message.literal !== '"test"')
    show(state, message, taken.key ?? message.id, isGood(state.setup.behaviours.channel, 3000), taken.at);
  await taken.answer();
}

interface Incoming {
  readonly literal: string;
  readonly kind: string;
  readonly id: string;
  readonly text: string;
  readonly file: string | null;
  readonly sender: string;
}

/** Parses the parts that the customer sees. Returns null if the body is not an operator message. */
function readMessage(body: string): Incoming | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return null;
  }
  const top = object(parsed);
  const message = object(top["message"]);
  const literal = literalAt(body, "recipient", "id");
  if (literal === null || typeof message["type"] !== "string") return null;
  const text = message["type"] === "location" ? `${String(message["latitude"])}, ${String(message["longitude"])}` : string(message["text"]);
  return {
    literal,
    kind: message["type"],
    id: string(message["id"]),
    text,
    sender: string(object(top["sender"])["name"]) || "Operator",
    file: string(message["file"]) || null,
  };
}

function show(state: LabState, message: Incoming, key: string, accepted: boolean, at: number): void {
  const customer = state.customer(message.literal);
  if (message.kind === "typein" || message.kind === "typeout") {
    customer.typing = message.kind === "typein" ? message.sender : null;
    state.tell({ customer });
    return;
  }
  const outcome = accepted ? ("shown" as const) : ("turned_down" as const);
  const known = customer.messages.find((m) => m.from === "operator" && m.key === key);
  if (known !== undefined) {
    // A repeated `webhook-id` is a repeat, not a second message. A customer must see it once.
    known.times += 1;
    if (known.state !== "shown") known.state = outcome;
    state.tell({ customer });
    return;
  }
  customer.typing = null;
  state.add(customer, {
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
