import type { Readable } from "node:stream";
import type { Clock } from "../../core/command.ts";
import type { RequestReady, SendResult } from "../../delivery/index.ts";
import { recordExchange } from "../../delivery/attempt/send-request.ts";
import type { EgressReply } from "../../egress/index.ts";
import type { FileContent } from "../../files/index.ts";
import type { JsonObject } from "../../http/body/json.ts";
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

interface OutgoingParts<Part> {
  readonly parts: readonly Part[];
  /** Number of parts that the service has accepted in earlier attempts. */
  readonly firstPart: number;
  /** Builds the body of a part. A reply: its file was not uploaded. */
  readonly build: (part: Part, n: number, timeoutMs: number) => Promise<JsonObject | EgressReply>;
  readonly post: (body: JsonObject, timeoutMs: number) => Promise<SentRequest>;
  /** The request as the delivery log shows it, without its body. */
  readonly request: Pick<RequestReady, "url" | "headers" | "secrets">;
  readonly timeoutMs: number;
}

interface SendPartsDeps {
  readonly clock: Clock;
  /** Returns the id that the service gave to a message, or null. */
  readonly readId: (reply: EgressReply) => string | null;
  readonly link: (externalId: string) => Promise<void>;
}

/**
 * Sends the parts of a message one after another, and stores the id of each accepted one, so that a
 * later attempt continues after it. Ends with the first part that is not accepted. Never rejects.
 */
export async function sendParts<Part>(
  deps: SendPartsDeps,
  outgoing: OutgoingParts<Part>,
): Promise<SendResult> {
  const startedAt = deps.clock.monotonic();
  const spentMs = (): number => Math.round(deps.clock.monotonic() - startedAt);
  const remainingMs = (): number => Math.max(1, outgoing.timeoutMs - spentMs());
  const record = (body: string, reply: EgressReply): SendResult =>
    recordExchange({ ...outgoing.request, body }, { ...reply, durationMs: spentMs() });
  let result: SendResult | null = null;
  for (const [n, part] of outgoing.parts.entries()) {
    if (n < outgoing.firstPart) continue;
    const built = await outgoing.build(part, n, remainingMs());
    if (isReply(built)) return record("(upload of the file)", built);
    const { body, reply } = await outgoing.post(built, remainingMs());
    result = record(JSON.stringify(body), reply);
    const externalId = deps.readId(reply);
    if (externalId === null) return result;
    if (!(await isLinked(deps, externalId)))
      return record(
        JSON.stringify(body),
        createFailedReply("connect_failed", "The id of the message could not be stored."),
      );
  }
  if (result === null) throw new Error("a message without parts");
  return result;
}

const isReply = (built: JsonObject | EgressReply): built is EgressReply =>
  built["kind"] === "answered" || built["kind"] === "failed";

/** Stores the id of an accepted part. If that fails, its state shows it later (WA-041). */
const isLinked = ({ link }: SendPartsDeps, externalId: string): Promise<boolean> =>
  link(externalId).then(
    () => true,
    () => false,
  );

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
