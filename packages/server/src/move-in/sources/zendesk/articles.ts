import { toArticle, type Catalog, type SourceItem } from "../export/catalog.ts";
import type { ExportValue } from "../export/export-source.ts";
import { listObjects, toBody, toId, toName, toText, type Json } from "../export/values.ts";

const isArticle = (value: Json): boolean => "section_id" in value && "body" in value;
const isTranslation = (value: Json): boolean => "source_id" in value && "locale" in value;

/** Notes sections and languages of articles. Returns whether the value is of the help center. */
export function collectArticle({ value, list }: ExportValue, catalog: Catalog): boolean {
  const id = toId(value["id"]) ?? "";
  if (isArticle(value)) {
    catalog.facts.set(`section of ${id}`, toId(value["section_id"]) ?? "");
    catalog.facts.set(`language of ${id}`, toText(value["source_locale"]) ?? "");
  } else if (list === "sections" || ("category_id" in value && "name" in value))
    catalog.facts.set(`section ${id}`, toName(value["name"]));
  else return isTranslation(value);
  return true;
}

/** Reads the published texts of an article, or a translation that is a value of its own. */
export function readArticle({ value }: ExportValue, catalog: Catalog): readonly SourceItem[] {
  if (isTranslation(value))
    return /^article$/i.test(toBody(value["source_type"]))
      ? readText(value, toId(value["source_id"]), catalog)
      : [];
  if (!isArticle(value)) return [];
  const id = toId(value["id"]);
  return [value, ...listObjects(value["translations"])].flatMap((text) =>
    readText(text, id, catalog),
  );
}

/** A text in the language of the article itself has its id, so that it is read once. */
function readText(
  text: Json,
  article: string | undefined,
  catalog: Catalog,
): readonly SourceItem[] {
  if (article === undefined) return [];
  const language = toText(text["locale"]);
  const isOriginal =
    language === undefined || language === catalog.facts.get(`language of ${article}`);
  const section = catalog.facts.get(`section of ${article}`) ?? "";
  return [
    toArticle(
      {
        id: isOriginal ? article : `${article}/${language}`,
        title: toName(text["title"]),
        language,
        section: catalog.facts.get(`section ${section}`),
        html: toBody(text["body"]),
        url: toText(text["html_url"]),
      },
      text["draft"] !== true,
    ),
  ];
}
