import { Readable } from "node:stream";
import type { ArticleImport } from "@parlour/protocol/api";
import { getArticlePath } from "@parlour/protocol/article/facts";
import { omitFields } from "@parlour/protocol/omit-fields";
import { articleSection } from "@parlour/protocol/settings/kinds/help/article-section";
import { Refusal, refuse } from "../../../core/failure.ts";
import type { Files } from "../../../files/index.ts";
import { writeSource } from "../../../store/articles/source.ts";
import { createTransactionReader } from "../../../store/database/transaction-reader.ts";
import { articleSectionStore } from "../../../store/settings/content/article-section.ts";
import type { Sql } from "../../../store/database/sql.ts";
import { changeSettings } from "../../kit/change-settings.ts";
import type { RequestAuthor } from "../../kit/change-settings.ts";
import type { ArticleDeps } from "../articles.ts";
import { changeArticle, createArticle } from "../save-article.ts";
import {
  toWarning,
  type ImportItem,
  type ImportReason,
  type ImportWarning,
} from "./import-item.ts";
import { findSection, leaveOut, type ImportPlan, type PlannedText } from "./plan-import.ts";
import type { Folder } from "./read-folder.ts";
import type { TextFile } from "./text-file.ts";

export interface ImportDeps extends ArticleDeps {
  readonly files: Files;
}

/** Returns what the import of a plan would do. */
export function describePlan(plan: ImportPlan, sections: ArticleImport["sections"]): ArticleImport {
  const items = plan.texts.map((text) => toItem(text));
  return { dry_run: true, sections, ordered_sections: [], items: [...items, ...plan.leftOut] };
}

/**
 * Stores the articles of a folder, each in a transaction of its own, so that the account can go on
 * meanwhile. An import that was cut short can be repeated: what is stored is unchanged then.
 */
export async function runImport(
  deps: ImportDeps,
  author: RequestAuthor,
  folder: Folder,
  plan: ImportPlan,
): Promise<ArticleImport> {
  const items = new Map<PlannedText, ImportItem>();
  const sections: string[] = [];
  const stored = new Map<string, string>();
  for (const texts of sortArticles(plan.texts)) {
    const warnings = await storeFiles(deps, author, folder, { texts, stored });
    const { article, section, reason } = await storeArticle(deps, author, texts, stored);
    if (section !== null) sections.push(section);
    for (const text of texts) {
      const item = toItem(text, { article, reason });
      items.set(text, { ...item, warnings: [...item.warnings, ...warnings] });
    }
  }
  return {
    dry_run: false,
    sections,
    ordered_sections: [],
    items: [...plan.texts.map((text) => items.get(text) ?? toItem(text)), ...plan.leftOut],
  };
}

/** Returns the texts by article, in the order in which new articles follow each other. */
function sortArticles(texts: readonly PlannedText[]): readonly (readonly PlannedText[])[] {
  const articles = [...Map.groupBy(texts, ({ text, article }) => article ?? text.stem).values()];
  const position = ([first]: readonly PlannedText[]): number => first?.text.position ?? Infinity;
  return articles
    .map((list) =>
      // The file whose name is its slug has the first language.
      list.toSorted((a, b) => Number(isTranslation(a.text)) - Number(isTranslation(b.text))),
    )
    .toSorted((a, b) => position(a) - position(b) || 0);
}
const isTranslation = ({ stem, slug }: TextFile): boolean => !stem.endsWith(`/${slug}`);

/** Stores the files that the texts lack. Returns those that were refused. */
async function storeFiles(
  { files }: ImportDeps,
  { principal }: RequestAuthor,
  folder: Folder,
  {
    texts,
    stored,
  }: { readonly texts: readonly PlannedText[]; readonly stored: Map<string, string> },
): Promise<readonly ImportWarning[]> {
  const refused: ImportWarning[] = [];
  for (const path of new Set(texts.flatMap(({ missing }) => missing))) {
    const file = folder.files.get(path);
    if (file === undefined || stored.has(path)) continue;
    try {
      const { url } = await files.store({
        account: principal.accountId,
        author: { kind: "operator", id: principal.operatorId },
        name: path,
        body: Readable.from([await file.read()]),
      });
      stored.set(path, url);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push(toWarning("file_refused", `${path}: ${error.failure.message}`));
    }
  }
  return refused;
}

