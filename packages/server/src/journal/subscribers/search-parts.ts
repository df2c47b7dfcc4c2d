import { buildWords, buildWordsWithoutParts } from "../../core/search/index-words.ts";
import { startDurableConsumer } from "./durable-consumer.ts";
import type { ConsumerDeps, DurableConsumer } from "./durable-consumer.ts";
import { isEdit, parseMessage } from "./search-index.ts";
import { replaceWords, type ReplacedWords } from "./search-words.ts";

interface SearchPartsDeps extends ConsumerDeps {
  readonly hasOtherNodes: boolean;
}
/** Time in ms after the start in which other nodes may still index words without their parts. */
const upgradeMs = 600_000;

/**
 * Adds the parts of words (API-485) to messages that an earlier release indexed. Reads the journal
 * from its beginning once. A row changes only if it still has the words of this entry without
 * parts, so erased and edited messages stay as they are. A node that starts alone indexes all later
 * messages itself.
 */
export function startSearchPartsUpgrade(deps: SearchPartsDeps): Promise<DurableConsumer> {
  const until = deps.clock.now() + (deps.hasOtherNodes ? upgradeMs : 0);
  return startDurableConsumer(deps, {
    name: "search-parts",
    minIntervalMs: 1_000,
    restFactor: 3,
    maxEntries: 250,
    maxLength: 500_000,
    isRelevant: (entry) => entry.at < until && (entry.name === "message_created" || isEdit(entry)),
    async handle(entries) {
      const rows = entries.flatMap((entry): readonly ReplacedWords[] => {
        const message = parseMessage(entry);
        const before = buildWordsWithoutParts(message, entry.channelId);
        if (before === null || message.author.kind === "system") return [];
        const { account } = entry;
        return [{ account, message, before, after: buildWords(message, entry.channelId) }];
      });
      if (rows.length > 0) await replaceWords(deps.pool, rows);
    },
  });
}
