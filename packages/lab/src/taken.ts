import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { actOf, type Side } from "./behaviour.ts";
import { readBody } from "./body.ts";
import type { LabState, Wire } from "./state.ts";

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

/** Reads a request, records it with its signature checked against `secret`; null when it was too large and is answered already. */
export async function takeRequest(
  state: LabState,
  side: Side,
  secret: string | null,
  whatOf: (body: string) => string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Taken | null> {
  const started = Date.now();
  const body = await readBody(request);
  if (body === null) {
    response.writeHead(413).end();
    return null;
  }
  state.reached();
  const wire = state.record({
    side,
    direction: "from Parlour",
    at: started,
    method: request.method ?? "POST",
    url: `http://${state.setup.address}${hideToken(request.url ?? "/")}`,
    what: isTest(request) ? `test: ${whatOf(body)}` : whatOf(body),
    requestHeaders: flat(request.headers),
    requestBody: body,
    status: null,
    replyHeaders: {},
    replyBody: "",
    ms: null,
    failure: null,
    signature: check(secret, body, request),
  });
  const settle = (change: Partial<Wire>) => {
    Object.assign(wire, { ms: Date.now() - started, ...change });
    state.tell({ wire });
  };
  const id = request.headers["webhook-id"];
  return {
    body,
    at: started,
    key: typeof id === "string" ? id : null,
    answer: (good) => answer(state, side, good, request, response, settle),
    refuse(status) {
      response.writeHead(status).end();
      settle({ status });
    },
  };
}

async function answer(
  state: LabState,
  side: Side,
  good: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  settle: (change: Partial<Wire>) => void,
): Promise<void> {
  const act = actOf(state.setup.behaviours[side], good);
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
