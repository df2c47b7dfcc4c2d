import type { EmailAddress, Message } from "@parlour/protocol";

/** The latest email of an operator that waits to be sent (CORE-350). */
export interface WaitingEmail {
  /** Its messages by this operator, oldest first: text, files, and what follows within a minute. */
  readonly messages: readonly [Message, ...Message[]];
  /** When it is sent: with the first one of the messages that are sent together. In Unix ms. */
  readonly sendsAt: number;
  /** The first recipient and the number of the others, if the email names them. */
  readonly recipient: EmailAddress | null;
  readonly otherCount: number;
}

/** As the server merges them (MAIL-062). */
const mergeWindowMs = 60_000;
const maxMerged = 20;

/** Finds the latest email of this operator that waits to be sent. `now`: Unix ms. */
export function findWaitingEmail(
  messages: readonly Message[],
  operatorId: number,
  now: number,
): WaitingEmail | null {
  const isOwn = ({ author }: Message) => author.kind === "operator" && author.id === operatorId;
  const emails = groupByEmail(messages.filter((message) => getSendTime(message) > now));
  const together = emails.findLast((email) => email.some(isOwn)) ?? [];
  const [first, ...others] = together.filter(isOwn);
  if (first === undefined) return null;
  const { to = [], cc = [], bcc = [] } = first.email ?? {};
  return {
    messages: [first, ...others],
    sendsAt: Math.min(...together.map(getSendTime)),
    recipient: to[0] ?? null,
    otherCount: Math.max(0, to.length + cc.length + bcc.length - 1),
  };
}

/** Groups waiting messages by the email in which they are sent. */
function groupByEmail(waiting: readonly Message[]): readonly (readonly Message[])[] {
  const emails: Message[][] = [];
  for (const message of waiting) {
    const email = emails.at(-1);
    const [first] = email ?? [];
    const isSame =
      email !== undefined &&
      first !== undefined &&
      email.length < maxMerged &&
      toHeading(first) === toHeading(message) &&
      Date.parse(message.created_at) < Date.parse(first.created_at) + mergeWindowMs;
    if (isSame) email.push(message);
    else emails.push([message]);
  }
  return emails;
}

/** Returns when a waiting message is sent by itself, or 0 if it does not wait. */
function getSendTime({ delivery }: Message): number {
  const isWaiting = delivery?.state === "pending" && delivery.attempts === 0;
  return isWaiting && delivery.next_at !== null ? Date.parse(delivery.next_at) : 0;
}

/** Returns subject and recipients as text. Emails with the same ones are sent together. */
function toHeading({ email }: Message): string {
  if (email === undefined) return "";
  const list = (recipients: readonly EmailAddress[]) => recipients.map(({ address }) => address);
  return JSON.stringify([email.subject, list(email.to), list(email.cc), list(email.bcc)]);
}
