import type { Readable } from "node:stream";
import type { RequestReady, SendResult } from "../../delivery/index.ts";
import { recordExchange } from "../../delivery/attempt/send-request.ts";
import type { EgressReply } from "../../egress/index.ts";
import type { FileContent } from "../../files/index.ts";
import type { JsonObject } from "../../http/body/json.ts";
import type { LinkPartDeps } from "../outbound/link-part.ts";
import type { MessageRef } from "../outbound/open-message.ts";
import { sendParts } from "../outbound/send-parts.ts";
import type { ConnectorTarget } from "../ports.ts";
import { createFailedReply } from "../service/failed-reply.ts";

/** A file that the service accepts, and how. */
export interface OpenedFile<Accepted> {
  readonly accepted: Accepted;
  readonly name: string;
  readonly size: number;
  /** Resolves with null if the storage has lost the file. */
  readonly read: () => Promise<Readable | null>;
}

/** Returns the file if the service accepts it. Otherwise the customer gets a link. */
export function acceptFile<Accepted>(
  content: FileContent | null,
  find: (file: FileContent) => Accepted | null,
): OpenedFile<Accepted> | null {
  const accepted = content === null ? null : find(content);
  if (content === null || accepted === null) return null;
  const { name, size } = content;
  return { accepted, name, size, read: () => content.read({ start: 0, end: size - 1 }) };
}

/** A request that was sent, with its body as it was. */
export interface SentRequest {
  readonly body: JsonObject;
  readonly reply: EgressReply;
}

interface MetaParts<Part> {
  readonly target: ConnectorTarget;
  /** null: a reaction, which is not a message of a chat. */
  readonly ref: MessageRef | null;
  readonly parts: readonly Part[];
  /** Number of parts that the service has accepted in earlier attempts. */
  readonly firstPart: number;
  /** Builds the body of a part. A reply: its file was not uploaded. */
  readonly build: (part: Part, n: number, timeoutMs: number) => Promise<JsonObject | EgressReply>;
  readonly post: (body: JsonObject, timeoutMs: number) => Promise<SentRequest>;
  /** Returns the id that the service gave to a message, or null. */
  readonly readId: (reply: EgressReply) => string | null;
  /** The request as the delivery log shows it, without its body. */
  readonly request: Pick<RequestReady, "url" | "headers" | "secrets">;
  readonly timeoutMs: number;
}

/** Sends the parts of a message to a service of Meta. Resolves with the last request. */
export async function sendMetaParts<Part>(
  deps: LinkPartDeps,
  { firstPart, build, post, readId, request, ...outgoing }: MetaParts<Part>,
): Promise<SendResult> {
  const startedAt = deps.clock.monotonic();
  const { body, reply } = await sendParts<Part, { body: string; reply: EgressReply }>(deps, {
    ...outgoing,
    parts: outgoing.parts.slice(firstPart),
    async send(part, n, timeoutMs) {
      const endAt = deps.clock.monotonic() + timeoutMs;
      const built = await build(part, firstPart + n, timeoutMs);
      if (isReply(built)) {
        const sent = { body: "(upload of the file)", reply: built };
        return { sent, isAccepted: false, externalId: null };
      }
      const posted = await post(built, Math.max(1, endAt - deps.clock.monotonic()));
      const externalId = readId(posted.reply);
      const sent = { body: JSON.stringify(posted.body), reply: posted.reply };
      return { sent, isAccepted: externalId !== null, externalId };
    },
  });
  const durationMs = Math.round(deps.clock.monotonic() - startedAt);
  return recordExchange({ ...request, body }, { ...reply, durationMs });
}

const isReply = (built: JsonObject | EgressReply): built is EgressReply =>
  built["kind"] === "answered" || built["kind"] === "failed";

/** Uploads a file. Returns the id that `readId` finds in the response, or the response. */
export async function uploadFile<Accepted>(
  file: OpenedFile<Accepted> | null,
  upload: (file: OpenedFile<Accepted>, body: Readable) => Promise<EgressReply>,
  readId: (reply: EgressReply) => string,
): Promise<string | EgressReply> {
  const body = await file?.read();
  if (file === null || body === null || body === undefined)
    return createFailedReply("refused", "The file is no longer stored.");
  const reply = await upload(file, body);
  return readId(reply) || reply;
}
