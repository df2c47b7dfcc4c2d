import type { Article, ArticleVersion } from "@parlour/protocol/api";
import { toInteger, toIntegerOrNull, toIsoTime, toIsoTimeOrNull } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";
import { fromMilliseconds, type Sql } from "../database/sql.ts";

/** Articles with all their texts, without bodies (ART-010). */

export interface TextRecord {
  readonly language: string;
  readonly title: string;
  readonly slug: string;
  readonly state: Article["state"];
  readonly version: number;
  /** null: the text is not public. */
  readonly publishedVersion: number | null;
  readonly publishedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly updatedBy: number | null;
}
export interface ArticleRecord {
  readonly id: number;
  readonly sectionId: number;
  readonly position: number;
  readonly createdAt: string;
  /** Oldest first. There is at least one. */
  readonly texts: readonly TextRecord[];
  readonly views: number;
  readonly helpful: number;
  readonly notHelpful: number;
  /** Order in the list of all articles, for the next page. */
  readonly orderKey: readonly number[];
}
export interface ArticleFilter {
  readonly id?: number;
  readonly section?: number | undefined;
  readonly state?: Article["state"] | undefined;
  readonly language?: string | undefined;
  /** A part of a title. */
  readonly title?: string | undefined;
  /** `orderKey` of the last article of the page before. */
  readonly after?: readonly number[] | undefined;
  readonly limit?: number;
}

const orderColumns = "(not s.managed)::int, s.place, s.id, a.position, a.id";

/** Lists articles in the order of sections and articles. `since`: first day of their readers. */
export async function listArticles(
  reader: Reader,
  account: number,
  since: string,
  { id, section, state, language, title, after, limit = 1 }: ArticleFilter,
): Promise<readonly ArticleRecord[]> {
  const rows = await reader.rows<ArticleRow>(
    account,
    `select a.id, a.section_id, a.position, a.created_at, array[${orderColumns}]::float8[] as "orderKey",
       d.views::float8 as views, d.helpful::float8 as helpful, d.not_helpful::float8 as not_helpful
     from article a
     join article_section s on s.account_id = a.account_id and s.id = a.section_id
     cross join lateral (
       select coalesce(sum(views), 0) as views, coalesce(sum(helpful), 0) as helpful, coalesce(sum(not_helpful), 0) as not_helpful
       from article_day where account_id = a.account_id and article_id = a.id and day >= $2) d
     where a.account_id = $1 and ($3::bigint is null or a.id = $3) and ($4::bigint is null or a.section_id = $4)
       and exists (select from article_text t where t.account_id = a.account_id and t.article_id = a.id
         and ($5::text is null or t.state = $5) and ($6::text is null or t.language = $6)
         and ($7::text is null or strpos(lower(t.title), lower($7)) > 0))
       and ($8::bigint[] is null or (${orderColumns}) > ($8[1], $8[2], $8[3], $8[4], $8[5]))
     order by ${orderColumns} limit $9`,
    [account, since, id, section, state, language, title || null, after, limit],
  );
  const texts = await listTexts(
    reader,
    account,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    id: toInteger(row.id),
    sectionId: toInteger(row.section_id),
    position: row.position,
    createdAt: toIsoTime(row.created_at),
    texts: texts.get(row.id) ?? [],
    views: row.views,
    helpful: row.helpful,
    notHelpful: row.not_helpful,
    orderKey: row.orderKey,
  }));
}
interface ArticleRow {
  readonly id: string;
  readonly section_id: string;
  readonly position: number;
  readonly created_at: Date;
  readonly views: number;
  readonly helpful: number;
  readonly not_helpful: number;
  readonly orderKey: readonly number[];
}

async function listTexts(
  reader: Reader,
  account: number,
  articles: readonly string[],
): Promise<ReadonlyMap<string, readonly TextRecord[]>> {
  const rows = await reader.rows<TextRow>(
    account,
    `select article_id, language, title, slug, state, version, published_version, published_at, created_at, updated_at, updated_by
     from article_text where account_id = $1 and article_id = any($2) order by created_at, language`,
    [account, articles],
  );
  const byArticle = Map.groupBy(rows, (row) => row.article_id);
  return new Map(Array.from(byArticle, ([id, texts]) => [id, texts.map(toTextRecord)]));
}
interface TextRow {
  readonly article_id: string;
  readonly language: string;
  readonly title: string;
  readonly slug: string;
  readonly state: Article["state"];
  readonly version: number;
  readonly published_version: number | null;
  readonly published_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly updated_by: string | null;
}
const toTextRecord = (row: TextRow): TextRecord => ({
  language: row.language,
  title: row.title,
  slug: row.slug,
  state: row.state,
  version: row.version,
  publishedVersion: row.published_version,
  publishedAt: toIsoTimeOrNull(row.published_at),
  createdAt: toIsoTime(row.created_at),
  updatedAt: toIsoTime(row.updated_at),
  updatedBy: toIntegerOrNull(row.updated_by),
});

