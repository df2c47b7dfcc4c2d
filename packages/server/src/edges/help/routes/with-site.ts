import type { FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../../../core/failure.ts";
import { toClientKey } from "../../../limits/client-key.ts";
import type { HelpEdgeDeps } from "../deps.ts";
import { renderState } from "../pages/states.ts";
import { sendPage } from "../send-page.ts";
import {
  chooseLanguage,
  inLanguage,
  openSite,
  type HelpSite,
  type SiteInLanguage,
} from "../site.ts";

export type PageParams = Readonly<Record<"language" | "slug", string>>;
export type HandlePage = (
  site: HelpSite,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<unknown>;

/** Other texts are no slug, and the database takes no NUL. */
export const isSlug = (text: string): boolean => /^[\p{L}\p{M}\p{N}-]{1,200}$/u.test(text);

/** What a request costs of the limit per address (CFG-030). */
export const costs = { page: 1, search: 5, answer: 20 } as const;

/** Runs the handler of a page, unless there is no help centre or the reader is over the limit. */
export function withSite(
  deps: HelpEdgeDeps,
  cost: number,
  handle: HandlePage,
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  return async (request, reply) => {
    const site = await openSite(deps, request.headers.host ?? "");
    if (site === null) return refuse("not_found", "Not found");
    const quota = await deps.limits.take("help", toClientKey(request.clientAddress), cost);
    if (quota.ok) return handle(site, request, reply);
    void reply.header("retry-after", Math.ceil(quota.retryAfterMs / 1_000));
    const language = chooseLanguage(site, request.headers["accept-language"]);
    return sendPage(request, reply, renderState(inLanguage(site, language), "tooMany"), {
      status: 429,
      cache: "no-store",
    });
  };
}

/** Returns the site in the language of the address. null: it has no articles in it. */
export function openPage(site: HelpSite, request: FastifyRequest): SiteInLanguage | null {
  const { language } = request.params as PageParams;
  return site.languages.includes(language) ? inLanguage(site, language) : null;
}

export async function sendAbsent(
  site: HelpSite,
  request: FastifyRequest,
  reply: FastifyReply,
  state: "gone" | "absent" = "absent",
): Promise<FastifyReply> {
  const { language = "" } = request.params as Partial<PageParams>;
  const known = site.languages.includes(language)
    ? language
    : chooseLanguage(site, request.headers["accept-language"]);
  const status = state === "gone" ? 410 : 404;
  return sendPage(request, reply, renderState(inLanguage(site, known), state), { status });
}
