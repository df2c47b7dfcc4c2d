import { createHash } from "node:crypto";
import {
  createSlug,
  getArticlePath,
  languagePattern,
  maxArticleBody,
  maxArticleTitle,
} from "@parlour/protocol/article/facts";
import { cleanText, toVisibleLine } from "../../../core/text.ts";
import { htmlToMarkdown } from "../../../sites/page/convert-page.ts";
import { listSources, type SourceRecord } from "../../../store/articles/source.ts";
import { listTargets, replaceLinks } from "./file-links.ts";
import { toWarning, type ImportItem, type ImportReason } from "./import-item.ts";
import {
  leaveOut,
  planTexts,
  type ImportPlan,
  type ImportTarget,
  type ParsedText,
} from "./plan-import.ts";
import type { Folder, FolderFile } from "./read-folder.ts";
import { chooseSlugs } from "./choose-slugs.ts";
import { isExport, readSystems, type ExportText } from "./export-systems.ts";

/** Name under which the texts of export files are found again. */
const site = "export";
const maxFileBytes = 20 * 1024 * 1024;
/** Tags of a text, which takes at most 0.4 s to convert (decision 0243). */
const maxTags = 12_000;
const languageTag = new RegExp(languagePattern);

interface ReadText {
  readonly given: ExportText;
  readonly address: string;
  readonly language: string;
  readonly title: string;
  readonly body: string;
  readonly hash: string;
  readonly source: SourceRecord | null;
}

/**
 * Compares the articles of another system with those of the account. `given`: files with answers of
 * its API. Writes nothing.
 */
export async function planExport(
  target: ImportTarget,
  given: Folder,
): Promise<{ readonly folder: Folder; readonly plan: ImportPlan }> {
  const { texts, leftOut } = await readFiles(given);
  const addresses = texts.map(({ address }) => address);
  const list = await listSources(target.reader, target.account, { addresses, site });
  const sources = new Map(list.map((source) => [source.address, source]));
  const read: ReadText[] = [];
  for (const text of texts) {
    const one = readText(target, text, sources);
    if ("code" in one) leftOut.push(leaveOut(text.address, one));
    else read.push(one);
    // Other requests get their turn.
    await new Promise((resolve) => void setImmediate(resolve));
  }
  const slugs = await chooseSlugs(
    target,
    read.map(({ language, title, source }) => ({
      language,
      base: createSlug(title) || "article",
      slug: source?.slug ?? null,
    })),
  );
  const folder: Folder = { files: new Map(), refused: [] };
  return {
    folder,
    plan: await planTexts(target, folder, { parsed: toParsed(read, slugs, sources), leftOut }),
  };
}

async function readFiles({
  files,
  refused,
}: Folder): Promise<{ readonly texts: readonly ExportText[]; readonly leftOut: ImportItem[] }> {
  const leftOut = refused.map((path) => leaveOut(path, { code: "outside_folder" }));
  const values: Readonly<Record<string, unknown>>[] = [];
  for (const file of files.values()) {
    const value = file.size > maxFileBytes ? undefined : await readJson(file);
    if (value === undefined || !isExport(value))
      leftOut.push(leaveOut(file.path, { code: "unknown_export" }));
    else values.push(value);
  }
  return { texts: readSystems(values), leftOut };
}

async function readJson({ read }: FolderFile): Promise<unknown> {
  try {
    return JSON.parse((await read()).toString("utf8").replace(/^\ufeff/, "")) as unknown;
  } catch {
    return undefined;
  }
}

function readText(
  target: ImportTarget,
  given: ExportText,
  sources: ReadonlyMap<string, SourceRecord>,
): ReadText | ImportReason {
  const { address } = given;
  const title = toVisibleLine(given.title, maxArticleTitle);
  if (title === "") return { code: "no_title" };
  if (given.section === undefined) return { code: "no_section" };
  const language = given.language?.toLowerCase() ?? target.language;
  if (!languageTag.test(language)) return { code: "wrong_language", detail: language };
  if (given.body.length > 4 * maxArticleBody || given.body.split("<").length > maxTags)
    return { code: "too_long" };
  const body = convertBody(given);
  if (body === null) return { code: "unreadable" };
  if (Array.from(body).length > maxArticleBody) return { code: "too_long" };
  const parts = [title, body, given.state, given.section];
  const hash = createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
  return { given, address, language, title, body, hash, source: sources.get(address) ?? null };
}

function convertBody({ isHtml, body, address }: ExportText): string | null {
  if (!isHtml) return cleanText(body).replaceAll("\r\n", "\n");
  try {
    return htmlToMarkdown(body, address);
  } catch (error) {
    // Elements are nested deeper than the stack.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function toParsed(
  read: readonly ReadText[],
  slugs: readonly string[],
  sources: ReadonlyMap<string, SourceRecord>,
): readonly ParsedText[] {
  const links = new Map<string, string>();
  for (const { address, language, slug } of sources.values())
    links.set(address, getArticlePath(language, slug));
  for (const [n, { address }] of read.entries()) links.set(address, `${n}.md`);
  const firsts = new Map<string, string>();
  for (const [n, { given }] of read.entries())
    if (!firsts.has(given.article)) firsts.set(given.article, slugs[n] ?? "");
  return read.map(({ given, address, language, title, body, hash, source }, n): ParsedText => {
    const section = given.section ?? "";
    const isUnchanged = source?.hash === hash;
    const warnings = given.language === undefined ? [toWarning("language_assumed", language)] : [];
    if (source?.isEdited && !isUnchanged) warnings.push(toWarning("edited_here"));
    for (const { target, line, isPicture } of isUnchanged ? [] : listTargets(body))
      if (isPicture) warnings.push(toWarning("picture_left_out", target, line));
    return {
      file: address,
      path: `${n}.md`,
      text: {
        stem: `${given.article}/${firsts.get(given.article)}`,
        section: { name: section, slug: createSlug(section) },
        language,
        slug: slugs[n] ?? "",
        title,
        state: given.state,
        position: given.position,
        body: replaceLinks(body, (target) => links.get(target) ?? null),
      },
      warnings,
      source: { address, site, hash, isUnchanged, keepsState: false },
    };
  });
}
