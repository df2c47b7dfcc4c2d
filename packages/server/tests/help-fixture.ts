import { articleText, parseArticle } from "@parlour/protocol/article/markdown";
import { listWords, searchConfigOf, separateWords } from "@parlour/protocol/article/search";
import type { FakeNameServer } from "@parlour/testkit";
import type { ServiceApi } from "./api-fixture.ts";

/** Rows of published articles, as the service API writes them. */

export interface TestText {
  readonly language?: string;
  readonly title: string;
  readonly slug: string;
  readonly body?: string;
  readonly state?: "draft" | "published" | "archived";
}

export async function addSection(
  { db }: ServiceApi,
  account: number,
  section: { readonly name: string; readonly slug: string; readonly names?: object },
): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `insert into article_section (account_id, place, name, description, names, descriptions, icon, slug, created_at)
     values ($1, 1, $2, 'About ' || $2, $3, '{}', 'truck', $4, now()) returning id::float8 as id`,
    [account, section.name, JSON.stringify(section.names ?? {}), section.slug],
  );
  return row?.id ?? 0;
}

/** Adds an article with its texts. The first slug of a text is the present one. */
export async function addArticle(
  { db }: ServiceApi,
  account: number,
  section: number,
  texts: readonly TestText[],
): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `insert into article (account_id, section_id, position, created_at) values ($1, $2,
       (select count(*) from article where account_id = $1 and section_id = $2), now()) returning id::float8 as id`,
    [account, section],
  );
  const article = row?.id ?? 0;
  for (const { language = "en", title, slug, body = "Some words.", state = "published" } of texts) {
    const isPublic = state === "published";
    const words = separateWords(language, articleText(parseArticle(body)));
    await db.query(
      `insert into article_text (account_id, article_id, language, title, body, state, slug, version, created_at, updated_at,
         published_title, published_body, published_at, published_version, search)
       values ($1, $2, $3, $4, $5, $6, $7, 1, now(), now(), $8, $9, $10, $11,
         case when $11::int is not null then setweight(to_tsvector($12::regconfig, $14), 'A') || setweight(to_tsvector($12::regconfig, $13), 'B') end)`,
      [
        account,
        article,
        language,
        title,
        body,
        state,
        slug,
        isPublic ? title : null,
        isPublic ? body : null,
        isPublic ? "2026-11-12T10:00:00Z" : null,
        isPublic ? 1 : null,
        searchConfigOf(language),
        words,
        separateWords(language, title),
      ],
    );
    await addSlug({ db }, account, { article, language, slug });
    if (isPublic)
      await db.query(
        `insert into article_word as w (account_id, language, word, texts) select $1, $2, word, 1 from unnest($3::text[]) n (word)
         on conflict (account_id, language, word) do update set texts = w.texts + 1`,
        [account, language, listWords(language, `${title}\n${words}`)],
      );
  }
  return article;
}

/** Adds an earlier slug. `article` null: the text was deleted. */
export async function addSlug(
  { db }: { readonly db: ServiceApi["db"] },
  account: number,
  {
    article,
    language,
    slug,
  }: { readonly article: number | null; readonly language: string; readonly slug: string },
): Promise<void> {
  await db.query(
    "insert into article_slug (account_id, language, slug, article_id) values ($1, $2, $3, $4)",
    [account, language, slug, article],
  );
}

/** Adds the TXT record that an account needs for a host name (HELP-016). */
export async function proveHost(
  service: ServiceApi,
  { records }: FakeNameServer,
  key: string,
  host: string,
): Promise<void> {
  const { body } = await service.call("PATCH", "/help-center", { key, body: { host } });
  const [, name = "", value = ""] =
    /record (\S+) with the value (\S+) /.exec(body.error.message) ?? [];
  records[name] = { txt: [...(records[name]?.txt ?? []), value] };
}
