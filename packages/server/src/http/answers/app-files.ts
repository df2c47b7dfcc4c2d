import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { readStaticFiles, sendStaticFile } from "./static-files.ts";

/** The built operator application. It is read once at startup and served from memory. */
export interface AppFiles {
  /** For GET and HEAD. Undefined if the path is neither a file nor an application route. */
  find(path: string): FileHandler | undefined;
}
type FileHandler = (request: FastifyRequest, reply: FastifyReply) => void;

/** Paths that are never application routes (CFG-012), even if no edge serves them. */
const reservedPaths =
  /^\/(?:api|channel|bot|chat|widget|script|files|health|ready|metrics|mcp|scim|saml|\.well-known)(?:\/|$)/;
const nonceMeta = /<meta\b(?=[^>]*\bproperty="csp-nonce")[^>]*?\b(?:nonce|content)="([^"]+)"/;

/**
 * Loads the built application. `dir` is packages/operator/dist. `filesUrl` is the origin of public
 * files, or null if it is the same. Returns null if the application is not built. The API works
 * without it.
 */
export function loadAppFiles(dir: string, filesUrl: string | null = null): AppFiles | null {
  const files = readStaticFiles(dir);
  if (files === null) return null;
  const index = files.get("/index.html");
  if (index === undefined) return null;
  files.delete("/index.html");
  const page = createPageHandler(index.body.toString("utf8"), filesUrl);

  return {
    find(path) {
      const file = files.get(path);
      const serve: FileHandler | undefined =
        file === undefined
          ? isAppRoute(path)
            ? page
            : undefined
          : (request, reply) => sendStaticFile(file, request, reply);
      return (
        serve &&
        ((request, reply) =>
          serve(request, reply.header("cross-origin-resource-policy", "same-origin")))
      );
    },
  };
}

/**
 * Returns whether the application resolves this path itself. The path must not be reserved or end
 * with a file name. The part of a token after a dot is longer than any file extension.
 */
function isAppRoute(path: string): boolean {
  return (
    path === "/index.html" ||
    (!reservedPaths.test(path) &&
      !path.includes("//") &&
      !/\.[A-Za-z0-9]{1,12}$/.test(path) &&
      !path.includes("%"))
  );
}

/** Gives every `<meta property="csp-nonce">` a new nonce per response. */
function createPageHandler(template: string, filesUrl: string | null): FileHandler {
  // The application reads this value (packages/operator/src/ui/pictures.ts).
  const html =
    filesUrl === null
      ? template
      : template.replace("<head>", `<head>\n    <meta name="parlour-files" content="${filesUrl}">`);
  const placeholder = nonceMeta.exec(html)?.[1];
  const parts = placeholder === undefined ? [html] : html.split(placeholder);
  return (_request, reply) => {
    const nonce = parts.length > 1 ? randomBytes(16).toString("base64") : null;
    void reply
      .header("content-type", "text/html; charset=utf-8")
      .header("cache-control", "no-cache")
      .header("content-security-policy", buildContentSecurityPolicy(nonce, filesUrl))
      .header("cross-origin-opener-policy", "same-origin")
      .header("permissions-policy", buildPermissionsPolicy({ canRecord: true, canCapture: false }))
      .send(nonce === null ? html : parts.join(nonce));
  };
}

/**
 * Returns the policy that denies the browser features that a page does not use. Content in the page
 * must not use them either (API-166). `canRecord`: the page records voice messages. `canCapture`:
 * it takes screenshots. Without `bluetooth`, which browsers do not know: each page would log a
 * warning.
 */
export const buildPermissionsPolicy = (page: {
  readonly canRecord: boolean;
  readonly canCapture: boolean;
}): string =>
  `accelerometer=(), browsing-topics=(), camera=(), display-capture=(${page.canCapture ? "self" : ""}), geolocation=(), gyroscope=(), hid=(), magnetometer=(), ` +
  `microphone=(${page.canRecord ? "self" : ""}), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()`;

/**
 * Returns the content security policy of the operator application (reliability.md 6). `filesUrl` is
 * the separate origin of its images, audio and video (CFG-054).
 */
export function buildContentSecurityPolicy(
  nonce: string | null,
  filesUrl: string | null = null,
): string {
  const files = filesUrl === null ? "" : ` ${filesUrl}`;
  return (
    `default-src 'none'; script-src 'self'; style-src 'self'${nonce === null ? "" : ` 'nonce-${nonce}'`}; img-src 'self' blob:${files}; media-src 'self' blob:${files}; ` +
    "font-src 'self'; connect-src 'self'; frame-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'"
  );
}
