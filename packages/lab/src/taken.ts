import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { actOf, type Act, type Side } from "./behaviour.ts";
import { readBody } from "./body.ts";
import type { LabState } from "./state.ts";
import { unanswered, type Wire } from "./wire.ts";

const maxHeld = 64;
let held = 0;

/** A request of Parlour whose body was read; `answer` settles it as the behaviour of its side says. */
export interface Taken {
  readonly body: string;
  readonly at: number;
  /** `webhook-id`: the same in every attempt. */
  readonly key: string | null;
  /** Body of a good answer; the default is {"result":"ok"}. Resolves when the request is over. */
  answer(good?: string): Promise<void>;
  /** Answers with a status of the lab's own, whatever the behaviour says. */
  refuse(status: number): void;
}

/** Who a request is for. `secret`: of its signatures, as far as the lab has it. `whatOf`: names what came, for the list. */
export interface Receiver {
  readonly side: Side;
  readonly secret: string | null;
  readonly whatOf: (body: string) => string;
}
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Reads a request and records it with its signature checked; null when it was too large and is answered already. */
export async function takeRequest(state: LabState, to: Receiver, { request, response }: Exchange): Promise<Taken | null> {
  const at = Date.now();
  const body = await readBody(request);
  if (body === null) {
    response.writeHead(413).end();
    return null;
  }
  state.reached();
  const wire = state.record({ ...arrived(state, to, request, body), at });
  const settle = (change: Partial<Wire>) => {
    Object.assign(wire, { ms: Date.now() - at, ...change });
    state.tell({ wire });
  };
  const id = request.headers["webhook-id"];
  return {
    body,
    at,
    key: typeof id === "string" ? id : null,
    answer: (good) => answer(actOf(state.setup.behaviours[to.side], good), { request, response }, settle),
    refuse(status) {
      response.writeHead(status).end();
      settle({ status });
    },
  };
}

function arrived(state: LabState, { side, secret, whatOf }: Receiver, request: IncomingMessage, body: string): Omit<Wire, "n" | "at"> {
  return {
    side,
    direction: "from Parlour",
    method: request.method ?? "POST",
    url: `http://${state.setup.address}${hideToken(request.url ?? "/")}`,
    what: isTest(request) ? `test: ${whatOf(body)}` : whatOf(body),
    requestHeaders: flat(request.headers),
    requestBody: body,
    ...unanswered,
    signature: check(secret, body, request),
  };
}

async function answer(act: Act, { request, response }: Exchange, settle: (change: Partial<Wire>) => void): Promise<void> {
  const failure = await unansweredBy(act, request);
  if (failure !== null || act.do !== "answer") {
    request.socket.destroy();
    return settle({ failure });
  }
  const headers = { "content-type": act.type, "content-length": String(Buffer.byteLength(act.body)) };
  response.writeHead(act.status, headers).end(act.body);
  settle({ status: act.status, replyHeaders: headers, replyBody: act.body });
}

/** Waits as the behaviour says. Resolves with why there is no answer; null: there is one. */
function unansweredBy(act: Act, request: IncomingMessage): Promise<string | null> {
  if (act.do === "break") return Promise.resolve("connection broken (down)");
  if (act.do === "hang") return hold(null, request);
  return act.afterMs > 0 ? hold(act.afterMs, request) : Promise.resolve(null);
}

/** Keeps a request waiting, for good when `ms` is null. Resolves with why it gets no answer, null: it gets one. */
async function hold(ms: number | null, { socket }: IncomingMessage): Promise<string | null> {
  if (held >= maxHeld) return `connection broken: ${maxHeld} requests are held already`;
  held += 1;
  try {
    const gone = new AbortController();
    socket.once("close", () => gone.abort());
    await wait(ms ?? 120_000, undefined, { signal: gone.signal }).catch(() => undefined);
  } finally {
    held -= 1;
  }
  if (ms === null) return "never answered; Parlour hung up";
  return socket.destroyed ? "Parlour hung up before the answer" : null;
}

function check(secret: string | null, body: string, request: IncomingMessage): Wire["signature"] {
  if (request.headers["webhook-signature"] === undefined) return { result: "absent", why: "The request carries no webhook-signature." };
  if (secret === null) return { result: "not checked", why: "Give the lab the signing secret to check it." };
  try {
    new Webhook(secret).verify(body, flat(request.headers), { jsonParse: false });
    return { result: "verified", why: "The signature belongs to these bytes and this secret." };
  } catch (error) {
    return { result: "wrong", why: error instanceof Error ? error.message : String(error) };
  }
}

/** The token of a bot is a secret. */
export const hideToken = (path: string): string => path.replace(/^(.*\/(?:bot|webhooks\/[^/]+|providers\/[^/]+)\/)[^/?]+$/, "$1…");
const flat = (headers: IncomingMessage["headers"]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : String(value)]));
export const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};
export const stringOf = (value: unknown): string => (typeof value === "string" ? value : typeof value === "number" ? String(value) : "");
/** The body as an object; empty when it is none. */
export function parsed(body: string): Readonly<Record<string, unknown>> {
  try {
    return objectOf(JSON.parse(body));
  } catch {
    return {};
  }
}
/** A test of the settings or of the set-up: its id begins so (CH-113), an event is marked (WH-070). */
const isTest = ({ headers }: IncomingMessage): boolean =>
  headers["parlour-test"] === "1" || String(headers["webhook-id"] ?? "").startsWith("test_");
