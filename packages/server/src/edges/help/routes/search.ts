import type { FastifyReply, FastifyRequest } from "fastify";
import { getArticlePath } from "@parlour/protocol/article/facts";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { SearchRequest } from "../deps.ts";
import { toHome } from "../pages/layout.ts";
import { sendPage } from "../send-page.ts";
import { chooseLanguage, inLanguage, type HelpSite } from "../site.ts";
import type { ReadDeps } from "./article.ts";

const maxResults = 20;
const maxQuery = 200;

/** Sends the results of a search as a page, or as JSON if it is asked for (HELP-030). */
export async function sendResults(
  { store, readers }: ReadDeps,
  site: HelpSite,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const parameters = request.query as Readonly<Record<string, unknown>>;
  const read = (name: string): string => {
    const value = parameters[name];
    return typeof value === "string" ? value : "";
  };
  const wanted = read("language");
  const language = site.languages.includes(wanted)
    ? wanted
    : chooseLanguage(site, request.headers["accept-language"]);
  const search: SearchRequest = {
    language,
    query: cleanQuery(read("q")),
    isExact: read("exact") === "1",
    section: /^\d{1,15}$/.test(read("topic")) ? Number(read("topic")) : null,
    limit: maxResults,
  };
  if (search.query === "") return reply.redirect(toHome(language), 302);
  const { account } = site.centre;
  const found = await store.search(account, search);
  const { findExcerpt, renderResults } = await import("../pages/search.ts");
  void reply.header("vary", "accept, accept-language");
  if ((request.headers.accept ?? "").includes("application/json")) {
    return reply.header("cache-control", "no-cache").send({
      results: found.results.map(({ title, slug, body, section }) => ({
        title,
        path: getArticlePath(language, slug),
        excerpt: findExcerpt(body, found.words),
        section: section.name,
      })),
      ...omitAbsent({ corrected: found.corrected?.query }),
    });
  }
  if (request.method === "GET" && search.section === null)
    readers.addSearch(account, language, search.query, found.total);
  const popular = found.total === 0 ? await store.listPopular(account, language, 3) : [];
  return sendPage(
    request,
    reply,
    renderResults(inLanguage(site, language), search, found, popular),
  );
}

/** Returns what a reader searches for. The database takes no NUL. */
export const cleanQuery = (text: string): string =>
  text.slice(0, maxQuery).replaceAll("\0", "").toWellFormed().trim();
