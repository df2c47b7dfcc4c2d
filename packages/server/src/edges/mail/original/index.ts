import { mailCharsets } from "@parlour/protocol/entity/channel-kinds/mail-charsets";
import type { FastifyPluginAsync } from "fastify";
import { refuse } from "../../../core/failure.ts";
import { buildPermissionsPolicy } from "../../../http/answers/app-files.ts";
import { resolvePictures, type MailOriginal } from "./resolve-pictures.ts";

export type { MailOriginal } from "./resolve-pictures.ts";

export interface MailOriginalDeps {
  /** Finds the original by its token, which nobody can guess. Resolves with null if unknown. */
  readonly find: (token: string) => Promise<MailOriginal | null>;
  /** Origin of the public URLs of files, without a slash at the end. */
  readonly filesUrl: () => string;
}

/**
 * Returns the path of the view of an original. `images=show` permits pictures from elsewhere,
 * `charset=` reads text of a guessed character set with another one.
 */
export const mailOriginalPath = (token: string): string => `/mail/originals/${token}`;

/**
 * Creates the route that shows the HTML of a mail as a document of its own, for an iframe with
 * `sandbox=""` (MAIL-028). Anyone who knows the token may read it, as for files (CORE-061).
 */
export function createMailOriginalRoutes(deps: MailOriginalDeps): FastifyPluginAsync {
  return async (app) => {
    app.get(mailOriginalPath(":token"), async (request, reply) => {
      const { token } = request.params as { readonly token: string };
      const { images, charset } = request.query as {
        readonly images?: string;
        readonly charset?: string;
      };
      const original = await deps.find(token);
      if (original === null) return refuse("not_found", "Not found");
      const { isHtml, text } = await readText(original, charset);
      return reply
        .header("content-type", `text/${isHtml ? "html" : "plain"}; charset=utf-8`)
        .header("content-security-policy", buildPolicy(deps.filesUrl(), images === "show"))
        .header("cross-origin-resource-policy", "same-origin")
        .header(
          "permissions-policy",
          buildPermissionsPolicy({ canRecord: false, canCapture: false }),
        )
        .header("referrer-policy", "no-referrer")
        .header("x-content-type-options", "nosniff")
        .header("x-dns-prefetch-control", "off")
        .header("x-robots-tag", "noindex")
        .header("cache-control", "no-store")
        .send(isHtml ? resolvePictures(text, original.pictures) : text);
    });
  };
}

/**
 * Returns the HTML, or the text whose character set was guessed: with another one on request, for
 * which a reader knows better (MAIL-117).
 */
async function readText(
  { html, guessed }: MailOriginal,
  charset: string | undefined,
): Promise<{ readonly isHtml: boolean; readonly text: string }> {
  if (charset !== undefined && !mailCharsets.some((known) => known === charset))
    return refuse("invalid_request", `charset is none of ${mailCharsets.join(", ")}`, {
      field: "charset",
    });
  if (guessed === null || (charset === undefined && html !== null))
    return { isHtml: true, text: html ?? "" };
  // Most installations receive no such mail, and the tables are large.
  const { decodeAs } = await import("../format/parse/mime/charsets.ts");
  const text = decodeAs(guessed.bytes, charset ?? guessed.charset) ?? "";
  return { isHtml: guessed.isHtml, text };
}

/**
 * Returns the policy: no scripts, forms, frames and fonts, and a unique origin. Only pictures of
 * the mail itself are loaded, because any other one tells the sender that the mail was opened.
 */
function buildPolicy(filesUrl: string, showsRemotePictures: boolean): string {
  return [
    "sandbox",
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src data: ${filesUrl}/files/${showsRemotePictures ? " https:" : ""}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}
