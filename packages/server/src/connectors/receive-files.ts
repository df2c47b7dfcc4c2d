import { Readable } from "node:stream";
import { createFileMedia, findFileToken } from "../core/chat/message/file-attachment.ts";
import type { Media, MessageOrigin } from "../core/entity.ts";
import { refuse, Refusal } from "../core/failure.ts";
import type { ConnectorChannel } from "./connector-channel.ts";
import { addMissingFile } from "./inbound/download-attachment.ts";
import type { ExternalMessage } from "./external-messages.ts";
import type { InboundFile, InboundMessage, ReceivedMessage } from "./inbound-message.ts";
import type { InboxDeps } from "./inbox-deps.ts";
import { toRepeated, toText, register, storeOnce } from "./store-message.ts";

/**
 * Stores the files, and one message per file, the first with the text. A file that Parlour does not
 * accept becomes a line of text with the reason, so that the operator can ask for it. Files whose
 * messages are known from an interrupted attempt are not stored again.
 */
export async function receiveFiles(
  deps: InboxDeps,
  channel: ConnectorChannel,
  message: InboundMessage,
  files: readonly InboundFile[],
): Promise<ReceivedMessage> {
  const { account } = channel;
  const visitorId = await register(deps, channel, message);
  const uploads: (Upload | ExternalMessage | null)[] = [];
  for (let n = 0; n < Math.max(1, files.length); n++) {
    const known = await deps.messages.find(channel, toPartId(message.externalId, n));
    const file = files[n];
    uploads.push(
      known ?? (file === undefined ? null : await storeFile(deps, account, visitorId, file)),
    );
  }
  const original = await storeOriginal(deps, account, visitorId, { message, uploads });
  const { pressed, origin, refersTo, ...rest } = message;
  const facts = original === null ? origin : { ...origin, ...original.origin };
  const isFirst = {
    pressed,
    origin: facts,
    refersTo,
  };
  let first: ReceivedMessage | null = null;
  for (const [n, upload] of uploads.entries()) {
    const part = {
      ...rest,
      externalId: toPartId(message.externalId, n),
      ...(n === 0 ? isFirst : { text: "" }),
    };
    const stored = await receiveFile(deps, channel, part, upload);
    if (n === 0 && original !== null) await assignFile(deps, account, original.id, stored);
    first ??= stored;
  }
  if (first === null) throw new Error("a message without parts");
  return first;
}

const toPartId = (externalId: string, index: number): string =>
  index === 0 ? externalId : `${externalId}#${index + 1}`;

/** Stores the original of a new message. Resolves with null if there is none. */
async function storeOriginal(
  deps: InboxDeps,
  account: number,
  visitorId: number,
  {
    message: { original },
    uploads,
  }: {
    readonly message: InboundMessage;
    readonly uploads: readonly (Upload | ExternalMessage | null)[];
  },
): Promise<{ readonly id: number; readonly origin: MessageOrigin } | null> {
  const [first] = uploads;
  if (original === undefined || (first !== null && first !== undefined && "messageId" in first))
    return null;
  const urls = uploads.map((upload) =>
    upload !== null && "media" in upload ? upload.media.file : null,
  );
  const stored = await storeFile(deps, account, visitorId, original.build(urls));
  if ("reason" in stored) return null;
  const token = findFileToken(stored.media);
  return token === null
    ? null
    : { id: stored.id, origin: { original_path: original.toPath(token) } };
}

async function receiveFile(
  deps: InboxDeps,
  channel: ConnectorChannel,
  message: InboundMessage,
  upload: Upload | ExternalMessage | null,
): Promise<ReceivedMessage> {
  if (upload === null) return storeOnce(deps, channel, message, toText(channel.kind, message.text));
  if ("messageId" in upload) return toRepeated(upload);
  if ("reason" in upload) {
    const text = addMissingFile(message.text, upload.name, upload.reason);
    return storeOnce(deps, channel, message, toText(channel.kind, text));
  }
  const stored = await storeOnce(
    deps,
    channel,
    message,
    toText(channel.kind, message.text, upload.media),
  );
  await assignFile(deps, channel.account, upload.id, stored);
  return stored;
}

/** Assigns a stored file to the chat of its message, or discards it if the message was a repeat. */
const assignFile = (
  { files }: InboxDeps,
  account: number,
  id: number,
  { isRepeated, chatId }: ReceivedMessage,
): Promise<void> => (isRepeated ? files.discard(account, id) : files.attach(account, id, chatId));

type Upload =
  | { readonly id: number; readonly media: Media }
  | { readonly name: string; readonly reason: string };

const finalFileRefusals = new Set([
  "invalid_request",
  "payload_too_large",
  "unsupported_media_type",
]);

async function storeFile(
  { files }: InboxDeps,
  account: number,
  visitorId: number,
  { name, body, ...recording }: InboundFile,
): Promise<Upload> {
  const stream = body instanceof Readable ? body : Readable.from([body]);
  try {
    const author = { kind: "visitor", id: visitorId } as const;
    const { id } = await files.store({ account, author, name, body: stream });
    const file = await files.claimOfVisitor(account, { id, visitorId });
    if (file === null) throw new Error("a file that was just stored is gone");
    return { id, media: createFileMedia(file, recording) };
  } catch (error) {
    if (!(error instanceof Refusal) || !finalFileRefusals.has(error.failure.failure)) throw error;
    // The service may be able to send the whole file when it repeats the message.
    if (error.failure.failure === "invalid_request" && stream.errored !== null)
      refuse("temporarily_unavailable", "The file was not received completely.");
    return { name, reason: error.failure.message };
  }
}
