import type { ClientAddress } from "../../../core/client/address.ts";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { hash } from "node:crypto";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import type { ConnectorChannel } from "../../../connectors/connector.ts";
import type { MailConversationsPort, MailVisitor } from "../../../connectors/mail-ports.ts";
import type { Inbox } from "../../../connectors/inbox.ts";
import type { Outbox } from "../../../connectors/ports.ts";
import type {
  InboundFile,
  InboundMessage,
  ReceivedMessage,
} from "../../../connectors/inbound-message.ts";
import { cutText } from "../../../core/text.ts";
import type { ReplyTarget } from "../../../mail/templates/mail-data.ts";
import { describeFaults } from "../original/shown-faults.ts";
import { createOriginal } from "../original/stored-original.ts";
import type { ParsedMail } from "../format/parse/types.ts";
import { toMailKey } from "./mail-key.ts";
import { toNetwork } from "./smtp/peer-shares.ts";
import { isOtherSender, toRecipientFacts } from "./recipient-facts.ts";
import { isRelay } from "./smtp/relay.ts";

export interface StoreMailDeps {
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly findVisitor: MailConversationsPort["findVisitor"];
}
export interface StoreMailOptions {
  /** The conversation that it answers, or null. */
  readonly target: ReplyTarget | null;
  /** Whether a program may have written it, so that no program answers it (CON-036). */
  readonly automatic: boolean;
  /** Whether it starts a chat if the customer has none. */
  readonly startsChat: boolean;
  /** Address of the client that sent the mail by SMTP, for limits. Absent for a mailbox. */
  readonly client?: ClientAddress | undefined;
}
export interface StoredMail extends ReceivedMessage {
  /** Whether another mail with the same Message-ID was stored before (MAIL-031). */
  readonly sharesId: boolean;
}

/** Maximum lengths of the facts about a mail that are stored with its message, in code points. */
const maxQuoteLength = 4_000;
const maxSignatureLength = 1_000;
/** Maximum number of files of one mail that become messages. */
const maxFiles = 30;

/** Stores a mail as a message of its sender, or of the visitor whom it answers. */
export async function storeMail(
  deps: StoreMailDeps,
  channel: ConnectorChannel,
  mail: ParsedMail,
  options: StoreMailOptions,
): Promise<StoredMail> {
  const { target, startsChat } = options;
  const sender = toSender(mail);
  const visitor = target === null ? null : await deps.findVisitor(channel.account, target);
  const isReport = !startsChat;
  const original = isReport ? undefined : createOriginal(mail);
  const externalId = toMailKey(mail);
  const known = await deps.outbox.messages.find(channel, mail.messageId);
  const received = await deps.inbox.receive(channel, {
    ...sender,
    externalId,
    peers: toPeers(sender.customer, options.client),
    text: mail.text.trim() === "" ? mail.subject : mail.text,
    files: isReport ? [] : toFiles(channel, mail),
    origin: {
      ...toOrigin(mail, options),
      ...toRecipientFacts(mail),
      ...omitAbsent({
        other_sender: isOtherSender(visitor, channel, sender.customer) || undefined,
      }),
    },
    original,
    startsChat: startsChat ? undefined : startsChat,
    visitor: visitor === null ? undefined : toOtherVisitor(channel, sender.customer, visitor),
    continues: visitor !== null && target !== null && "chat" in target ? target.chat : undefined,
  });
  const { chatId, messageId, seq } = received;
  // Answers and reports name the mail by its Message-ID. Of several with one id, the first has it.
  await deps.outbox.messages.link(channel, { externalId: mail.messageId, chatId, messageId, seq });
  return { ...received, sharesId: known !== null && known.messageId !== messageId };
}

/** Returns the sender as a customer. A mail without a readable sender has a customer of its own. */
function toSender({
  from,
  messageId,
}: ParsedMail): Pick<InboundMessage, "customer" | "name" | "email"> {
  if (from === null) return { customer: `unknown-${hash("sha256", messageId).slice(0, 32)}` };
  const address = from.address.toLowerCase();
  return { customer: address, email: address, name: from.name || undefined };
}

/** Returns the domain of the sender, and the network of a client that is not a relay. */
const toPeers = (sender: string, client: ClientAddress | undefined): readonly string[] => [
  sender.slice(sender.lastIndexOf("@") + 1),
  ...(client === undefined || isRelay(client) ? [] : [toNetwork(client)]),
];

function toOrigin(
  mail: ParsedMail,
  { automatic }: StoreMailOptions,
): NonNullable<InboundMessage["origin"]> {
  const { subject, from, authentication, forwarded, quote, signature } = mail;
  return {
    ...omitAbsent({
      subject: subject || undefined,
      from: from?.address.toLowerCase(),
    }),
    verified: authentication.verified,
    ...omitAbsent({
      automatic: automatic || undefined,
      forwarded: forwarded || undefined,
      quote: quote === "" ? undefined : cutText(quote, maxQuoteLength).text,
      signature: signature === "" ? undefined : cutText(signature, maxSignatureLength).text,
    }),
    ...describeFaults(mail),
  };
}

/**
 * Returns the visitor of the conversation, or undefined if the address of the sender is theirs.
 * Answers to a visitor of another channel are also mailed to the stored address of this visitor,
 * never to another address in the mail (MAIL-038).
 */
function toOtherVisitor(
  channel: ConnectorChannel,
  sender: string,
  { channelId, customer, email }: MailVisitor,
): InboundMessage["visitor"] {
  if (channelId === channel.id) return customer === sender ? undefined : { channelId, customer };
  return { channelId, customer, answersTo: email ?? undefined };
}

/** Returns the attachments, and the whole text if a message cannot contain it. */
function toFiles(
  { kind }: ConnectorChannel,
  { attachments, text }: ParsedMail,
): readonly InboundFile[] {
  const files = attachments
    .slice(0, maxFiles)
    .map(({ name, content }): InboundFile => ({ name, body: content }));
  return cutText(text, getCapabilities(kind).max_text_length).cut
    ? [...files, { name: "mail.txt", body: Buffer.from(text) }]
    : files;
}
