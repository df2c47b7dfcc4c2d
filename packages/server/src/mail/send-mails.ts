import { evictOldest } from "../core/bounded-map.ts";
import type { Mail } from "./settings.ts";
import type { SendMailResult } from "./smtp.ts";

/**
 * Sends the emails of a delivery one after another, until the server fails or requests a pause. A
 * repeat skips emails that the server already accepted. If the server rejects one email because of
 * its recipients or content, the others are still sent. The rejected email then counts as `refused`
 * if another one was accepted.
 */
export async function sendMails(
  mails: readonly Mail[],
  sentLog: SentLog,
  post: (mail: Mail, spentMs: number) => Promise<SendMailResult>,
): Promise<SendMailResult> {
  let spentMs = 0;
  let lastSuccess: SendMailResult | null = null;
  let firstRejection: SendMailResult | null = null;
  const refused: string[] = [];
  for (const mail of mails) {
    const result = sentLog.get(mail.messageId) ?? (await post(mail, spentMs));
    spentMs += result.durationMs;
    if (result.outcome === "delivered") {
      if (mails.length > 1) sentLog.add(mail.messageId, { ...result, durationMs: 0 });
      lastSuccess = result;
      refused.push(...result.refused);
    } else if (isSpecificToMail(result)) {
      firstRejection ??= result;
      refused.push(...mail.to);
    } else return { ...result, durationMs: spentMs };
  }
  const summary = lastSuccess ?? firstRejection;
  if (summary === null) throw new Error("a delivery without a mail");
  return { ...summary, refused: lastSuccess === null ? [] : refused, durationMs: spentMs };
}

/**
 * Returns true if the failure concerns only this email, so that the server may accept others of the
 * same sender.
 */
function isSpecificToMail({ step, outcome, mayRepeat }: SendMailResult): boolean {
  return outcome === "refused" && !mayRepeat && (step === "recipient" || step === "message");
}

const maxLoggedMails = 1_000;

/**
 * Results of emails that the server accepted, for deliveries in several languages. They are lost in
 * a restart. An email may then be sent twice, with the same Message-ID.
 */
export interface SentLog {
  get(messageId: string): SendMailResult | undefined;
  add(messageId: string, posted: SendMailResult): void;
}
export function createSentLog(): SentLog {
  const results = new Map<string, SendMailResult>();
  return {
    get: (messageId) => results.get(messageId),
    add(messageId, posted) {
      results.set(messageId, posted);
      evictOldest(results, maxLoggedMails);
    },
  };
}
