import type { SiteImportTarget } from "@parlour/protocol/api";
import { createSlug } from "@parlour/protocol/article/facts";
import type { SourceRecord } from "../../../store/articles/source.ts";
import type { SiteItemRecord } from "../../../store/sites/site-item.ts";
import type { ImportTarget } from "../folder/plan-import.ts";
import type { TextFile } from "../folder/text-file.ts";
import { chooseSlugs } from "../folder/choose-slugs.ts";

/** A page of a site as a text. */
export interface NamedText {
  readonly item: SiteItemRecord;
  readonly address: string;
  readonly text: Omit<TextFile, "body">;
  readonly source: SourceRecord | null;
  readonly isLanguageAssumed: boolean;
}
interface SitePages {
  readonly items: readonly SiteItemRecord[];
  readonly sources: ReadonlyMap<string, SourceRecord>;
}

/** Decides which article and address each page gets. */
export async function nameTexts(
  target: ImportTarget,
  { items, sources }: SitePages,
  given: SiteImportTarget,
): Promise<readonly NamedText[]> {
  const pages = items
    .filter(({ body }) => body !== null)
    .map((item) => {
      const address = item.finalAddress ?? item.address;
      const source = sources.get(address) ?? null;
      const assumed = chooseLanguage(target, item.language);
      const language = source?.language ?? assumed ?? target.language;
      return { item, address, source, language, isLanguageAssumed: assumed === null };
    });
  const stems = groupLanguages(pages);
  const slugs = await chooseSlugs(
    target,
    pages.map(({ item, address, source, language }) => ({
      language,
      base: chooseBase(address, item.title ?? ""),
      slug: source?.slug ?? null,
    })),
  );
  return pages.map(({ item, address, source, language, isLanguageAssumed }, n) => {
    const section = source?.section ?? given.section;
    const first = stems[n] ?? n;
    return {
      item,
      address,
      source,
      isLanguageAssumed,
      text: {
        stem: `${first}/${slugs[first] ?? ""}`,
        section: { name: section, slug: createSlug(section) },
        language,
        slug: slugs[n] ?? "",
        title: item.title ?? "",
        state: given.state === "draft" && source !== null ? source.state : given.state,
        position: n,
      },
    };
  });
}

/** `de-at` is `de` if only that is a language of the help centre. null: the page names none. */
function chooseLanguage({ languages }: ImportTarget, tag: string | null): string | null {
  const [primary = ""] = tag?.split("-") ?? [];
  return tag === null || languages.includes(tag) || !languages.includes(primary) ? tag : primary;
}

interface Page {
  readonly item: SiteItemRecord;
  readonly address: string;
  readonly source: SourceRecord | null;
  readonly language: string;
}

/**
 * Returns the first page of the same article for each page, by index. Pages in several languages
 * are one article if each names the other (`hreflang`).
 */
function groupLanguages(pages: readonly Page[]): readonly number[] {
  const indexes = new Map(
    pages.flatMap(({ item, address }, n) => [
      [address, n],
      [item.address, n],
    ]),
  );
  const namedBy = pages.map(
    ({ item }) =>
      new Set(Object.values(item.alternates ?? {}).map((address) => indexes.get(address))),
  );
  const firsts: number[] = [];
  const languages = new Map<number, Set<string>>();
  for (const [n, { language }] of pages.entries()) {
    const first = pages.findIndex(
      (_, other) =>
        other < n &&
        firsts[other] === other &&
        namedBy[n]?.has(other) === true &&
        namedBy[other]?.has(n) === true &&
        languages.get(other)?.has(language) === false,
    );
    firsts[n] = first < 0 ? n : first;
    const group = languages.get(firsts[n] ?? n) ?? new Set();
    languages.set(firsts[n] ?? n, group.add(language));
  }
  return firsts;
}

/** Returns the last part of an address as a slug, or that of the title if it says nothing. */
function chooseBase(address: string, title: string): string {
  const path = URL.parse(address)?.pathname ?? "";
  const last = decode(path.split("/").findLast((part) => part !== "") ?? "");
  const name = createSlug(last.replace(/\.(?:html?|php|aspx?)$/i, ""));
  return (/^(?:index|default|home|)$/.test(name) ? createSlug(title) : name) || "page";
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
