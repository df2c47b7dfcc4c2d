import type { BlockListKind } from "../../core/command.ts";
import type { Sql } from "../database/sql.ts";

/**
 * A block list entry that a provisioning file may contain, active or expired. The file does not
 * manage blocks that operators create in chats.
 */
export interface CurrentBlock {
  readonly id: number;
  readonly kind: BlockListKind;
  /** `value` is the normalized form for comparison. `shown` is the text as entered. */
  readonly value: string;
  readonly shown: string;
  /** End of the entry in milliseconds since 1970. null means no end. */
  readonly until: number | null;
  readonly reason: string | null;
  readonly managed: boolean;
}

export async function readBlockList(
  sql: Sql,
  account: number | null,
): Promise<readonly CurrentBlock[]> {
  return sql.query<CurrentBlock>(
    `select id::float8 as id, kind, value, shown, (extract(epoch from until) * 1000)::float8 as until, reason, managed from blacklist_entry
     where account_id = $1 and chat_id is null and (lifted_at is null or (managed and lifted_by is null and lifted_at = until)) order by id`,
    [account],
  );
}

/** Returns a map from these visitor numbers to the ids of the account's visitors. */
export async function findVisitorsByNumber(
  sql: Sql,
  account: number | null,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (numbers.length === 0) return new Map();
  const rows = await sql.query<{ number: number; id: number }>(
    "select number::float8 as number, id::float8 as id from visitor where account_id = $1 and number = any($2::bigint[])",
    [account, numbers],
  );
  return new Map(rows.map(({ number, id }) => [number, id]));
}
