import type { HoursConfig } from "../../core/hours/effective-hours.ts";
import { computeChatFact, chatFactVersion } from "../../core/report/chat-fact.ts";
import { readFactSources, writeChatFacts, type ChatFactKey } from "../../store/reports/fact-row.ts";
import { isUndo, type JournalEntry } from "../entry.ts";
import type { EntryFeed, JournalWriter } from "../index.ts";
import { startDurableConsumer } from "./durable-consumer.ts";
import type { DurableConsumer, ConsumerDeps } from "./durable-consumer.ts";

interface ChatFactWriterDeps {
  readonly pool: ConsumerDeps["pool"];
  readonly journal: { config(account: number): Promise<HoursConfig> };
}
export interface ChatFactsDeps extends ConsumerDeps {
  readonly journal: EntryFeed & JournalWriter;
}
const maxChatsPerStatement = 500;
/**
 * Maximum number of cached pairs of chat and operator whose first answer is stored. Later messages
 * of that operator change the fact only if they come from a suggestion.
 */
const maxCachedFirstAnswers = 50_000;

/**
 * Maintains the table `chat_fact`, the chat statistics of reports (API-074). Recomputes each
 * changed chat from its current state, at most once in 2 s. The order and repetition of entries
 * therefore do not matter. The cursor name contains the version of the rules, so a new version
 * recomputes every chat.
 */
export function startChatFactProjection(deps: ChatFactsDeps): Promise<DurableConsumer> {
  const firstAnswers = new Set<string>();
  return startDurableConsumer(deps, {
    name: `facts-${chatFactVersion}`,
    minIntervalMs: 2_000,
    isRelevant: (entry) => {
      if (entry.chatId === null) return false;
      if (entry.name.startsWith("chat_") || isUndo(entry)) return true;
      const operatorId = entry.name === "message_created" ? parseAnswerer(entry) : null;
      if (operatorId === null) return false;
      return hasSuggestion(entry) || !firstAnswers.has(toAnswerKey(entry.chatId, operatorId));
    },
    async handle(entries) {
      const keys = new Map<number, ChatFactKey>();
      for (const entry of entries) {
        const { account, chatId } = entry;
        if (chatId === null) continue;
        keys.set(chatId, { account, chat: chatId });
        // The operator's next answer may be their first one again.
        if (isUndo(entry)) removeChat(firstAnswers, chatId);
      }
      const chats = [...keys.values()];
      for (let n = 0; n < chats.length; n += maxChatsPerStatement)
        for (const { chat, operatorId } of await updateChatFacts(
          deps,
          chats.slice(n, n + maxChatsPerStatement),
        )) {
          if (firstAnswers.size >= maxCachedFirstAnswers) firstAnswers.clear();
          firstAnswers.add(toAnswerKey(chat, operatorId));
        }
    },
  });
}

function removeChat(firstAnswers: Set<string>, chat: number): void {
  for (const key of firstAnswers) if (key.startsWith(`${chat} `)) firstAnswers.delete(key);
}
const toAnswerKey = (chat: number, operatorId: number): string => `${chat} ${operatorId}`;
/**
 * Returns the operator who wrote the message to the visitor, or null for other authors and for
 * notes. Quotes inside texts are escaped, so the match is a real key.
 */
function parseAnswerer({ frame }: JournalEntry): number | null {
  const operatorId = /"author":\{"kind":"operator","id":(\d+)/.exec(frame)?.[1];
  return operatorId === undefined || frame.includes('"kind":"note"') ? null : Number(operatorId);
}

const hasSuggestion = ({ frame }: JournalEntry): boolean => frame.includes('"suggestion":{');

/** Recomputes the facts of chats. Returns which operators have answered in which chats. */
export async function updateChatFacts(
  { pool, journal }: ChatFactWriterDeps,
  keys: readonly ChatFactKey[],
): Promise<readonly { readonly chat: number; readonly operatorId: number }[]> {
  const sources = await readFactSources(pool, keys);
  const facts = await Promise.all(
    sources.map(async (source) => ({
      source,
      fact: computeChatFact(source.snapshot, await journal.config(source.account)),
    })),
  );
  await writeChatFacts(pool, facts);
  return sources.flatMap(({ chat, snapshot }) =>
    snapshot.answers.map((answer) => ({ chat, operatorId: answer.by })),
  );
}
