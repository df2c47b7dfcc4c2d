import type { FastifyInstance } from "fastify";
import {
  Article,
  ArticleOrder,
  ArticlePatch,
  ArticleQuery,
  Articles,
  ArticlesQuery,
  IdParams,
  NewArticle,
  NoContent,
  type AuditAction,
} from "@parlour/protocol/api";
import type { Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { getHelpOrigin } from "../../settings/account/help-center.ts";
import { findHelpAddress } from "../../store/articles/help-center.ts";
import { orderArticles } from "../../store/articles/article.ts";
import { deleteTexts } from "../../store/articles/article-text.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import { changeSettings } from "../kit/change-settings.ts";
import { cutPage, decodeCursor } from "../kit/cursor.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { parseId } from "../kit/ids.ts";
import type { BaseUrls, RouteDeps } from "../kit/route-deps.ts";
import { changeArticle, createArticle } from "./save-article.ts";
import {
  loadArticle,
  loadArticles,
  requireText,
  serializeSummary,
  type ArticleContext,
} from "./serialize-article.ts";

export interface ArticleDeps extends RouteDeps {
  readonly urls: BaseUrls;
}

const read = { action: "chats.read", tag: "articles" } as const;
const write = { action: "articles.manage", tag: "articles" } as const;

/** Registers the routes of articles (ART-010 – ART-016). */
export function articleRoutes(app: FastifyInstance, deps: ArticleDeps): void {
  readRoutes(app, deps);
  createRoute(app, deps);
  changeRoute(app, deps);
  orderRoute(app, deps);
  deleteRoute(app, deps);
}

function readRoutes(app: FastifyInstance, deps: ArticleDeps): void {
  const { auth, reader } = deps;
  declareRoute(app, auth, {
    ...read,
    method: "GET",
    url: "/articles",
    summary: "List articles",
    query: ArticlesQuery,
    status: 200,
    answer: Articles,
    async handle({ principal, query: { limit = 50, cursor, section_id, q, ...filter } }) {
      const context = await createContext(deps, principal);
      const rows = await loadArticles(reader, principal.accountId, context, {
        ...filter,
        title: q,
        section: section_id === undefined ? undefined : parseId(section_id, "section"),
        after: cursor === undefined ? undefined : decodeCursor("articles", cursor, 5),
        limit: limit + 1,
      });
      const page = cutPage("articles", rows, limit, (row) => row.orderKey);
      return {
        ...page,
        items: page.items.map((row) => serializeSummary(row, context.config, filter.language)),
      };
    },
  });
  declareRoute(app, auth, {
    ...read,
    method: "GET",
    url: "/articles/:id",
    summary: "Get an article",
    params: IdParams,
    query: ArticleQuery,
    status: 200,
    answer: Article,
    handle: async ({ principal, params, query: { language } }) =>
      loadArticle(reader, principal.accountId, await createContext(deps, principal), {
        id: parseId(params.id, "article"),
        language,
      }),
  });
}

function createRoute(app: FastifyInstance, deps: ArticleDeps): void {
  declareRoute(app, deps.auth, {
    ...write,
    method: "POST",
    url: "/articles",
    summary: "Create an article",
    body: NewArticle,
    status: 201,
    answer: Article,
    async handle(context) {
      const { principal, body } = context;
      const account = principal.accountId;
      const answer = await createContext(deps, principal);
      return changeSettings(deps, context, "article.create", async (tx, now) => {
        const author = { operatorId: principal.operatorId, now };
        const id = await createArticle(tx, account, body, author);
        const reader = createTransactionReader(tx);
        const result = await loadArticle(reader, account, answer, { id, language: body.language });
        return { result, ...describeChange(result) };
      });
    },
  });
}

const stateActions = {
  draft: "article.change",
  published: "article.publish",
  archived: "article.archive",
} as const satisfies Readonly<Record<string, AuditAction>>;

function changeRoute(app: FastifyInstance, deps: ArticleDeps): void {
  declareRoute(app, deps.auth, {
    ...write,
    method: "PATCH",
    url: "/articles/:id",
    summary: "Update an article",
    params: IdParams,
    body: ArticlePatch,
    status: 200,
    answer: Article,
    async handle(context) {
      const { principal, body } = context;
      const account = principal.accountId;
      const id = parseId(context.params.id, "article");
      const answer = await createContext(deps, principal);
      const action = stateActions[body.state ?? "draft"];
      return changeSettings(deps, context, action, async (tx, now) => {
        const reader = createTransactionReader(tx);
        const { text } = await requireText(reader, account, answer, { id, language: undefined });
        const { language = text.language } = body;
        const key = { account, article: id, language };
        await changeArticle(tx, key, body, { operatorId: principal.operatorId, now });
        const result = await loadArticle(reader, account, answer, { id, language });
        return { result, ...describeChange(result) };
      });
    },
  });
}

function orderRoute(app: FastifyInstance, deps: ArticleDeps): void {
  declareRoute(app, deps.auth, {
    ...write,
    method: "PUT",
    url: "/articles/order",
    summary: "Order the articles of a section",
    body: ArticleOrder,
    status: 204,
    answer: NoContent,
    async handle(context) {
      const { ids, section_id } = context.body;
      return changeSettings(deps, context, "article.order", async (tx) => {
        if (!(await orderArticles(tx, context.principal.accountId, section_id, ids)))
          refuse("invalid_request", "List every article of the section, each once.", {
            field: "ids",
          });
        return {
          result: null,
          changed: [{ kind: "article", id: null }],
          target: `article section ${section_id}`,
        };
      });
    },
  });
}

function deleteRoute(app: FastifyInstance, deps: ArticleDeps): void {
  declareRoute(app, deps.auth, {
    ...write,
    method: "DELETE",
    url: "/articles/:id",
    summary: "Delete an article or one of its texts",
    params: IdParams,
    query: ArticleQuery,
    status: 204,
    answer: NoContent,
    async handle(context) {
      const { principal, query } = context;
      const id = parseId(context.params.id, "article");
      const answer = await createContext(deps, principal);
      return changeSettings(deps, context, "article.delete", async (tx) => {
        const account = principal.accountId;
        const reader = createTransactionReader(tx);
        const { language } = query;
        const { record, text } = await requireText(reader, account, answer, { id, language });
        const deleted = language === undefined ? record.texts : [text];
        await deleteTexts(
          tx,
          account,
          id,
          deleted.map((each) => each.language),
        );
        return { ...describeChange({ ...text, id }), result: null };
      });
    },
  });
}

const describeChange = ({
  id,
  language,
  title,
}: {
  readonly id: number;
  readonly language: string;
  readonly title: string;
}) => ({
  changed: [{ kind: "article" as const, id }],
  target: `article ${id} ${language} ${title}`,
});

export async function createContext(
  { config, clock, sql, urls }: ArticleDeps,
  { accountId }: Principal,
): Promise<ArticleContext> {
  return {
    config: await config(accountId),
    now: clock.now(),
    origin: getHelpOrigin(await findHelpAddress(sql, accountId), urls.help()),
  };
}
