import type { Readable } from "node:stream";
import type { ConnectorChannel } from "../../../connectors/connector.ts";
import type { Inbox } from "../../../connectors/inbox.ts";
import type { Outbox, ServicePort } from "../../../connectors/ports.ts";
import { refuse, Refusal } from "../../../core/failure.ts";
import type { ParsedMessage, MediaReference } from "../format/parse-message.ts";
import { toText } from "../format/values.ts";
import type { GraphClient } from "../graph/client.ts";
import { parseReply } from "../graph/parse-reply.ts";
import { downloadTimeoutMs, requestTimeoutMs } from "../retry-policy.ts";

export interface StoreMessageDeps extends Pick<ServicePort, "clock" | "log"> {
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly graph: GraphClient;
}

/**
 * Time after which a message is stored without a file that cannot be loaded, in milliseconds. Until
 * then, the service sends the message again.
 */
const maxFileWaitMs = 10 * 60_000;
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
  if (file === undefined || (await deps.outbox.messages.find(channel, message.wamid)) !== null)
    return await receive(deps, channel, message);
  try {
    const body = await download(deps, channel, file);
    await receive(deps, channel, message, { name: file.name, voice: file.voice, body });
  } catch (error) {
    const age = message.at === null ? maxFileWaitMs : deps.clock.now() - message.at;
    const isFinal = error instanceof LostFileError || age >= maxFileWaitMs;
    if (!isFinal || isRefusalOfMessage(error)) throw error;
    deps.log.warn(
      { err: error, account: channel.account, channel: channel.id },
      "whatsapp.no_file",
    );
    await receive(deps, channel, {
      ...message,
      text: `${message.text}${message.text === "" ? "" : "\n\n"}[${file.name}: WhatsApp no longer has this file.]`,
    });
  }
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
  { wamid: externalId, how }: NonNullable<ParsedMessage["changes"]>,
): Promise<boolean> {
  const changedAt = at ?? clock.now();
  if (how === "deleted") {
    await inbox.remove(channel, { externalId, at: changedAt });
    return true;
  }
  return inbox.edit(channel, {
    externalId,
    text,
    editedAt: changedAt,
    ...(media === undefined ? {} : { media }),
  });
}

/** A file that the service has not, or does not give to anybody. */
class LostFileError extends Error {}

/** Whether the message itself was refused, and not its file. */
const isRefusalOfMessage = (error: unknown): boolean =>
  error instanceof Refusal && error.failure.failure !== "temporarily_unavailable";

async function receive(
  { inbox }: StoreMessageDeps,
  channel: ConnectorChannel,
  message: ParsedMessage,
  file?: { readonly name: string; readonly voice: boolean; readonly body: Readable },
): Promise<void> {
  const { wamid, customer, name, phone, text, media, pressed, origin, refersTo, at } = message;
  await inbox.receive(channel, {
    customer,
    externalId: wamid,
    ...(name === "" ? {} : { name }),
    ...(phone === "" ? {} : { phone }),
    text,
    ...(at === null ? {} : { writtenAt: at }),
    ...(media === undefined ? {} : { media }),
    ...(pressed === undefined ? {} : { pressed }),
    ...(origin === undefined ? {} : { origin }),
    ...(refersTo === undefined ? {} : { refersTo }),
    ...(file === undefined ? {} : { files: [file] }),
  });
}

/**
 * Opens a file at the service. The address that it returns is valid for a few minutes. Rejects with
 * LostFileError if a repeat cannot help.
 */
async function download(
  { graph }: StoreMessageDeps,
  channel: ConnectorChannel,
  { id, name }: MediaReference,
): Promise<Readable> {
  const number = toText(channel.settings["phone_number_id"]);
  const reply = await graph.get(channel, `${id}?phone_number_id=${number}`, requestTimeoutMs);
  if (reply.kind === "failed")
    return refuse("temporarily_unavailable", `The file ${name} cannot be loaded: ${reply.message}`);
  const { body, error } = parseReply(reply);
  const address = toText(body["url"]);
  if (reply.status === 400 || reply.status === 404)
    throw new LostFileError(error?.message ?? "The file does not exist.");
  if (address === "")
    return refuse("temporarily_unavailable", `The file ${name} has no address: ${reply.status}.`);
  const file = await graph.download(channel, address, {
    maxBytes: maxFileBytes,
    timeoutMs: downloadTimeoutMs,
  });
  if (file.kind === "answered") return file.body;
  return refuse("temporarily_unavailable", `The file ${name} cannot be loaded: ${file.message}`);
}
