import { mail } from "@parlour/protocol/entity/channel-kinds/mail";
import { createMessageRetryPolicy } from "../../../connectors/outbound/retry-policy.ts";

const minute = 60_000;

/** Time in ms within which answers of one conversation are sent in one mail (MAIL-062). */
export const mergeWindowMs = mail.merge_seconds * 1_000;
/** Maximum number of messages of one mail. */
export const maxMergedMessages = 20;

/**
 * Retries for a day and a half, as mail servers do, because the server may be down or may not
 * accept the mail yet (MAIL-063).
 */
export const answerRetryPolicy = createMessageRetryPolicy({
  timeoutMs: 20_000,
  maxReplyBytes: 8_192,
  firstPausesMs: [0, 15_000, minute, 5 * minute, 15 * minute],
  later: { count: 72, pauseMs: 30 * minute },
});
