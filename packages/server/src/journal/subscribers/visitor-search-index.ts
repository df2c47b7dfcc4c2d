import { visitorLexemeVersion } from "../../core/search/visitor-lexemes.ts";
import { writeSearchVisitors, type VisitorKey } from "../../store/visitors/search-visitors.ts";
import type { Db } from "../../store/database/sql.ts";
import type { JournalEntry } from "../entry.ts";
import {
  startDurableConsumer,
  type DurableConsumer,
  type ConsumerDeps,
} from "./durable-consumer.ts";

export interface VisitorSearchDeps extends ConsumerDeps {
  readonly db: Db;
}

/**
 * Fills `search_visitor` with names, contacts, ids and custom data (API-120). Reads the current
 * state of each visitor named in an entry. After an upgrade it starts at the beginning of the
 * journal, with at most 100 visitors per transaction.
 */
export function startVisitorSearchProjection(deps: VisitorSearchDeps): Promise<DurableConsumer> {
  return startDurableConsumer(deps, {
    name: `search-visitors-${visitorLexemeVersion}`,
    minIntervalMs: 100,
    maxEntries: 100,
    isRelevant: isAboutVisitor,
    async handle(entries) {
      const keys = new Map<number, VisitorKey>();
      for (const { account, visitorId } of entries)
        if (visitorId !== null) keys.set(visitorId, { account, visitor: visitorId });
      if (keys.size > 0) await writeSearchVisitors(deps.db, [...keys.values()]);
    },
  });
}

/** Quotes inside texts are escaped, so these matches are real keys. */
function isAboutVisitor({ name, frame }: JournalEntry): boolean {
  if (name === "visitor_created" || name === "visitor_updated" || name === "chat_updated")
    return true;
  return (
    name === "chat_created" &&
    (frame.includes('"custom_data":[{') || frame.includes('"attributes":{"'))
  );
}
