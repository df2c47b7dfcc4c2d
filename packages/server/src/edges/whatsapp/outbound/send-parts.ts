import type { Readable } from "node:stream";
import { createFailedReply } from "../../../connectors/service/failed-reply.ts";
import type { Clock } from "../../../core/command.ts";
import type { RequestReady, SendResult } from "../../../delivery/index.ts";
import { recordExchange } from "../../../delivery/attempt/send-request.ts";
import type { EgressReply } from "../../../egress/index.ts";
import { buildFile, type MessagePart } from "../format/build-message.ts";
import type { AcceptedFile } from "../format/media.ts";
import type { JsonObject } from "../../../http/body/json.ts";
import { toText } from "../../../connectors/meta/values.ts";
import type { Upload } from "../service/client.ts";
import { parseReply } from "../service/parse-reply.ts";

export interface OpenedFile {
  readonly accepted: AcceptedFile;
  readonly name: string;
  readonly size: number;
  /** Resolves with null if the storage has lost the file. */
  readonly read: () => Promise<Readable | null>;
}

export interface OutgoingParts {
  readonly parts: readonly MessagePart[];
  /** Number of parts that the service has accepted in earlier attempts. */
  readonly firstPart: number;
  readonly file: OpenedFile | null;
  readonly buildBody: (content: JsonObject, part: number) => JsonObject;
  /** The request as the delivery log shows it, without its body. */
  readonly request: Pick<RequestReady, "url" | "headers" | "secrets">;
  readonly timeoutMs: number;
}

export interface SendPartsDeps {
  readonly clock: Clock;
  readonly post: (body: JsonObject, timeoutMs: number) => Promise<EgressReply>;
  readonly upload: (file: Upload, timeoutMs: number) => Promise<EgressReply>;
  readonly link: (wamid: string) => Promise<void>;
}

/**
 * Sends the parts of a message one after another, and stores the id of each accepted one, so that a
 * later attempt continues after it. Ends with the first part that is not accepted. Never rejects.
 */
export async function sendParts(deps: SendPartsDeps, outgoing: OutgoingParts): Promise<SendResult> {
  const startedAt = deps.clock.monotonic();
  const spentMs = (): number => Math.round(deps.clock.monotonic() - startedAt);
  const remainingMs = (): number => Math.max(1, outgoing.timeoutMs - spentMs());
  const record = (body: string, reply: EgressReply): SendResult =>
    recordExchange({ ...outgoing.request, body }, { ...reply, durationMs: spentMs() });
  let result: SendResult | null = null;
  for (const [n, part] of outgoing.parts.entries()) {
    if (n < outgoing.firstPart) continue;
    let content: JsonObject;
    if (part.kind === "content") ({ content } = part);
    else {
      const upload = await uploadFile(deps, outgoing.file, remainingMs());
      if (upload.mediaId === null) return record("(upload of the file)", upload.reply);
      content = buildFile(part, upload.mediaId, outgoing.file?.accepted.type ?? "");
    }
    const body = outgoing.buildBody(content, n);
    const reply = await deps.post(body, remainingMs());
    result = record(JSON.stringify(body), reply);
    const wamid = reply.kind === "answered" ? parseReply(reply).wamid : null;
    if (wamid === null) return result;
    if (!(await isLinked(deps, wamid)))
      return record(
        JSON.stringify(body),
        createFailedReply("connect_failed", "The id of the message could not be stored."),
      );
  }
  if (result === null) throw new Error("a message without parts");
  return result;
}

/** Stores the id of an accepted part. If that fails, its state shows it later (WA-041). */
const isLinked = ({ link }: SendPartsDeps, wamid: string): Promise<boolean> =>
  link(wamid).then(
    () => true,
    () => false,
  );

async function uploadFile(
  { upload }: SendPartsDeps,
  file: OpenedFile | null,
  timeoutMs: number,
): Promise<{ readonly mediaId: string | null; readonly reply: EgressReply }> {
  const body = await file?.read();
  if (file === null || body === null || body === undefined)
    return { mediaId: null, reply: createFailedReply("refused", "The file is no longer stored.") };
  const { name, size } = file;
  const reply = await upload({ type: file.accepted.type, name, size, body }, timeoutMs);
  const mediaId = reply.kind === "answered" ? toText(parseReply(reply).body["id"]) : "";
  return { mediaId: mediaId === "" ? null : mediaId, reply };
}
