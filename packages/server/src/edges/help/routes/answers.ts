import type { FastifyInstance, FastifyRequest } from "fastify";
import { getArticlePath } from "@parlour/protocol/article/facts";
import { toClientKey } from "../../../limits/client-key.ts";
import type { HelpArticle, HelpEdgeDeps } from "../deps.ts";
import type { Readers } from "../readers.ts";
import type { HelpSite } from "../site.ts";
import { costs, isSlug, sendAbsent, withSite } from "./with-site.ts";

const maxComment = 1_000;

/** Registers the forms of an article: the vote and the field after "No" (HELP-044). */
export function addAnswers(app: FastifyInstance, deps: HelpEdgeDeps, readers: Readers): void {
  addFormParser(app);
  const addAnswer = (
    url: string,
    save: (article: HelpArticle, site: HelpSite, request: FastifyRequest) => Promise<string>,
  ): void => {
    app.route({
      method: "POST",
      url,
      bodyLimit: 16_384,
      handler: withSite(deps, costs.answer, async (site, request, reply) => {
        const form = readForm(request);
        const language = form.get("language") ?? "";
        const slug = form.get("slug") ?? "";
        if (!site.languages.includes(language) || !isSlug(slug))
          return sendAbsent(site, request, reply);
        const { account } = site.centre;
        const target = await deps.store.findTarget(account, language, slug);
        const article =
          "article" in target
            ? await deps.store.findArticle({ account, article: target.article, language })
            : null;
        if (article === null) return sendAbsent(site, request, reply);
        const path = getArticlePath(article.language, article.slug);
        return reply.redirect(`${path}${await save(article, site, request)}`, 303);
      }),
    });
  };
  addAnswer("/help/vote", async (article, { centre: { account } }, request) => {
    const isHelpful = readForm(request).get("helpful") === "yes";
    const reader = `${toClientKey(request.clientAddress)} ${request.headers["user-agent"] ?? ""}`;
    readers.addVote(toKey(account, article), isHelpful, reader);
    await readers.save();
    return isHelpful ? "?thanks#page_vote" : "?feedback";
  });
  addAnswer("/help/comment", async (article, { centre: { account } }, request) => {
    const text = (readForm(request).get("text") ?? "").replaceAll("\0", "").toWellFormed().trim();
    if (text !== "")
      await deps.store.addComment(toKey(account, article), text.slice(0, maxComment));
    return "?thanks#page_vote";
  });
}

const toKey = (account: number, { article, language }: HelpArticle) => ({
  account,
  article,
  language,
});
const readForm = (request: FastifyRequest): URLSearchParams =>
  request.body instanceof URLSearchParams ? request.body : new URLSearchParams();

/** Forms of pages without script. */
function addFormParser(app: FastifyInstance): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}
