import type { FastifyInstance } from "fastify";
import {
  ArticleQuery,
  ArticleVersionParams,
  ArticleVersions,
  ArticleVersionsQuery,
  ArticleVersionWithBody,
  IdParams,
} from "@parlour/protocol/api";
import type { Principal } from "../../auth/index.ts";
import { listVersions } from "../../store/articles/article.ts";
import { cutPage, decodeCursor } from "../kit/cursor.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { parseId, requireFound } from "../kit/ids.ts";
import { createContext, type ArticleDeps } from "./articles.ts";
import { requireText, serializeVersion } from "./serialize-article.ts";

const shared = { method: "GET", action: "chats.read", tag: "articles", status: 200 } as const;

/** Registers the routes for the history of a text (ART-013). */
export function articleVersionRoutes(app: FastifyInstance, deps: ArticleDeps): void {
  const { auth, reader } = deps;
  declareRoute(app, auth, {
    ...shared,
    url: "/articles/:id/versions",
    summary: "List the versions of a text",
    params: IdParams,
    query: ArticleVersionsQuery,
    answer: ArticleVersions,
    async handle({ principal, params, query: { limit = 50, cursor, language } }) {
      const text = await findText(deps, principal, params.id, language);
      const [before = Number.MAX_SAFE_INTEGER] = decodeCursor("article_versions", cursor, 1);
      const filter = { before: Math.min(before, maxVersion), limit: limit + 1 };
      const rows = await listVersions(reader, principal.accountId, text, filter);
      const page = cutPage("article_versions", rows, limit, ({ version }) => [version]);
      const config = await deps.config(principal.accountId);
      return { ...page, items: page.items.map((row) => serializeVersion(row, config)) };
    },
  });
  declareRoute(app, auth, {
    ...shared,
    url: "/articles/:id/versions/:version",
    summary: "Get a version of a text",
    params: ArticleVersionParams,
    query: ArticleQuery,
    answer: ArticleVersionWithBody,
    async handle({ principal, params, query: { language } }) {
      const text = await findText(deps, principal, params.id, language);
      const only = Math.min(parseId(params.version, "version"), maxVersion);
      const [found = null] = await listVersions(reader, principal.accountId, text, { only });
      const version = requireFound(found, "version");
      const config = await deps.config(principal.accountId);
      return { ...serializeVersion(version, config), body: version.body };
    },
  });
}

/** Above all versions, and below the largest integer of PostgreSQL. */
const maxVersion = 2_000_000_000;

async function findText(
  deps: ArticleDeps,
  principal: Principal,
  idText: string,
  given: string | undefined,
): Promise<{ readonly article: number; readonly language: string }> {
  const id = parseId(idText, "article");
  const context = await createContext(deps, principal);
  const { text } = await requireText(deps.reader, principal.accountId, context, {
    id,
    language: given,
  });
  return { article: id, language: text.language };
}
