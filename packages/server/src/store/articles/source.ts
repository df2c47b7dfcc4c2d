import type { Article } from "@parlour/protocol/api";
import type { Reader } from "../database/reader.ts";
import { fromMilliseconds, type Sql } from "../database/sql.ts";

/** Pages of sites and articles of other systems from which texts were imported (ART-085). */

/** `hash`: of the page, as it was imported. `site`: the first address of the import. */
export interface ArticleSource {
  readonly address: string;
  readonly site: string;
  readonly hash: string;
}
/** An imported text as it is now. */
export interface SourceRecord extends ArticleSource {
  readonly article: number;
  readonly language: string;
  readonly slug: string;
  readonly title: string;
  readonly state: Article["state"];
  readonly section: string;
  /** Whether an operator has changed the text since it was imported. */
  readonly isEdited: boolean;
}

/** Lists the sources of an account that have one of the addresses, or belong to a site. */
export const listSources = (
  reader: Reader,
  account: number,
  { addresses, site }: { readonly addresses: readonly string[]; readonly site: string },
): Promise<readonly SourceRecord[]> =>
  reader.rows<SourceRecord>(
    account,
    `select r.address, r.site, r.hash, r.article_id::float8 as article, r.language, t.slug, t.title, t.state, s.name as section,
       t.version <> r.version as "isEdited"
     from article_source r
     join article_text t on t.account_id = r.account_id and t.article_id = r.article_id and t.language = r.language
     join article a on a.account_id = r.account_id and a.id = r.article_id
     join article_section s on s.account_id = a.account_id and s.id = a.section_id
     where r.account_id = $1 and (r.address = any($2) or r.site = $3) order by r.address`,
    [account, addresses, site],
  );

/** Stores from which page the present version of a text was imported. */
export async function writeSource(
  tx: Sql,
  { account, article, language }: { account: number; article: number; language: string },
  { address, site, hash }: ArticleSource,
  now: number,
): Promise<void> {
  await tx.query(
    `insert into article_source (account_id, address, article_id, language, site, hash, version, imported_at)
     select account_id, $4, article_id, language, $5, $6, version, ${fromMilliseconds("$7")}
     from article_text where account_id = $1 and article_id = $2 and language = $3
     on conflict (account_id, address) do update set article_id = excluded.article_id, language = excluded.language,
       site = excluded.site, hash = excluded.hash, version = excluded.version, imported_at = excluded.imported_at`,
    [account, article, language, address, site, hash, now],
  );
}

/** Returns those of the slugs of a language that a text has or had. */
export async function findTakenSlugs(
  reader: Reader,
  account: number,
  slugs: readonly { readonly language: string; readonly slug: string }[],
): Promise<ReadonlySet<string>> {
  const rows = await reader.rows<{ language: string; slug: string }>(
    account,
    `select g.language, g.slug from article_slug g
     join unnest($2::text[], $3::text[]) l (language, slug) on l.language = g.language and l.slug = g.slug
     where g.account_id = $1 and g.article_id is not null`,
    [account, slugs.map(({ language }) => language), slugs.map(({ slug }) => slug)],
  );
  return new Set(rows.map(({ language, slug }) => `${language}/${slug}`));
}
