import type { FastifyInstance, FastifyRequest } from "fastify";
import { getArticlePath } from "@parlour/protocol/article/facts";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { refuse } from "../../../core/failure.ts";
import type { Edge } from "../../../http/edge.ts";
import { toClientKey } from "../../../limits/client-key.ts";
import type { HelpArticle, HelpEdgeDeps } from "../deps.ts";
import type { Readers } from "../readers.ts";
import { chooseLanguage, toSite, type HelpSite } from "../site.ts";
import { cleanQuery } from "./search.ts";
import { costs, isSlug } from "./with-site.ts";

const maxResults = 10;
const maxTitles = 3;

type Params = Readonly<Record<"widget" | "language" | "slug", string>>;
type Handle = (site: HelpSite, request: FastifyRequest) => Promise<object>;

/**
 * Creates the articles of the chat window as JSON (WG-310), below the base URL of chat windows
 * (CFG-012). The account is that of the widget, so its window needs no host name of its own.
 */
export function createArticleWindow(deps: HelpEdgeDeps, readers: Readers): Edge {
  const { store } = deps;
  const { host, pathname } = new URL(deps.widgetBase());
  const prefix = pathname.replace(/\/+$/, "");
  return {
    name: "articles of the chat window",
    async routes(app) {
      const add = createAdder(deps, app, prefix === "" ? host : null);
      add("GET", `${prefix}/articles/:widget`, async (site, request) => {
        const parameters = request.query as Readonly<Record<string, unknown>>;
        const language = chooseLanguage(site, readText(parameters["language"]));
        const query = cleanQuery(readText(parameters["q"]));
        const { account } = site.centre;
        if (query === "")
          return {
            results: (await store.listPopular(account, language, maxTitles)).map(
              ({ title, slug }) => ({ title, language, slug }),
            ),
          };
        const found = await store.search(account, {
          language,
          query,
          isExact: false,
          section: null,
          limit: maxResults,
        });
        readers.addSearch(account, language, query, found.total);
        const { findExcerpt } = await import("../pages/search.ts");
        return {
          results: found.results.map(({ title, slug, body }) => ({
            title,
            language,
            slug,
            excerpt: findExcerpt(body, found.words),
          })),
          ...omitAbsent({ corrected: found.corrected?.query }),
        };
      });
      const articleUrl = `${prefix}/articles/:widget/:language/:slug`;
      add("GET", articleUrl, async (site, request) => {
        const article = await findArticle(deps, site, request);
        const { language, slug, title, body, section } = article;
        readers.addView({ account: site.centre.account, article: article.article, language });
        const { parseArticle } = await import("@parlour/protocol/article/markdown");
        return {
          title,
          section: section.name,
          url: `${site.origin}${getArticlePath(language, slug)}`,
          nodes: parseArticle(body),
        };
      });
      add("POST", articleUrl, async (site, request) => {
        const { article, language } = await findArticle(deps, site, request);
        const { helpful } = request.query as { readonly helpful?: unknown };
        const reader = `${toClientKey(request.clientAddress)} ${request.headers["user-agent"] ?? ""}`;
        const { account } = site.centre;
        readers.addVote({ account, article, language }, helpful === "yes", reader);
        return {};
      });
    },
  };
}

const readText = (value: unknown): string => (typeof value === "string" ? value : "");

/** Adds routes for widgets whose window shows articles, within the limit of the reader. */
function createAdder(deps: HelpEdgeDeps, app: FastifyInstance, host: string | null) {
  return (method: "GET" | "POST", url: string, handle: Handle): void => {
    app.route({
      method,
      url,
      ...omitAbsent({ constraints: host === null ? undefined : { host } }),
      handler: async (request, reply) => {
        const { widget } = request.params as Params;
        const cost = method === "POST" ? costs.answer : costs.page;
        const quota = await deps.limits.take("help", toClientKey(request.clientAddress), cost);
        if (!quota.ok) return refuse("rate_limited", "Too many requests.");
        const centre = await deps.store.findCentreOfWidget(widget);
        if (centre === null) return refuse("not_found", "Not found");
        void reply.header("cache-control", "no-cache");
        return handle(await toSite(deps, centre), request);
      },
    });
  };
}

/** Finds the published text of an address, also by an earlier slug. */
async function findArticle(
  { store }: HelpEdgeDeps,
  { centre: { account } }: HelpSite,
  request: FastifyRequest,
): Promise<HelpArticle> {
  const { language, slug } = request.params as Params;
  if (!/^[a-z-]{2,35}$/.test(language) || !isSlug(slug)) return refuse("not_found", "Not found");
  const target = await store.findTarget(account, language, slug);
  const article =
    "article" in target
      ? await store.findArticle({ account, article: target.article, language })
      : null;
  return article ?? refuse("not_found", "Not found");
}
