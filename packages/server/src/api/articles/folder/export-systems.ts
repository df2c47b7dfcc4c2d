/** A text of an article as another system exports it. */
export interface ExportText {
  /** The system and its id of the article. Texts of one article share it. */
  readonly article: string;
  /** Public address, or null. */
  readonly url: string | null;
  /** Name of the section. null: the file does not have it. */
  readonly section: string | null;
  /** null: the system names none. */
  readonly language: string | null;
  readonly title: string;
  readonly body: string;
  readonly isHtml: boolean;
  readonly state: "draft" | "published" | "archived";
  readonly position: number | null;
}

/** Returns whether a file is an answer of one of the systems. */
export const isExport = (file: unknown): boolean =>
  isObject(file) &&
  ["articles", "sections", "translations", "data", "payload"].some((key) =>
    Array.isArray(file[key]),
  );

/** Returns the texts of files that are answers of the API of a help desk, or [] for other files. */
export function readSystems(files: readonly unknown[]): readonly ExportText[] {
  const objects = files.filter(isObject);
  return [...readZendesk(objects), ...readIntercom(objects), ...readChatwoot(objects)];
}

/** Zendesk Help Center API: `articles`, `sections` and `translations`. */
function readZendesk(files: readonly Json[]): readonly ExportText[] {
  const articles = files.flatMap((file) => listObjects(file["articles"]));
  const sections = new Map(
    files.flatMap((file) => listObjects(file["sections"])).map((one) => [one["id"], one["name"]]),
  );
  const translations = [
    ...files.flatMap((file) => listObjects(file["translations"])),
    ...articles.flatMap((article) => listObjects(article["translations"])),
  ].filter((one) => toText(one["source_type"] ?? "article").toLowerCase() === "article");
  return articles.flatMap((article) => {
    const shared = {
      article: `zendesk:${toText(article["id"])}`,
      section: toTextOrNull(sections.get(article["section_id"])),
      position: toNumberOrNull(article["position"]),
    };
    const others = translations.filter(
      (one) => one["source_id"] === article["id"] && one["locale"] !== article["locale"],
    );
    return [article, ...others].map((one): ExportText => ({
      ...shared,
      url: toTextOrNull(one["html_url"]),
      language: toTextOrNull(one["locale"]),
      title: toText(one["title"]),
      body: toText(one["body"]),
      isHtml: true,
      state: one["draft"] === true ? "draft" : "published",
    }));
  });
}

/** Intercom: lists of articles and collections, each as `data`. */
function readIntercom(files: readonly Json[]): readonly ExportText[] {
  const objects = files.flatMap((file) => listObjects(file["data"]));
  const collections = new Map(
    objects
      .filter(({ type }) => type !== "article")
      .map((one) => [toText(one["id"]), toTextOrNull(one["name"])]),
  );
  return objects
    .filter(({ type }) => type === "article")
    .flatMap((article) => {
      const language = toTextOrNull(article["default_locale"]);
      const shared = {
        article: `intercom:${toText(article["id"])}`,
        section: collections.get(toText(article["parent_id"])) ?? null,
        position: null,
        isHtml: true,
      };
      const given = article["translated_content"];
      const others = Object.entries(isObject(given) ? given : {}).filter(
        ([locale]) => locale !== language,
      );
      return [[language, article] as const, ...others].flatMap(([locale, one]) =>
        isObject(one)
          ? [
              {
                ...shared,
                url: toTextOrNull(one["url"]),
                language: locale,
                title: toText(one["title"]),
                body: toText(one["body"]),
                state: one["state"] === "published" ? "published" : "draft",
              } satisfies ExportText,
            ]
          : [],
      );
    });
}

/** Chatwoot: lists of articles as `payload`, whose content is Markdown. */
const readChatwoot = (files: readonly Json[]): readonly ExportText[] =>
  files
    .flatMap((file) => listObjects(file["payload"]))
    .filter(({ content }) => typeof content === "string")
    .map((article): ExportText => {
      const category = isObject(article["category"]) ? article["category"] : {};
      const { status } = article;
      return {
        article: `chatwoot:${toText(article["id"])}`,
        url: null,
        section: toTextOrNull(category["name"] ?? category["slug"]),
        language: toTextOrNull(article["locale"] ?? category["locale"]),
        title: toText(article["title"]),
        body: toText(article["content"]),
        isHtml: false,
        state: status === "published" || status === "archived" ? status : "draft",
        position: toNumberOrNull(article["position"]),
      };
    });

type Json = Readonly<Record<string, unknown>>;

/** Returns the objects of a list of a file. */
const listObjects = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns a text or number as text. "": it is neither. */
const toText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
const toTextOrNull = (value: unknown): string | null => toText(value) || null;
const toNumberOrNull = (value: unknown): number | null =>
  typeof value === "number" ? value : null;
