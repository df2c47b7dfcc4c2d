import type { DeliveryWorker } from "../delivery/index.ts";
import { startActivity } from "../journal/readers/activity.ts";
import { startBotGone } from "../journal/readers/bot-gone.ts";
import { startChannelDeleted } from "../journal/readers/channel-deleted.ts";
import { startEndpointOff } from "../journal/readers/endpoint-off.ts";
import type { DurableReader } from "../journal/readers/durable.ts";
import { startFacts } from "../journal/readers/facts.ts";
import type { Here } from "../journal/readers/here.ts";
import { startMarks } from "../journal/readers/marks.ts";
import { startOperatorGone } from "../journal/readers/operator-gone.ts";
import { startSendingLines } from "../journal/readers/sending-lines.ts";
import { startSearch } from "../journal/readers/search.ts";
import { startVisitorSearch } from "../journal/readers/search-visitors.ts";
import { startTimers, type Timers } from "../journal/readers/timers.ts";
import { startSweeper } from "../store/sweep.ts";
import type { BaseServices } from "./base.ts";

export interface JournalConsumers {
  /** Resolves after every consumer has processed the entries that are published now. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Caches settings of accounts until they change. */
export interface SettingsCache {
  forget(account: number): void;
}

/** Starts the journal consumers and the periodic cleanup. */
export async function startJournalConsumers(
  base: BaseServices,
  edges: readonly SettingsCache[],
  delivery: DeliveryWorker,
  cleanups: readonly { readonly sweep: () => Promise<void> }[],
  presence: Here,
  /** Consumers that were started earlier because other parts need them. */
  started: readonly DurableReader[],
): Promise<JournalConsumers> {
  const { journal, pools, db, clock, onFault } = base;
  subscribeToEntries(base, edges, delivery);
  const deps = { journal, pool: pools.writer, db, clock, onFault };
  const timers = await startTimers({ ...deps, presence });
  const consumers = [...(await startDurableConsumers(deps, timers)), timers, ...started];
  const runCleanups = async (): Promise<void> => {
    for (const part of cleanups) await part.sweep();
  };
  const sweeper = startSweeper({ sql: db, clock, onFault, also: runCleanups });
  return {
    async settle() {
      await journal.settle();
      for (const consumer of consumers) await consumer.settle();
    },
    async close() {
      for (const consumer of consumers) await consumer.close();
      await sweeper.close();
    },
  };
}

type ConsumerDeps = Pick<BaseServices, "journal" | "clock" | "onFault" | "db"> & { readonly pool: BaseServices["pools"]["writer"] };
async function startDurableConsumers(deps: ConsumerDeps, timers: Timers): Promise<readonly DurableReader[]> {
  return [
    await startActivity({ ...deps, onUnanswered: (chats) => timers.unanswered(chats) }),
    await startMarks(deps),
    await startChannelDeleted(deps),
    await startEndpointOff(deps),
    await startOperatorGone(deps),
    await startBotGone(deps),
    await startSendingLines(deps),
    await startSearch(deps),
    await startVisitorSearch(deps),
    await startFacts(deps),
  ];
}

/**
 * Reloads settings and wakes the delivery worker for published entries. Each entry is processed
 * once.
 */
function subscribeToEntries({ journal, instance, onFault }: BaseServices, edges: readonly SettingsCache[], delivery: DeliveryWorker): void {
  journal.onOwed(() => delivery.wake());
  journal.subscribe((account, entries) => {
    let changed = false;
    for (const { name, frame } of entries) {
      if (name !== "settings_changed") continue;
      for (const edge of edges) edge.forget(account);
      if (frame.includes('"kind":"instance"')) instance.refresh().catch(onFault);
      changed = true;
    }
    // New settings may unblock a lane that had no free slot.
    if (changed) delivery.wake();
  });
}
