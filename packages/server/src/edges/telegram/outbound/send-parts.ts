import type { MessageRef } from "../../../connectors/outbound/open-message.ts";
import type { SendAllowance } from "../../../connectors/outbound/send-allowance.ts";
import { sendParts } from "../../../connectors/outbound/send-parts.ts";
import type { ConnectorTarget, Outbox, ServicePort } from "../../../connectors/ports.ts";
import { createFailedReply } from "../../../connectors/service/failed-reply.ts";
import type { EgressReply } from "../../../egress/index.ts";
import type { FileContent } from "../../../files/index.ts";
import { toJsonObject } from "../../../http/body/json.ts";
import type { OutgoingPart } from "../format/build-parts.ts";
import { toExternalId } from "../format/external-id.ts";
import { toInteger } from "../format/values.ts";
import type { TelegramApi } from "../service/client.ts";
import { parseApiReply } from "../service/reply.ts";
import { getToken } from "../settings.ts";

export interface SendPartsDeps extends ServicePort {
  readonly outbox: Outbox;
  readonly api: TelegramApi;
  readonly allowance: SendAllowance;
}
export interface Sending {
  readonly target: ConnectorTarget;
  /** null: the greeting, which is not a message of a chat. */
  readonly ref: MessageRef | null;
  readonly remaining: readonly OutgoingPart[];
  readonly file: FileContent | null;
}
interface SentPart {
  readonly reply: EgressReply;
  readonly part: OutgoingPart;
}

/** Sends the parts of a message until one fails (TG-042). Never rejects. */
export function sendTelegramParts(
  deps: SendPartsDeps,
  sending: Sending,
  timeoutMs: number,
): Promise<SentPart> {
  const { clock, allowance } = deps;
  const { target, ref, remaining } = sending;
  const startedAt = clock.monotonic();
  return sendParts<OutgoingPart, SentPart>(deps, {
    target,
    ref,
    parts: remaining,
    timeoutMs,
    async send(part, n, leftMs) {
      const endAt = clock.monotonic() + leftMs;
      const waitMs = n === 0 ? null : await allowance.wait(target, endAt);
      if (waitMs !== null) {
        const message = `The next part must wait ${waitMs} ms because of Telegram's limits.`;
        const durationMs = Math.round(clock.monotonic() - startedAt);
        const reply = createFailedReply("timeout", message, durationMs);
        return { sent: { part, reply }, isAccepted: false, externalId: null };
      }
      const reply = await sendPart(deps, sending, part, endAt - clock.monotonic());
      const result = parseApiReply(reply);
      const { message_id } = toJsonObject(result.kind === "ok" ? result.result : null);
      const number = toInteger(message_id);
      return {
        sent: { part, reply },
        isAccepted: result.kind === "ok",
        externalId: number === null ? null : toExternalId(target.customer, number),
      };
    },
  });
}

/** Sends one part. A picture that Telegram cannot display is sent as a document. */
async function sendPart(
  { api }: SendPartsDeps,
  sending: Sending,
  part: OutgoingPart,
  timeoutMs: number,
): Promise<EgressReply> {
  const reply = await sendRequest(api, sending, part, timeoutMs);
  if (part.fileField === undefined || part.method === "sendDocument") return reply;
  const result = parseApiReply(reply);
  // The Bot API names its reasons for a refused file only in the description.
  const isNotDisplayed =
    result.kind === "refused" &&
    result.status === 400 &&
    /PHOTO|IMAGE|VOICE|VIDEO|AUDIO/.test(result.description);
  if (!isNotDisplayed) return reply;
  const document = { ...part, method: "sendDocument", fileField: "document" };
  return sendRequest(api, sending, document, timeoutMs);
}

const minRequestMs = 100;

async function sendRequest(
  api: TelegramApi,
  { target: { channel, customer }, file }: Sending,
  { method, values, fileField }: OutgoingPart,
  timeoutMs: number,
): Promise<EgressReply> {
  const request = {
    method,
    values: { chat_id: Number(customer), ...values },
    timeoutMs: Math.max(timeoutMs, minRequestMs),
  };
  if (fileField === undefined || file === null) return api.send(getToken(channel), request);
  const { name, type, size } = file;
  const body = await file.read({ start: 0, end: size - 1 }).catch(() => null);
  return body === null
    ? createFailedReply("timeout", "The file cannot be read from the storage.")
    : api.send(getToken(channel), {
        ...request,
        file: { field: fileField, name, type, size, body },
      });
}
