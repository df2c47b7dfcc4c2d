import { closeChat } from "../../core/chat/close.ts";
import { Refusal } from "../../core/failure.ts";
import type { CancelPending } from "../../store/deliveries/delivery-row.ts";
import type { JournalEntry } from "../entry.ts";
import type { JournalWriter } from "../index.ts";
import { startDurableConsumer } from "./durable-consumer.ts";
import type { DurableConsumer, ConsumerDeps } from "./durable-consumer.ts";

export interface ChannelDeletedDeps extends ConsumerDeps {
  readonly journal: ConsumerDeps["journal"] & JournalWriter;
  readonly cancelPending: CancelPending;
}

/** Closes the chats of a deleted channel and cancels its deliveries (CH-111). */
export function startChannelDeletedSubscriber(deps: ChannelDeletedDeps): Promise<DurableConsumer> {
  return startDurableConsumer(deps, {
    name: "channel_deleted",
    minIntervalMs: 0,
    isRelevant: (entry) =>
      entry.name === "settings_changed" && entry.frame.includes('"kind":"channel"'),
    async handle(entries) {
      for (const { account, id } of distinctChannels(entries)) {
        const channel = (await deps.journal.config(account)).channels.get(id);
        if (!channel?.deleted) continue;
        await closeChats(deps, account, id);
        if (channel.endpointId === null) continue;
        await deps.cancelPending(account, channel.endpointId, {
          state: "failed",
          outcome: "channel_deleted",
        });
      }
    },
  });
}

async function closeChats(
  deps: ChannelDeletedDeps,
  account: number,
  channelId: number,
): Promise<void> {
  for (;;) {
    const { rows } = await deps.pool.query<{ id: number }>(
      "select id from chat where account_id = $1 and source = $2 and state <> 'closed' limit 200",
      [account, channelId],
    );
    if (rows.length === 0) return;
    await Promise.all(
      rows.map(async ({ id }) => {
        try {
          await deps.journal.write({
            account,
            subject: { chat: id },
            handler: closeChat({ cause: "channel_deleted" }),
          });
        } catch (error) {
          // A chat that was closed since it was read needs no action.
          if (!(error instanceof Refusal && error.failure.failure === "chat_closed")) throw error;
        }
      }),
    );
  }
}

function distinctChannels(
  entries: readonly JournalEntry[],
): readonly { account: number; id: number }[] {
  const channels = new Map<string, { account: number; id: number }>();
  for (const { account, frame } of entries) {
    const { id } = (JSON.parse(frame) as { data: { id: number | null } }).data;
    if (id !== null) channels.set(`${account}:${id}`, { account, id });
  }
  return [...channels.values()];
}
