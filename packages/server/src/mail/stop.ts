import type { FastifyPluginAsync, FastifyReply } from "fastify";
import { refuse } from "../core/failure.ts";
import { html, type Html } from "./html.ts";
import { visitorWords } from "./visitor-words.ts";

/**
 * The content of an unsubscribe link. Links are sealed, so that they cannot be created for another
 * person's address.
 */
export interface StopLink {
  readonly account: number;
  readonly address: string;
  readonly language: string;
}
export interface StopDeps {
  /** Parses a token. null: it is invalid. */
  readonly open: (token: string) => StopLink | null;
  readonly refuse: (account: number, address: string) => Promise<void>;
}

/** `/stop-mail/<token>`: a page with a confirmation button. GET changes nothing (CORE-163). */
export function stopRoutes(deps: StopDeps): FastifyPluginAsync {
  return async (app) => {
    // The form has no fields. Mail programs post `List-Unsubscribe=One-Click` (RFC 8058).
    app.addContentTypeParser("application/x-www-form-urlencoded", (_request, payload, done) => {
      payload.resume();
      done(null, null);
    });
    const linkOf = (params: unknown): StopLink => deps.open((params as { readonly "*": string })["*"]) ?? refuse("not_found", "Not found");
    app.get("/stop-mail/*", (request, reply) => {
      const { address, language } = linkOf(request.params);
      const w = visitorWords(language);
      const body = html`<h1>${w.stopQuestion(address)}</h1>
        <form method="post"><button>${w.stop}</button></form>`;
      return page(reply, language, w.stop, body);
    });
    app.post("/stop-mail/*", async (request, reply) => {
      const { account, address, language } = linkOf(request.params);
      await deps.refuse(account, address);
      const w = visitorWords(language);
      return page(reply, language, w.stop, html`<h1>${w.stopped(address)}</h1>`);
    });
  };
}

function page(reply: FastifyReply, language: string, title: string, body: Html): FastifyReply {
  const right = language.startsWith("ar") ? "rtl" : "ltr";
  return reply
    .header("content-type", "text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .header("x-robots-tag", "noindex")
    .header(
      "content-security-policy",
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
    .send(
      html`<!doctype html>
        <html lang="${language.slice(0, 2)}" dir="${right}">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width" />
            <meta name="color-scheme" content="light dark" />
            <title>${title}</title>
            <style>
              body {
                font:
                  16px/1.5 system-ui,
                  sans-serif;
                max-width: 36rem;
                margin: 15vh auto 0;
                padding: 0 1rem;
              }
              h1 {
                font-size: 1.4rem;
                overflow-wrap: anywhere;
              }
              button {
                font: inherit;
                padding: 0.6rem 1.2rem;
                min-height: 44px;
              }
            </style>
          </head>
          <body>
            ${body}
          </body>
        </html>`.toString(),
    );
}
