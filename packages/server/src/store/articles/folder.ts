import type { Article } from "@parlour/protocol/api";
import type { Reader } from "../database/reader.ts";

/** Articles as a folder (ART-030). */

/** A text with what readers see or, if it is not public, with what is being written. */
export interface FolderText {
  readonly article: number;
  readonly section: number;
  readonly language: string;
  readonly slug: string;
  readonly title: string;
  readonly body: string;
  readonly state: Article["state"];
  readonly hasChanges: boolean;
}
const textColumns = `t.article_id::float8 as article, a.section_id::float8 as section, t.language, t.slug, t.state,
  coalesce(t.published_title, t.title) as title, coalesce(t.published_body, t.body) as body,
  t.published_version <> t.version as "hasChanges"`;
const articleOfText = "join article a on a.account_id = t.account_id and a.id = t.article_id";

/** Where a text is in the folder. `first`: the slug of the first text of the article. */
export interface ListedText {
  readonly article: number;
  readonly language: string;
  readonly slug: string;
  readonly first: string;
  readonly position: number;
  readonly section: string;
  readonly sectionName: string;
}
/** Lists all texts in the order of sections and articles, the first language first. */
export const listFolderTexts = (reader: Reader, account: number): Promise<readonly ListedText[]> =>
  reader.rows<ListedText>(
    account,
    `select t.article_id::float8 as article, t.language, t.slug, a.position, s.slug as section, s.name as "sectionName",
       first_value(t.slug) over (partition by t.article_id order by t.created_at, t.language) as first
     from article_text t ${articleOfText}
     join article_section s on s.account_id = a.account_id and s.id = a.section_id
     where t.account_id = $1 order by (not s.managed)::int, s.place, s.id, a.position, a.id, t.created_at, t.language`,
    [account],
  );

export const readFolderText = (
  reader: Reader,
  account: number,
  { article, language }: { readonly article: number; readonly language: string },
): Promise<FolderText | null> =>
  reader.one<FolderText>(
    account,
    `select ${textColumns} from article_text t ${articleOfText}
     where t.account_id = $1 and t.article_id = $2 and t.language = $3`,
    [account, article, language],
  );

/** Lists the articles of a section in their public order. */
export async function listArticlesOfSection(
  reader: Reader,
  account: number,
  section: number,
): Promise<readonly number[]> {
  const rows = await reader.rows<{ id: number }>(
    account,
    `select id::float8 as id from article where account_id = $1 and section_id = $2 order by position, id`,
    [account, section],
  );
  return rows.map(({ id }) => id);
}

/** Finds the texts that slugs lead to, by index. */
export async function findTextsOfSlugs(
  reader: Reader,
  account: number,
  texts: readonly { readonly language: string; readonly slug: string }[],
): Promise<ReadonlyMap<number, FolderText>> {
  const rows = await reader.rows<FolderText & { readonly n: number }>(
    account,
    `select l.n::int as n, ${textColumns} from unnest($2::text[], $3::text[]) with ordinality l (language, slug, n)
     join article_slug g on g.account_id = $1 and g.language = l.language and g.slug = l.slug
     join article_text t on t.account_id = g.account_id and t.article_id = g.article_id and t.language = g.language
     ${articleOfText}`,
    [account, texts.map(({ language }) => language), texts.map(({ slug }) => slug)],
  );
  return new Map(rows.map(({ n, ...text }) => [n - 1, text]));
}

export interface FolderPicture {
  readonly token: string;
  readonly name: string;
  readonly sha256: string;
}
/** Finds files of operators that no chat has, by their content. The oldest ones are first. */
export const findFilesOfHashes = (
  reader: Reader,
  account: number,
  hashes: readonly string[],
): Promise<readonly FolderPicture[]> =>
  reader.rows<FolderPicture>(
    account,
    `select token, name, sha256 from file where account_id = $1 and sha256 = any($2) and author_kind = 'operator'
       and chat_id is null and named and state = 'stored' order by id`,
    [account, hashes],
  );

/** Lists the stored files that texts of a section name, in a lasting order. */
export const listFolderFiles = (
  reader: Reader,
  account: number,
): Promise<
  readonly { readonly section: string; readonly token: string; readonly name: string }[]
> =>
  reader.rows(
    account,
    `select distinct s.slug as section, f.token, f.name, f.id from article_text t ${articleOfText}
     join article_section s on s.account_id = a.account_id and s.id = a.section_id
     cross join lateral regexp_matches(coalesce(t.published_body, t.body), '/files/([\\w-]{27})/', 'g') m
     join file f on f.account_id = t.account_id and f.token = m[1] and f.state = 'stored'
     where t.account_id = $1 order by s.slug, f.id`,
    [account],
  );
