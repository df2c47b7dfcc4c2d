import { hash } from "node:crypto";
import { Readable } from "node:stream";
import { findBlock } from "../core/blacklist/match.ts";
import { createFileMedia, findFileToken } from "../core/chat/message/file-attachment.ts";
import {
  deleteCustomerMessage,
  editCustomerMessage,
  type MessageEdit,
} from "../core/chat/message/edit-customer-message.ts";
import { applyReadReceipt } from "../core/chat/message/read-receipt.ts";
import type { CustomerMessageInput } from "../core/chat/message/receive-message.ts";
import {
  writeCustomerMessage,
  type CustomerMessagePorts,
} from "../core/chat/message/write-customer-message.ts";
import type { ReferenceInput } from "../core/chat/message/message-reference.ts";
import type { AccountConfig, Clock, CommandHandler, IdempotencyKey } from "../core/command.ts";
import type { Media, Message, MessageButton, MessageOrigin } from "../core/entity.ts";
import { isFailure, refuse, Refusal } from "../core/failure.ts";
import { findSendableChannel } from "../core/sendable-channel.ts";
import { cleanText, cutText, isBlank, maxOperatorTextLength } from "../core/text.ts";
import { changePhone, type PhoneChange } from "../core/visitor/change-phone.ts";
import { openChannel, type ChannelOpening } from "../core/visitor/open-channel.ts";
import { registerVisitor } from "../core/visitor/resolve.ts";
import type { LateFailure } from "../delivery/report/index.ts";
import type { Files } from "../files/index.ts";
import { assertNewCustomerWithinLimits, assertWithinLimits } from "../limits/customer-limits.ts";
import type { Limits } from "../limits/index.ts";
import type { ConnectorChannel } from "./connector-channel.ts";
import type { ExternalMessage, ExternalMessages } from "./external-messages.ts";

/** A file of a customer's message. */
export interface InboundFile {
  readonly name: string;
  readonly body: Readable | Buffer;
  /** Set for a sound that the customer recorded, and its length in seconds. */
  readonly voice?: boolean;
  readonly duration?: number;
}

/** The original of a message, which is stored together with its files. */
export interface InboundOriginal {
  /**
   * Builds the file. `urls`: public URLs of the stored files, null for those that are not stored.
   */
  readonly build: (urls: readonly (string | null)[]) => InboundFile;
  /** Returns the path of the page that shows the file with this token. */
  readonly toPath: (token: string) => string;
}

/** A message of a customer, as a connector received it. */
export interface InboundMessage {
  /** Key of the customer at the service, for example a chat id or an address. */
  readonly customer: string;
  /** Id of the message at the service. The same id is stored once (CON-030). */
  readonly externalId: string;
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly photo?: string;
  /** Text, or the comment of the first file. */
  readonly text: string;
  /** Each further file becomes a message of its own. */
  readonly files?: readonly InboundFile[];
  /** Media without a file, such as a location. */
  readonly media?: Media;
  /**
   * The button that the customer pressed, and the id of the message that contains it. `buttonId` is
   * the id of the button, or its position in the message. The text is then that of the button. A
   * button that the message does not have counts as text.
   */
  readonly pressed?: { readonly externalId: string; readonly buttonId: string | number };
  readonly origin?: MessageOrigin;
  /** The earlier chat that the message answers. A new chat continues it (CORE-296). */
  readonly continues?: number;
  /** Refused with `chat_closed` unless the customer has a running chat (CON-036). */
  readonly startsChat?: false;
  /** What the message answers or is about (CON-070). `externalId`: id of a message. */
  readonly refersTo?: InboundReference;
  /** Where the message comes from: networks and domains whose new customers are limited. */
  readonly peers?: readonly string[];
  /** When the customer wrote the message, in milliseconds since 1970. Absent: now. */
  readonly writtenAt?: number;
  /** The original of the message, if the text contains only a part of it (CON-037). */
  readonly original?: InboundOriginal;
  /**
   * The visitor to whom the message belongs, if it is one of another channel: their channel and
   * their key there. `answersTo`: address to which answers are also mailed (MAIL-038).
   */
  readonly visitor?: {
    readonly channelId: number;
    readonly customer: string;
    readonly answersTo?: string;
  };
}

