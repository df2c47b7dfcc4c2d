import type { Reader } from "../database/reader.ts";

/** Reading of what is public in the help centre (HELP-020). All texts are the published ones. */

export interface PublishedLink {
  readonly title: string;
  readonly slug: string;
}
/** A section with its name and description in one language. */
export interface PublishedSection {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly slug: string;
  readonly icon: string;
  /** Published texts in the language. Sections without one are left out. */
  readonly articles: number;
}
export interface PublishedArticle extends PublishedLink {
  readonly article: number;
  readonly language: string;
  readonly body: string;
  readonly publishedAt: string;
  readonly version: number;
  readonly section: { readonly id: number; readonly name: string; readonly slug: string };
  readonly helpful: number;
  readonly notHelpful: number;
}
/** Where an address leads. `moved`: the text has another slug now. */
export type SlugTarget =
  | { readonly state: "published" | "moved"; readonly article: number; readonly slug: string }
  | { readonly state: "gone" | "absent" };

/** Time for which views count for the most read articles. */
const popularDays = 30;

/** Returns the languages with published texts, most texts first. */
export async function listPublishedLanguages(
  reader: Reader,
  account: number,
): Promise<readonly string[]> {
  const rows = await reader.rows<{ language: string }>(
    account,
    `select language from article_text where account_id = $1 and state = 'published'
     group by language order by count(*) desc, language`,
    [account],
  );
  return rows.map(({ language }) => language);
}

export async function listPublishedSections(
  reader: Reader,
  account: number,
  language: string,
): Promise<readonly PublishedSection[]> {
  return reader.rows<PublishedSection>(
    account,
    `select ${sectionColumns}, n.articles from article_section s
     join (select a.section_id, count(*)::int as articles from article_text t join article a on a.account_id = t.account_id and a.id = t.article_id
       where t.account_id = $1 and t.language = $2 and t.state = 'published' group by a.section_id) n on n.section_id = s.id
     where s.account_id = $1 order by ${sectionOrder}`,
    [account, language],
  );
}
const sectionColumns = `s.id::float8 as id, coalesce(nullif(s.names ->> $2, ''), s.name) as name,
  coalesce(nullif(s.descriptions ->> $2, ''), s.description) as description, s.slug, s.icon`;
const sectionOrder = "(not s.managed)::int, s.place, s.id";

/** Returns the articles that were read most in the last days, then the first ones. */
export async function listPopularArticles(
  reader: Reader,
  account: number,
  {
    language,
    now,
    limit,
  }: { readonly language: string; readonly now: number; readonly limit: number },
): Promise<readonly PublishedLink[]> {
  return reader.rows<PublishedLink>(
    account,
    `select t.published_title as title, t.slug from article_text t
     join article a on a.account_id = t.account_id and a.id = t.article_id
     join article_section s on s.account_id = a.account_id and s.id = a.section_id
     left join (select article_id, sum(views) as views from article_day
       where account_id = $1 and language = $2 and day > (to_timestamp($3::float8 / 1000) at time zone 'UTC')::date - ${popularDays}
       group by article_id) d on d.article_id = t.article_id
     where t.account_id = $1 and t.language = $2 and t.state = 'published'
     order by d.views desc nulls last, ${sectionOrder}, a.position, a.id limit $4`,
    [account, language, now, limit],
  );
}

export async function findPublishedSection(
  reader: Reader,
  account: number,
  language: string,
  slug: string,
): Promise<Omit<PublishedSection, "articles"> | null> {
  return reader.one<Omit<PublishedSection, "articles">>(
    account,
    `select ${sectionColumns} from article_section s where s.account_id = $1 and s.slug = $3`,
    [account, language, slug],
  );
}

/** Returns the published articles of a section in their order. */
export async function listSectionArticles(
  reader: Reader,
  account: number,
  language: string,
  section: number,
): Promise<readonly PublishedLink[]> {
  return reader.rows<PublishedLink>(
    account,
    `select t.published_title as title, t.slug from article a
     join article_text t on t.account_id = a.account_id and t.article_id = a.id and t.language = $2 and t.state = 'published'
     where a.account_id = $1 and a.section_id = $3 order by a.position, a.id limit 500`,
    [account, language, section],
  );
}

