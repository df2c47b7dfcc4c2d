import { createHash } from "node:crypto";
import { articleText, parseArticle } from "@parlour/protocol/article/markdown";
import { getArticlePath } from "@parlour/protocol/article/facts";
import { findBrokenLinks } from "../../../store/articles/broken-links.ts";
import {
  findFilesOfHashes,
  findTextsOfSlugs,
  readFolderText,
  type FolderText,
} from "../../../store/articles/folder.ts";
import type { ArticleSource } from "../../../store/articles/source.ts";
import type { Reader } from "../../../store/database/reader.ts";
import { listFileAddresses } from "./file-addresses.ts";
import { listRelativeLinks, replaceRelativeLinks, resolvePath } from "./file-links.ts";
import {
  toWarning,
  type ImportItem,
  type ImportReason,
  type ImportWarning,
} from "./import-item.ts";
import type { Folder, FolderFile } from "./read-folder.ts";
import { isTextFile, parseTextFile, type TextFile } from "./text-file.ts";

interface LinkPlan {
  /** Paths of the files that must be stored first. */
  readonly missing: readonly string[];
  /** Returns the body. `stored`: addresses of the files of `missing`, by path. */
  readonly toBody: (stored: ReadonlyMap<string, string>) => string;
}
/** A text of the folder, and what an import does with it. */
export interface PlannedText extends LinkPlan {
  readonly file: string;
  readonly text: TextFile;
  readonly source: TextSource | undefined;
  readonly result: "added" | "changed" | "unchanged";
  /** The article that has the text, or another text of the same article. null: none. */
  readonly article: number | null;
  readonly warnings: readonly ImportWarning[];
}
/** A text before it is compared. `file`: its name in the report. `path`: in the folder. */
export interface ParsedText {
  readonly file: string;
  readonly path: string;
  readonly text: TextFile;
  readonly warnings?: readonly ImportWarning[];
  readonly source?: TextSource;
}
/** The page of another system from which a text comes (ART-085). */
interface TextSource extends ArticleSource {
  /** The page is as it was imported. */
  readonly isUnchanged: boolean;
  /** The text is in the state of its article, so that changes of a published one are not public. */
  readonly keepsState: boolean;
}
export interface ImportPlan {
  readonly texts: readonly PlannedText[];
  readonly leftOut: readonly ImportItem[];
}
export interface ImportTarget {
  readonly reader: Reader;
  readonly account: number;
  readonly sections: readonly {
    readonly id: number;
    readonly name: string;
    readonly slug: string;
  }[];
  /** Language of files that name none, and those of the help centre. */
  readonly language: string;
  readonly languages: readonly string[];
  /** Origin of the help centre, or null. */
  readonly origin: string | null;
  readonly maxFileBytes: number;
  /** Returns the address of a stored file. */
  readonly toUrl: (file: { readonly token: string; readonly name: string }) => string;
}

/** Texts of one import (ART-032). */
export const maxImportTexts = 2_000;
const maxTextBytes = 512 * 1024;
const maxWarnings = 20;

/** Compares a folder with the articles of the account. Writes nothing. */
export async function planImport(target: ImportTarget, folder: Folder): Promise<ImportPlan> {
  const leftOut = folder.refused.map((file) => leaveOut(file, { code: "outside_folder" }));
  const parsed: ParsedText[] = [];
  const addresses = new Set<string>();
  for (const file of folder.files.values()) {
    if (!isTextFile(file.path)) continue;
    const text = await readText(file, target.language);
    if ("code" in text) {
      leftOut.push(leaveOut(file.path, text));
      continue;
    }
    const address = getArticlePath(text.language, text.slug);
    if (addresses.has(address))
      leftOut.push(leaveOut(file.path, { code: "same_address", detail: address }, text));
    else parsed.push({ file: file.path, path: file.path, text });
    addresses.add(address);
  }
  return planTexts(target, folder, { parsed, leftOut });
}

