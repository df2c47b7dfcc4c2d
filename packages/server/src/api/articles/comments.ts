import type { FastifyInstance } from "fastify";
import { ArticleComments, IdParams, PageQuery } from "@parlour/protocol/api";
import { listArticleComments } from "../../store/articles/report.ts";
import { cutPage, decodeCursor } from "../kit/cursor.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { parseId } from "../kit/ids.ts";
import { createContext, type ArticleDeps } from "./articles.ts";
import { requireText } from "./serialize-article.ts";

/** Registers what readers missed in an article (ART-042). */
export function articleCommentsRoute(app: FastifyInstance, deps: ArticleDeps): void {
  const { auth, reader } = deps;
  declareRoute(app, auth, {
    method: "GET",
    url: "/articles/:id/comments",
    action: "chats.read",
    tag: "articles",
    summary: "List what readers missed in an article",
    params: IdParams,
    query: PageQuery,
    status: 200,
    answer: ArticleComments,
    async handle({ principal, params, query: { limit = 50, cursor } }) {
      const { accountId } = principal;
      const id = parseId(params.id, "article");
      const context = await createContext(deps, principal);
      await requireText(reader, accountId, context, { id, language: undefined });
      const [before = Number.MAX_SAFE_INTEGER] = decodeCursor("article_comments", cursor, 1);
      const rows = await listArticleComments(reader, accountId, id, { before, limit: limit + 1 });
      return cutPage("article_comments", rows, limit, ({ id }) => [id]);
    },
  });
}
