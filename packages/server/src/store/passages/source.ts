import type { ModelFailureReason } from "@parlour/protocol/settings/kinds/account/model";
import { toInteger, toIsoTimeOrNull } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import type { Sql } from "../database/sql.ts";

export type SourceKind = "article" | "reply" | "reference";
/** A published article in one language, a quick reply for agents, or a reference sentence. */
export interface SourceKey {
  readonly kind: SourceKind;
  readonly id: number;
  readonly language: string;
}
export interface SourceText extends SourceKey {
  readonly version: string;
  readonly title: string;
  readonly body: string;
}
/** A model, and the length of its vectors. null: unknown. */
export interface VectorForm {
  readonly model: string;
  readonly dimensions: number | null;
}
export interface ReferenceText {
  readonly language: string;
  readonly text: string;
}

/** Texts that have passages, of the account $1. */
const texts = `
  select 'article' as kind, article_id as source_id, language, published_version::text as version, published_title as title, published_body as body
  from article_text where account_id = $1 and state = 'published'
  union all
  select 'reply', id, language, md5(shortcut || E'\\n' || text), shortcut, text
  from canned_reply where account_id = $1 and for_agents and scope <> 'own'`;
/** SQL: the passages of the text `t` are stored for the model $2 with the dimensions $3. */
const isStored = `exists (select from passage_source s where s.account_id = $1 and s.kind = t.kind and s.source_id = t.source_id
  and s.language = t.language and s.version = t.version and s.model = $2 and s.dimensions = $3)`;

/**
 * Returns texts whose passages are not stored for the model. An account without texts needs no
 * reference sentences.
 */
export async function listPendingTexts(
  sql: Sql,
  account: number,
  { model, dimensions }: VectorForm,
  { references, limit }: { readonly references: readonly ReferenceText[]; readonly limit: number },
): Promise<readonly SourceText[]> {
  return sql.query<SourceText>(
    `with text as not materialized (${texts})
     select t.kind, t.source_id::float8 as id, t.language, t.version, t.title, t.body from (
       select * from text
       union all
       select 'reference', r.n, r.language, md5(r.text), '', r.text
       from unnest($4::text[], $5::text[]) with ordinality r (language, text, n) where exists (select from text)) t
     where not ${isStored}
     order by t.kind <> 'reference', t.kind, t.source_id, t.language limit $6`,
    [
      account,
      model,
      dimensions,
      references.map(({ language }) => language),
      references.map(({ text }) => text),
      limit,
    ],
  );
}

/** The passages of an account (MODEL-080). */
export interface PassageProgress {
  readonly total: number;
  readonly ready: number;
  readonly problem: ModelFailureReason | null;
  readonly message: string | null;
  readonly nextAt: string | null;
}

export async function readPassageProgress(
  reader: Reader,
  account: number,
  model: string,
): Promise<PassageProgress> {
  const [job, counts] = await Promise.all([
    reader.one<{
      dimensions: number | null;
      problem: ModelFailureReason | null;
      message: string | null;
      due_at: Date | null;
    }>(
      account,
      "select dimensions, problem, message, due_at from passage_job where account_id = $1",
      [account],
    ),
    reader.one<{ total: string; ready: string }>(
      account,
      `with text as not materialized (${texts})
       select count(*) as total, count(*) filter (where exists (
         select from passage_source s join passage_job j on j.account_id = s.account_id and j.model = s.model and j.dimensions = s.dimensions
         where s.account_id = $1 and s.kind = t.kind and s.source_id = t.source_id
           and s.language = t.language and s.version = t.version and s.model = $2)) as ready
       from text t`,
      [account, model],
    ),
  ]);
  return {
    total: toInteger(counts?.total ?? 0),
    ready: toInteger(counts?.ready ?? 0),
    problem: job?.problem ?? null,
    message: job?.message ?? null,
    nextAt: job?.problem == null ? null : toIsoTimeOrNull(job.due_at),
  };
}

/** Removes what belongs to no text or to another model. Returns whether there was anything. */
export async function removeObsoletePassages(
  tx: Sql,
  account: number,
  { model, dimensions }: VectorForm,
): Promise<boolean> {
  await tx.query(
    "delete from passage_source where account_id = $1 and (model <> $2 or dimensions is distinct from $3)",
    [account, model, dimensions],
  );
  // Separate statements, so that each compares its rows by a hash.
  await tx.query(
    `delete from passage_source s where account_id = $1 and kind <> 'reference'
       and not exists (select from (${texts}) t where t.kind = s.kind and t.source_id = s.source_id and t.language = s.language)`,
    [account],
  );
  await tx.query(
    `delete from passage_source where account_id = $1 and kind = 'reference' and not exists (select from (${texts}) t)`,
    [account],
  );
  const removed = await tx.query(
    `delete from passage p where account_id = $1 and not exists (
       select from passage_source s where s.account_id = $1 and s.kind = p.kind and s.source_id = p.source_id and s.language = p.language)
     returning 1`,
    [account],
  );
  if (removed.length === 0) return false;
  await tx.query("update passage_job set revision = revision + 1 where account_id = $1", [account]);
  return true;
}
