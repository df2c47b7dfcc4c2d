import { computeChatFact, factVersion } from "../../core/report/chat-fact.ts";
import type { AccountConfig } from "../../core/command.ts";
import { readFactSources, writeFacts, type FactKey } from "../../store/queries/fact-row.ts";
import type { JournalEntry } from "../entry.ts";
import type { Journal } from "../index.ts";
import { startReader, type DurableReader, type ReaderDeps } from "./durable.ts";

export interface FactsDeps extends ReaderDeps {
  readonly journal: ReaderDeps["journal"] & Pick<Journal, "config">;
}
const atOnce = 500;
/**
 * Maximum number of cached (chat, operator) pairs whose first answer is stored. Later messages of
 * that operator do not change the fact.
 */
const mostAnswered = 50_000;

/**
 * Maintains `chat_fact`, the chat statistics of reports (API-074). It recomputes each changed chat
 * from its current state, at most once in 2 s. The order and repetition of entries therefore do not
 * matter. The cursor name contains the version of the rules, so a new version recomputes every
 * chat.
 */
export function startFacts(deps: FactsDeps): Promise<DurableReader> {
  const answered = new Set<string>();
  return startReader(deps, {
    name: `facts-${factVersion}`,
    everyMs: 2_000,
    wants: (entry) => {
      if (entry.chatId === null) return false;
      if (entry.name.startsWith("chat_")) return true;
      const by = entry.name === "message_created" ? answererOf(entry) : null;
      return by !== null && !answered.has(answerKey(entry.chatId, by));
    },
    async handle(entries) {
      const keys = new Map<number, FactKey>();
      for (const { account, chatId } of entries) if (chatId !== null) keys.set(chatId, { account, chat: chatId });
      const all = [...keys.values()];
      for (let n = 0; n < all.length; n += atOnce)
        for (const { chat, by } of await keepFacts(deps, all.slice(n, n + atOnce))) {
          if (answered.size >= mostAnswered) answered.clear();
          answered.add(answerKey(chat, by));
        }
    },
  });
}

const answerKey = (chat: number, by: number): string => `${chat} ${by}`;
/**
 * Returns the operator who wrote the message to the visitor. Null for other authors and notes.
 * Quotes inside texts are escaped, so the match is a real key.
 */
function answererOf({ frame }: JournalEntry): number | null {
  const by = /"author":\{"kind":"operator","id":(\d+)/.exec(frame)?.[1];
  return by === undefined || frame.includes('"kind":"note"') ? null : Number(by);
}

/** Recomputes the facts of these chats. Returns which operators have answered in which chat. */
export async function keepFacts(
  { pool, journal }: Pick<FactsDeps, "pool"> & { readonly journal: { config(account: number): Promise<FactsConfig> } },
  keys: readonly FactKey[],
): Promise<readonly { readonly chat: number; readonly by: number }[]> {
  const sources = await readFactSources(pool, keys);
  const facts = await Promise.all(
    sources.map(async (source) => ({ source, fact: computeChatFact(source.told, await journal.config(source.account)) })),
  );
  await writeFacts(pool, facts);
  return sources.flatMap(({ chat, told }) => told.answers.map(({ by }) => ({ chat, by })));
}
type FactsConfig = Pick<AccountConfig, "departments" | "hours" | "channels">;
