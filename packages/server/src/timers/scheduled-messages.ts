import type { Clock } from "../core/command.ts";
import type { Db } from "../store/database/sql.ts";
import {
  claimScheduledMessages,
  endScheduledMessage,
  failScheduledMessage,
  findNextScheduledMessage,
  getRefusedState,
  type DueMessage,
  type ScheduledMessageRecord,
  type SendingError,
} from "../store/actions/scheduled-message.ts";
import { startDueAlarm, type DueAlarm } from "./due-alarm.ts";

export interface MessageTimersDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
  /**
   * Writes the message, once however often it is called within a day. Resolves with the reason of a
   * refusal, or null. Throws if the outcome is unknown.
   */
  readonly send: (account: number, message: ScheduledMessageRecord) => Promise<SendingError | null>;
  /** Publishes the result to the author. */
  readonly publish: (
    account: number,
    message: ScheduledMessageRecord,
    result: {
      readonly state: "sent" | ReturnType<typeof getRefusedState>;
      readonly error: SendingError | null;
    },
  ) => Promise<void>;
  readonly journal: {
    readonly onOtherNodesChange: (listener: (nodes: readonly number[]) => void) => void;
  };
}

/** Time to write a message, after which it is written again with the same key. */
const claimMs = 60_000;
/** The key of a message expires after a day. After this time a repeat could be a second message. */
const maxRepeatMs = 20 * 3_600_000;
const messagesPerRound = 20;

/**
 * Sends messages whose time has come (LATER-004). The message and its key are stored in one
 * transaction, so a message that a killed node has written is not written again.
 */
export async function startMessageTimers(deps: MessageTimersDeps): Promise<DueAlarm> {
  const { db, clock } = deps;
  const alarm = await startDueAlarm({
    ...deps,
    findEarliest: () => findNextScheduledMessage(db),
    async processDue() {
      const now = clock.now();
      const claims = await claimScheduledMessages(db, {
        now,
        until: now + claimMs,
        limit: messagesPerRound,
      });
      await Promise.all(claims.map((claim) => sendMessage(deps, claim)));
      return claims.length > 0;
    },
  });
  // A node knows the messages that were scheduled at it. Those of a node that ended are found now.
  deps.journal.onOtherNodesChange(() => alarm.scheduleBy(clock.now()));
  return alarm;
}

/** Sends a message. If the outcome is unknown, the claim ends and a node tries it again. */
async function sendMessage(deps: MessageTimersDeps, claim: DueMessage): Promise<void> {
  const { db, send, publish, onFault } = deps;
  const { account, message } = claim;
  try {
    const error = isKeyExpired(deps, claim) ? outcomeUnknown : await send(account, message);
    if (error === null) await endScheduledMessage(db, claim);
    else await failScheduledMessage(db, claim, error);
    await publish(account, message, {
      state: error === null ? "sent" : getRefusedState(error),
      error,
    });
  } catch (error) {
    onFault(error);
  }
}

const isKeyExpired = ({ clock }: MessageTimersDeps, { message, attempts }: DueMessage): boolean =>
  attempts > 1 && clock.now() - Date.parse(message.sendAt) > maxRepeatMs;
const outcomeUnknown: SendingError = {
  code: "outcome_unknown",
  message: "Parlour was interrupted while it sent the message. Check whether the chat has it.",
};
