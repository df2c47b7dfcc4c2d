import { visitorLexemeVersion } from "../../core/search/visitor-lexemes.ts";
import { writeSearchVisitors, type VisitorKey } from "../../store/search-visitors.ts";
import type { Db } from "../../store/sql.ts";
import type { JournalEntry } from "../entry.ts";
import { startReader, type DurableReader, type ReaderDeps } from "./durable.ts";

export interface VisitorSearchDeps extends ReaderDeps {
  readonly db: Db;
}

/**
 * Fills `search_visitor` with names, contacts, ids and custom data (API-120). Reads the current
 * state of each visitor named in an entry. After an upgrade it starts at the beginning of the
 * journal, with at most 100 visitors per transaction.
 */
export function startVisitorSearch(deps: VisitorSearchDeps): Promise<DurableReader> {
  return startReader(deps, {
    name: `search-visitors-${visitorLexemeVersion}`,
    everyMs: 100,
    most: 100,
    wants: isAboutVisitor,
    async handle(entries) {
      const keys = new Map<number, VisitorKey>();
      for (const { account, visitorId } of entries) if (visitorId !== null) keys.set(visitorId, { account, visitor: visitorId });
      if (keys.size > 0) await writeSearchVisitors(deps.db, [...keys.values()]);
    },
  });
}

/** Quotes inside texts are escaped, so these matches are real keys. */
function isAboutVisitor({ name, frame }: JournalEntry): boolean {
  if (name === "visitor_created" || name === "visitor_updated" || name === "chat_updated") return true;
  return name === "chat_created" && (frame.includes('"custom_data":[{') || frame.includes('"attributes":{"'));
}
