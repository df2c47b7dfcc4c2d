import type { FastifyPluginAsync, FastifyReply } from "fastify";
import { refuse } from "../../core/failure.ts";
import { html, type Html } from "../../http/answers/html.ts";
import { getVisitorMailText } from "./visitor-text.ts";

/**
 * The content of an unsubscribe link. Links are sealed, so that they cannot be created for another
 * person's address.
 */
export interface UnsubscribeLink {
  readonly account: number;
  readonly address: string;
  readonly language: string;
}
export interface UnsubscribeDeps {
  /** Parses the token of a link. Returns null if it is invalid. */
  readonly parseToken: (token: string) => UnsubscribeLink | null;
  readonly unsubscribe: (account: number, address: string) => Promise<void>;
}

/** Registers `/stop-mail/<token>`: a page with a button. GET changes nothing (CORE-163). */
export function unsubscribeRoutes(deps: UnsubscribeDeps): FastifyPluginAsync {
  return async (app) => {
    // The form of the page has no fields. Email programs post `List-Unsubscribe=One-Click` (RFC
    // 8058).
    app.addContentTypeParser("application/x-www-form-urlencoded", (_request, payload, done) => {
      payload.resume();
      done(null, null);
    });
    const getLink = (params: unknown): UnsubscribeLink =>
      deps.parseToken((params as { readonly "*": string })["*"]) ??
      refuse("not_found", "Not found");
    app.get("/stop-mail/*", (request, reply) => {
      const { address, language } = getLink(request.params);
      const texts = getVisitorMailText(language);
      const body = html`<h1>${texts.stopQuestion(address)}</h1>
        <form method="post"><button>${texts.stop}</button></form>`;
      return sendPage(reply, language, texts.stop, body);
    });
    app.post("/stop-mail/*", async (request, reply) => {
      const { account, address, language } = getLink(request.params);
      await deps.unsubscribe(account, address);
      const texts = getVisitorMailText(language);
      return sendPage(reply, language, texts.stop, html`<h1>${texts.stopped(address)}</h1>`);
    });
  };
}

function sendPage(reply: FastifyReply, language: string, title: string, body: Html): FastifyReply {
  const direction = language.startsWith("ar") ? "rtl" : "ltr";
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
        <html lang="${language.slice(0, 2)}" dir="${direction}">
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
