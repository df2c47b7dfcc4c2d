import type { ArticlePatch, NewArticle } from "@parlour/protocol/api";
import { createSlug, maxArticles, maxArticleTitle } from "@parlour/protocol/article/facts";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { omitFields } from "@parlour/protocol/omit-fields";
import { refuse } from "../../core/failure.ts";
import { toVisibleLine } from "../../core/text.ts";
import {
  countArticles,
  hasSection,
  insertArticle,
  moveArticle,
} from "../../store/articles/article.ts";
import {
  changeText,
  findStoredText,
  writeText,
  type StoredText,
  type TextAuthor,
} from "../../store/articles/article-text.ts";
import { findFreeArticleSlug, releaseDraftSlug, type TextKey } from "../../store/articles/slug.ts";
import type { Sql } from "../../store/database/sql.ts";

/** Stores a new article with its first text. Returns its id. */
export async function createArticle(
  tx: Sql,
  account: number,
  { section_id, language, ...text }: NewArticle,
  author: TextAuthor,
): Promise<number> {
  await assertSection(tx, account, section_id);
  if ((await countArticles(tx, account)) >= maxArticles)
    refuse("invalid_request", `An account has at most ${maxArticles} articles. Delete one first.`);
  const article = await insertArticle(
    tx,
    account,
    { section: section_id, position: null },
    author.now,
  );
  await saveText(tx, { account, article, language }, { before: null, change: text }, author);
  return article;
}

/** Applies a change to an article and to its text in one language (ART-012, ART-014). */
export async function changeArticle(
  tx: Sql,
  key: TextKey,
  { section_id, version, ...change }: ArticlePatch,
  author: TextAuthor,
): Promise<void> {
  const before = await findStoredText(tx, key);
  if (version !== undefined && version !== before?.version)
    refuse("version_conflict", "The text was changed since you read it. Read it again.", {
      field: "version",
      ...omitAbsent({ version: before?.version }),
    });
  if (section_id !== undefined) {
    await assertSection(tx, key.account, section_id);
    await moveArticle(tx, key.account, section_id, key.article);
  }
  const text = omitFields(change, "language");
  if (Object.keys(text).length > 0) await saveText(tx, key, { before, change: text }, author);
}

type TextChange = Omit<ArticlePatch, "language" | "section_id" | "version">;

async function saveText(
  tx: Sql,
  key: TextKey,
  { before, change }: { readonly before: StoredText | null; readonly change: TextChange },
  author: TextAuthor,
): Promise<void> {
  const { body = before?.body, state = before?.state ?? "draft" } = change;
  const title =
    change.title === undefined ? before?.title : toVisibleLine(change.title, maxArticleTitle);
  if (!title) return refuse("invalid_request", "title must not be empty.", { field: "title" });
  if (body === undefined)
    return refuse("invalid_request", "A new language needs a body.", { field: "body" });
  const slug = await chooseSlug(tx, key, before, { title, slug: change.slug });
  const text = changeText(before, { title, body, state, slug }, change.state === "published");
  await writeText(tx, key, { before, text }, author);
}

/** Returns the given slug, or one of the title. That of a draft follows its title (ART-015). */
async function chooseSlug(
  tx: Sql,
  key: TextKey,
  before: StoredText | null,
  { title, slug }: { readonly title: string; readonly slug: string | undefined },
): Promise<string> {
  if (slug !== undefined) return slug;
  const base = createSlug(title) || "article";
  if (before === null) return findFreeArticleSlug(tx, key, base);
  const isFollowing =
    before.title !== title && before.slug === (createSlug(before.title) || "article");
  if (!isFollowing || !(await releaseDraftSlug(tx, key, before.slug))) return before.slug;
  return findFreeArticleSlug(tx, key, base);
}

async function assertSection(tx: Sql, account: number, section: number): Promise<void> {
  if (!(await hasSection(tx, account, section)))
    refuse("invalid_request", "There is no such section.", { field: "section_id" });
}
