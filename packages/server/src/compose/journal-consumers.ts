import type { DeliveryWorker } from "../delivery/index.ts";
import type { Deliveries } from "../delivery/report/index.ts";
import { startChatActivityProjection } from "../journal/subscribers/chat-activity.ts";
import { startBotRemovedSubscriber } from "../journal/subscribers/bot-removed.ts";
import { startChannelDeletedSubscriber } from "../journal/subscribers/channel-deleted.ts";
import { startWebhookDisabledSubscriber } from "../journal/subscribers/webhook-disabled.ts";
import type { DurableConsumer } from "../journal/subscribers/durable-consumer.ts";
import { startChatFactProjection } from "../journal/subscribers/chat-facts.ts";
import type { PresenceView } from "../core/operator/presence-view.ts";
import { startOptOutWordSubscriber } from "../journal/subscribers/opt-out-words.ts";
import { startTagAndMentionProjection } from "../journal/subscribers/tags-and-mentions.ts";
import { startOperatorDeactivatedSubscriber } from "../journal/subscribers/operator-deactivated.ts";
import { startSendingResultSubscriber } from "../journal/subscribers/sending-results.ts";
import {
  startSearchProjection,
  startVisitorSearchProjection,
} from "../journal/subscribers/search-index.ts";
import { startChatTimers, type ChatTimers } from "../timers/chat-timers.ts";
import { startCleanup } from "../store/sign-in/cleanup.ts";
import type { BaseServices } from "./base.ts";
import type { TestHooks } from "./server-options.ts";

export interface JournalConsumers {
  /** Resolves when every consumer has processed all entries that are published now. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Caches settings of accounts until they change. */
export interface SettingsCache {
  evictAccount(account: number): void;
}

export interface JournalConsumerDeps {
  readonly settingsCaches: readonly SettingsCache[];
  readonly delivery: DeliveryWorker;
  readonly cancelPending: Deliveries["cancelPending"];
  readonly cleanups: readonly { readonly cleanUp: () => Promise<void> }[];
  readonly presence: PresenceView;
  /** Consumers that are already started because other parts need them. */
  readonly started: readonly DurableConsumer[];
}

export async function startJournalConsumers(
  base: BaseServices,
  hooks: TestHooks,
  consumerDeps: JournalConsumerDeps,
): Promise<JournalConsumers> {
  const { journal, pools, db, clock, onFault, cluster } = base;
  const { cancelPending, cleanups, presence, started } = consumerDeps;
  subscribeToEntries(base, consumerDeps);
  const deps = { journal, pool: pools.writer, db, clock, onFault, jobs: cluster, cancelPending };
  const consumers = [...started];
  if (hooks.consumers !== "off") {
    const timers = await startChatTimers({ ...deps, presence });
    consumers.unshift(...(await startDurableConsumers(deps, timers)), timers);
  }
  const runCleanups = async (): Promise<void> => {
    for (const part of cleanups) await part.cleanUp();
  };
  const sweeper = startCleanup({ sql: db, clock, onFault, also: runCleanups });
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

interface ConsumerDeps {
  readonly journal: BaseServices["journal"];
  readonly clock: BaseServices["clock"];
  readonly onFault: BaseServices["onFault"];
  readonly db: BaseServices["db"];
  readonly jobs: BaseServices["cluster"];
  readonly pool: BaseServices["pools"]["writer"];
  readonly cancelPending: Deliveries["cancelPending"];
}
async function startDurableConsumers(
  deps: ConsumerDeps,
  timers: ChatTimers,
): Promise<readonly DurableConsumer[]> {
  return [
    await startChatActivityProjection({
      ...deps,
      onUnanswered: (chats) => timers.noteUnanswered(chats),
    }),
    await startTagAndMentionProjection(deps),
    await startChannelDeletedSubscriber(deps),
    await startWebhookDisabledSubscriber(deps),
    await startOperatorDeactivatedSubscriber(deps),
    await startBotRemovedSubscriber(deps),
    await startSendingResultSubscriber(deps),
    await startOptOutWordSubscriber(deps),
    await startSearchProjection(deps),
    await startVisitorSearchProjection(deps),
    await startChatFactProjection(deps),
  ];
}

/** For published entries, each of which is processed once. */
function subscribeToEntries(
  { journal, instance, inspector, onFault }: BaseServices,
  { settingsCaches, delivery }: JournalConsumerDeps,
): void {
  journal.onDeliveriesPlanned((lanes) => delivery.wake(lanes));
  journal.onMove((account) => {
    for (const cache of settingsCaches) cache.evictAccount(account);
    delivery.endRuns();
    delivery.wake();
  });
  journal.subscribe((account, entries) => {
    delivery.handleEntries(entries);
    let changed = false;
    for (const { name, frame } of entries) {
      if (name !== "settings_changed") continue;
      for (const cache of settingsCaches) cache.evictAccount(account);
      if (frame.includes('"kind":"instance"')) instance.refresh().catch(onFault);
      // A visitor was erased, perhaps at another node (CORE-116).
      if (frame.includes('"kind":"visitor"')) inspector.clear(account);
      changed = true;
    }
    // New settings may give free slots to a lane that had none.
    if (changed) delivery.wake();
  });
}
