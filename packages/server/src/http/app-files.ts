import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { readStatic, sendStatic } from "./static.ts";

/** The built operator application, read once at start and served from memory. */
export interface AppFiles {
  /** What answers GET and HEAD of a file or of an application route; undefined: neither. */
  find(path: string): Serve | undefined;
}
type Serve = (request: FastifyRequest, reply: FastifyReply) => void;

/** Paths that are never routes of the application (CFG-012), whether or not an edge stands behind them. */
const reserved = /^\/(?:api|channel|bot|widget|script|files|health|ready|metrics)(?:\/|$)/;
const nonceMeta = /<meta\b(?=[^>]*\bproperty="csp-nonce")[^>]*?\b(?:nonce|content)="([^"]+)"/;

/** `dir`: packages/operator/dist; `filesUrl`: the origin of public files, null: the same. null when there is no built application: the API works without it. */
export function openAppFiles(dir: string, filesUrl: string | null = null): AppFiles | null {
  const files = readStatic(dir);
  if (files === null) return null;
  const index = files.get("/index.html");
  if (index === undefined) return null;
  files.delete("/index.html");
  const page = pageOf(index.body.toString("utf8"), filesUrl);

  return {
    find(path) {
      const file = files.get(path);
      const serve: Serve | undefined =
        file === undefined ? (isRoute(path) ? page : undefined) : (request, reply) => sendStatic(file, request, reply);
      return serve && ((request, reply) => serve(request, reply.header("cross-origin-resource-policy", "same-origin")));
    },
  };
}

/** An address that the application itself resolves: not reserved, and no file name in its last segment. What follows the dot in a token is longer than any extension. */
function isRoute(path: string): boolean {
  return (
    path === "/index.html" || (!reserved.test(path) && !path.includes("//") && !/\.[A-Za-z0-9]{1,12}$/.test(path) && !path.includes("%"))
  );
}

/** The one page. A placeholder in `<meta property="csp-nonce">` becomes a fresh nonce per answer, everywhere it stands. */
function pageOf(built: string, filesUrl: string | null): Serve {
  // The application reads it (packages/operator/src/ui/pictures.ts).
  const html = filesUrl === null ? built : built.replace("<head>", `<head>\n    <meta name="parlour-files" content="${filesUrl}">`);
  const placeholder = nonceMeta.exec(html)?.[1];
  const parts = placeholder === undefined ? [html] : html.split(placeholder);
  return (_request, reply) => {
    const nonce = parts.length > 1 ? randomBytes(16).toString("base64") : null;
    void reply
      .header("content-type", "text/html; charset=utf-8")
      .header("cache-control", "no-cache")
      .header("content-security-policy", contentSecurityPolicy(nonce, filesUrl))
      .header("cross-origin-opener-policy", "same-origin")
      .header("permissions-policy", permissionsPolicy)
      .send(nonce === null ? html : parts.join(nonce));
  };
}

/** What no page of ours uses, and so nothing that runs in one may use (API-166). */
export const permissionsPolicy =
  "accelerometer=(), bluetooth=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), " +
  "microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()";

/** reliability.md 6: the operator application. `filesUrl`: the other origin that serves its pictures, sound and film (CFG-054). */
export function contentSecurityPolicy(nonce: string | null, filesUrl: string | null = null): string {
  const files = filesUrl === null ? "" : ` ${filesUrl}`;
  return (
    `default-src 'none'; script-src 'self'; style-src 'self'${nonce === null ? "" : ` 'nonce-${nonce}'`}; img-src 'self' blob:${files}; media-src 'self' blob:${files}; ` +
    "font-src 'self'; connect-src 'self'; frame-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'"
  );
}
