import type { Journal } from "../journal/index.ts";
import { claimPassageJobs, findNextPassageJob, makePassagesDue } from "../store/passages/job.ts";
import { startDueAlarm, type DueAlarm } from "../timers/due-alarm.ts";
import { buildPassages, type BuildDeps } from "./build-passages.ts";

export interface PassageTimerDeps extends BuildDeps {
  readonly onFault: (error: unknown) => void;
  readonly journal: {
    readonly subscribe: Journal["subscribe"];
    readonly onOtherNodesChange: Journal["onOtherNodesChange"];
  };
}

/** Longer than a request with its repeats may take. Then another node may continue. */
const claimMs = 180_000;
/** Accounts whose models a node asks at the same time. */
const accountsPerRound = 4;

/**
 * Makes the passages of accounts in the background (AGENT-101). Every change of texts and settings
 * makes an account due, and so does the start of a node, which may have ended before it noted one.
 */
export async function startPassageTimer(deps: PassageTimerDeps): Promise<DueAlarm> {
  const { db, clock, journal, onFault } = deps;
  const controller = new AbortController();
  let isStart = true;
  const changed = new Set<number>();
  const alarm = await startDueAlarm({
    ...deps,
    findEarliest: async () => (isStart || changed.size > 0 ? clock.now() : findNextPassageJob(db)),
    async processDue() {
      const now = clock.now();
      if (isStart) await makePassagesDue(db, { accounts: null, now });
      isStart = false;
      if (changed.size > 0) {
        const accounts = [...changed];
        await makePassagesDue(db, { accounts, now });
        for (const account of accounts) changed.delete(account);
      }
      const jobs = await claimPassageJobs(db, {
        now,
        until: now + claimMs,
        limit: accountsPerRound,
      });
      // A job that fails here is claimed again when its claim ends.
      await Promise.all(
        jobs.map((job) => buildPassages(deps, job, controller.signal).catch(onFault)),
      );
      return jobs.length > 0;
    },
  });
  const stop = journal.subscribe((account, entries) => {
    if (!entries.some(({ name, frame }) => name === "settings_changed" && changesTexts.test(frame)))
      return;
    changed.add(account);
    alarm.scheduleBy(clock.now());
  });
  // Jobs of a node that ended are found now.
  journal.onOtherNodesChange(() => alarm.scheduleBy(clock.now()));
  return {
    ...alarm,
    async close() {
      stop();
      controller.abort();
      await alarm.close();
    },
  };
}
/** The settings of the model are those of the account. */
const changesTexts = /"kind":"(?:article|canned_reply|account)"/;
