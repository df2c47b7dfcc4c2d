import {
  chatwoot,
  intercom,
  zendesk,
  type ArticleSystem,
  type SystemText,
} from "../../../move-in/article-systems.ts";

/** A text of an article as another system exports it. */
export interface ExportText extends Omit<SystemText, "article"> {
  /** The system and its id of the article. Texts of one article share it. */
  readonly article: string;
  /** Public address, or the system with the id and the language. */
  readonly address: string;
}

/** Lists of the answers of the systems. */
const lists: Readonly<Record<string, readonly [name: string, ArticleSystem]>> = {
  articles: ["zendesk", zendesk],
  sections: ["zendesk", zendesk],
  translations: ["zendesk", zendesk],
  data: ["intercom", intercom],
  payload: ["chatwoot", chatwoot],
};

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns whether a file is an answer of one of the systems. */
export const isExport = (file: unknown): file is Json =>
  isObject(file) && Object.keys(lists).some((key) => Array.isArray(file[key]));

/** Returns the texts of files that are answers of the API of a system, by article. */
export function readSystems(files: readonly Json[]): readonly ExportText[] {
  const facts = new Map<string, string>();
  const values = files.flatMap((file) =>
    Object.entries(lists).flatMap(([list, [name, system]]) => {
      const found: unknown = file[list];
      return (Array.isArray(found) ? found : [])
        .filter(isObject)
        .map((value) => ({ name, system, read: { value, list } }));
    }),
  );
  const known = values.filter(({ system, read }) => system.note(read, facts));
  const texts = known.flatMap(({ name, system, read }) =>
    system.read(read, facts).map((text) => toExportText(name, text)),
  );
  const byArticle = Map.groupBy(texts, ({ article }) => article);
  return [...byArticle.values()].flatMap((list) =>
    list.toSorted((a, b) => Number(isOfOther(a)) - Number(isOfOther(b))),
  );
}
/** Whether a text is a translation: the article itself has the same number. */
const isOfOther = ({ id, article }: ExportText): boolean => !article.endsWith(`:${id}`);

function toExportText(name: string, text: SystemText): ExportText {
  const { id, article = id, language = "", url } = text;
  // A translation without a number of its own has that of its article.
  const [number] = id.split("/");
  return {
    ...text,
    article: `${name}:${article}`,
    address: url ?? `${name}:${number}/${language}`,
  };
}