export interface InboundReference extends Omit<ReferenceInput, "target"> {
  readonly externalId?: string;
}

/** The stored message. `isRepeated`: it had been stored before. */
export interface ReceivedMessage {
  readonly chatId: number;
  readonly messageId: number;
  /** Number of the message in its chat. */
  readonly seq: number;
  readonly isRepeated: boolean;
}

/** A state of a message, as the service reports it. `at`: by its clock, in ms since 1970. */
export interface InboundReceipt {
  readonly externalId: string;
  readonly state: "received" | "seen";
  readonly at: number;
}

/** Stores what connectors receive (CON-030 to CON-034). */
export interface Inbox {
  /**
   * Stores a message once, with its files. Resolves after the flush to disk: acknowledge to the
   * service only then. Starts a chat as interface A does (CH-053). Rejects with Refusal
   * `channel_disabled`, `rate_limited` and `temporarily_unavailable`, after which the service must
   * send the message again.
   */
  receive(channel: ConnectorChannel, message: InboundMessage): Promise<ReceivedMessage>;
  /**
   * Registers a customer who opens the channel before their first word (CON-073). Resolves with
   * whether they are new. Rejects as `receive` does.
   */
  open(
    channel: ConnectorChannel,
    opening: Omit<ChannelOpening, "channelId" | "recipient">,
  ): Promise<{ readonly isNew: boolean }>;
  /**
   * Stores that a customer has a new phone number (CORE-313). The customer is the first of
   * `customers` who is known. Without one, nothing is stored.
   */
  changePhone(
    channel: ConnectorChannel,
    change: PhoneChange & { readonly customers: readonly string[] },
  ): Promise<void>;
  /**
   * Changes a customer's message that they edited at the service (CORE-283). `media`: absent keeps
   * it. Resolves with false if the message is unknown.
   */
  edit(
    channel: ConnectorChannel,
    edit: MessageEdit & { readonly externalId: string },
  ): Promise<boolean>;
  /**
   * Marks a message that its customer deleted at the service (CORE-312). `at`: in milliseconds
   * since 1970. Resolves with false if the message is unknown.
   */
  remove(
    channel: ConnectorChannel,
    deletion: { readonly externalId: string; readonly at: number },
  ): Promise<boolean>;
  /**
   * Stores that the customer's device received or displayed a message, and with it all earlier ones
   * (CORE-287). States can arrive in any order. Resolves with false if the message is unknown.
   */
  mark(channel: ConnectorChannel, receipt: InboundReceipt): Promise<boolean>;
  /**
   * Marks a message that the service had accepted as failed (CORE-289). Resolves with false if the
   * message is unknown. Rejects with Refusal `temporarily_unavailable` while it is being sent.
   */
  fail(
    channel: ConnectorChannel,
    failure: { readonly externalId: string; readonly code: string; readonly message: string },
  ): Promise<boolean>;
  /** Shows operators that a customer starts or stops typing. */
  typing(channel: ConnectorChannel, customer: string, isTyping: boolean): void;
}

export interface InboxDeps extends CustomerMessagePorts {
  readonly config: (account: number) => Promise<AccountConfig>;
  readonly clock: Pick<Clock, "now">;
  readonly limits: Limits;
  readonly files: Pick<Files, "store" | "claimOfVisitor" | "attach" | "discard">;
  readonly messages: ExternalMessages;
  /** Finds a message by its number in its chat. */
  readonly findMessage: (
    account: number,
    message: { readonly chatId: number; readonly seq: number },
  ) => Promise<{ readonly visitorId: number; readonly message: Message } | null>;
  readonly failDelivered: (account: number, failure: LateFailure) => Promise<boolean>;
  readonly onTyping: (signal: {
    readonly account: number;
    readonly channelId: number;
    readonly customer: string;
    readonly typing: boolean;
  }) => void;
}

