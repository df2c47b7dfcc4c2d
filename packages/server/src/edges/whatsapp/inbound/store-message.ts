import type { ConnectorChannel } from "../../../connectors/connector.ts";
import {
  downloadAttachment,
  withFile,
  type OpenedFile,
} from "../../../connectors/inbound/download-attachment.ts";
import { createLateDownload } from "../../../connectors/meta/late-download.ts";
import type { InboundMessage } from "../../../connectors/inbound-message.ts";
import type { Inbox } from "../../../connectors/inbox.ts";
import type { Outbox, ServicePort } from "../../../connectors/ports.ts";
import type { ParsedMessage, MediaReference } from "../format/parse-message.ts";
import { toText } from "../../../connectors/meta/values.ts";
import {
  downloadTimeoutMs,
  requestTimeoutMs,
  type GraphClient,
} from "../../../connectors/meta/graph-client.ts";
import { serviceName } from "../notices.ts";
import { parseReply } from "../service/parse-reply.ts";

export interface StoreMessageDeps extends Pick<ServicePort, "clock" | "log"> {
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly graph: GraphClient;
}

/**
 * Largest file that is received, in bytes. WhatsApp has none above 100 MB. The limit of uploads is
 * checked by the storage, whose refusal is final.
 */
const maxFileBytes = 100 * 1024 * 1024;

/** Stores a customer's message once, with its file (WA-013). Rejects if it must be sent again. */
export async function storeMessage(
  deps: StoreMessageDeps,
  channel: ConnectorChannel,
  message: ParsedMessage,
): Promise<void> {
  const { file, changes } = message;
  await joinNumber(deps, channel, message);
  if (changes !== undefined && (await applyChange(deps, channel, message, changes))) return;
  const { inbox, outbox } = deps;
  const inbound = toInboundMessage(message);
  const isWhole =
    file === undefined || (await outbox.messages.find(channel, message.wamid)) !== null;
  if (isWhole) return void (await inbox.receive(channel, inbound));
  return downloadAttachment(
    createLateDownload(deps, channel, {
      at: message.at,
      serviceName,
      file: { name: file.name, voice: file.voice },
      open: () => openFile(deps, channel, file),
    }),
    async (downloaded) =>
      void (await inbox.receive(channel, withFile(inbound, file.name, downloaded))),
  );
}

/**
 * A message with user id and number says that both are one customer. A visitor who is known by the
 * number, for example by a notice without user id, gets the user id as key (WA-060).
 */
async function joinNumber(
  { clock, inbox }: StoreMessageDeps,
  channel: ConnectorChannel,
  { customer, phone, at }: ParsedMessage,
): Promise<void> {
  const number = phone.slice(1);
  if (number === "" || number === customer) return;
  await inbox.changeCustomer(channel, {
    from: [number],
    to: [customer],
    phone: null,
    at: at ?? clock.now(),
  });
}

/**
 * Applies an edit or a deletion (WA-017). Resolves with false for an edit of an unknown message,
 * which is then stored as a message, so that its content is not lost.
 */
async function applyChange(
  { clock, inbox }: StoreMessageDeps,
  channel: ConnectorChannel,
  { text, media, at }: ParsedMessage,
  { wamid, how }: NonNullable<ParsedMessage["changes"]>,
): Promise<boolean> {
  const changedAt = at ?? clock.now();
  if (how === "deleted") {
    await inbox.remove(channel, { externalId: wamid, at: changedAt });
    return true;
  }
  return inbox.edit(channel, {
    externalId: wamid,
    text,
    editedAt: changedAt,
    media,
  });
}

function toInboundMessage(message: ParsedMessage): InboundMessage {
  const { wamid, customer, name, phone, text, media, pressed, origin, refersTo, at } = message;
  return {
    customer,
    externalId: wamid,
    name: name || undefined,
    phone: phone || undefined,
    text,
    writtenAt: at ?? undefined,
    media,
    pressed,
    origin,
    refersTo,
  };
}

/** Opens a file at the service. The address that it returns is valid for a few minutes. */
async function openFile(
  { graph }: StoreMessageDeps,
  channel: ConnectorChannel,
  { id, name }: MediaReference,
): Promise<OpenedFile> {
  const fail = (reason: string): OpenedFile => ({
    failure: `The file ${name} ${reason}`,
    isFinal: false,
  });
  const number = toText(channel.settings["phone_number_id"]);
  const reply = await graph.get(channel, `${id}?phone_number_id=${number}`, requestTimeoutMs);
  if (reply.kind === "failed") return fail(`cannot be loaded: ${reply.message}`);
  const { body, error } = parseReply(reply);
  // The service does not have the file, or does not give it to anybody.
  if (reply.status === 400 || reply.status === 404)
    return { failure: error?.message ?? "The file does not exist.", isFinal: true };
  const address = toText(body["url"]);
  if (address === "") return fail(`has no address: ${reply.status}.`);
  const file = await graph.download(channel, address, {
    maxBytes: maxFileBytes,
    timeoutMs: downloadTimeoutMs,
  });
  return "body" in file ? file : fail(`cannot be loaded: ${file.failure}`);
}
