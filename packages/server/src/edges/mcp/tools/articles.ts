import { Type } from "typebox";
import { Id, NamedRef, Nullable, Time } from "@parlour/protocol";
import { NewArticle, type Article, type Articles } from "@parlour/protocol/api";
import { describeFields, withText } from "../format/describe-fields.ts";
import { clientId, cursor, defaultPageSize, nextCursorText, pageSize } from "./arguments.ts";
import { describeCount } from "./chats.ts";
import { defineTool } from "./define-tool.ts";

const language = (description: string) =>
  Type.Optional(withText(NewArticle.properties.language, description));
const state = Type.Union([
  Type.Literal("draft"),
  Type.Literal("published"),
  Type.Literal("archived"),
]);

const searchArticles = defineTool({
  name: "search_articles",
  title: "Search articles of the help centre",
  description:
    "Lists articles of the help centre by words of their titles, drafts included, and the sections. Use read_article for the text of one.",
  actions: ["chats.read"],
  effect: "read",
  input: Type.Object(
    {
      query: Type.Optional(
        Type.String({ maxLength: 200, description: "Part of the title. Leave it out for all." }),
      ),
      language: language("Language of the titles, such as en. Default: the first of each article."),
      section_id: Type.Optional(
        Type.Integer({ ...Id, description: "Only articles of this section. Ids are in sections." }),
      ),
      limit: pageSize(50, "articles"),
      cursor,
    },
    { additionalProperties: false },
  ),
  output: describeFields(
    Type.Object({
      articles: Type.Array(
        Type.Object({
          id: Id,
          section_id: Id,
          title: Type.String(),
          language: Type.String(),
          state,
        }),
      ),
      sections: Type.Array(NamedRef),
      next_cursor: Nullable(Type.String()),
    }),
    {
      articles: "Articles in the order of the help centre.",
      "articles.id": "Id of the article, for read_article and draft_article.",
      "articles.section_id": "Section of the article.",
      "articles.title": "Title as it is written now.",
      "articles.language": "Language of the title.",
      "articles.state": "Whether the text in this language is public.",
      sections: "All sections, for draft_article.",
      "sections.id": "Id of the section.",
      "sections.name": "Name of the section.",
      next_cursor: nextCursorText,
    },
  ),
  async run({ args, api }) {
    const [page, sections] = await Promise.all([
      api.get<Articles>("/articles", {
        q: args.query,
        language: args.language,
        section_id: args.section_id,
        limit: args.limit ?? defaultPageSize,
        cursor: args.cursor,
      }),
      api.get<{ items: { id: number; name: string }[] }>("/article-sections", { limit: 200 }),
    ]);
    return {
      data: {
        articles: page.items.map((article) => ({
          id: article.id,
          section_id: article.section_id,
          title: article.title,
          language: article.language,
          state: article.state,
        })),
        sections: sections.items.map(({ id, name }) => ({ id, name })),
        next_cursor: page.next_cursor,
      },
      summary: describeCount(page.items.length, "article", page.next_cursor),
    };
  },
});

const articleOutput = describeFields(
  Type.Object({
    id: Id,
    section_id: Id,
    language: Type.String(),
    title: Type.String(),
    text: Type.String(),
    state,
    has_changes: Type.Boolean(),
    url: Nullable(Type.String()),
    version: Type.Integer({ minimum: 1 }),
    updated_at: Time,
  }),
  {
    id: "Id of the article.",
    section_id: "Section of the article.",
    language: "Language of this text.",
    title: "Title as it is written now.",
    text: "Text in Markdown as it is written now.",
    state: "Whether a text in this language is public.",
    has_changes: "Whether the public text lacks changes of this one.",
    url: "Public address. Null if no host name leads to the help centre.",
    version: "Version of the text. It grows with each change.",
    updated_at: "Time of the last change.",
  },
);
const toOutput = (article: Article) => ({
  id: article.id,
  section_id: article.section_id,
  language: article.language,
  title: article.title,
  text: article.body,
  state: article.state,
  has_changes: article.has_changes,
  url: article.url,
  version: article.version,
  updated_at: article.updated_at,
});

const readArticle = defineTool({
  name: "read_article",
  title: "Read an article of the help centre",
  description: "Returns the text of an article as it is written now, in one language.",
  actions: ["chats.read"],
  effect: "read",
  input: Type.Object(
    {
      article_id: Type.Integer({ ...Id, description: "Id of the article, from search_articles." }),
      language: language("Language of the text, such as en. Default: the first of the article."),
    },
    { additionalProperties: false },
  ),
  output: articleOutput,
  async run({ args, api }) {
    const article = await api.get<Article>(`/articles/${args.article_id}`, {
      language: args.language,
    });
    return { data: toOutput(article), summary: `This is article ${article.id}.` };
  },
});

const draftArticle = defineTool({
  name: "draft_article",
  title: "Draft an article of the help centre",
  description:
    "Writes a new article as a draft, or another text of an article. Nothing becomes public: a person reads the draft and publishes it. Earlier versions stay in the history.",
  actions: ["articles.manage"],
  effect: "change",
  input: Type.Object(
    {
      article_id: Type.Optional(
        Type.Integer({
          ...Id,
          description: "Article to change, from search_articles. Leave it out for a new one.",
        }),
      ),
      section_id: Type.Integer({
        ...Id,
        description: "Section of the article, from sections of search_articles.",
      }),
      language: withText(NewArticle.properties.language, "Language of the text, such as en."),
      title: withText(NewArticle.properties.title, "Title, at most 200 characters."),
      text: withText(
        NewArticle.properties.body,
        "The whole text in Markdown, at most 100,000 characters. It replaces the text before.",
      ),
      client_id: clientId,
    },
    { additionalProperties: false },
  ),
  output: articleOutput,
  getTarget: ({ article_id, title }) =>
    article_id === undefined ? `article ${title}` : `article ${article_id}`,
  async run({ args, api, changeKey }) {
    const { article_id, section_id, title } = args;
    const body = { section_id, language: args.language, title, body: args.text };
    const article = await (article_id === undefined
      ? api.send<Article>("POST", "/articles", { ...body, state: "draft" }, changeKey)
      : api.send<Article>("PATCH", `/articles/${article_id}`, body, changeKey));
    return {
      data: toOutput(article),
      summary: `The draft of article ${article.id} is saved. Nothing was published.`,
    };
  },
});

export const articleTools = [searchArticles, readArticle];
export const articleChangeTools = [draftArticle];
