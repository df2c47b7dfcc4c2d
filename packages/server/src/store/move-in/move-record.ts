import type { MoveKind } from "@parlour/protocol/move-in/record";
import type { Sql } from "../database/sql.ts";

/** What a record of another system is here. */
export interface StoredMoveRecord {
  readonly kind: MoveKind;
  readonly sourceId: string;
  readonly importId: number;
  /** null: it has no place here. */
  readonly targetId: number | null;
  readonly seq: number | null;
  readonly customer: string | null;
  readonly channelId: number | null;
  /** Of the text of an article. */
  readonly language: string | null;
  /** Id of the article in the source, of a translation. */
  readonly article: string | null;
  readonly hash: string;
  readonly existed: boolean;
}

const columns = `kind, source_id as "sourceId", import_id::float8 as "importId", target_id::float8 as "targetId", seq, customer,
  channel_id::float8 as "channelId", language, article, hash, existed`;

/** Finds the records of a kind with these ids of the source. */
export async function findMoveRecords(
  sql: Sql,
  { account, source }: { readonly account: number; readonly source: string },
  kind: MoveKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredMoveRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await sql.query<StoredMoveRecord>(
    `select ${columns} from move_record where account_id = $1 and source = $2 and kind = $3 and source_id = any($4::text[]) and not removed`,
    [account, source, kind, ids],
  );
  return new Map(rows.map((row) => [row.sourceId, row]));
}

/** What has the texts of an article of the source. `hasOriginal`: not only translations. */
export interface MovedArticle {
  readonly article: number;
  readonly hasOriginal: boolean;
}
/** Finds what has the texts of an article of the source. null: nothing. */
export async function findMovedArticle(
  tx: Sql,
  { account, source }: { readonly account: number; readonly source: string },
  id: string,
): Promise<MovedArticle | null> {
  const [row] = await tx.query<MovedArticle>(
    `select a.id::float8 as article, r.kind = 'article' as "hasOriginal" from move_record r
       join article a on a.account_id = r.account_id and a.id = r.target_id
     where r.account_id = $1 and r.source = $2 and not r.removed and (r.kind = 'article' and r.source_id = $3 or r.article = $3)
     order by r.kind, r.source_id limit 1`,
    [account, source, id],
  );
  return row ?? null;
}

/** Returns what all records of a kind are here, by their id in the source. */
export async function listMoveTargets(
  sql: Sql,
  { account, source }: { readonly account: number; readonly source: string },
  kind: MoveKind,
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.query<{ id: string; target: number }>(
    `select source_id as id, target_id::float8 as target from move_record
     where account_id = $1 and source = $2 and kind = $3 and target_id is not null`,
    [account, source, kind],
  );
  return new Map(rows.map(({ id, target }) => [id, target]));
}

/** Stores records. A record that is stored already gets the new hash and place. */
export async function saveMoveRecords(
  tx: Sql,
  { account, source }: { readonly account: number; readonly source: string },
  records: readonly StoredMoveRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const column = <T>(pick: (record: StoredMoveRecord) => T): T[] => records.map(pick);
  await tx.query(
    `insert into move_record (account_id, source, kind, source_id, import_id, target_id, seq, customer, channel_id, hash, existed, language, article)
     select $1, $2, * from unnest($3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::int[], $8::text[], $9::bigint[], $10::text[], $11::boolean[], $12::text[], $13::text[])
     on conflict (account_id, source, kind, source_id) do update set hash = excluded.hash, target_id = excluded.target_id, seq = excluded.seq,
       customer = excluded.customer, channel_id = excluded.channel_id, language = excluded.language, article = excluded.article,
       import_id = case when move_record.removed then excluded.import_id else move_record.import_id end, removed = false`,
    [
      account,
      source,
      column(({ kind }) => kind),
      column(({ sourceId }) => sourceId),
      column(({ importId }) => importId),
      column(({ targetId }) => targetId),
      column(({ seq }) => seq),
      column(({ customer }) => customer),
      column(({ channelId }) => channelId),
      column(({ hash }) => hash),
      column(({ existed }) => existed),
      column(({ language }) => language),
      column(({ article }) => article),
    ],
  );
}

/** Stores version and last message of chats, so that later changes by others are seen (MV-031). */
export async function noteChatVersions(
  tx: Sql,
  account: number,
  chats: readonly number[],
): Promise<void> {
  if (chats.length === 0) return;
  await tx.query(
    `update move_record r set version = c.version, last_seq = coalesce(
       (select j.seq from journal j where j.account_id = c.account_id and j.chat_id = c.id and j.seq is not null order by j.seq desc limit 1), 0)
     from chat c where r.account_id = $1 and r.kind = 'chat' and r.target_id = any($2::bigint[])
       and c.account_id = r.account_id and c.id = r.target_id`,
    [account, chats],
  );
}

/** Returns those of the chats that nobody but imports has changed (MV-031). */
export async function findUntouchedChats(
  sql: Sql,
  account: number,
  chats: readonly number[],
): Promise<ReadonlySet<number>> {
  if (chats.length === 0) return new Set();
  const rows = await sql.query<{ id: number }>(
    `select r.target_id::float8 as id from move_record r join chat c on c.account_id = r.account_id and c.id = r.target_id
     where r.account_id = $1 and r.kind = 'chat' and r.target_id = any($2::bigint[]) and ${untouchedCondition}`,
    [account, chats],
  );
  return new Set(rows.map(({ id }) => id));
}
/** SQL condition on a record `r` and its chat `c`. */
export const untouchedCondition = `c.version = r.version and r.last_seq = coalesce((select j.seq from journal j
  where j.account_id = c.account_id and j.chat_id = c.id and j.seq is not null order by j.seq desc limit 1), 0)`;

/** Returns those of the visitors whom this import has made. */
export async function findImportedVisitors(
  sql: Sql,
  { account, id }: { readonly account: number; readonly id: number },
  visitors: readonly number[],
): Promise<readonly number[]> {
  if (visitors.length === 0) return [];
  const rows = await sql.query<{ id: number }>(
    `select target_id::float8 as id from move_record
     where account_id = $1 and import_id = $2 and kind = 'person' and not existed and target_id = any($3::bigint[])`,
    [account, id, visitors],
  );
  return rows.map((row) => row.id);
}

/** Counts the records of a source that are here, by kind. */
export async function countStored(
  sql: Sql,
  { account, source }: { readonly account: number; readonly source: string },
): Promise<Readonly<Record<string, number>>> {
  const rows = await sql.query<{ kind: string; count: number }>(
    `select kind, count(*)::float8 as count from move_record
     where account_id = $1 and source = $2 and target_id is not null and not removed group by kind`,
    [account, source],
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

/** Returns those of the ids whose visitor or chat was erased here (MV-027). */
export async function findErasedRecords(
  sql: Sql,
  { account, source }: { readonly account: number; readonly source: string },
  kind: "person" | "chat",
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await sql.query<{ id: string }>(
    "select source_id as id from move_record where account_id = $1 and source = $2 and kind = $3 and source_id = any($4::text[]) and erased",
    [account, source, kind, ids],
  );
  return new Set(rows.map(({ id }) => id));
}
