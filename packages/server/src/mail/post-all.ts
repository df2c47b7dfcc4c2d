import { keepWithin } from "../core/keep-within.ts";
import type { Mail } from "./settings.ts";
import type { Posted } from "./smtp.ts";

/**
 * One after another, until the server is away or asks to wait; a repeat leaves out what it took before. A mail that it refuses for its readers or its
 * words keeps no other from being sent: it counts among the `refused` when one was taken.
 */
export async function postAll(
  mails: readonly Mail[],
  taken: Taken,
  post: (mail: Mail, spentMs: number) => Promise<Posted>,
): Promise<Posted> {
  let spentMs = 0;
  let good: Posted | null = null;
  let bad: Posted | null = null;
  const refused: string[] = [];
  for (const mail of mails) {
    const posted = taken.of(mail.messageId) ?? (await post(mail, spentMs));
    spentMs += posted.durationMs;
    if (posted.outcome === "delivered") {
      if (mails.length > 1) taken.add(mail.messageId, { ...posted, durationMs: 0 });
      good = posted;
      refused.push(...posted.refused);
    } else if (isOfThisMail(posted)) {
      bad ??= posted;
      refused.push(...mail.to);
    } else return { ...posted, durationMs: spentMs };
  }
  const all = good ?? bad;
  if (all === null) throw new Error("a delivery without a mail");
  return { ...all, refused: good === null ? [] : refused, durationMs: spentMs };
}

/** The server is there and would take another mail of the same sender. */
function isOfThisMail({ step, outcome, mayRepeat }: Posted): boolean {
  return outcome === "refused" && !mayRepeat && (step === "recipient" || step === "message");
}

const mostTaken = 1_000;

/** What the server took of deliveries in several languages. After a restart a language may come twice, with its Message-ID. */
export interface Taken {
  of(messageId: string): Posted | undefined;
  add(messageId: string, posted: Posted): void;
}
export function openTaken(): Taken {
  const known = new Map<string, Posted>();
  return {
    of: (messageId) => known.get(messageId),
    add(messageId, posted) {
      known.set(messageId, posted);
      keepWithin(known, mostTaken);
    },
  };
}
