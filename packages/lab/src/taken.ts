import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { actOf, type Act, type Side } from "./behaviour.ts";
import { readBody } from "./body.ts";
import type { LabState } from "./state.ts";
import { unanswered, type Wire } from "./wire.ts";

const maxHeld = 64;
let held = 0;

/**
 * A request of Parlour whose body was read. `respond` completes it according to the behaviour of
 * its endpoint.
 */
export interface Taken {
  readonly body: string;
  readonly at: number;
  /** `webhook-id`, the same in every attempt. */
  readonly key: string | null;
  /**
   * Completes the request. `good`: body of a successful response, default {"result":"ok"}. Resolves
   * when the request has ended.
   */
  answer(good?: string): Promise<void>;
  /** Responds with this status, regardless of the behaviour. */
  refuse(status: number): void;
}

/**
 * The endpoint of a request. `secret`: signing secret, or null if the lab does not have it.
 * `nameEvent`: names the event for the list.
 */
export interface Receiver {
  readonly side: Side;
  readonly secret: string | null;
  readonly whatOf: (body: string) => string;
}
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Reads and records a request and checks its signature. Returns null after a 413 response to a body
 * that is too large.
 */
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

/**
 * Waits according to the behaviour. Resolves with why there is no response, or null if there is
 * one.
 */
function unansweredBy(act: Act, request: IncomingMessage): Promise<string | null> {
  if (act.do === "break") return Promise.resolve("connection broken (down)");
  if (act.do === "hang") return hold(null, request);
  return act.afterMs > 0 ? hold(act.afterMs, request) : Promise.resolve(null);
}

/**
 * Holds a request for `ms`, or forever if it is null. Resolves with why there is no response, or
 * null.
 */
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

/** Hides the token of a bot, because it is a secret. */
export const hideToken = (path: string): string => path.replace(/^(.*\/(?:bot|webhooks\/[^/]+|providers\/[^/]+)\/)[^/?]+$/, "$1…");
const flat = (headers: IncomingMessage["headers"]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : String(value)]));
export const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};
export const stringOf = (value: unknown): string => (typeof value === "string" ? value : typeof value === "number" ? String(value) : "");
/** Parses the body as an object. Returns an empty object if it is none. */
export function parsed(body: string): Readonly<Record<string, unknown>> {
  try {
    return objectOf(JSON.parse(body));
  } catch {
    return {};
  }
}
/**
 * Detects a test event of the settings or the setup: by the beginning of its id (CH-113), or by a
 * header (WH-070).
 */
const isTest = ({ headers }: IncomingMessage): boolean =>
  headers["parlour-test"] === "1" || String(headers["webhook-id"] ?? "").startsWith("test_");
