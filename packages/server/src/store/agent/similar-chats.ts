import { listWords } from "@parlour/protocol/article/search";
import { readSynonyms } from "../articles/search/synonyms.ts";
import { listStems, readLexemes } from "../articles/search/vocabulary.ts";
import type { Reader } from "../database/reader.ts";
import type { ChatVisibility } from "../chats/chat-record.ts";
import { searchChats } from "../chats/search/search.ts";
import type { FoundChat } from "../chats/search/search-record.ts";

/** Words of a question that are searched, and chats that are read for each. */
const maxWords = 6;
const maxChatsPerWord = 40;
/** Part of the searched words that a chat must have. */
const minShare = 0.34;

/** Finds closed chats with words of a question that an operator may see, the best one first. */
export async function findSimilarChats(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  {
    text,
    language,
    limit,
    except,
  }: {
    readonly text: string;
    readonly language: string | null;
    readonly limit: number;
    /** The chat that is asked about, or null. */
    readonly except: number | null;
  },
): Promise<readonly FoundChat[]> {
  const searched = { account, language: language ?? "" };
  const synonyms = await readSynonyms(reader, searched);
  const words = await readLexemes(reader, searched, listWords(searched.language, text));
  // Long words say more than short ones.
  const asked = words
    .filter((word) => !synonyms.isIgnored(word))
    .toSorted((one, other) => other.word.length - one.word.length)
    .slice(0, maxWords);
  const pages = await Promise.all(
    asked.map((word) =>
      searchChats(reader, account, sight, {
        filter: {
          messages: {
            terms: [{ words: [listStems(word)[0] ?? word.word], isPrefix: true, isNegated: false }],
            marks: [],
          },
        },
        limit: maxChatsPerWord,
        hits: 1,
        sort: "newest",
      }),
    ),
  );
  const found = new Map<number, { readonly record: FoundChat; words: number; points: number }>();
  for (const { items } of pages)
    for (const record of items) {
      const { chat } = record;
      if (chat.state !== "closed" || chat.id === except) continue;
      const entry = found.get(chat.id) ?? { record, words: 0, points: 0 };
      entry.words += 1;
      // Rare words count more.
      entry.points += 1 / Math.sqrt(items.length);
      found.set(chat.id, entry);
    }
  return [...found.values()]
    .filter((entry) => entry.words / asked.length >= minShare)
    .toSorted((one, other) => other.points - one.points)
    .slice(0, limit)
    .map(({ record }) => record);
}