export function createInbox(deps: InboxDeps): Inbox {
  return {
    receive: (channel, message) => receive(deps, channel, message),
    async open({ account, id }, opening) {
      const { customer } = opening;
      await assertWithinLimits(deps.limits, id, customer);
      const { answer } = await deps.write({
        account,
        subject: { customer: { channelId: id, key: customer } },
        handler: openChannel({ ...opening, channelId: id, recipient: JSON.stringify(customer) }),
      });
      return JSON.parse(answer) as { isNew: boolean };
    },
    async changePhone({ account, id }, { customers, ...change }) {
      for (const key of customers) {
        const { answer } = await deps.write({
          account,
          subject: { customer: { channelId: id, key } },
          handler: changePhone(change),
        });
        if ((JSON.parse(answer) as { isKnown: boolean }).isKnown) return;
      }
    },
    edit: (channel, { externalId, text, ...edit }) =>
      changeMessage(deps, channel, externalId, editCustomerMessage({ ...edit, ...toText(text) })),
    remove: (channel, { externalId, at }) =>
      changeMessage(deps, channel, externalId, deleteCustomerMessage(at)),
    mark: (channel, receipt) => markMessage(deps, channel, receipt),
    async fail(channel, { externalId, code, message }) {
      const found = await deps.messages.find(channel, externalId);
      if (found === null) return false;
      const { chatId, seq } = found;
      return deps.failDelivered(channel.account, { chatId, seq, code, message });
    },
    typing: ({ account, id }, customer, typing) =>
      deps.onTyping({ account, channelId: id, customer, typing }),
  };
}

async function changeMessage(
  { messages, write }: Pick<InboxDeps, "messages" | "write">,
  channel: ConnectorChannel,
  externalId: string,
  handler: CommandHandler,
): Promise<boolean> {
  const found = await messages.find(channel, externalId);
  if (found === null) return false;
  try {
    await write({
      account: channel.account,
      subject: { chat: found.chatId, message: found.seq },
      handler,
    });
    return true;
  } catch (error) {
    // The id is that of an operator's or bot's message.
    if (isRefusal(error, "not_found")) return false;
    throw error;
  }
}

async function markMessage(
  { messages, findMessage, write }: Pick<InboxDeps, "messages" | "findMessage" | "write">,
  channel: ConnectorChannel,
  { externalId, state, at }: InboundReceipt,
): Promise<boolean> {
  const link = await messages.find(channel, externalId);
  const found = link === null ? null : await findMessage(channel.account, link);
  if (link === null || found === null) return false;
  const { visitorId, message } = found;
  const seen = state === "seen" ? message : null;
  await write({
    account: channel.account,
    subject: { chat: link.chatId },
    handler: applyReadReceipt({ visitorId, received: message, seen, at }),
  });
  return true;
}

async function receive(
  deps: InboxDeps,
  channel: ConnectorChannel,
  message: InboundMessage,
): Promise<ReceivedMessage> {
  const known = await deps.messages.find(channel, message.externalId);
  const { files = [] } = message;
  if (known !== null && files.length < 2) return toRepeated(known);
  const config = await deps.config(channel.account);
  const sendable = findSendableChannel(config, channel.id);
  if (isFailure(sendable)) throw new Refusal(sendable);
  if (known === null) {
    await assertWithinLimits(deps.limits, channel.id, message.customer);
    await assertMayBeNew(deps, channel, message);
  }
  const hasFiles = files.length > 0 || message.original !== undefined;
  if (!hasFiles || isBlocked(deps, config, channel, message))
    return storeOnce(deps, channel, message, toText(message.text, message.media));
  return receiveFiles(deps, channel, message, files);
}

/** Limits how many customers write for the first time (CON-062). */
async function assertMayBeNew(
  { limits, findLatestChat }: Pick<InboxDeps, "limits" | "findLatestChat">,
  { account, id }: ConnectorChannel,
  { customer, visitor, startsChat, peers = [] }: InboundMessage,
): Promise<void> {
  if (visitor !== undefined || startsChat === false) return;
  if ((await findLatestChat(account, id, customer)) !== null) return;
  await assertNewCustomerWithinLimits(limits, id, peers);
}

