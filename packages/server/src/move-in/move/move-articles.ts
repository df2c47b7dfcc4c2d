import {
  createSlug,
  languagePattern,
  maxArticleBody,
  maxArticles,
  maxArticleTitle,
} from "@parlour/protocol/article/facts";
import type { MoveArticle, MoveTranslation } from "@parlour/protocol/move-in/record";
import { cleanText, toVisibleLine } from "../../core/text.ts";
import { countArticles, insertArticle } from "../../store/articles/article.ts";
import {
  changeText,
  findStoredText,
  writeText,
  type StoredText,
} from "../../store/articles/article-text.ts";
import { findHelpCenter } from "../../store/articles/help-center.ts";
import { findFreeArticleSlug, type TextKey } from "../../store/articles/slug.ts";
import { findMovedArticle, type StoredMoveRecord } from "../../store/move-in/move-record.ts";
import {
  canAddSection,
  findLastOtherPosition,
  findNamedRow,
} from "../../store/move-in/settings-row.ts";
import { articleSectionStore } from "../../store/settings/content/article-section.ts";
import type { MoveJob } from "../job.ts";
import { findStoredRecords, toLanguage } from "./find-stored.ts";
import type {
  ConvertedArticle,
  MovedSetting,
  ReadyArticle,
  SettingTarget,
} from "./setting-target.ts";

const languageTag = new RegExp(languagePattern);
const maxTags = 20_000;

/** Converts the texts of articles. This takes CPU time, so no transaction waits for it. */
export async function convertArticles(
  { deps, move }: MoveJob,
  articles: readonly (MoveArticle | MoveTranslation)[],
): Promise<ReadonlyMap<string, ConvertedArticle>> {
  if (articles.length === 0) return new Map();
  const { values, locale } = await findHelpCenter(deps.reader, move.account);
  const languages = values.languages.map(toLanguage);
  const converted = new Map<string, ConvertedArticle>();
  for (const article of articles) {
    const language = toLanguage(article.language ?? languages[0] ?? locale);
    const isShown = languages.length === 0 || languages.includes(language);
    const body = await convertBody(article);
    converted.set(
      article.id,
      !languageTag.test(language)
        ? { code: "wrong_language" }
        : body === null || Array.from(body).length > maxArticleBody
          ? { code: "too_long" }
          : { language, body, codes: isShown ? [] : ["new_language"] },
    );
  }
  return converted;
}

/** null: the text is too long, or its elements are nested deeper than the stack. */
async function convertBody({
  html,
  markdown = "",
  url,
}: MoveArticle | MoveTranslation): Promise<string | null> {
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

/**
 * Stores a text as a draft, or changes one that nobody has edited since (MV-028). A translation
 * becomes a text of its article. Without one, it becomes an article, which other translations join.
 */
export async function moveArticle(
  target: SettingTarget,
  record: MoveArticle | MoveTranslation,
  converted: ConvertedArticle,
): Promise<MovedSetting> {
  const { tx, account, move } = target;
  if ("code" in converted) return leaveOut(converted.code);
  const title = toVisibleLine(record.title, maxArticleTitle);
  if (title === "") return leaveOut("no_name");
  const stored = (await findStoredRecords(tx, move, [record])).get(record.id);
  const key = toTextKey(account, stored);
  const before = key === null ? null : await findStoredText(tx, key);
  return key === null || before === null
    ? addText(target, record, { ...converted, title })
    : changeDraft(target, key, {
        before,
        version: stored?.seq ?? 0,
        title,
        body: converted.body,
      });
}

/** Changes a text, unless somebody has edited or published it since the import. */
async function changeDraft(
  { tx, move, context }: SettingTarget,
  key: TextKey,
  given: {
    readonly before: StoredText;
    readonly version: number;
    readonly title: string;
    readonly body: string;
  },
): Promise<MovedSetting> {
  const { before, version, title, body } = given;
  const shared = { id: key.article, language: key.language };
  if (before.version !== version || before.state !== "draft")
    return { ...shared, existed: true, version, codes: ["edited"] };
  const text = changeText(before, { ...before, title, body }, false);
  await writeText(tx, key, { before, text }, { operatorId: move.operatorId, now: context.now });
  return { ...shared, existed: false, version: text.version, result: "changed" };
}

/** Adds a text to the article that has other languages of it, or to a new one. */
async function addText(
  target: SettingTarget,
  record: MoveArticle | MoveTranslation,
  { title, language, body, codes }: ReadyArticle & { readonly title: string },
): Promise<MovedSetting> {
  const { tx, account, move, made, context } = target;
  const original = record.kind === "article" ? record.id : record.article;
  const joined = await findMovedArticle(tx, move, original);
  const article = joined?.article ?? made.get(original) ?? (await makeArticle(target, record));
  if (article === null) return leaveOut("at_limit");
  made.set(original, article);
  const key = { account, article, language };
  if ((await findStoredText(tx, key)) !== null) return leaveOut("language_exists");
  const slug = await findFreeArticleSlug(tx, key, createSlug(title) || "article");
  const text = changeText(null, { title, body, state: "draft", slug }, false);
  const author = { operatorId: move.operatorId, now: context.now };
  await writeText(tx, key, { before: null, text }, author);
  const isAlone = record.kind === "translation" && joined?.hasOriginal !== true;
  return {
    id: article,
    language,
    existed: false,
    version: text.version,
    codes: isAlone ? [...codes, "no_article"] : codes,
  };
}

/** Returns which text a record has become. null: none. */
const toTextKey = (account: number, stored: StoredMoveRecord | undefined): TextKey | null =>
  stored?.targetId == null || stored.language === null
    ? null
    : { account, article: stored.targetId, language: stored.language };

/** Inserts an article without texts. null: the account has too many articles or sections. */
async function makeArticle(
  target: SettingTarget,
  record: MoveArticle | MoveTranslation,
): Promise<number | null> {
  const { tx, account, context, move } = target;
  const section = await findOrMakeSection(target, record.section ?? move.name);
  if (section === null || (await countArticles(tx, account)) >= maxArticles) return null;
  const given = record.kind === "article" ? record.position : undefined;
  const position = given === undefined ? null : (await findStart(target, section)) + given;
  return insertArticle(tx, account, { section, position }, context.now);
}

/** Returns the position in a section after which the articles of the source begin. */
async function findStart({ tx, move, starts }: SettingTarget, section: number): Promise<number> {
  const last = starts.get(section) ?? (await findLastOtherPosition(tx, move, section));
  starts.set(section, last);
  return last;
}

const leaveOut = (code: string): MovedSetting => ({ id: null, existed: false, codes: [code] });

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
