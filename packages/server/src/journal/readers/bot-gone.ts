import { botGone } from "../../core/bot/hand-over.ts";
import { canAnswer } from "../../core/bot/scope.ts";
import type { ChatDraft } from "../../core/event.ts";
import { Refusal } from "../../core/failure.ts";
import type { Journal } from "../index.ts";
import { startReader } from "./durable.ts";
import type { DurableReader, ReaderDeps } from "./durable.ts";

export interface BotGoneDeps extends ReaderDeps {
  readonly journal: ReaderDeps["journal"] & Pick<Journal, "write" | "config">;
}
const atOnce = 200;

/** What a bot leaves behind that is switched off, removed, paused or whose provider is suspended: its chats wait for operators (CORE-031, API-051). */
export function startBotGone(deps: BotGoneDeps): Promise<DurableReader> {
  return startReader(deps, {
    name: "bot_gone",
    everyMs: 0,
    wants: (entry) => entry.name === "settings_changed" && /"kind":"(bot|bot_provider|endpoint)"/.test(entry.frame),
    async handle(entries) {
      for (const account of new Set(entries.map((entry) => entry.account))) {
        const chats = await abandoned(deps, account);
        for (let n = 0; n < chats.length; n += atOnce) {
          await Promise.all(chats.slice(n, n + atOnce).map((chat) => handOver(deps, account, chat)));
        }
      }
    },
  });
}

/** Chats that a bot holds which no longer answers. */
async function abandoned({ pool, journal }: BotGoneDeps, account: number): Promise<readonly number[]> {
  const { bots } = await journal.config(account);
  // Most changes of endpoints are about others.
  if ([...bots.values()].every(canAnswer)) return [];
  // A quote inside a JSON string is escaped, so this text can only be the key.
  const { rows } = await pool.query<{ id: number; body: string }>(
    `select id, body from chat where account_id = $1 and state <> 'closed' and state <> 'open' and strpos(body, '"attached":true') > 0`,
    [account],
  );
  return rows.flatMap(({ id, body }) => {
    const { bot } = JSON.parse(body) as Pick<ChatDraft, "bot">;
    return bot === null || canAnswer(bots.get(bot.id)) ? [] : [id];
  });
}

async function handOver({ journal }: BotGoneDeps, account: number, chat: number): Promise<void> {
  try {
    await journal.write({ account, subject: { chat }, verb: botGone() });
  } catch (error) {
    if (!(error instanceof Refusal && error.failure.failure === "not_found")) throw error;
  }
}
