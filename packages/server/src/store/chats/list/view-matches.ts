import type { BoundCondition } from "@parlour/protocol/conditions/condition";
import { toConditionSql } from "../../conditions/condition-sql.ts";
import { createParameters, toInteger, type QueryParameters } from "../../database/parameters.ts";
import type { Reader } from "../../database/reader.ts";
import { maxScannedChats } from "./chat-selection.ts";

/** Chats to compare with the conditions of views. */
export type MatchSource =
  | { readonly of: "running" }
  /** The next {@link maxScannedChats} chats after an id. */
  | { readonly of: "archive"; readonly after: number }
  | { readonly of: "chats"; readonly ids: readonly number[]; readonly visitors: readonly number[] };

/** A chat with what decides who sees it (CORE-001). */
interface MatchedChat {
  readonly id: number;
  readonly channelId: number;
  /** Its operators now, or when it was closed. */
  readonly operators: readonly number[];
  /** Whether each condition holds. */
  readonly holds: readonly boolean[];
}
interface MatchPage {
  readonly chats: readonly MatchedChat[];
  /** The last scanned chat of the archive. null: none is left. */
  readonly next: number | null;
}

/**
 * Compares chats with conditions in one query (VIEW-006). Returns those for which one holds, or
 * all chats of the source `chats`.
 */
export async function readMatches(
  reader: Reader,
  account: number,
  source: MatchSource,
  conditions: readonly BoundCondition[],
): Promise<MatchPage> {
  const v = createParameters(account);
  const rows = await reader.rows<MatchRow>(
    account,
    `with c as materialized (${selectChats(source, v)})
     select c.id, c.source, h.holds, array(select p.operator_id from participant p where p.account_id = $1 and p.chat_id = c.id
         and (p.left_at is null or p.left_at >= c.closed_at) union select c.assignee where c.assignee is not null)::float8[] as operators
     from c cross join lateral (select array[${conditions.map((condition) => toConditionSql(condition, v)).join(", ")}]::boolean[] as holds offset 0) h
     ${source.of === "chats" ? "" : "where true = any(h.holds)"}
     union all select max(c.id), null, null, null from c having ${source.of === "archive" ? `count(*) = ${maxScannedChats}` : "false"}`,
    v.list,
  );
  const end = rows.find((row) => row.source === null);
  return {
    next: end === undefined ? null : toInteger(end.id),
    chats: rows.flatMap((row) =>
      row.source === null
        ? []
        : [
            {
              id: toInteger(row.id),
              channelId: toInteger(row.source),
              holds: row.holds,
              operators: row.operators,
            },
          ],
    ),
  };
}
interface MatchRow {
  readonly id: string;
  /** null: the row says where the scan ended. */
  readonly source: string | null;
  readonly holds: readonly boolean[];
  readonly operators: readonly number[];
}

function selectChats(source: MatchSource, v: QueryParameters): string {
  const chats = "select c.* from chat c where c.account_id = $1";
  if (source.of === "running") return `${chats} and c.state <> 'closed'`;
  if (source.of === "archive")
    return `${chats} and c.id > ${v.put(source.after)} order by c.id limit ${maxScannedChats}`;
  return `${chats} and c.id = any(${v.put(source.ids)}::bigint[])
    union ${chats} and c.visitor_id = any(${v.put(source.visitors)}::bigint[])`;
}