/** Finds the text of an address. An earlier slug leads to the present one of its text. */
export async function findSlugTarget(
  reader: Reader,
  account: number,
  language: string,
  slug: string,
): Promise<SlugTarget> {
  const row = await reader.one<{
    article: number | null;
    slug: string | null;
    state: string | null;
  }>(
    account,
    `select s.article_id::float8 as article, t.slug, t.state from article_slug s
     left join article_text t on t.account_id = s.account_id and t.article_id = s.article_id and t.language = s.language
     where s.account_id = $1 and s.language = $2 and s.slug = $3`,
    [account, language, slug],
  );
  if (row === null || row.state === "draft") return { state: "absent" };
  if (row.article === null || row.slug === null || row.state === "archived")
    return { state: "gone" };
  return {
    state: row.slug === slug ? "published" : "moved",
    article: row.article,
    slug: row.slug,
  };
}

/** Finds an article by its slug in another language. The first languages of `languages` win. */
export async function findInOtherLanguage(
  reader: Reader,
  account: number,
  slug: string,
  languages: readonly string[],
): Promise<{ readonly article: number; readonly language: string } | null> {
  return reader.one<{ article: number; language: string }>(
    account,
    `select t.article_id::float8 as article, t.language from unnest($3::text[]) with ordinality l (language, rank)
     join article_slug s on s.account_id = $1 and s.language = l.language and s.slug = $2
     join article_text t on t.account_id = s.account_id and t.article_id = s.article_id and t.language = s.language
     where t.state = 'published' order by l.rank limit 1`,
    [account, slug, languages],
  );
}

export async function findPublishedArticle(
  reader: Reader,
  account: number,
  article: number,
  language: string,
): Promise<PublishedArticle | null> {
  const row = await reader.one<
    Omit<PublishedArticle, "section"> & {
      sectionId: number;
      sectionName: string;
      sectionSlug: string;
    }
  >(
    account,
    `select a.id::float8 as article, t.language, t.published_title as title, t.published_body as body, t.slug,
       to_char(t.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "publishedAt", t.published_version as version,
       s.id::float8 as "sectionId", coalesce(nullif(s.names ->> $2, ''), s.name) as "sectionName", s.slug as "sectionSlug",
       d.helpful, d.not_helpful as "notHelpful"
     from article_text t
     join article a on a.account_id = t.account_id and a.id = t.article_id
     join article_section s on s.account_id = a.account_id and s.id = a.section_id
     cross join (select coalesce(sum(helpful), 0)::int as helpful, coalesce(sum(not_helpful), 0)::int as not_helpful
       from article_day where account_id = $1 and article_id = $3 and language = $2) d
     where t.account_id = $1 and t.article_id = $3 and t.language = $2 and t.state = 'published'`,
    [account, language, article],
  );
  if (row === null) return null;
  const { sectionId, sectionName, sectionSlug, ...text } = row;
  return { ...text, section: { id: sectionId, name: sectionName, slug: sectionSlug } };
}

/** Returns the published texts of an article: one slug per language. */
export async function listTranslations(
  reader: Reader,
  account: number,
  article: number,
): Promise<readonly { readonly language: string; readonly slug: string }[]> {
  return reader.rows<{ language: string; slug: string }>(
    account,
    "select language, slug from article_text where account_id = $1 and article_id = $2 and state = 'published' order by language",
    [account, article],
  );
}

/** Returns the texts that changed last, for feeds. */
export async function listChangedTexts(
  reader: Reader,
  account: number,
  language: string,
  limit: number,
): Promise<readonly (PublishedLink & { readonly body: string; readonly publishedAt: string })[]> {
  return reader.rows<PublishedLink & { body: string; publishedAt: string }>(
    account,
    `select published_title as title, slug, left(published_body, 2000) as body,
       to_char(published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "publishedAt"
     from article_text where account_id = $1 and language = $2 and state = 'published'
     order by published_at desc, article_id limit $3`,
    [account, language, limit],
  );
}

/** Returns the addresses of a site map, with the day of the last change. */
export async function listPublishedAddresses(
  reader: Reader,
  account: number,
  limit: number,
): Promise<readonly { readonly language: string; readonly slug: string; readonly day: string }[]> {
  return reader.rows<{ language: string; slug: string; day: string }>(
    account,
    `select language, slug, to_char(published_at at time zone 'UTC', 'YYYY-MM-DD') as day
     from article_text where account_id = $1 and state = 'published' order by published_at desc, article_id limit $2`,
    [account, limit],
  );
}
