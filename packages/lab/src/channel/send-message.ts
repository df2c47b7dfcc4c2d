import { randomUUID } from "node:crypto";
import type { EndpointKind } from "../endpoints/behaviour.ts";
import type { Customer, LabMessage, LabState } from "../state.ts";
import { pendingExchange, type Exchange } from "../endpoints/exchange.ts";

export type CustomerMessage =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "photo" | "document" | "video" | "audio" | "voice" | "sticker";
      readonly file: string;
      readonly text: string;
    }
  | { readonly type: "location"; readonly latitude: number; readonly longitude: number };

/** Sends a message with a key, so that it can safely be sent again (CH-057). */
export async function sendLabCustomerMessage(
  state: LabState,
  customer: Customer,
  input: CustomerMessage,
): Promise<void> {
  const displayText =
    input.type === "location" ? `${input.latitude}, ${input.longitude}` : input.text;
  const message: LabMessage = {
    key: randomUUID(),
    from: "customer",
    name: customer.name || customer.literal,
    kind: input.type,
    text: displayText,
    file: "file" in input ? input.file : null,
    at: Date.now(),
    state: "sending",
    detail: null,
    times: 0,
  };
  messageJson.set(message, JSON.stringify(input));
  state.addMessage(customer, message);
  await postMessage(state, customer, message);
}

/** Sends the same message again with the same key. */
export async function resendLabCustomerMessage(
  state: LabState,
  customer: Customer,
  key: string,
): Promise<void> {
  const message = customer.messages.find((m) => m.key === key && m.from === "customer");
  if (message === undefined || message.state === "sending") return;
  message.state = "sending";
  state.publish({ customer });
  await postMessage(state, customer, message);
}

/** Sends a typing notice. If this fails, the error is visible only in the recorded exchange. */
export async function sendTyping(state: LabState, customer: Customer, on: boolean): Promise<void> {
  const body = `{"sender":{"id":${customer.literal}},"message":{"type":"${on ? "typein" : "typeout"}"}}`;
  await postToChannel(state, on ? "typein" : "typeout", body, {});
}

/** The bytes of the first attempt. A repeat with the same key must be identical (CH-058). */
const messageJson = new WeakMap<LabMessage, string>();
const sentBodies = new WeakMap<LabMessage, string>();

async function postMessage(
  state: LabState,
  customer: Customer,
  message: LabMessage,
): Promise<void> {
  const body =
    sentBodies.get(message) ??
    `{"sender":${toSender(customer)},"message":${withId(messageJson.get(message) ?? "{}", message.key)}}`;
  sentBodies.set(message, body);
  message.times += 1;
  const answer = await postToChannel(state, message.kind, body, { "idempotency-key": message.key });
  message.state =
    answer.status === 200 ? "accepted" : answer.status === null ? "unanswered" : "refused";
  message.detail = answer.status === 200 ? null : answer.text;
  state.publish({ customer });
}

function toSender(customer: Customer): string {
  const fields = (["name", "email", "phone", "photo", "url", "invite"] as const).filter(
    (f) => customer[f] !== "",
  );
  return `{"id":${customer.literal}${fields.map((f) => `,"${f}":${JSON.stringify(customer[f])}`).join("")}}`;
}
const withId = (body: string, key: string): string =>
  body.replace(/^\{/, `{"id":"lab-${key.slice(0, 8)}",`);

async function postToChannel(
  state: LabState,
  eventName: string,
  body: string,
  extra: Record<string, string>,
): Promise<{ status: number | null; text: string }> {
  const url = state.setup.channel;
  if (url === null)
    return { status: null, text: "No channel yet: give the lab an inbound URL first." };
  return postToParlour(state, {
    side: "channel",
    url,
    shown: maskRandomString(url),
    eventName,
    body,
    headers: extra,
  });
}

/** A request to Parlour. `shown`: the URL without its secret part. */
interface ParlourRequest {
  readonly side: EndpointKind;
  readonly url: string;
  readonly shown: string;
  readonly eventName: string;
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** Sends a recorded request to Parlour. `status` is null if no response arrived. */
export async function postToParlour(
  state: LabState,
  request: ParlourRequest,
): Promise<{ status: number | null; text: string }> {
  const headers = { "content-type": "application/json", ...request.headers };
  const at = Date.now();
  const wire = state.recordExchange(createExchange(request, headers, at));
  try {
    const init = {
      method: "POST",
      headers,
      body: request.body,
      redirect: "manual",
      signal: AbortSignal.timeout(10_000),
    } as const;
    const response = await fetch(request.url, init);
    const text = (await response.text()).slice(0, 65_536);
    const { status } = response;
    Object.assign(wire, {
      status,
      replyHeaders: Object.fromEntries(response.headers),
      replyBody: text,
      ms: Date.now() - at,
    });
    state.publish({ wire });
    return { status, text: describeRefusal(status, text) };
  } catch (error) {
    const failure = describeError(error);
    Object.assign(wire, { failure, ms: Date.now() - at });
    state.publish({ wire });
    return {
      status: null,
      text: `${failure}. The outcome is unknown; sending it again with the same key is safe.`,
    };
  }
}

/** Creates the record of an exchange before the response arrives. */
function createExchange(
  { side, shown, eventName, body }: ParlourRequest,
  headers: Record<string, string>,
  at: number,
): Omit<Exchange, "n"> {
  return {
    side,
    direction: "to Parlour",
    at,
    method: "POST",
    url: shown,
    what: eventName,
    requestHeaders: headers,
    requestBody: body,
    ...pendingExchange,
    signature: null,
  };
}

/** Hides the random string. With it, anyone could write as a customer (CH-112). */
function maskRandomString(url: string): string {
  return url.replace(/\/[\w-]{18,60}([\w-]{4})\/([\w-]+)$/, "/…$1/$2");
}

function describeRefusal(status: number, text: string): string {
  try {
    const body = JSON.parse(text) as { error?: { code?: string; message?: string } };
    if (body.error !== undefined)
      return `${status} ${body.error.code ?? ""}: ${body.error.message ?? ""}`;
  } catch {
    return `${status}: ${text.slice(0, 200)}`;
  }
  return `${status}: ${text.slice(0, 200)}`;
}

/** Describes why a request got no response. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "No answer within 10 s";
  const cause = error.cause;
  if (cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED")
    return "Nobody answers at that address (connection refused)";
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message;
}
