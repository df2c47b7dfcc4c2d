import type { Bus } from "../../bus/index.ts";
import type { Clock } from "../../core/command.ts";
import type { JournalEntry } from "../entry.ts";
import { entriesTopic, formatEntries, type AccountNotice } from "./entry-notice.ts";

/** Minimum time between two notices, in ms. The first one after a pause is sent at once. */
const noticeIntervalMs = 30;
/**
 * Maximum length of the frames of a notice, in UTF-16 units. That is usually one notification of
 * PostgreSQL. Above it, the other nodes read the entries with one statement, which costs less than
 * several notifications.
 */
const maxFramesLength = 6_000;

export interface DelayedNoticesDeps {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly epoch: () => string;
}
/** Notices about committed entries, which are sent together. */
export interface DelayedNotices {
  /** Adds entries that this node committed after `base`. */
  add(account: number, base: number, entries: readonly JournalEntry[]): void;
  /** Sends what is waiting. */
  close(): void;
}

/**
 * Creates the notices about committed entries. Those of 30 ms are sent together, because each
 * notice costs every node a wake-up, and a database that transports it a commit (PERF-23). Few
 * entries are part of the notice, so that nobody has to read them. Of many, it contains the heads.
 */
export function createDelayedNotices({ bus, clock, epoch }: DelayedNoticesDeps): DelayedNotices {
  let waitingEpoch = "";
  let waiting = new Map<number, AccountNotice>();
  let framesLength = 0;
  let earliestAt = Number.NEGATIVE_INFINITY;
  let isScheduled = false;
  let cancelAlarm = (): void => undefined;
  const send = (): void => {
    const notices = waiting;
    const hasEntries = framesLength <= maxFramesLength;
    waiting = new Map();
    framesLength = 0;
    isScheduled = false;
    earliestAt = clock.monotonic() + noticeIntervalMs;
    if (notices.size === 0) return;
    if (hasEntries)
      bus.publish(
        entriesTopic,
        formatEntries({ epoch: waitingEpoch, notices: [...notices.values()] }),
      );
    else
      for (const { account, base, entries } of notices.values())
        bus.announce(account, base + entries.length);
  };
  const addEntries = (account: number, base: number, entries: readonly JournalEntry[]): void => {
    // The database may have been replaced by an older copy, without these entries.
    if (waitingEpoch !== epoch()) {
      waiting.clear();
      framesLength = 0;
      waitingEpoch = epoch();
    }
    for (const { frame } of entries) framesLength += frame.length;
    if (framesLength > maxFramesLength) {
      waiting.set(account, { account, base: base + entries.length, entries: [] });
      return;
    }
    const before = waiting.get(account);
    // Entries of another node may be between those of this one.
    const isNext = before !== undefined && before.base + before.entries.length === base;
    waiting.set(account, {
      account,
      base: isNext ? before.base : base,
      entries: isNext ? [...before.entries, ...entries] : entries,
    });
  };
  return {
    add(account, base, entries) {
      addEntries(account, base, entries);
      if (isScheduled) return;
      isScheduled = true;
      const waitMs = earliestAt - clock.monotonic();
      // The accounts of one batch are added in the same turn, and share the notice.
      if (waitMs <= 0) queueMicrotask(send);
      else cancelAlarm = clock.scheduleAt(clock.now() + Math.ceil(waitMs), send);
    },
    close() {
      cancelAlarm();
      send();
    },
  };
}
