import type { Delivery } from "../delivery/index.ts";
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
import type { Ground } from "./ground.ts";

export interface Following {
  /** Resolves after every consumer has processed the entries that are published now. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Caches settings of accounts until they change. */
export interface Forgetful {
  forget(account: number): void;
}

/** Starts the journal consumers and the periodic cleanup. */
export async function startFollowing(
  ground: Ground,
  edges: readonly Forgetful[],
  delivery: Delivery,
  swept: readonly { readonly sweep: () => Promise<void> }[],
  here: Here,
  /** Consumers that were started earlier because other parts need them. */
  started: readonly DurableReader[],
): Promise<Following> {
  const { journal, pools, db, clock, onFault } = ground;
  passOn(ground, edges, delivery);
  const deps = { journal, pool: pools.writer, db, clock, onFault };
  const timers = await startTimers({ ...deps, here });
  const readers = [...(await startReaders(deps, timers)), timers, ...started];
  const also = async (): Promise<void> => {
    for (const part of swept) await part.sweep();
  };
  const sweeper = startSweeper({ sql: db, clock, onFault, also });
  return {
    async settle() {
      await journal.settle();
      for (const reader of readers) await reader.settle();
    },
    async close() {
      for (const reader of readers) await reader.close();
      await sweeper.close();
    },
  };
}

type ReaderDeps = Pick<Ground, "journal" | "clock" | "onFault" | "db"> & { readonly pool: Ground["pools"]["writer"] };
async function startReaders(deps: ReaderDeps, timers: Timers): Promise<readonly DurableReader[]> {
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
function passOn({ journal, instance, onFault }: Ground, edges: readonly Forgetful[], delivery: Delivery): void {
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
