import type { ViewCount } from "@parlour/protocol/api/settings/shapes/view";
import type { BoundCondition } from "@parlour/protocol/conditions/condition";
import { holdsForRunningOnly } from "@parlour/protocol/conditions/running";
import type { Principal } from "../auth/index.ts";
import type { AccountConfig } from "../core/command.ts";
import { readMatches, type MatchSource } from "../store/chats/list/view-matches.ts";
import type { Reader } from "../store/database/reader.ts";
import { MatchingChats } from "./matching-chats.ts";

/** Maximum number of queries of a count. Each compares 20,000 chats. */
const maxQueries = 5;

/**
 * Counts the chats of a condition that is not stored, as far as a principal sees them (VIEW-010).
 * `config`: the settings of their account.
 */
export async function countCondition(
  reader: Reader,
  bound: BoundCondition,
  principal: Principal,
  config: AccountConfig,
): Promise<ViewCount> {
  const { matches, complete } = await findMatches(reader, principal.accountId, bound);
  return { count: matches.count(principal, config), complete };
}

/** Compares chats with a condition. `complete`: all chats were compared, or the view is full. */
async function findMatches(
  reader: Reader,
  account: number,
  bound: BoundCondition,
): Promise<{ readonly matches: MatchingChats; readonly complete: boolean }> {
  const matches = new MatchingChats();
  let source: MatchSource = holdsForRunningOnly(bound.condition)
    ? { of: "running" }
    : { of: "archive", after: 0 };
  for (let n = 0; n < maxQueries; n++) {
    const { chats, next } = await readMatches(reader, account, source, [bound]);
    for (const chat of chats) matches.set(chat, true);
    if (next === null || matches.isFull) return { matches, complete: true };
    source = { of: "archive", after: next };
  }
  return { matches, complete: false };
}
