import type { FastifyInstance } from "fastify";
import type { HelpEdgeDeps } from "../deps.ts";
import { renderEmpty, renderHome, renderTopic } from "../pages/home.ts";
import { toHome } from "../pages/layout.ts";
import type { Readers } from "../readers.ts";
import { sendPage } from "../send-page.ts";
import { chooseLanguage } from "../site.ts";
import { sendArticle } from "./article.ts";
import { sendResults } from "./search.ts";
import {
  costs,
  isSlug,
  openPage,
  sendAbsent,
  withSite,
  type HandlePage,
  type PageParams,
} from "./with-site.ts";

const popularArticles = 8;

/** Registers the pages for people (HELP-040). */
export function addPages(app: FastifyInstance, deps: HelpEdgeDeps, readers: Readers): void {
  const { store } = deps;
  const addPage = (url: string, handle: HandlePage): void => {
    app.route({ method: ["GET", "HEAD"], url, handler: withSite(deps, costs.page, handle) });
  };
  addPage("/help", async (site, request, reply) => {
    const language = chooseLanguage(site, request.headers["accept-language"]);
    return reply.header("vary", "accept-language").redirect(toHome(language), 302);
  });
  addPage("/help/:language", async (site, request, reply) => {
    const page = openPage(site, request);
    if (page === null) return sendAbsent(site, request, reply);
    if (!site.hasArticles) return sendPage(request, reply, renderEmpty(page));
    const { account } = site.centre;
    const [sections, popular] = await Promise.all([
      store.listSections(account, page.language.tag),
      store.listPopular(account, page.language.tag, popularArticles),
    ]);
    return sendPage(request, reply, renderHome(page, { sections, popular }));
  });
  addPage("/help/:language/topics/:slug", async (site, request, reply) => {
    const page = openPage(site, request);
    const { account } = site.centre;
    const { slug } = request.params as PageParams;
    const section =
      page && isSlug(slug) && (await store.findSection(account, page.language.tag, slug));
    if (!section) return sendAbsent(site, request, reply);
    const articles = await store.listArticles(account, page.language.tag, section.id);
    return sendPage(request, reply, renderTopic(page, section, articles));
  });
  addPage("/help/:language/:slug", (site, request, reply) =>
    sendArticle({ store, readers }, site, request, reply),
  );
  addPage("/help/*", (site, request, reply) => sendAbsent(site, request, reply));
  app.route({
    method: ["GET", "HEAD"],
    url: "/help/search",
    handler: withSite(deps, costs.search, (site, request, reply) =>
      sendResults({ store, readers }, site, request, reply),
    ),
  });
}