/** Compares texts of a folder with the articles of the account. Writes nothing. */
export async function planTexts(
  target: ImportTarget,
  folder: Folder,
  {
    parsed,
    leftOut,
  }: { readonly parsed: readonly ParsedText[]; readonly leftOut: readonly ImportItem[] },
): Promise<ImportPlan> {
  const context = await readContext(target, folder, parsed);
  const texts: PlannedText[] = [];
  for (const [n, entry] of parsed.entries()) texts.push(await planText(target, context, entry, n));
  const unnamed = [...folder.files.keys()].filter(
    (path) => !isTextFile(path) && !context.named.has(path),
  );
  return {
    texts,
    leftOut: [...leftOut, ...unnamed.map((path) => leaveOut(path, { code: "not_named" }))],
  };
}

export const leaveOut = (file: string, reason: ImportReason, text?: TextFile): ImportItem => ({
  file,
  result: "left_out",
  article_id: null,
  title: text?.title ?? null,
  language: text?.language ?? null,
  state: text?.state ?? null,
  size: text?.body.length ?? null,
  reason: { code: reason.code, detail: reason.detail ?? null, line: null },
  warnings: [],
});

async function readText(file: FolderFile, language: string): Promise<TextFile | ImportReason> {
  if (file.size > maxTextBytes) return { code: "file_too_large" };
  const bytes = await readBytes(file);
  return bytes === null ? { code: "damaged" } : parseTextFile(file.path, bytes, language);
}
const readBytes = ({ read }: FolderFile): Promise<Buffer | null> => read().catch(() => null);

/** What the plans of all texts need. */
interface PlanContext {
  readonly folder: Folder;
  /** Files that texts name, by path. */
  readonly named: ReadonlyMap<string, NamedFile>;
  /** Texts that the slugs of the folder lead to, by index of the text. */
  readonly found: ReadonlyMap<number, FolderText>;
  /** Articles of the account by the stem of their files. */
  readonly articles: ReadonlyMap<string, number>;
  readonly paths: ReadonlyMap<string, TextFile>;
}
/** `stored`: files of the account with the same content. `isUsable`: it can be stored. */
interface NamedFile {
  readonly stored: readonly { readonly token: string; readonly name: string }[];
  readonly isUsable: boolean;
}

async function readContext(
  target: ImportTarget,
  folder: Folder,
  parsed: readonly ParsedText[],
): Promise<PlanContext> {
  const texts = parsed.map(({ text }) => text);
  const found = await findTextsOfSlugs(target.reader, target.account, texts);
  const articles = new Map<string, number>();
  for (const [n, { stem }] of texts.entries()) {
    const article = found.get(n)?.article;
    if (article !== undefined && !articles.has(stem)) articles.set(stem, article);
  }
  const paths = new Map(parsed.map(({ path, text }) => [path, text]));
  return { folder, found, articles, paths, named: await readNamedFiles(target, folder, parsed) };
}

async function readNamedFiles(
  { reader, account, maxFileBytes }: ImportTarget,
  { files }: Folder,
  parsed: readonly ParsedText[],
): Promise<ReadonlyMap<string, NamedFile>> {
  const hashes = new Map<string, string | null>();
  for (const { path, text, source } of parsed)
    for (const { target } of source?.isUnchanged ? [] : listRelativeLinks(text.body)) {
      const entry = files.get(resolvePath(path, target) ?? "");
      if (entry === undefined || isTextFile(entry.path) || hashes.has(entry.path)) continue;
      const bytes = entry.size > maxFileBytes ? null : await readBytes(entry);
      hashes.set(entry.path, bytes && createHash("sha256").update(bytes).digest("base64url"));
    }
  const known = await findFilesOfHashes(
    reader,
    account,
    [...hashes.values()].filter((one) => one !== null),
  );
  return new Map(
    Array.from(hashes, ([path, hash]) => [
      path,
      {
        stored: known.filter(({ sha256 }) => sha256 === hash),
        isUsable: hash !== null,
      },
    ]),
  );
}

