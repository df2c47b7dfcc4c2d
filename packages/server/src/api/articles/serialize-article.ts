import type { Article, ArticleSummary, ArticleText, ArticleVersion } from "@parlour/protocol/api";
import { getArticlePath } from "@parlour/protocol/article/facts";
import type { AccountConfig } from "../../core/command.ts";
import { formatDateAt, lastDaysUntil } from "../../core/report/period.ts";
import {
  listArticles,
  readBody,
  type ArticleFilter,
  type ArticleRecord,
  type TextRecord,
  type VersionRecord,
} from "../../store/articles/article.ts";
import { findBrokenLinks } from "../../store/articles/broken-links.ts";
import type { Reader } from "../../store/database/reader.ts";
import { rejectNotFound } from "../kit/ids.ts";
import { getReportTimeZone } from "../reports/report-query.ts";

/** Days whose readers a summary counts. */
const summaryDays = 28;

/** `origin`: that of the help centre, or null if no host name leads to it. */
export interface ArticleContext {
  readonly config: AccountConfig;
  readonly now: number;
  readonly origin: string | null;
}

export function loadArticles(
  reader: Reader,
  account: number,
  { config, now }: ArticleContext,
  filter: ArticleFilter,
): Promise<readonly ArticleRecord[]> {
  const today = formatDateAt(getReportTimeZone(config), now);
  return listArticles(reader, account, lastDaysUntil(today, summaryDays).from, filter);
}

/** Returns an article with its body in a language, or in its first one. Throws `not_found`. */
export async function loadArticle(
  reader: Reader,
  account: number,
  context: ArticleContext,
  { id, language }: { readonly id: number; readonly language: string | undefined },
): Promise<Article> {
  const { record, text } = await requireText(reader, account, context, { id, language });
  const body = (await readBody(reader, account, id, text.language)) ?? "";
  const { slug, path, version, has_changes } = serializeText(record, text);
  return {
    ...serializeSummary(record, context.config, language),
    body,
    slug,
    path,
    url: context.origin && `${context.origin}${path}`,
    version,
    has_changes,
    broken_links: (await findBrokenLinks(reader, account, body, context.origin)).map(
      ({ target, line }) => ({ target, line }),
    ),
    created_at: record.createdAt,
  };
}

/** Returns an article with its text in a language, or with its first one. Throws `not_found`. */
export async function requireText(
  reader: Reader,
  account: number,
  context: ArticleContext,
  { id, language }: { readonly id: number; readonly language: string | undefined },
): Promise<{ readonly record: ArticleRecord; readonly text: TextRecord }> {
  const [record] = await loadArticles(reader, account, context, { id });
  const text = record && findText(record, language);
  if (!record || !text || (language !== undefined && text.language !== language))
    return rejectNotFound(record ? "text of the article" : "article");
  return { record, text };
}

/** Returns the text in a language, or else the first one. */
const findText = ({ texts }: ArticleRecord, language: string | undefined): TextRecord | undefined =>
  texts.find((text) => text.language === language) ?? texts[0];

export function serializeSummary(
  record: ArticleRecord,
  config: AccountConfig,
  language: string | undefined,
): ArticleSummary {
  const text = findText(record, language);
  if (text === undefined) throw new Error(`article ${record.id} has no text`);
  const last = record.texts.reduce((a, b) => (b.updatedAt > a.updatedAt ? b : a));
  return {
    id: record.id,
    section_id: record.sectionId,
    position: record.position,
    title: text.title,
    language: text.language,
    state: text.state,
    texts: record.texts.map((each) => serializeText(record, each)),
    views: record.views,
    helpful: record.helpful,
    not_helpful: record.notHelpful,
    updated_at: last.updatedAt,
    updated_by: toOperator(last.updatedBy, config),
  };
}

function serializeText({ texts: [first] }: ArticleRecord, text: TextRecord): ArticleText {
  const { language, slug, publishedVersion } = text;
  return {
    language,
    title: text.title,
    slug,
    state: text.state,
    has_changes: publishedVersion !== null && publishedVersion !== text.version,
    outdated: text !== first && first?.publishedAt != null && first.publishedAt > text.updatedAt,
    path: getArticlePath(language, slug),
    version: text.version,
    updated_at: text.updatedAt,
    published_at: text.publishedAt,
  };
}

export const serializeVersion = (
  { version, title, slug, published, at, operatorId }: VersionRecord,
  config: AccountConfig,
): ArticleVersion => ({
  version,
  title,
  slug,
  published,
  at,
  operator: toOperator(operatorId, config),
});

const toOperator = (id: number | null, config: AccountConfig): ArticleVersion["operator"] =>
  id === null ? null : { id, name: config.operators.get(id)?.name ?? "" };
