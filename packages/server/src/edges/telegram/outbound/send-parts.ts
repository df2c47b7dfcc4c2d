import { pause } from "../../../core/pause.ts";
import type { ExternalMessage } from "../../../connectors/external-messages.ts";
import type { ConnectorTarget, Outbox, ServicePort } from "../../../connectors/ports.ts";
import type { EgressReply } from "../../../egress/index.ts";
import type { ApiRequest, TelegramApi } from "../service/client.ts";
import { parseApiReply } from "../service/reply.ts";
import type { OutgoingPart } from "../format/build-parts.ts";
import { toJsonObject } from "../../../http/body/json.ts";
import { toInteger } from "../format/values.ts";
import { toExternalId } from "../format/parse-update.ts";
import type { FileContent } from "../../../files/index.ts";
import { takeSendTokens } from "./send-tokens.ts";

interface SendPartsDeps extends Pick<ServicePort, "clock" | "log" | "limits"> {
  readonly outbox: Outbox;
  readonly api: TelegramApi;
}
/** The parts of a message that were not sent yet. */
export interface Sending {
  readonly target: ConnectorTarget;
  /** null: the greeting, which is no message of a chat. */
  readonly message: Omit<ExternalMessage, "externalId"> | null;
  readonly remaining: readonly OutgoingPart[];
  readonly file: FileContent | null;
}
/** Response to the last request, and the part that it sent. */
interface SentParts {
  readonly reply: EgressReply;
  readonly part: OutgoingPart;
}

/**
 * Sends the parts of a message in order until one fails (TG-042). The id of each part is stored
 * immediately, so that a later attempt continues with the next part. Never rejects.
 */
export async function sendParts(
  deps: SendPartsDeps,
  sending: Sending,
  timeoutMs: number,
): Promise<SentParts> {
  const { target, remaining } = sending;
  const endAt = deps.clock.monotonic() + timeoutMs;
  const startedAt = deps.clock.monotonic();
  let last: SentParts | null = null;
  for (const part of remaining) {
    if (last !== null) {
      const waitMs = await waitForTokens(deps, target, endAt);
      if (waitMs !== null) return { part, reply: createTimeout(deps, startedAt, waitMs) };
    }
    const reply = await sendPart(deps, sending, part, endAt - deps.clock.monotonic());
    last = { reply, part };
    const result = parseApiReply(reply);
    if (result.kind !== "ok") return last;
    await storeId(deps, sending, toInteger(toJsonObject(result.result)["message_id"]));
  }
  if (last === null) throw new Error("a message without parts is sent");
  return last;
}

/** Sends one part. A picture that Telegram cannot display is sent as a document. */
async function sendPart(
  { api }: SendPartsDeps,
  { target, file }: Sending,
  part: OutgoingPart,
  timeoutMs: number,
): Promise<EgressReply> {
  const request = await toApiRequest(target, part, file, timeoutMs);
  if ("reply" in request) return request.reply;
  const token = target.channel.secrets["bot_token"] ?? "";
  const reply = await api.send(token, request);
  if (part.fileField === undefined || part.method === "sendDocument") return reply;
  const result = parseApiReply(reply);
  if (result.kind !== "refused" || !isDisplayFailure(result)) return reply;
  const document = { ...part, method: "sendDocument", fileField: "document" };
  const repeated = await toApiRequest(target, document, file, timeoutMs);
  return "reply" in repeated ? repeated.reply : api.send(token, repeated);
}

/** The Bot API names its reasons for a refused picture or recording only in the description. */
const isDisplayFailure = (refused: { readonly status: number; readonly description: string }) =>
  refused.status === 400 && /PHOTO|IMAGE|VOICE|VIDEO|AUDIO/.test(refused.description);

async function toApiRequest(
  { customer }: ConnectorTarget,
  { method, values, fileField }: OutgoingPart,
  file: FileContent | null,
  timeoutMs: number,
): Promise<ApiRequest | { readonly reply: EgressReply }> {
  const request = {
    method,
    values: { chat_id: Number(customer), ...values },
    timeoutMs: Math.max(timeoutMs, minRequestMs),
  };
  if (fileField === undefined || file === null) return request;
  const { name, type, size } = file;
  const body = await file.read({ start: 0, end: size - 1 }).catch(() => null);
  return body === null
    ? { reply: createFailure("The file cannot be read from the storage.") }
    : { ...request, file: { field: fileField, name, type, size, body } };
}

const minRequestMs = 100;

const createFailure = (message: string, durationMs = 0): EgressReply => ({
  kind: "failed",
  outcome: "timeout",
  message,
  status: null,
  durationMs,
});
const createTimeout = (
  { clock }: Pick<ServicePort, "clock">,
  startedAt: number,
  waitMs: number,
): EgressReply =>
  createFailure(
    `The next part must wait ${waitMs} ms because of Telegram's limits.`,
    Math.round(clock.monotonic() - startedAt),
  );

/** Waits until the next part may be sent. Resolves with the rest of the wait if it is too long. */
async function waitForTokens(
  { clock, limits }: SendPartsDeps,
  target: ConnectorTarget,
  endAt: number,
): Promise<number | null> {
  for (;;) {
    const waitMs = await takeSendTokens(limits, target);
    if (waitMs === 0) return null;
    if (clock.monotonic() + waitMs >= endAt) return waitMs;
    await pause(clock, waitMs);
  }
}

const storeAttempts = 3;
const storePauseMs = 500;

/**
 * Stores the id of a sent part. If the database is unavailable, sending continues: a failed store
 * matters only if the attempt then fails at a later part.
 */
async function storeId(
  { outbox, clock, log }: SendPartsDeps,
  { target: { channel, customer }, message }: Sending,
  messageNumber: number | null,
): Promise<void> {
  if (messageNumber === null || message === null) return;
  const row = { ...message, externalId: toExternalId(customer, messageNumber) };
  for (let attempt = 1; ; attempt += 1)
    try {
      return await outbox.messages.link(channel, row);
    } catch (error) {
      if (attempt < storeAttempts) await pause(clock, storePauseMs);
      else return log.warn({ err: error, channel: channel.id }, "telegram.id_not_stored");
    }
}