async function planText(
  target: ImportTarget,
  context: PlanContext,
  parsed: ParsedText,
  n: number,
): Promise<PlannedText> {
  const { file, text, source } = parsed;
  const given = parsed.warnings ?? [];
  const article = context.found.get(n)?.article ?? context.articles.get(text.stem) ?? null;
  const shared = { file, text, source, article };
  if (source?.isUnchanged)
    return { ...shared, result: "unchanged", missing: [], toBody: () => "", warnings: given };
  const before =
    context.found.get(n) ??
    (article === null
      ? null
      : await readFolderText(target.reader, target.account, { article, language: text.language }));
  const { toBody, missing, ...links } = planLinks(target, context, parsed, before);
  const warnings = [...given, ...links.warnings];
  const body = toBody(new Map());
  const isSame =
    missing.length === 0 && before !== null && isSameText(target, before, { ...text, body });
  const result = before === null ? "added" : isSame ? "unchanged" : "changed";
  if (result === "changed" && before?.hasChanges === true && source === undefined)
    warnings.push(toWarning("replaces_changes"));
  if (hasHtml(body)) warnings.push(toWarning("html_as_text"));
  warnings.push(...(await findBrokenAddresses(target, context, body)));
  return { ...shared, result, missing, toBody, warnings: warnings.slice(0, maxWarnings) };
}

const isSameText = ({ sections }: ImportTarget, before: FolderText, text: TextFile): boolean =>
  before.title === text.title &&
  before.body === text.body &&
  before.state === text.state &&
  before.slug === text.slug &&
  findSection(sections, text)?.id === before.section;

/** Returns the section with the slug or the name of a text. */
export const findSection = (
  sections: ImportTarget["sections"],
  { section: { slug, name } }: TextFile,
): ImportTarget["sections"][number] | undefined =>
  sections.find((one) => one.slug === slug) ??
  sections.find((one) => one.name.toLowerCase() === name.toLowerCase());

/** Decides where the relative links of a text lead. */
function planLinks(
  { toUrl }: ImportTarget,
  { folder, named, paths }: PlanContext,
  parsed: ParsedText,
  before: FolderText | null,
): LinkPlan & { readonly warnings: ImportWarning[] } {
  const { text } = parsed;
  const present = new Map(
    listFileAddresses(before?.body ?? "").map(({ token, url }) => [token, url]),
  );
  const warnings: ImportWarning[] = [];
  const missing = new Set<string>();
  const known = new Map<string, string>();
  for (const { target, line } of listRelativeLinks(text.body)) {
    const path = resolvePath(parsed.path, target);
    const linked = path === null ? undefined : paths.get(path);
    const entry = path === null ? undefined : named.get(path);
    if (path !== null && linked) known.set(path, getArticlePath(linked.language, linked.slug));
    else if (path !== null && entry?.isUsable) {
      const [first] = entry.stored;
      const same = entry.stored.find(({ token }) => present.has(token));
      const url = (same && present.get(same.token)) ?? (first && toUrl(first));
      if (url === undefined) missing.add(path);
      else known.set(path, url);
    } else warnings.push(toWarning(findLinkFault(path, folder, entry), target, line));
  }
  return {
    warnings,
    missing: [...missing],
    toBody: (stored) =>
      replaceRelativeLinks(text.body, (target) => {
        const path = resolvePath(parsed.path, target) ?? "";
        return known.get(path) ?? stored.get(path) ?? null;
      }),
  };
}

function findLinkFault(
  path: string | null,
  { files }: Folder,
  entry: NamedFile | undefined,
): ImportWarning["code"] {
  if (path === null) return "link_outside_folder";
  if (entry !== undefined) return "link_to_unusable_file";
  return files.has(path) ? "link_to_left_out_file" : "link_to_missing_file";
}

/** Names links to addresses of the help centre that no text has, also not after the import. */
async function findBrokenAddresses(
  { reader, account, origin }: ImportTarget,
  { paths }: PlanContext,
  body: string,
): Promise<readonly ImportWarning[]> {
  if (!body.includes("/help/")) return [];
  const imported = new Set(
    Array.from(paths.values(), ({ language, slug }) => getArticlePath(language, slug)),
  );
  const broken = await findBrokenLinks(reader, account, body, origin);
  return broken
    .filter(({ target }) => !imported.has(URL.parse(target, "http://help.invalid")?.pathname ?? ""))
    .map(({ target, line }) => toWarning("broken_link", target, line));
}

/** Returns whether readers see HTML as text, outside of code. */
function hasHtml(body: string): boolean {
  const tag = /<\/?[a-z][^<>\n]*>/i;
  return (
    tag.test(body) &&
    tag.test(articleText(parseArticle(body).filter(({ type }) => type !== "code")))
  );
}
