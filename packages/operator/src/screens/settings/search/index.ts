import type { Operator } from "@parlour/protocol";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { canOpenSettings } from "../../../state/session.tsx";
import { findText, i18n, textById } from "../../../text/index.ts";
import { canAdd, listAreas } from "../shown-areas.ts";
import { listPageFields } from "../pages/parts.ts";
import type { SettingField } from "../kit/setting-field.ts";
import { fieldSynonyms, pageSynonyms, type Synonyms } from "./synonyms.ts";

/** A settings page, or a field on it. */
export interface Setting {
  readonly id: string;
  /** Path of the page below `/settings`. */
  readonly page: string;
  readonly isDocs: boolean;
  readonly label: string;
  readonly hint: string;
  /** Titles of the area and of the page. */
  readonly areaTitle: string;
  readonly pageTitle: string;
  readonly synonyms: Synonyms | undefined;
  /** The field, or null if the setting is the page itself. */
  readonly field: SettingField | null;
}
/** A search result with the matching synonyms in the interface language. */
export interface SettingSearchResult extends Setting {
  readonly matched: readonly string[];
}

/** Returns all pages that this operator may open. Each page is followed by its fields. */
export function listSettings(me: Operator): readonly Setting[] {
  // Viewers cannot open the settings (router.tsx).
  if (!canOpenSettings(me)) return [];
  return listAreas(me).flatMap(({ title, pages }) =>
    pages.flatMap(({ path, label, isDocs = false }): readonly Setting[] => {
      const shared = { page: path, isDocs, areaTitle: title, pageTitle: label };
      const page = {
        ...shared,
        id: path,
        label,
        hint: "",
        synonyms: pageSynonyms[path],
        field: null,
      };
      const allFields = listPageFields(me, path);
      const visibleFields = allFields.filter(
        (field) => (field.at !== "new" || canAdd(me, path)) && !hasTwin(allFields, field),
      );
      const fields = visibleFields.map((field) => ({
        ...shared,
        id: `${path}.${field.label}`,
        label: textById(field.label),
        hint: findText(`${field.label}.hint`) ?? "",
        synonyms: fieldSynonyms[field.label],
        field,
      }));
      return [page, ...fields];
    }),
  );
}

/**
 * Returns whether a field of the page has the same text: its group, or one of another group. Of a
 * group and its only field, the group remains.
 */
const hasTwin = (fields: readonly SettingField[], field: SettingField): boolean =>
  fields.some(
    ({ label, group }) =>
      label !== field.label &&
      textById(label) === textById(field.label) &&
      (label === field.group ||
        (group !== undefined && group !== field.label && field.group === undefined)),
  );

/**
 * Returns the settings in which each word of the query is the beginning of a word. Names rank
 * before synonyms, and synonyms before explanations. If only the title of a page matches, its
 * fields are not results.
 */
export function searchSettings(
  settings: readonly Setting[],
  query: string,
): readonly SettingSearchResult[] {
  const words = splitQuery(query);
  if (words.length === 0) return [];
  return settings
    .map((setting) => ({ setting, rank: rankSetting(setting, words) }))
    .filter((ranked): ranked is { setting: Setting; rank: number } => ranked.rank !== null)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ setting }) => ({ ...setting, matched: matchedSynonyms(setting, words) }));
}

const splitQuery = (text: string): readonly string[] =>
  text.toLocaleLowerCase().split(/\s+/).filter(Boolean);

/**
 * Returns the rank, or null if the setting does not match. Lower ranks are better. A match of the
 * complete name ranks best, and a page ranks before a field.
 */
function rankSetting(
  { label, hint, synonyms, field, pageTitle, areaTitle }: Setting,
  words: readonly string[],
): number | null {
  const name = label.toLocaleLowerCase();
  const searchedTexts = [name, joinSynonyms(synonyms), hint.toLocaleLowerCase()];
  const matchIndexes = words.map((word) =>
    searchedTexts.findIndex((text) => hasWordPrefix(text, word)),
  );
  if (matchIndexes.every((index) => index < 0)) return null;
  const pageText = `${pageTitle} ${areaTitle}`.toLocaleLowerCase();
  if (words.some((word, n) => (matchIndexes[n] ?? -1) < 0 && !hasWordPrefix(pageText, word)))
    return null;
  if (name === words.join(" ")) return field === null ? -2 : -1;
  const lastMatch = Math.max(...matchIndexes.map((index) => (index < 0 ? 1 : index)));
  return lastMatch * 2 + (field === null ? 0 : 1);
}

const joinSynonyms = (synonyms: Synonyms | undefined): string =>
  synonyms ? [...synonyms.en, ...synonyms.ru].join(" ").toLocaleLowerCase() : "";

/** Returns whether a word of the text begins with `word`. */
function hasWordPrefix(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "")) return true;
  return false;
}

function matchedSynonyms({ synonyms }: Setting, words: readonly string[]): readonly string[] {
  const localSynonyms = synonyms?.[i18n.locale === "ru" ? "ru" : "en"] ?? [];
  return localSynonyms.filter((synonym) =>
    words.some((word) => hasWordPrefix(synonym.toLocaleLowerCase(), word)),
  );
}

/** Returns the router link to a page or field. The hash names the field. */
export function toSettingLink({ page, isDocs, field }: Setting) {
  if (isDocs) return { to: "/docs/$", params: { _splat: "" } } as const;
  const splat = field?.at === "new" ? `${page}/new` : page;
  return {
    to: "/settings/$",
    params: { _splat: splat },
    ...omitAbsent({ hash: field?.label }),
  } as const;
}
