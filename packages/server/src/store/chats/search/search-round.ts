import { createParameters, lookupJoin, toInteger } from "../../database/parameters.ts";
import type { Reader } from "../../database/reader.ts";
import type { ChatVisibility } from "../chat-record.ts";
import { chatVisibilityCondition } from "../visibility.ts";
import { chatCondition } from "./archive.ts";
import type { PositionRange } from "./direction.ts";
import { isOnEarlierPage, selectMatches, timeConditions, type MatchRange } from "./match-sql.ts";

export interface ChatMatch {
  readonly chat: number;
  readonly position: number;
}
export interface RoundResult {
  readonly found: readonly ChatMatch[];
  /** The last scanned position, or null if the scan reached the end. */
  readonly edge: number | null;
}
interface SearchRound extends MatchRange {
  /** Positions of earlier pages. */
  readonly shown: PositionRange;
  readonly maxChats: number;
  /** Chats that this page already contains. */
  readonly excludedChats: readonly number[];
}
/** Scans the next matching messages and returns the first chats among them. */
export async function runRound(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  round: SearchRound,
): Promise<RoundResult> {
  const { filter, direction, shown, maxMessages, maxChats, excludedChats } = round;
  const v = createParameters(account, filter.index);
  const rows = await reader.rows<{
    chat: string | null;
    position: string | null;
    edge: string | null;
    n: string;
  }>(
    account,
    `
    with found as materialized (${selectMatches(round, v)}),
      kept as materialized (select distinct on (f.chat) f.chat, f.place from found f where true ${timeConditions("f.said_at", filter, v)} order by f.chat, f.place ${direction.order}),
      page as materialized (
        select k.chat, k.place from (select * from kept order by place ${direction.order} offset 0) k ${lookupJoin("chat", "c", "c.account_id = $1 and c.id = k.chat")}
        where ${chatVisibilityCondition(sight, v)} and ${chatCondition(filter, v)} and k.chat <> all(${v.put(excludedChats)}::bigint[])
          ${shown.low < shown.high ? `and not ${isOnEarlierPage("k.chat", filter, v, shown)}` : ""}
        order by k.place ${direction.order} limit ${v.put(maxChats)})
    select p.chat, p.place as position, b.edge, b.n from (select ${direction.edge}(place) as edge, count(*) as n from found) b left join page p on true order by p.place ${direction.order}`,
    v.list,
  );
  const first = rows[0];
  return {
    found: rows.flatMap(({ chat, position }) =>
      chat === null || position === null
        ? []
        : [{ chat: toInteger(chat), position: toInteger(position) }],
    ),
    edge:
      first === undefined || first.edge === null || toInteger(first.n) < maxMessages
        ? null
        : toInteger(first.edge),
  };
}
