import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { createEndpointResponse, type EndpointResponse, type EndpointKind } from "./behaviour.ts";
import { readBody } from "./body.ts";
import type { LabState } from "../state.ts";
import { pendingExchange, type Exchange } from "./exchange.ts";

const maxHangingRequests = 64;
let hangingRequests = 0;

/** `respond` completes the request according to the behaviour of its endpoint. */
export interface ReceivedRequest {
  readonly body: string;
  readonly at: number;
  /** `webhook-id`. All attempts of a delivery have the same id. */
  readonly key: string | null;
  /** Resolves when the response has ended. `good`: a successful body, else {"result":"ok"}. */
  respond(good?: string): Promise<void>;
  /** Responds with the given status, regardless of the behaviour. */
  respondWithStatus(status: number): void;
}

/** `secret`: the signing secret, if known. `nameEvent` returns the event for the list. */
export interface RequestTarget {
  readonly side: EndpointKind;
  readonly secret: string | null;
  readonly nameEvent: (body: string) => string;
}
interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Records a request and checks its signature. Too large: responds with 413, returns null. */
export async function receiveRequest(
  state: LabState,
  target: RequestTarget,
  { request, response }: HttpExchange,
): Promise<ReceivedRequest | null> {
  const at = Date.now();
  const body = await readBody(request);
  if (body === null) {
    response.writeHead(413).end();
    return null;
  }
  state.markReachable();
  const wire = state.recordExchange({ ...createExchange(state, target, request, body), at });
  const finish = (change: Partial<Exchange>) => {
    Object.assign(wire, { ms: Date.now() - at, ...change });
    state.publish({ wire });
  };
  const id = request.headers["webhook-id"];
  return {
    body,
    at,
    key: typeof id === "string" ? id : null,
    respond: (good) =>
      sendResponse(
        createEndpointResponse(state.setup.behaviours[target.side], good),
        { request, response },
        finish,
      ),
    respondWithStatus(status) {
      response.writeHead(status).end();
      finish({ status });
    },
  };
}

function createExchange(
  state: LabState,
  { side, secret, nameEvent }: RequestTarget,
  request: IncomingMessage,
  body: string,
): Omit<Exchange, "n" | "at"> {
  return {
    side,
    direction: "from Parlour",
    method: request.method ?? "POST",
    url: `http://${state.setup.address}${maskBotToken(request.url ?? "/")}`,
    what: isTest(request) ? `test: ${nameEvent(body)}` : nameEvent(body),
    requestHeaders: flattenHeaders(request.headers),
    requestBody: body,
    ...pendingExchange,
    signature: checkSignature(secret, body, request),
  };
}

async function sendResponse(
  endpointResponse: EndpointResponse,
  { request, response }: HttpExchange,
  finish: (change: Partial<Exchange>) => void,
): Promise<void> {
  const failure = await waitForResponse(endpointResponse, request);
  if (failure !== null || endpointResponse.do !== "answer") {
    request.socket.destroy();
    return finish({ failure });
  }
  const headers = {
    "content-type": endpointResponse.type,
    "content-length": String(Buffer.byteLength(endpointResponse.body)),
  };
  response.writeHead(endpointResponse.status, headers).end(endpointResponse.body);
  finish({
    status: endpointResponse.status,
    replyHeaders: headers,
    replyBody: endpointResponse.body,
  });
}

/** Waits as the behaviour requires. Resolves with the reason for no response, or null. */
function waitForResponse(act: EndpointResponse, request: IncomingMessage): Promise<string | null> {
  if (act.do === "break") return Promise.resolve("connection broken (down)");
  if (act.do === "hang") return delayRequest(null, request);
  return act.afterMs > 0 ? delayRequest(act.afterMs, request) : Promise.resolve(null);
}

/** `ms` null: forever. Resolves with the reason if no response will be sent, else with null. */
async function delayRequest(
  ms: number | null,
  { socket }: IncomingMessage,
): Promise<string | null> {
  if (hangingRequests >= maxHangingRequests)
    return `connection broken: ${maxHangingRequests} requests are held already`;
  hangingRequests += 1;
  try {
    const closed = new AbortController();
    socket.once("close", () => closed.abort());
    await wait(ms ?? 120_000, undefined, { signal: closed.signal }).catch(() => undefined);
  } finally {
    hangingRequests -= 1;
  }
  if (ms === null) return "never answered; Parlour hung up";
  return socket.destroyed ? "Parlour hung up before the answer" : null;
}

function checkSignature(
  secret: string | null,
  body: string,
  request: IncomingMessage,
): Exchange["signature"] {
  if (request.headers["webhook-signature"] === undefined)
    return { result: "absent", why: "The request carries no webhook-signature." };
  if (secret === null)
    return { result: "not checked", why: "Give the lab the signing secret to check it." };
  try {
    new Webhook(secret).verify(body, flattenHeaders(request.headers), { jsonParse: false });
    return { result: "verified", why: "The signature belongs to these bytes and this secret." };
  } catch (error) {
    return { result: "wrong", why: error instanceof Error ? error.message : String(error) };
  }
}

/** Replaces the token in the path of a bot, because the token is a secret. */
export const maskBotToken = (path: string): string =>
  path.replace(/^(.*\/(?:bot|webhooks\/[^/]+|providers\/[^/]+)\/)[^/?]+$/, "$1…");
const flattenHeaders = (headers: IncomingMessage["headers"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : String(value),
    ]),
  );
export const toObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};
export const toText = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
/** Parses the body as a JSON object. Returns an empty object if the body is not one. */
export function parseObject(body: string): Readonly<Record<string, unknown>> {
  try {
    return toObject(JSON.parse(body));
  } catch {
    return {};
  }
}
/** Detected by the beginning of its id (CH-113) or by a header (WH-070). */
const isTest = ({ headers }: IncomingMessage): boolean =>
  headers["parlour-test"] === "1" || String(headers["webhook-id"] ?? "").startsWith("test_");
