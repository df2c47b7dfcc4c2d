import { findFileToken } from "../../core/chat/message/file-attachment.ts";
import type { NewMessage } from "../../core/event.ts";
import type { RequestImpossible } from "../../delivery/index.ts";
import type { Claim } from "../../delivery/queue/index.ts";
import type { FileContent } from "../../files/index.ts";
import type { ExternalMessage } from "../external-messages.ts";
import type { ConnectorTarget, Outbox } from "../ports.ts";

export type MessageRef = Omit<ExternalMessage, "externalId">;

/** A message of a delivery, and how many of its parts earlier attempts sent. */
export interface OpenedMessage {
  readonly message: NewMessage;
  readonly ref: MessageRef;
  readonly sentParts: number;
  /** Id of the message that the first part quotes (CORE-433). null: none that the service knows. */
  readonly quotedId: string | null;
  readonly file: FileContent | null;
}

/** Opens the channel and the customer of a delivery, or says that the channel was deleted. */
export const openTarget = (
  outbox: Outbox,
  { source }: Claim,
): ConnectorTarget | RequestImpossible =>
  outbox.openTarget(source.target) ?? {
    never: "channel_deleted",
    message: "The channel was deleted.",
  };

/** Reads the message of a delivery. Parts that an earlier attempt sent have ids already. */
export async function openMessage(
  { files, messages }: Outbox,
  { channel }: ConnectorTarget,
  { source }: Claim,
): Promise<OpenedMessage> {
  const message = JSON.parse(source.entry.body) as NewMessage;
  const token = findFileToken(message.media);
  const ref = { chatId: message.chat_id, messageId: message.id, seq: source.entry.seq ?? 0 };
  const quoted = message.refers_to?.seq;
  const quotedIds =
    quoted === undefined ? [] : await messages.listOf(channel, { ...ref, seq: quoted });
  return {
    message,
    ref,
    quotedId: quotedIds[0] ?? null,
    file: token === null ? null : await files.open(token, "file"),
    sentParts: (await messages.listOf(channel, ref)).length,
  };
}
