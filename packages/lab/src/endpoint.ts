import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { actOf } from "./behaviour.ts";
import { readBody } from "./body.ts";
import type { LabState, Wire } from "./state.ts";
import { literalAt } from "./literal.ts";

const maxHeld = 64;
let held = 0;

/** The integrator's endpoint (CH-070): takes one request of Parlour, shows it, and answers as the behaviour says. */
export async function receive(state: LabState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const started = Date.now();
  const body = await readBody(request);
  if (body === null) {
    response.writeHead(413).end();
    return;
  }
  const message = readMessage(body);
  state.reached();
  const wire = state.record({
    direction: "from Parlour",
    at: started,
    method: request.method ?? "POST",
    url: `http://${state.setup.address}${request.url ?? "/"}`,
    what: message?.kind ?? "unreadable",
    requestHeaders: flat(request.headers),
    requestBody: body,
    status: null,
    replyHeaders: {},
    replyBody: "",
    ms: null,
    failure: null,
    signature: check(state.secret, body, request),
  });
  const settle = (change: Partial<Wire>) => {
    Object.assign(wire, { ms: Date.now() - started, ...change });
    state.tell({ wire });
  };

  const act = actOf(state.setup.behaviour);
  if (message !== null && message.literal !== '"test"')
    show(state, message, String(request.headers["webhook-id"] ?? message.id), good(state), started);
  if (act.do === "break") {
    request.socket.destroy();
    settle({ failure: "connection broken (down)" });
    return;
  }
  if (act.do === "hang" || act.afterMs > 0) {
    if (held >= maxHeld) {
      request.socket.destroy();
      settle({ failure: `connection broken: ${maxHeld} requests are held already` });
      return;
    }
    held += 1;
    try {
      const gone = new AbortController();
      request.socket.once("close", () => gone.abort());
      await wait(act.do === "hang" ? 120_000 : act.afterMs, undefined, { signal: gone.signal }).catch(() => undefined);
    } finally {
      held -= 1;
    }
    if (act.do === "hang" || request.socket.destroyed) {
      request.socket.destroy();
      settle({ failure: act.do === "hang" ? "never answered; Parlour hung up" : "Parlour hung up before the answer" });
      return;
    }
  }
  const headers = { "content-type": act.type, "content-length": String(Buffer.byteLength(act.body)) };
  response.writeHead(act.status, headers).end(act.body);
  settle({ status: act.status, replyHeaders: headers, replyBody: act.body });
}

interface Incoming {
  readonly literal: string;
  readonly kind: string;
  readonly id: string;
  readonly text: string;
  readonly file: string | null;
  readonly sender: string;
}

/** The parts the customer sees; null when the body is not an operator message. */
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
    // The same webhook-id again is a repeat, not a second message: a customer must see it once.
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

const good = (state: LabState): boolean => {
  const { mode, delayMs } = state.setup.behaviour;
  return mode === "ok" || (mode === "slow" && delayMs < 3000);
};

function check(secret: string | null, body: string, request: IncomingMessage): Wire["signature"] {
  if (request.headers["webhook-signature"] === undefined) return { result: "absent", why: "The request carries no webhook-signature." };
  if (secret === null) return { result: "not checked", why: "Give the lab the channel's signing secret to check it." };
  try {
    new Webhook(secret).verify(body, flat(request.headers), { jsonParse: false });
    return { result: "verified", why: "The signature belongs to these bytes and this secret." };
  } catch (error) {
    return { result: "wrong", why: error instanceof Error ? error.message : String(error) };
  }
}

const flat = (headers: IncomingMessage["headers"]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : String(value)]));
const object = (value: unknown): Record<string, unknown> => (typeof value === "object" && value !== null ? { ...value } : {});
const string = (value: unknown): string => (typeof value === "string" ? value : typeof value === "number" ? String(value) : "");
