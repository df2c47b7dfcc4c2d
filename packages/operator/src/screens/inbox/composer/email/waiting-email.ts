import type { EmailAddress, Message } from "@parlour/protocol";

/** The latest email of an operator that waits to be sent (CORE-350). */
export interface WaitingEmail {
  readonly message: Message;
  /** When it is sent: with the first one of the emails that are sent together. In Unix ms. */
  readonly sendsAt: number;
  /** The first recipient and the number of the others, if the message names them. */
  readonly recipient: EmailAddress | null;
  readonly otherCount: number;
}

/** Finds the latest email of this operator that waits to be sent. `now`: Unix ms. */
export function findWaitingEmail(
  messages: readonly Message[],
  operatorId: number,
  now: number,
): WaitingEmail | null {
  const waiting = messages.filter((message) => getSendTime(message) > now);
  const message = waiting.findLast(
    ({ author }) => author.kind === "operator" && author.id === operatorId,
  );
  if (message === undefined) return null;
  const heading = toHeading(message);
  const together = waiting.filter(
    (other) => other.seq <= message.seq && toHeading(other) === heading,
  );
  const { to = [], cc = [], bcc = [] } = message.email ?? {};
  return {
    message,
    sendsAt: Math.min(...together.map(getSendTime)),
    recipient: to[0] ?? null,
    otherCount: Math.max(0, to.length + cc.length + bcc.length - 1),
  };
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
