import type { Reader } from "../database/reader.ts";
import { fromMilliseconds, type Db, type Sql } from "../database/sql.ts";
import type { PassageJob } from "./job.ts";
import type { SourceKey, SourceKind, SourceText, VectorForm } from "./source.ts";

/** Part of a text with its encoded vector. */
export interface NewPassage {
  readonly source: SourceKey;
  readonly hash: Buffer;
  readonly vector: Buffer;
}
/** A text all of whose passages are stored, with their hashes. */
export interface CompleteText {
  readonly source: SourceText;
  readonly hashes: readonly Buffer[];
}

/** Returns the hashes of the stored passages of a model, in hexadecimal digits, by text. */
export async function listStoredHashes(
  sql: Sql,
  account: number,
  { model, dimensions }: VectorForm,
  sources: readonly SourceKey[],
): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ hash: string }>(
    `select q.n || ' ' || encode(p.hash, 'hex') as hash
     from unnest($4::text[], $5::bigint[], $6::text[]) with ordinality q (kind, source_id, language, n)
     join passage p on p.account_id = $1 and p.kind = q.kind and p.source_id = q.source_id and p.language = q.language
     where p.model = $2 and octet_length(p.vector) = $3 + 4`,
    [account, model, dimensions, ...toLists(sources)],
  );
  return new Set(rows.map(({ hash }) => hash));
}

const toLists = (sources: readonly SourceKey[]): readonly unknown[] => [
  sources.map(({ kind }) => kind),
  sources.map(({ id }) => id),
  sources.map(({ language }) => language),
];

/**
 * Stores passages, and which texts are complete. Passages that a complete text no longer has are
 * removed. Does nothing if another node has taken over the job.
 */
export function savePassages(
  db: Db,
  { account, claimedUntil }: PassageJob,
  { model, dimensions }: VectorForm,
  {
    passages,
    complete,
  }: {
    readonly passages: readonly NewPassage[];
    readonly complete: readonly CompleteText[];
  },
): Promise<void> {
  return db.transaction(async (tx) => {
    const [job] = await tx.query<{ last: number }>(
      `update passage_job set dimensions = $3, model = $5, last_number = last_number + $4, revision = revision + 1
       where account_id = $1 and claimed_until = ${fromMilliseconds("$2")} returning last_number::float8 as last`,
      [account, claimedUntil, dimensions, passages.length, model],
    );
    if (job === undefined) return;
    await tx.query(
      `insert into passage as p (account_id, number, kind, source_id, language, hash, model, vector)
       select $1, $2::bigint + q.n, q.kind, q.source_id, q.language, q.hash, $3, q.vector
       from unnest($4::text[], $5::bigint[], $6::text[], $7::bytea[], $8::bytea[]) with ordinality q (kind, source_id, language, hash, vector, n)
       on conflict (account_id, kind, source_id, language, hash) do update
         set number = excluded.number, model = excluded.model, vector = excluded.vector`,
      [
        account,
        job.last - passages.length,
        model,
        ...toLists(passages.map(({ source }) => source)),
        passages.map(({ hash }) => hash),
        passages.map(({ vector }) => vector),
      ],
    );
    const texts = complete.map(({ source }) => source);
    await tx.query(
      `delete from passage p using unnest($2::text[], $3::bigint[], $4::text[]) q (kind, source_id, language)
       where p.account_id = $1 and p.kind = q.kind and p.source_id = q.source_id and p.language = q.language and p.hash <> all($5::bytea[])`,
      [account, ...toLists(texts), complete.flatMap(({ hashes }) => hashes)],
    );
    await tx.query(
      `insert into passage_source (account_id, kind, source_id, language, version, model, dimensions)
       select $1, q.kind, q.source_id, q.language, q.version, $2, $3
       from unnest($4::text[], $5::bigint[], $6::text[], $7::text[]) q (kind, source_id, language, version)
       on conflict (account_id, kind, source_id, language) do update
         set version = excluded.version, model = excluded.model, dimensions = excluded.dimensions`,
      [account, model, dimensions, ...toLists(texts), texts.map(({ version }) => version)],
    );
  });
}

/** Which passages of a model an account has. Another revision has others. */
export interface PassageRevision {
  readonly revision: number;
  readonly dimensions: number;
}
/** Returns null if there are no passages of the model. */
export const readPassageRevision = (
  reader: Reader,
  account: number,
  model: string,
): Promise<PassageRevision | null> =>
  reader.one<PassageRevision>(
    account,
    "select revision::float8 as revision, dimensions from passage_job where account_id = $1 and model = $2 and dimensions > 0",
    [account, model],
    "kept",
  );

/** A passage as it is read into memory. */
export interface StoredPassage {
  readonly number: number;
  readonly kind: SourceKind;
  readonly sourceId: number;
  readonly language: string;
  readonly hash: Buffer;
  readonly vector: Buffer;
}
/** Returns the numbers of the passages of a model, in ascending order. */
export async function listPassageNumbers(
  reader: Reader,
  account: number,
  { model, dimensions }: VectorForm,
  limit: number,
): Promise<readonly number[]> {
  const rows = await reader.rows<{ number: number }>(
    account,
    `select number::float8 as number from passage where account_id = $1 and model = $2 and octet_length(vector) = $3 + 4
     order by number limit $4`,
    [account, model, dimensions, limit],
  );
  return rows.map(({ number }) => number);
}
export const readPassages = (
  reader: Reader,
  account: number,
  numbers: readonly number[],
): Promise<readonly StoredPassage[]> =>
  reader.rows<StoredPassage>(
    account,
    `select number::float8 as number, kind, source_id::float8 as "sourceId", language, hash, vector
     from passage where account_id = $1 and number = any($2::bigint[])`,
    [account, numbers],
  );

/** Returns the articles of sections. */
export async function listArticlesOfSections(
  reader: Reader,
  account: number,
  sections: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await reader.rows<{ id: number }>(
    account,
    "select id::float8 as id from article where account_id = $1 and section_id = any($2::bigint[])",
    [account, sections],
  );
  return new Set(rows.map(({ id }) => id));
}
