import type { FastifyInstance } from "fastify";
import { ArticleReport, ArticleReportQuery } from "@parlour/protocol/api";
import {
  countStartPages,
  findArticlesOfSlugs,
  readArticleDays,
  readArticleNames,
  readSearches,
  type MissedSearch,
} from "../../store/articles/report.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import { withReplica } from "../kit/route-deps.ts";
import { getReportTimeZone, parsePeriod, resolvePeriod } from "../reports/report-query.ts";
import { createContext, type ArticleDeps } from "./articles.ts";

type Row = ArticleReport["articles"][number];
type Figures = ArticleReport["totals"];

/** Registers the report about the readers of articles (ART-040). */
export function articleReportRoute(app: FastifyInstance, deps: ArticleDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/reports/articles",
    action: "reports.read",
    tag: "reports",
    summary: "Get the report of articles",
    query: ArticleReportQuery,
    status: 200,
    answer: ArticleReport,
    handle: (context) => loadReport(withReplica(deps, context.request), context),
  });
}

async function loadReport(
  deps: ArticleDeps,
  { principal, query }: RequestContext<unknown, ArticleReportQuery, unknown>,
): Promise<ArticleReport> {
  const { reader } = deps;
  const { accountId } = principal;
  const { config, now, origin } = await createContext(deps, principal);
  const { period, scope } = resolvePeriod(config, parsePeriod(config, query, now), query, now);
  const [days, searches, pages] = await Promise.all([
    readArticleDays(reader, accountId, period),
    readSearches(reader, accountId, period),
    countStartPages(reader, accountId, scope),
  ]);
  const addresses = pages.flatMap(({ url, chats }) => {
    const address = parseAddress(url, origin);
    return address === null ? [] : [{ ...address, chats }];
  });
  const found = await findArticlesOfSlugs(reader, accountId, addresses);
  const figures = new Map<number, Figures>();
  const change = (article: number, added: Figures): void =>
    void figures.set(article, sum(figures.get(article) ?? noFigures, added));
  for (const { article, views, helpful, notHelpful } of days)
    change(article, { views, helpful, not_helpful: notHelpful, chats: 0 });
  for (const [n, article] of found)
    change(article, { ...noFigures, chats: addresses[n]?.chats ?? 0 });
  const names = await readArticleNames(reader, accountId, [...figures.keys()]);
  return {
    timezone: getReportTimeZone(config),
    ...period,
    totals: [...figures.values()].reduce(sum, noFigures),
    articles: names
      .map((name): Row => ({ ...name, ...(figures.get(name.id) ?? noFigures) }))
      .toSorted((a, b) => b.views - a.views || b.chats - a.chats || a.id - b.id),
    searches: searches.searches,
    without_result: groupSearches(searches.missed),
  };
}

/** Searches without a result that the report names. */
const maxGroups = 100;

/** Groups searches with the same words in other forms or in another order. */
function groupSearches(missed: readonly MissedSearch[]): ArticleReport["without_result"] {
  const groups = Map.groupBy(missed, ({ query, language, lexemes }) =>
    JSON.stringify([language, lexemes.length === 0 ? query : lexemes.toSorted()]),
  );
  return Array.from(groups.values(), ([first, ...similar]) => ({
    query: first?.query ?? "",
    language: first?.language ?? "",
    times: similar.reduce((times, one) => times + one.times, first?.times ?? 0),
    similar: similar.map(({ query }) => query),
  }))
    .toSorted((a, b) => b.times - a.times)
    .slice(0, maxGroups);
}

const noFigures: Figures = { views: 0, helpful: 0, not_helpful: 0, chats: 0 };
const sum = (a: Figures, b: Figures): Figures => ({
  views: a.views + b.views,
  helpful: a.helpful + b.helpful,
  not_helpful: a.not_helpful + b.not_helpful,
  chats: a.chats + b.chats,
});

/** Returns language and slug of the address of a text, or null for another page. */
function parseAddress(
  address: string,
  origin: string | null,
): { readonly language: string; readonly slug: string } | null {
  const url = URL.parse(address);
  if (url === null || url.origin !== origin) return null;
  const [, language, slug] = /^\/help\/([^/]+)\/([^/]+)\/?$/.exec(url.pathname) ?? [];
  if (language === undefined || slug === undefined) return null;
  try {
    return { language, slug: decodeURIComponent(slug) };
  } catch {
    return null;
  }
}
