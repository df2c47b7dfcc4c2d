import { hash } from "node:crypto";
import type { Cluster } from "../../../cluster/index.ts";
import type { IdempotencyKey } from "../../../core/command.ts";
import { repeatWindowMs } from "../retry-policy.ts";

/**
 * Idempotency keys of requests without a key of their own (BOT-085, decision 0184). The key is
 * stored with the message, so a repeat of an unanswered request has no second effect, at any node
 * and after any crash.
 */
export interface RepeatKeys {
  find(botId: number, bytes: Uint8Array): RepeatKey;
}
interface RepeatKey extends IdempotencyKey {
  /** Called when the response has been written. Later requests with the same bytes are new. */
  onAnswered(status: number): void;
}

/** Response statuses after which the sender repeats a request. */
const retryableStatuses: ReadonlySet<number> = new Set([500, 503, 504]);
const maxEntries = 20_000;
/**
 * The keys are valid for `repeatWindowMs` (store/functions/idempotency_ttl.sql). A round is
 * remembered longer, so that it is not used again while its key is valid.
 */
const roundTtlMs = 2 * repeatWindowMs;
/** Requests with these bytes were answered so often. */
interface AnsweredRound {
  readonly name: string;
  readonly round: number;
}
const answeredTopic = "bot request answered";

export function createRepeatKeys(clock: { monotonic(): number }, cluster: Cluster): RepeatKeys {
  /** The newest entries are the last. */
  const rounds = new Map<string, { readonly round: number; readonly at: number }>();
  const getRound = (name: string): number => {
    const entry = rounds.get(name);
    return entry !== undefined && clock.monotonic() - entry.at <= roundTtlMs ? entry.round : 0;
  };
  const raiseRound = (name: string, round: number): void => {
    if (round <= getRound(name)) return;
    rounds.delete(name);
    rounds.set(name, { round, at: clock.monotonic() });
    for (const [oldest, { at }] of rounds) {
      if (rounds.size <= maxEntries && clock.monotonic() - at <= roundTtlMs) return;
      rounds.delete(oldest);
    }
  };
  cluster.subscribe<AnsweredRound>(answeredTopic, ({ name, round }) => raiseRound(name, round));
  return {
    find(botId, bytes) {
      const digest = hash("sha256", bytes, "buffer");
      const name = `${botId} ${digest.toString("base64")}`;
      const round = getRound(name);
      return {
        scope: `bot-repeat:${botId}`,
        key: `${digest.toString("base64")} ${round}`,
        hash: digest,
        onAnswered(status) {
          if (retryableStatuses.has(status)) return;
          raiseRound(name, round + 1);
          const answered: AnsweredRound = { name, round: round + 1 };
          cluster.publish(answeredTopic, answered);
        },
      };
    },
  };
}
