import type { ConnectorChannel } from "../connector-channel.ts";
import type { InboundMessage } from "../inbound-message.ts";
import type { Inbox } from "../inbox.ts";
import type { Outbox } from "../ports.ts";
import { withFile, type DownloadedFile } from "./download-attachment.ts";
import type { UpdateResult } from "./handle-recorded.ts";

interface IncomingUpdate {
  readonly message: InboundMessage;
  /** Time of the last edit in milliseconds since 1970, or null if the message is new. */
  readonly editedAt: number | null;
  readonly file: {
    readonly name: string;
    readonly download: (
      store: (downloaded: DownloadedFile) => Promise<UpdateResult>,
    ) => Promise<UpdateResult>;
  } | null;
}

/** Stores a message once, or changes a stored one. Rejects if it must be repeated. */
export async function storeIncoming(
  { inbox, outbox }: { readonly inbox: Inbox; readonly outbox: Outbox },
  channel: ConnectorChannel,
  { message, editedAt, file }: IncomingUpdate,
): Promise<UpdateResult> {
  const { externalId, text, media } = message;
  const isKnown = (await outbox.messages.find(channel, externalId)) !== null;
  if (isKnown && editedAt !== null) {
    await inbox.edit(channel, { externalId, text, editedAt, media: media || undefined });
    return { kind: "stored" };
  }
  // An edit of an unknown message overtook it, or the message is older than the channel. Its
  // content is the latest.
  if (isKnown) return { kind: "repeated" };
  const store = async (stored: InboundMessage): Promise<UpdateResult> => {
    const { isRepeated } = await inbox.receive(channel, stored);
    return { kind: isRepeated ? "repeated" : "stored" };
  };
  return file === null
    ? store(message)
    : file.download((downloaded) => store(withFile(message, file.name, downloaded)));
}