const toRepeated = ({ chatId, messageId, seq }: ExternalMessage): ReceivedMessage => ({
  chatId,
  messageId,
  seq,
  isRepeated: true,
});

/** Files of blocked customers are not stored, because nobody looks at them. */
function isBlocked(
  { clock }: Pick<InboxDeps, "clock">,
  { blockList }: AccountConfig,
  { id }: ConnectorChannel,
  { customer, email, phone }: InboundMessage,
): boolean {
  const identifiers = {
    customer: { channelId: id, key: customer },
    ...(email === undefined ? {} : { emails: [email] }),
    ...(phone === undefined ? {} : { phones: [phone] }),
  };
  return findBlock(blockList, identifiers, clock.now()) !== null;
}

interface MessageContent {
  readonly text: string;
  readonly cut?: true;
  readonly media?: Media;
}
function toText(text: string, media?: Media): MessageContent {
  const limited = cutText(cleanText(text), maxOperatorTextLength);
  return {
    text: isBlank(limited.text) ? "" : limited.text,
    ...(limited.cut ? { cut: true as const } : {}),
    ...(media === undefined ? {} : { media }),
  };
}

/**
 * Stores the files, and one message per file, the first with the text. A file that Parlour does not
 * accept becomes a line of text with the reason, so that the operator can ask for it. Files whose
 * messages are known from an interrupted attempt are not stored again.
 */