/** Returns the body of a text, or of one of its versions. null: there is none. */
export async function readBody(
  reader: Reader,
  account: number,
  article: number,
  language: string,
): Promise<string | null> {
  const row = await reader.one<{ body: string }>(
    account,
    "select body from article_text where account_id = $1 and article_id = $2 and language = $3",
    [account, article, language],
  );
  return row?.body ?? null;
}

export interface VersionRecord extends Omit<ArticleVersion, "operator"> {
  readonly body: string;
  readonly operatorId: number | null;
}
/** Lists versions of a text, newest first. Bodies are empty, except that of the version `only`. */
export async function listVersions(
  reader: Reader,
  account: number,
  text: { readonly article: number; readonly language: string },
  page: { readonly before: number; readonly limit: number } | { readonly only: number },
): Promise<readonly VersionRecord[]> {
  const isOne = "only" in page;
  const [below, limit] = isOne ? [page.only + 1, 1] : [page.before, page.limit];
  const rows = await reader.rows<VersionRow>(
    account,
    `select version, title, slug, published, at, operator_id, case when $6 then body else '' end as body from article_version
     where account_id = $1 and article_id = $2 and language = $3 and version < $4 order by version desc limit $5`,
    [account, text.article, text.language, below, limit, isOne],
  );
  return rows
    .filter(({ version }) => !isOne || version === page.only)
    .map(({ operator_id, at, ...row }) => ({
      ...row,
      at: toIsoTime(at),
      operatorId: toIntegerOrNull(operator_id),
    }));
}
interface VersionRow {
  readonly version: number;
  readonly title: string;
  readonly body: string;
  readonly slug: string;
  readonly published: boolean;
  readonly at: Date;
  readonly operator_id: string | null;
}

/**
 * Inserts an article without texts. `position` null: behind the others of its section. Returns its
 * id.
 */
export async function insertArticle(
  tx: Sql,
  account: number,
  { section, position }: { readonly section: number; readonly position: number | null },
  now: number,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into article (account_id, section_id, position, created_at)
     values ($1, $2, coalesce($4, ${nextPosition}), ${fromMilliseconds("$3")}) returning id::float8 as id`,
    [account, section, now, position],
  );
  if (row === undefined) throw new Error("the inserted article was not returned");
  return row.id;
}
const nextPosition =
  "(select coalesce(max(position), 0) + 1 from article where account_id = $1 and section_id = $2)";

/** Moves an article behind the others of another section. */
export async function moveArticle(
  tx: Sql,
  account: number,
  section: number,
  article: number,
): Promise<void> {
  await tx.query(
    `update article set section_id = $2, position = ${nextPosition}
     where account_id = $1 and id = $3 and section_id <> $2`,
    [account, section, article],
  );
}

/** Puts all articles of a section in this order. Returns false if others are listed. */
export async function orderArticles(
  tx: Sql,
  account: number,
  section: number,
  ids: readonly number[],
): Promise<boolean> {
  const rows = await tx.query<{ id: number }>(
    "select id::float8 as id from article where account_id = $1 and section_id = $2",
    [account, section],
  );
  const given = new Set(ids);
  if (rows.length !== ids.length || rows.some(({ id }) => !given.has(id))) return false;
  await tx.query(
    `update article a set position = n.position from unnest($2::bigint[]) with ordinality as n (id, position)
     where a.account_id = $1 and a.id = n.id and a.position <> n.position`,
    [account, ids],
  );
  return true;
}

export async function hasSection(tx: Sql, account: number, section: number): Promise<boolean> {
  const rows = await tx.query("select from article_section where account_id = $1 and id = $2", [
    account,
    section,
  ]);
  return rows.length > 0;
}

export async function countArticles(tx: Sql, account: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    "select count(*)::float8 as count from article where account_id = $1",
    [account],
  );
  return row?.count ?? 0;
}
