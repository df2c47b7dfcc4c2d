import { randomUUID } from "node:crypto";
import type { Side } from "./behaviour.ts";
import type { Customer, LabMessage, LabState } from "./state.ts";
import { unanswered, type Wire } from "./wire.ts";

/** A message of the simulated customer. */
export type Say =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "photo" | "document" | "video" | "audio" | "voice" | "sticker"; readonly file: string; readonly text: string }
  | { readonly type: "location"; readonly latitude: number; readonly longitude: number };

/** Sends a customer's message to the inbound URL, with a key so that a repeat is safe (CH-057). */
export async function say(state: LabState, customer: Customer, what: Say): Promise<void> {
  const shown = what.type === "location" ? `${what.latitude}, ${what.longitude}` : what.text;
  const message: LabMessage = {
    key: randomUUID(),
    from: "customer",
    name: customer.name || customer.literal,
    kind: what.type,
    text: shown,
    file: "file" in what ? what.file : null,
    at: Date.now(),
    state: "sending",
    detail: null,
    times: 0,
  };
  bodies.set(message, JSON.stringify(what));
  state.add(customer, message);
  await post(state, customer, message);
}

/** Sends the same message again with the same key. */
export async function again(state: LabState, customer: Customer, key: string): Promise<void> {
  const message = customer.messages.find((m) => m.key === key && m.from === "customer");
  if (message === undefined || message.state === "sending") return;
  message.state = "sending";
  state.tell({ customer });
  await post(state, customer, message);
}

/** Sends a typing notice. A failure shows only in the exchange. */
export async function typing(state: LabState, customer: Customer, on: boolean): Promise<void> {
  const body = `{"sender":{"id":${customer.literal}},"message":{"type":"${on ? "typein" : "typeout"}"}}`;
  await exchange(state, on ? "typein" : "typeout", body, {});
}

/** The first sent bytes, because a repeat with the same key must be identical (CH-058). */
const bodies = new WeakMap<LabMessage, string>();
const sent = new WeakMap<LabMessage, string>();

async function post(state: LabState, customer: Customer, message: LabMessage): Promise<void> {
  const body = sent.get(message) ?? `{"sender":${senderOf(customer)},"message":${withId(bodies.get(message) ?? "{}", message.key)}}`;
  sent.set(message, body);
  message.times += 1;
  const answer = await exchange(state, message.kind, body, { "idempotency-key": message.key });
  message.state = answer.status === 200 ? "accepted" : answer.status === null ? "unanswered" : "refused";
  message.detail = answer.status === 200 ? null : answer.text;
  state.tell({ customer });
}

function senderOf(customer: Customer): string {
  const fields = (["name", "email", "phone", "photo", "url", "invite"] as const).filter((f) => customer[f] !== "");
  return `{"id":${customer.literal}${fields.map((f) => `,"${f}":${JSON.stringify(customer[f])}`).join("")}}`;
}
const withId = (body: string, key: string): string => body.replace(/^\{/, `{"id":"lab-${key.slice(0, 8)}",`);

async function exchange(
  state: LabState,
  what: string,
  body: string,
  extra: Record<string, string>,
): Promise<{ status: number | null; text: string }> {
  const url = state.setup.channel;
  if (url === null) return { status: null, text: "No channel yet: give the lab an inbound URL first." };
  return postToParlour(state, { side: "channel", url, shown: masked(url), what, body, headers: extra });
}

/** A request to Parlour. `shown`: the URL without its secret part. */
interface Sent {
  readonly side: Side;
  readonly url: string;
  readonly shown: string;
  readonly what: string;
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** Sends a recorded request to Parlour. `status` is null if no response arrived. */
export async function postToParlour(state: LabState, request: Sent): Promise<{ status: number | null; text: string }> {
  const headers = { "content-type": "application/json", ...request.headers };
  const at = Date.now();
  const wire = state.record(wireOf(request, headers, at));
  try {
    const init = { method: "POST", headers, body: request.body, redirect: "manual", signal: AbortSignal.timeout(10_000) } as const;
    const response = await fetch(request.url, init);
    const text = (await response.text()).slice(0, 65_536);
    const { status } = response;
    Object.assign(wire, { status, replyHeaders: Object.fromEntries(response.headers), replyBody: text, ms: Date.now() - at });
    state.tell({ wire });
    return { status, text: refusal(status, text) };
  } catch (error) {
    const failure = reason(error);
    Object.assign(wire, { failure, ms: Date.now() - at });
    state.tell({ wire });
    return { status: null, text: `${failure}. The outcome is unknown; sending it again with the same key is safe.` };
  }
}

/** Creates the recorded exchange before its response arrives. */
function wireOf({ side, shown, what, body }: Sent, headers: Record<string, string>, at: number): Omit<Wire, "n"> {
  return {
    side,
    direction: "to Parlour",
    at,
    method: "POST",
    url: shown,
    what,
    requestHeaders: headers,
    requestBody: body,
    ...unanswered,
    signature: null,
  };
}

/** Hides the random string, because it permits anyone to write as a customer (CH-112). */
export function masked(url: string): string {
  return url.replace(/\/[\w-]{18,60}([\w-]{4})\/([\w-]+)$/, "/…$1/$2");
}

function refusal(status: number, text: string): string {
  try {
    const body = JSON.parse(text) as { error?: { code?: string; message?: string } };
    if (body.error !== undefined) return `${status} ${body.error.code ?? ""}: ${body.error.message ?? ""}`;
  } catch {
    return `${status}: ${text.slice(0, 200)}`;
  }
  return `${status}: ${text.slice(0, 200)}`;
}

/** Describes why a request got no response. */
export function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "No answer within 10 s";
  const cause = error.cause;
  if (cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED")
    return "Nobody answers at that address (connection refused)";
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message;
}
