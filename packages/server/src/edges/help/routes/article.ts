import type { FastifyReply, FastifyRequest } from "fastify";
import { getArticlePath } from "@parlour/protocol/article/facts";
import type { HelpArticle, HelpStore } from "../deps.ts";
import type { Readers } from "../readers.ts";
import { sendPage } from "../send-page.ts";
import type { HelpSite, SiteInLanguage } from "../site.ts";
import { isSlug, openPage, sendAbsent, type PageParams } from "./with-site.ts";

/** Programs whose visits are no views. */
const robots = /bot|crawl|spider|slurp|preview|monitor/i;

export interface ReadDeps {
  readonly store: HelpStore;
  readonly readers: Readers;
}

/** Sends an article, or leads to its present address (HELP-042). */
export async function sendArticle(
  { store, readers }: ReadDeps,
  site: HelpSite,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const page = openPage(site, request);
  const { slug } = request.params as PageParams;
  if (page === null || !isSlug(slug)) return sendAbsent(site, request, reply);
  const found = await findArticle(store, page, slug);
  if (typeof found === "string") return sendAbsent(site, request, reply, found);
  const { article, movedTo } = found;
  if (movedTo !== null) return reply.redirect(movedTo, 301);
  const { account } = site.centre;
  const query = request.query as Readonly<Record<string, unknown>>;
  const { renderArticle, renderFeedback } = await import("../pages/article.ts");
  if ("feedback" in query) return sendPage(request, reply, renderFeedback(page, article));
  const [siblings, translations] = await Promise.all([
    store.listArticles(account, article.language, article.section.id),
    store.listTranslations(account, article.article),
  ]);
  const state = "thanks" in query ? "thanks" : "read";
  const isRead = request.method === "GET" && state === "read";
  if (isRead && !robots.test(request.headers["user-agent"] ?? ""))
    readers.addView({ account, article: article.article, language: article.language });
  return sendPage(request, reply, renderArticle(page, { article, siblings, translations, state }));
}

type FoundArticle =
  | { readonly article: HelpArticle; readonly movedTo: string | null }
  | "gone"
  | "absent";

/**
 * Finds the text of an address: in its language, else in another one. `movedTo`: the address that
 * the text has now, or that its translation has.
 */
async function findArticle(
  store: HelpStore,
  { centre, languages, language: { tag } }: SiteInLanguage,
  slug: string,
): Promise<FoundArticle> {
  const { account } = centre;
  const target = await store.findTarget(account, tag, slug);
  if (target.state === "published" || target.state === "moved") {
    const article = await store.findArticle({ account, article: target.article, language: tag });
    if (article === null) return "absent";
    return { article, movedTo: target.state === "moved" ? getArticlePath(tag, target.slug) : null };
  }
  const others = languages.filter((language) => language !== tag);
  const other = await store.findInOtherLanguage(account, slug, others);
  if (other === null) return target.state;
  const translated = await store.findArticle({ account, article: other.article, language: tag });
  if (translated !== null)
    return { article: translated, movedTo: getArticlePath(tag, translated.slug) };
  const article = await store.findArticle({ account, ...other });
  return article === null ? "absent" : { article, movedTo: null };
}
