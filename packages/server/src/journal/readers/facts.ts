import { chatFact, factRules } from "../../core/report/fact.ts";
import type { AccountConfig } from "../../core/ports.ts";
import { readFactSources, writeFacts, type FactKey } from "../../store/queries/fact-row.ts";
import type { JournalEntry } from "../entry.ts";
import type { Journal } from "../index.ts";
import { startReader, type DurableReader, type ReaderDeps } from "./durable.ts";

export interface FactsDeps extends ReaderDeps {
  readonly journal: ReaderDeps["journal"] & Pick<Journal, "config">;
}
/** Chats of one statement. */
const atOnce = 500;
/** Chats and operators whose first answer in them is known: of what they write there later nothing counts. */
const mostAnswered = 50_000;

/**
 * Keeps `chat_fact`, what reports count of each chat (API-074). A chat that anything happened to is looked at as it stands, at most once in two
 * seconds: so it does not matter in what order, how often or by how many nodes entries are read. The cursor carries the number of the rules:
 * where they changed, every chat is looked at again.
 */
export function startFacts(deps: FactsDeps): Promise<DurableReader> {
  const answered = new Set<string>();
  return startReader(deps, {
    name: `facts-${factRules}`,
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
/** The operator who wrote it to the visitor; null: somebody else, or a note. Quotes inside texts are escaped, so these keys are ours. */
function answererOf({ frame }: JournalEntry): number | null {
  const by = /"author":\{"kind":"operator","id":(\d+)/.exec(frame)?.[1];
  return by === undefined || frame.includes('"kind":"note"') ? null : Number(by);
}

/** Looks at these chats and keeps their facts; gives which operators have answered in which. */
export async function keepFacts(
  { pool, journal }: Pick<FactsDeps, "pool"> & { readonly journal: { config(account: number): Promise<FactsConfig> } },
  keys: readonly FactKey[],
): Promise<readonly { readonly chat: number; readonly by: number }[]> {
  const sources = await readFactSources(pool, keys);
  const facts = await Promise.all(
    sources.map(async (source) => ({ source, fact: chatFact(source.told, await journal.config(source.account)) })),
  );
  await writeFacts(pool, facts);
  return sources.flatMap(({ chat, told }) => told.answers.map(({ by }) => ({ chat, by })));
}
type FactsConfig = Pick<AccountConfig, "departments" | "hours" | "channels">;
