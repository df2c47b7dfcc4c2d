import { handOverFromRemovedBot } from "../../core/bot/hand-over.ts";
import { canBotReceiveMessages } from "../../core/bot/assignment.ts";
import type { ChatData } from "../../core/event.ts";
import { Refusal } from "../../core/failure.ts";
import type { JournalWriter } from "../index.ts";
import { startDurableConsumer } from "./durable-consumer.ts";
import type { DurableConsumer, ConsumerDeps } from "./durable-consumer.ts";

export interface BotRemovedDeps extends ConsumerDeps {
  readonly journal: ConsumerDeps["journal"] & JournalWriter;
}
const maxConcurrentChats = 200;

/** Hands chats of bots that cannot receive over to operators (CORE-031, API-331). */
export function startBotRemovedSubscriber(deps: BotRemovedDeps): Promise<DurableConsumer> {
  return startDurableConsumer(deps, {
    name: "bot_gone",
    minIntervalMs: 0,
    isRelevant: (entry) =>
      entry.name === "settings_changed" &&
      /"kind":"(agent|bot|bot_provider|endpoint)"/.test(entry.frame),
    async handle(entries) {
      for (const account of new Set(entries.map((entry) => entry.account))) {
        const chats = await findAbandonedChats(deps, account);
        for (let n = 0; n < chats.length; n += maxConcurrentChats) {
          await Promise.all(
            chats.slice(n, n + maxConcurrentChats).map((chat) => handOverChat(deps, account, chat)),
          );
        }
      }
    },
  });
}

/** Returns the chats of bots that can no longer receive messages. */
async function findAbandonedChats(
  { pool, journal }: BotRemovedDeps,
  account: number,
): Promise<readonly number[]> {
  const { bots } = await journal.config(account);
  // Skips the query for most endpoint changes, which do not concern bots.
  if ([...bots.values()].every(canBotReceiveMessages)) return [];
  // Quotes inside JSON strings are escaped, so this text matches only the key `attached`.
  const { rows } = await pool.query<{ id: number; body: string }>(
    `select id, body from chat where account_id = $1 and state <> 'closed' and state <> 'open' and strpos(body, '"attached":true') > 0`,
    [account],
  );
  return rows.flatMap(({ id, body }) => {
    const { bot } = JSON.parse(body) as ChatData;
    return bot === null || canBotReceiveMessages(bots.get(bot.id)) ? [] : [id];
  });
}

async function handOverChat(
  { journal }: BotRemovedDeps,
  account: number,
  chat: number,
): Promise<void> {
  try {
    await journal.write({ account, subject: { chat }, handler: handOverFromRemovedBot() });
  } catch (error) {
    if (!(error instanceof Refusal && error.failure.failure === "not_found")) throw error;
  }
}