async function receiveFiles(
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
    ...(pressed && { pressed }),
    ...(facts && { origin: facts }),
    ...(refersTo && { refersTo }),
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

/** Returns the id of the message for the file at this index. */
const toPartId = (externalId: string, index: number): string =>
  index === 0 ? externalId : `${externalId}#${index + 1}`;

/** Stores the original of a new message. Resolves with null if there is none. */
async function storeOriginal(
  deps: Pick<InboxDeps, "files">,
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
  if (upload === null) return storeOnce(deps, channel, message, toText(message.text));
  if ("messageId" in upload) return toRepeated(upload);
  if ("reason" in upload) {
    const line = `[${upload.name}: ${upload.reason}]`;
    const text = message.text === "" ? line : `${message.text}\n\n${line}`;
    return storeOnce(deps, channel, message, toText(text));
  }
  const stored = await storeOnce(deps, channel, message, toText(message.text, upload.media));
  await assignFile(deps, channel.account, upload.id, stored);
  return stored;
}

/** Assigns a stored file to the chat of its message, or discards it if the message was a repeat. */
const assignFile = (
  { files }: Pick<InboxDeps, "files">,
  account: number,
  id: number,
  { isRepeated, chatId }: ReceivedMessage,
): Promise<void> => (isRepeated ? files.discard(account, id) : files.attach(account, id, chatId));

/** A stored file, or why it was not stored. */
type Upload =
  | { readonly id: number; readonly media: Media }
  | { readonly name: string; readonly reason: string };

/** Refusals of a file that a repeat cannot change. */
const finalFileRefusals = new Set([
  "invalid_request",
  "payload_too_large",
  "unsupported_media_type",
]);

async function storeFile(
  { files }: Pick<InboxDeps, "files">,
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

async function register(
  { write }: Pick<InboxDeps, "write">,
  channel: ConnectorChannel,
  message: InboundMessage,
): Promise<number> {
  const { channelId, customer } = toVisitorKey(channel, message);
  const isOther = message.visitor !== undefined;
  const claims = { ...pickContacts(message), customer, recipient: JSON.stringify(customer) };
  const { answer } = await write({
    account: channel.account,
    subject: { customer: { channelId, key: customer } },
    handler: isOther ? registerVisitor(channelId) : registerVisitor(channelId, claims),
  });
  return (JSON.parse(answer) as { id: number }).id;
}

const toVisitorKey = (channel: ConnectorChannel, { visitor, customer }: InboundMessage) =>
  visitor ?? { channelId: channel.id, customer };
const pickContacts = ({ name, email, phone, photo }: InboundMessage) => ({
  ...(name === undefined ? {} : { name }),
  ...(email === undefined ? {} : { email }),
  ...(phone === undefined ? {} : { phone }),
  ...(photo === undefined ? {} : { photo }),
});

/**
 * Stores the message under its external id. The idempotency key guards against repeats that arrive
 * at the same time, the external id against all later ones.
 */
async function storeOnce(
  deps: InboxDeps,
  channel: ConnectorChannel,
  message: InboundMessage,
  content: MessageContent,
): Promise<ReceivedMessage> {
  const { account, id } = channel;
  const { channelId, customer } = toVisitorKey(channel, message);
  const digest = hash("sha256", message.externalId, "buffer");
  const idempotency: IdempotencyKey = {
    scope: `channel:${id}`,
    key: digest.toString("base64url"),
    // A service may describe the same message in other bytes when it repeats it.
    hash: digest,
  };
  const refersTo = await findReference(deps, channel, message);
  const received: CustomerMessageInput = {
    channelId,
    customer,
    recipient: JSON.stringify(customer),
    ...(message.visitor === undefined ? pickContacts(message) : {}),
    ...(message.visitor?.answersTo === undefined ? {} : { answersTo: message.visitor.answersTo }),
    ...content,
    ...(message.origin === undefined ? {} : { origin: message.origin }),
    ...(refersTo === null ? {} : { refersTo }),
    ...(message.writtenAt === undefined ? {} : { writtenAt: message.writtenAt }),
    ...(message.continues === undefined ? {} : { continues: message.continues }),
    ...(message.startsChat === undefined ? {} : { startsChat: message.startsChat }),
  };
  const button = await findPressedButton(deps, channel, message);
  const pressed = button && { messageId: button.messageId, buttonId: button.id };
  const hasText = button !== null && !isBlank(button.text);
  const input = hasText ? { ...received, text: button.text } : received;
  const written = await writeCustomerMessage(
    deps,
    account,
    pressed ? { ...input, pressed } : input,
    {
      idempotency,
    },
  ).catch((error: unknown) => {
    // The button belongs to an earlier part of the chat, so its text is an ordinary message.
    if (pressed === null || !isRefusal(error, "button_gone")) throw error;
    return writeCustomerMessage(deps, account, input, { idempotency });
  });
  const answer = JSON.parse(written.answer) as { id: number; chat_id: number; seq: number };
  const ids = { chatId: answer.chat_id, messageId: answer.id, seq: answer.seq };
  await deps.messages.link(channel, { externalId: message.externalId, ...ids });
  return { ...ids, isRepeated: written.replayed !== false };
}

/**
 * Adds the stored message to which a message refers. Resolves with null if it refers to nothing.
 */
async function findReference(
  { messages, findMessage }: Pick<InboxDeps, "messages" | "findMessage">,
  channel: ConnectorChannel,
  { refersTo }: InboundMessage,
): Promise<ReferenceInput | null> {
  if (refersTo === undefined) return null;
  const { externalId, ...reference } = refersTo;
  const link = externalId === undefined ? null : await messages.find(channel, externalId);
  const target = link === null ? null : await findMessage(channel.account, link);
  return target === null ? reference : { ...reference, target };
}

async function findPressedButton(
  { messages, findMessage }: Pick<InboxDeps, "messages" | "findMessage">,
  channel: ConnectorChannel,
  { pressed }: InboundMessage,
): Promise<(MessageButton & { readonly messageId: number }) | null> {
  if (pressed === undefined) return null;
  const link = await messages.find(channel, pressed.externalId);
  const found = link === null ? null : await findMessage(channel.account, link);
  const button = found?.message.buttons?.find(({ id }, position) =>
    [id, position].includes(pressed.buttonId),
  );
  return link === null || button === undefined ? null : { ...button, messageId: link.messageId };
}

const isRefusal = (error: unknown, failure: string): boolean =>
  error instanceof Refusal && error.failure.failure === failure;
