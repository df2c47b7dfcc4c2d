import { toArticle, type Catalog, type SourceItem } from "../export/catalog.ts";
import type { ExportValue } from "../export/export-source.ts";
import { isObject, toBody, toId, toName, toObject, toText, type Json } from "../export/values.ts";

const isCollection = (value: Json): boolean =>
  value["type"] === "collection" ||
  value["type"] === "section" ||
  ("workspace_id" in value && "order" in value && "name" in value);

/** Notes the names of collections. Returns whether the value is of the help center. */
export function collectArticle(value: Json, catalog: Catalog): boolean {
  if (value["type"] === "article") return true;
  if (!isCollection(value)) return false;
  catalog.facts.set(`collection ${toId(value["id"]) ?? ""}`, toName(value["name"]));
  return true;
}

/** Reads the published texts of an article: its own, and its translations (MV-046). */
export function readArticle({ value }: ExportValue, catalog: Catalog): readonly SourceItem[] {
  const id = toId(value["id"]);
  if (value["type"] !== "article" || id === undefined) return [];
  const language = toText(value["default_locale"]);
  const section = catalog.facts.get(`collection ${toId(value["parent_id"]) ?? ""}`);
  const readText = (text: Json, ofText: { id: string; language: string | undefined }): SourceItem =>
    toArticle(
      {
        ...ofText,
        title: toName(text["title"]),
        section,
        html: toBody(text["body"]),
        url: toText(text["url"]),
      },
      text["state"] === "published",
    );
  const translations = Object.entries(toObject(value["translated_content"])).flatMap(
    ([locale, text]) =>
      isObject(text) && locale !== language
        ? [readText(text, { id: `${id}/${locale}`, language: locale })]
        : [],
  );
  return [readText(value, { id, language }), ...translations];
}
