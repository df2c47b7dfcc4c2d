import {
  createSlug,
  languagePattern,
  maxArticleBody,
  maxArticles,
  maxArticleTitle,
} from "@parlour/protocol/article/facts";
import type { MoveArticle } from "@parlour/protocol/move-in/record";
import { cleanText, toVisibleLine } from "../../core/text.ts";
import { countArticles, insertArticle } from "../../store/articles/article.ts";
import { changeText, findStoredText, writeText } from "../../store/articles/article-text.ts";
import { findHelpCenter } from "../../store/articles/help-center.ts";
import { findFreeArticleSlug, type TextKey } from "../../store/articles/slug.ts";
import { findMoveRecords } from "../../store/move-in/move-record.ts";
import { canAddSection, findNamedRow, findOnlyText } from "../../store/move-in/settings-row.ts";
import { articleSectionStore } from "../../store/settings/content/article-section.ts";
import type { MoveJob } from "../job.ts";
import type { ConvertedArticle, MovedSetting, SettingTarget } from "./setting-target.ts";

const languageTag = new RegExp(languagePattern);
const maxTags = 20_000;

/** Converts the texts of articles. This takes CPU time, so no transaction waits for it. */
export async function convertArticles(
  { deps, move }: MoveJob,
  articles: readonly MoveArticle[],
): Promise<ReadonlyMap<string, ConvertedArticle>> {
  if (articles.length === 0) return new Map();
  const { values, locale } = await findHelpCenter(deps.reader, move.account);
  const fallback = values.languages[0] ?? locale;
  const converted = new Map<string, ConvertedArticle>();
  for (const article of articles) {
    const language = (article.language ?? fallback).toLowerCase().replaceAll("_", "-");
    const body = await convertBody(article);
    converted.set(
      article.id,
      !languageTag.test(language)
        ? { code: "wrong_language" }
        : body === null || Array.from(body).length > maxArticleBody
          ? { code: "too_long" }
          : { language, body },
    );
  }
  return converted;
}

/** null: the text is too long, or its elements are nested deeper than the stack. */
async function convertBody({ html, markdown = "", url }: MoveArticle): Promise<string | null> {
  if (html === undefined) return cleanText(markdown).replaceAll("\r\n", "\n");
  if (html.length > 4 * maxArticleBody || html.split("<").length > maxTags) return null;
  const { htmlToMarkdown } = await import("../../sites/page/convert-page.ts");
  try {
    return htmlToMarkdown(html, url ?? "");
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Stores an article as a draft, or changes one that nobody has edited since (MV-028). */
export async function moveArticle(
  target: SettingTarget,
  record: MoveArticle,
  converted: ConvertedArticle,
): Promise<MovedSetting> {
  const { tx, account, context, move } = target;
  const { id, section } = record;
  if ("code" in converted) return leaveOut(converted.code);
  const { language, body } = converted;
  const title = toVisibleLine(record.title, maxArticleTitle);
  if (title === "") return leaveOut("no_name");
  const author = { operatorId: move.operatorId, now: context.now };
  const stored = (await findMoveRecords(tx, move, "article", [id])).get(id);
  const only = stored?.targetId == null ? null : await findOnlyText(tx, account, stored.targetId);
  if (only !== null && only.version !== stored?.seq)
    return { id: only.article, existed: true, version: stored?.seq ?? 0, code: "edited" };
  if (only !== null) {
    const key: TextKey = { account, article: only.article, language: only.language };
    const before = await findStoredText(tx, key);
    const slug = before?.slug ?? "";
    const text = changeText(before, { title, body, state: "draft", slug }, false);
    await writeText(tx, key, { before, text }, author);
    return { id: only.article, existed: false, version: text.version, result: "changed" };
  }
  const sectionId = await findOrMakeSection(target, section ?? move.name);
  if (sectionId === null || (await countArticles(tx, account)) >= maxArticles)
    return leaveOut("at_limit");
  const article = await insertArticle(tx, account, sectionId, context.now);
  const key = { account, article, language };
  const slug = await findFreeArticleSlug(tx, key, createSlug(title) || "article");
  const text = changeText(null, { title, body, state: "draft", slug }, false);
  await writeText(tx, key, { before: null, text }, author);
  return { id: article, existed: false, version: text.version };
}

const leaveOut = (code: string): MovedSetting => ({ id: null, existed: false, code });

async function findOrMakeSection(
  { tx, account, context }: SettingTarget,
  given: string,
): Promise<number | null> {
  const name = toVisibleLine(given, 100) || "Articles";
  const found = await findNamedRow(tx, account, "article_section", { name });
  if (found !== null) return found;
  if (!(await canAddSection(tx, account))) return null;
  return articleSectionStore.create(
    tx,
    account,
    { name, names: {}, description: "", descriptions: {}, icon: "book", slug: "", managed: false },
    context,
  );
}
