import { isObject, listObjects, toBody, toId } from "./sources/export/values.ts";
import { toName, toObject, toText, type Json } from "./sources/json-values.ts";

/** Articles of other systems, as the answers of their APIs have them (MV-046, ART-087). */

/** A text of an article. */
export interface SystemText {
  /** Number of the article, followed by the language if the text has no number of its own. */
  readonly id: string;
  readonly title: string;
  readonly language: string | undefined;
  /** Name of the section. undefined: the files do not have it. */
  readonly section: string | undefined;
  readonly url: string | undefined;
  /** Number of the article of which it is a translation. undefined: it is the article itself. */
  readonly article: string | undefined;
  readonly body: string;
  readonly isHtml: boolean;
  readonly state: "draft" | "published" | "archived";
  readonly position: number | null;
}
/** What values say about others. */
type Facts = Map<string, string>;
/** A value of an answer, with the key of the list that contains it. */
interface SystemValue {
  readonly value: Json;
  readonly list: string | null;
}
export interface ArticleSystem {
  /** Notes sections and articles. Returns whether the value is of the help center. */
  note(value: SystemValue, facts: Facts): boolean;
  /** Reads the texts of a value, after all values were noted. */
  read(value: SystemValue, facts: Facts): readonly SystemText[];
}

const isArticle = (value: Json): boolean => "section_id" in value && "body" in value;
const isTranslation = (value: Json): boolean => "source_id" in value && "locale" in value;

/** Help Center API: `articles`, `sections` and `translations`, also inside of articles. */
export const zendesk: ArticleSystem = {
  note({ value, list }, facts) {
    const id = toId(value["id"]) ?? "";
    if (isArticle(value)) {
      const locale = toText(value["locale"]) ?? "";
      facts.set(`section of ${id}`, toId(value["section_id"]) ?? "");
      facts.set(`language of ${id}`, toText(value["source_locale"]) ?? locale);
      facts.set(`position of ${id}`, toText(value["position"]) ?? "");
      facts.set(`text ${id}/${locale}`, "");
    } else if (list === "sections" || ("category_id" in value && "name" in value))
      facts.set(`section ${id}`, toName(value["name"]));
    else return isTranslation(value);
    return true;
  },
  read({ value }, facts) {
    const isOwn = isArticle(value);
    const id = toId(value[isOwn ? "id" : "source_id"]);
    if (id === undefined || (!isOwn && !isTranslation(value))) return [];
    // The text of an article itself is among its translations, too.
    const translations = (isOwn ? listObjects(value["translations"]) : [value]).filter(
      (one) =>
        /^article$/i.test(toText(one["source_type"]) ?? "article") &&
        !facts.has(`text ${id}/${toText(one["locale"]) ?? ""}`),
    );
    return [...(isOwn ? [value] : []), ...translations].map((text) =>
      readZendeskText(text, id, facts),
    );
  },
};

function readZendeskText(text: Json, article: string, facts: Facts): SystemText {
  const language = toText(text["locale"]);
  const isOriginal = language === undefined || language === facts.get(`language of ${article}`);
  const position = facts.get(`position of ${article}`) ?? "";
  return {
    id: isOriginal ? article : `${article}/${language}`,
    title: toName(text["title"]),
    language,
    section: facts.get(`section ${facts.get(`section of ${article}`) ?? ""}`),
    url: toText(text["html_url"]),
    article: isOriginal ? undefined : article,
    body: toBody(text["body"]),
    isHtml: true,
    state: text["draft"] === true ? "draft" : "published",
    position: position === "" ? null : Number(position),
  };
}

const isCollection = (value: Json): boolean =>
  value["type"] === "collection" ||
  value["type"] === "section" ||
  ("workspace_id" in value && "order" in value && "name" in value);

/** Lists of articles and collections, each as `data`. */
export const intercom: ArticleSystem = {
  note({ value }, facts) {
    if (value["type"] === "article") return true;
    if (!isCollection(value)) return false;
    facts.set(`collection ${toId(value["id"]) ?? ""}`, toName(value["name"]));
    return true;
  },
  read({ value }, facts) {
    const article = toId(value["id"]);
    if (value["type"] !== "article" || article === undefined) return [];
    const own = toText(value["default_locale"]);
    const section = facts.get(`collection ${toId(value["parent_id"]) ?? ""}`);
    const translations = Object.entries(toObject(value["translated_content"])).filter(
      ([locale]) => locale !== own,
    );
    return [[own, value] as const, ...translations].flatMap(([language, text]) =>
      isObject(text)
        ? [
            {
              id: text === value ? article : `${article}/${language}`,
              language,
              title: toName(text["title"]),
              section,
              url: toText(text["url"]),
              article: text === value ? undefined : article,
              body: toBody(text["body"]),
              isHtml: true,
              state: text["state"] === "published" ? "published" : "draft",
              position: null,
            } satisfies SystemText,
          ]
        : [],
    );
  },
};

/** Lists of articles as `payload`, whose content is Markdown. A translation has its own number. */
export const chatwoot: ArticleSystem = {
  note: ({ value }) => typeof value["content"] === "string",
  read({ value }) {
    const category = toObject(value["category"]);
    const { id, status, position } = value;
    return [
      {
        id: toText(id) ?? "",
        title: toName(value["title"]),
        language: toText(value["locale"] ?? category["locale"]),
        section: toText(category["name"] ?? category["slug"]),
        url: undefined,
        article: toId(value["associated_article_id"] ?? toObject(value["root_article"])["id"]),
        body: toText(value["content"]) ?? "",
        isHtml: false,
        state: status === "published" || status === "archived" ? status : "draft",
        position: typeof position === "number" ? position : null,
      },
    ];
  },
};
