import { evictOldest } from "../core/bounded-map.ts";
import type { Mail } from "./settings.ts";
import type { Posted } from "./smtp.ts";

/**
 * Sends emails one after another until the server fails or asks to wait. A repeat skips those that
 * the server already accepted. If it rejects one email because of its recipients or content, the
 * others are still sent. That email then counts as `refused` if another was accepted.
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

/** Returns true if the server would accept other emails of the same sender. */
function isOfThisMail({ step, outcome, mayRepeat }: Posted): boolean {
  return outcome === "refused" && !mayRepeat && (step === "recipient" || step === "message");
}

const mostTaken = 1_000;

/**
 * Results of emails that the server accepted, for deliveries in several languages. After a restart
 * an email may be sent twice, with the same Message-ID.
 */
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
      evictOldest(known, mostTaken);
    },
  };
}