/** Stores the texts of one article. `section`: the name of a new one. `reason`: it was refused. */
async function storeArticle(
  deps: ImportDeps,
  author: RequestAuthor,
  texts: readonly PlannedText[],
  stored: ReadonlyMap<string, string>,
): Promise<{
  readonly article: number | null;
  readonly section: string | null;
  readonly reason: ImportReason | null;
}> {
  const { operatorId } = author.principal;
  const account = author.principal.accountId;
  const [first] = texts;
  const changes = texts.filter(({ result }) => result !== "unchanged");
  if (first === undefined || changes.length === 0)
    return { article: first?.article ?? null, section: null, reason: null };
  try {
    return await changeSettings(
      deps,
      { ...author, key: null },
      "article.import",
      async (tx, now) => {
        const section = await openSection(tx, account, first.text, { now, operatorId });
        let { article } = first;
        for (const { text, toBody, source } of changes) {
          const { language, title, slug, state } = text;
          const content = {
            language,
            title,
            slug,
            state,
            body: toBody(stored),
            section_id: section.id,
          };
          const write = { operatorId, now };
          if (article === null) article = await createArticle(tx, account, content, write);
          else {
            const change = source?.keepsState ? omitFields(content, "state") : content;
            await changeArticle(tx, { account, article, language }, change, write);
          }
          if (source) await writeSource(tx, { account, article, language }, source, now);
        }
        const created = section.isNew ? [{ kind: "article_section" as const, id: section.id }] : [];
        return {
          result: { article, section: section.isNew ? section.name : null, reason: null },
          changed: [{ kind: "article" as const, id: article }, ...created],
          target: `article ${article} ${first.text.language} ${first.text.title}`,
        };
      },
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { article: null, section: null, reason: toReason(error.failure, first.text) };
  }
}

const toReason = (
  { failure, field, message }: Refusal["failure"],
  { language, slug }: TextFile,
): ImportReason =>
  failure === "name_taken" && field === "slug"
    ? { code: "same_address", detail: getArticlePath(language, slug) }
    : { code: "refused", detail: message };

const newSection = { names: {}, description: "", descriptions: {}, icon: "book" } as const;

/** Returns the section of a text. Creates it if the account has none with its slug or name. */
async function openSection(
  tx: Sql,
  account: number,
  text: TextFile,
  author: { readonly now: number; readonly operatorId: number },
): Promise<{ readonly id: number; readonly name: string; readonly isNew: boolean }> {
  const rows = await articleSectionStore.list(createTransactionReader(tx), account);
  const known = rows.map(({ id, values: { name, slug } }) => ({ id, name, slug }));
  const present = findSection(known, text);
  if (present !== undefined) return { ...present, isNew: false };
  if (rows.length >= articleSection.max)
    refuse("invalid_request", `An account has at most ${articleSection.max} sections.`);
  const { name, slug } = text.section;
  const fields = { ...newSection, name, slug, managed: false };
  const seal = (): never => refuse("not_supported", "A section has no secrets.");
  const id = await articleSectionStore.create(tx, account, fields, { ...author, seal });
  if (id === null) return refuse("name_taken", "Another section has this name.");
  return { id, name, isNew: true };
}

function toItem(
  { file, text, result, article, warnings }: PlannedText,
  done: { readonly article: number | null; readonly reason: ImportReason | null } = {
    article,
    reason: null,
  },
): ImportItem {
  if (done.reason !== null) return leaveOut(file, done.reason, text);
  const { title, language, state } = text;
  return {
    file,
    result,
    article_id: done.article,
    title,
    language,
    state,
    size: text.body.length,
    reason: null,
    warnings: [...warnings],
  };
}
