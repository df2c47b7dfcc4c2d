import type { EmailAddress, EmailRecipient, Message, MessageEmail } from "../../entity.ts";

/** The messages of a conversation by mail that name recipients, newest first. */
export type Letter = Pick<Message, "author" | "origin" | "email" | "seq" | "chat_id">;

/** What the recipients of the next email follow from. */
export interface Conversation {
  readonly letters: readonly Letter[];
  /** The address that is known of the visitor. */
  readonly customer: EmailAddress;
  /** Whether an operator chose that replies to a sender go where their emails ask for them. */
  readonly usesReplyTo: (letter: Letter) => boolean;
  /** Whether an address belongs to a channel. Mails to it would return. */
  readonly isOwn: (address: string) => boolean;
}

/** Recipients that the next email begins with. */
export interface DefaultRecipients {
  readonly reply: Recipients;
  readonly replyAll: Recipients;
  /** The latest letter of a person, or null. */
  readonly letter: Letter | null;
}
interface Recipients {
  readonly to: readonly EmailRecipient[];
  readonly cc: readonly EmailRecipient[];
}

/**
 * Returns the recipients of the next email (MAIL-097): the sender of the latest letter, and for a
 * reply to all everybody whom it names. Before the first letter, they are those of our latest one.
 */
export function getDefaultRecipients(conversation: Conversation): DefaultRecipients {
  const { letters, customer, isOwn } = conversation;
  const letter = letters.find(isLetterOfPerson) ?? null;
  if (letter === null) {
    const sent = letters.find(({ email }) => email !== undefined)?.email;
    const to = sent === undefined ? [fromThread(customer)] : sent.to.map(fromThread);
    const cc = (sent?.cc ?? []).map(fromThread);
    return { reply: { to: to.slice(0, 1), cc: [] }, replyAll: { to, cc }, letter };
  }
  const to = getReplyAddresses(conversation, letter);
  const taken = new Set(to.map(({ address }) => toKey(address)));
  const cc = [...(letter.origin?.to ?? []), ...(letter.origin?.cc ?? [])]
    .filter(({ address }) => {
      const key = toKey(address);
      // The sender asked for replies to another address, so their own one is left out too.
      const isKnown = taken.has(key) || key === toKey(letter.origin?.from ?? "") || isOwn(address);
      taken.add(key);
      return !isKnown;
    })
    .map(fromThread);
  return { reply: { to, cc: [] }, replyAll: { to, cc }, letter };
}

/** Returns the addresses that reply to a letter, which are its sender or those it asks for. */
function getReplyAddresses(
  { usesReplyTo, isOwn, customer }: Conversation,
  letter: Letter,
): readonly EmailRecipient[] {
  const asked = getAskedAddresses(letter, isOwn);
  if (asked.length > 0 && usesReplyTo(letter))
    return asked.map((address) => ({ ...address, source: "reply_to" }));
  const address = letter.origin?.from ?? customer.address;
  const name = letter.origin?.from_name ?? "";
  return [isOwn(address) ? fromThread(customer) : fromThread({ address, name })];
}

/** Returns where a letter asks for replies, without addresses of channels. [] if nowhere else. */
export function getAskedAddresses(
  { origin }: Letter,
  isOwn: Conversation["isOwn"],
): readonly EmailAddress[] {
  return (origin?.reply_to ?? []).filter(({ address }) => !isOwn(address));
}

/** Returns whether the message is a letter that arrived. Programs write in the name of people. */
export const isLetterOfPerson = ({ author, origin }: Letter): boolean =>
  author.kind === "visitor" && origin?.from !== undefined;

/** Returns the addresses that wrote or received an email of the conversation, in lower case. */
export function listKnownAddresses(letters: readonly Letter[]): ReadonlySet<string> {
  return new Set(
    letters.flatMap(({ author, origin, email }) => [
      ...(author.kind === "visitor" && origin?.from !== undefined ? [toKey(origin.from)] : []),
      ...[...(origin?.to ?? []), ...(origin?.cc ?? [])].map(({ address }) => toKey(address)),
      ...(email === undefined ? [] : listRecipients(email)).map(({ address }) => toKey(address)),
    ]),
  );
}

/** Lists all recipients of an email, also the hidden ones. */
const listRecipients = ({ to, cc, bcc }: MessageEmail): readonly EmailRecipient[] => [
  ...to,
  ...cc,
  ...bcc,
];

/** Addresses are compared without regard to case. */
export const toKey = (address: string): string => address.toLowerCase();

const fromThread = ({ address, name }: EmailAddress): EmailRecipient => ({
  address,
  name,
  source: "thread",
});
