import { parse, stringify } from "yaml";
import {
  articleStates,
  createSlug,
  languagePattern,
  maxArticleBody,
  maxArticleTitle,
} from "@parlour/protocol/article/facts";
import type { Article } from "@parlour/protocol/api";
import { cleanText, toVisibleLine } from "../../../core/text.ts";
import type { ImportReason } from "./import-item.ts";

/** A text of an article as a Markdown file with front matter (ART-030). */
export interface TextFile {
  /** Path without language and extension. Files of one article share it. */
  readonly stem: string;
  readonly section: { readonly slug: string; readonly name: string };
  readonly language: string;
  readonly slug: string;
  readonly title: string;
  readonly state: Article["state"];
  /** Place in the section. null: the file has none. */
  readonly position: number | null;
  readonly body: string;
}

const filePath = /^(?:(?:.*\/)?([^/]+)\/)?([^/]+?)(?:\.([^./]+))?\.(?:md|markdown)$/i;
const frontMatter = /^---[^\S\n]*\n(?:([^]*?)\n)?---[^\S\n]*(?:\n|$)\n?/;
const firstHeading = /^\s*# +([^\n]+?)(?: +#+)? *(?:\n+|$)/;
const languageTag = new RegExp(languagePattern);

export const isTextFile = (path: string): boolean => filePath.test(path);

/** Reads a text. Returns why it cannot be one. `language`: that of a file that names none. */
export function parseTextFile(
  path: string,
  bytes: Buffer,
  language: string,
): TextFile | ImportReason {
  const source = decode(bytes);
  if (source === null) return { code: "not_utf8" };
  const [matter = "", yaml = ""] = frontMatter.exec(source) ?? [];
  const facts = parseFacts(yaml);
  if (facts === null) return { code: "wrong_front_matter" };
  const names = nameFile(path, facts);
  if ("code" in names) return names;
  const text = source.slice(matter.length).replace(/\n$/, "");
  const [heading = "", words = ""] =
    facts.title === undefined ? (firstHeading.exec(text) ?? []) : [];
  const title = toVisibleLine(facts.title ?? words, maxArticleTitle);
  if (title === "") return { code: "no_title" };
  const body = text.slice(heading.length);
  if (Array.from(body).length > maxArticleBody) return { code: "too_long" };
  const state = articleStates.find((one) => one === (facts.state ?? "draft"));
  if (state === undefined) return { code: "wrong_state", detail: facts.state };
  const position = Number(facts.position ?? Number.NaN);
  return {
    ...names,
    language: names.language ?? language,
    title,
    state,
    position: Number.isFinite(position) ? position : null,
    body,
  };
}

type Facts = Readonly<Partial<Record<string, string>>>;

/** Returns section, slug and language of a path and its front matter, or what is missing. */
function nameFile(
  path: string,
  facts: Facts,
):
  | (Omit<TextFile, "language" | "title" | "state" | "position" | "body"> & {
      readonly language: string | null;
    })
  | ImportReason {
  const [, folder = "", name = "", ending] = filePath.exec(path) ?? [];
  const tag = ending?.toLowerCase() ?? "";
  const isTag = languageTag.test(tag);
  const fileName = ending === undefined || isTag ? name : `${name}.${ending}`;
  const language = facts.language?.toLowerCase() ?? (isTag ? tag : null);
  if (language !== null && !languageTag.test(language))
    return { code: "wrong_language", detail: language };
  const sectionName = toVisibleLine(facts.section ?? folder, 100);
  if (sectionName === "") return { code: "no_section" };
  const slug = createSlug(facts.slug ?? fileName);
  if (slug === "") return { code: "no_address" };
  return {
    stem: `${path.slice(0, path.lastIndexOf("/") + 1)}${fileName}`,
    section: { name: sectionName, slug: createSlug(folder || sectionName) },
    language,
    slug,
  };
}

/** Returns the values of front matter as texts, or null if it is not valid. */
function parseFacts(yaml: string): Facts | null {
  try {
    const facts: unknown = parse(yaml, {
      schema: "failsafe",
      maxAliasCount: 0,
      logLevel: "error",
    });
    if (facts === null || facts === "") return {};
    if (typeof facts !== "object" || Array.isArray(facts)) return null;
    const texts = Object.entries(facts).filter(([, value]) => typeof value === "string");
    return Object.fromEntries(texts) as Facts;
  } catch {
    return null;
  }
}

function decode(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return cleanText(text).replaceAll("\r\n", "\n");
  } catch {
    return null;
  }
}

/** Returns the file of a text. `parseTextFile` returns the same text again. */
export const formatTextFile = (
  facts: Readonly<Record<string, string | number>>,
  body: string,
): string =>
  `---\n${stringify(facts, { lineWidth: 0, defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN" })}---\n\n${body}\n`;
