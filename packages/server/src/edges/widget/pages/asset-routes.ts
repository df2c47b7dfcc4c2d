import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { gzip as gzipCallback } from "node:zlib";
import { refuse } from "../../../core/failure.ts";
import { parseLogo } from "../../../core/visitor/logo.ts";
import { sendContent } from "../../../http/answers/send-content.ts";
import { buildPermissionsPolicy } from "../../../http/answers/app-files.ts";
import { sendStaticFile } from "../../../http/answers/static-files.ts";
import { buildContentSecurityPolicy } from "./content-security-policy.ts";
import type { WidgetEdgeDeps, WidgetJournal } from "../deps.ts";
import type { ReleaseFiles } from "./release-files.ts";
import { withInstallationOrigin } from "../../../core/channel/origins.ts";
import { canRunOnOrigin } from "../session/handshake.ts";
import type { SiteRecorder } from "../session/sites.ts";
import type { Widget } from "../types.ts";
import { listFormFields } from "../../../core/field/form-fields.ts";
import { listWidgetTriggers } from "../session/widget-triggers.ts";
import { computeLogoTag, buildScript } from "./script.ts";

interface AssetDeps extends Pick<WidgetEdgeDeps, "store" | "urls"> {
  readonly config: WidgetJournal["config"];
  readonly sites: SiteRecorder;
}
const gzip = promisify(gzipCallback);

/** Registers the widget script, the page of the chat window and their assets. */
export function assetRoutes(
  app: FastifyInstance,
  prefix: string,
  deps: AssetDeps,
  files: ReleaseFiles,
): void {
  const method = ["GET", "HEAD"];
  app.route({
    method,
    url: `${prefix}/frame/:id`,
    handler: (request, reply) => sendChatWindow(deps, files, request, reply),
  });
  app.route({
    method,
    url: `${prefix}/logo/:id`,
    handler: (request, reply) => sendLogo(deps, request, reply),
  });
  app.route({
    method,
    url: `${prefix}/frame/assets/*`,
    handler: (request, reply) => sendAsset(files, request, reply),
  });
  for (const url of new Set([`${prefix}/:id`, ...fixedScriptPaths.byPath]))
    app.route({
      method,
      url,
      handler: (request, reply) => sendScript(deps, files, request, reply),
    });
  app.route({
    method,
    url: fixedScriptPaths.byAttribute,
    handler: async (request, reply) => sendByAttribute(files, request, reply),
  });
}

/** Script paths of comparable services (WG-230): the same on every host and base URL. */
export const fixedScriptPaths = {
  byPath: ["/script/widget/:id", "/script/geo-widget/:id"],
  byAttribute: "/widget.js",
} as const;

async function sendChatWindow(
  deps: AssetDeps,
  files: ReleaseFiles,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { id } = request.params as { readonly id: string };
  // The preview in the settings belongs to no widget. Any page may embed it, because it opens no
  // connection and stores nothing.
  const widget = id === "preview" ? null : await deps.store.findWidget(id);
  const { r } = request.query as { readonly r?: unknown };
  const page = await files.page(typeof r === "string" ? r : files.release);
  if (page === null || (id !== "preview" && widget?.enabled !== true))
    return refuse("not_found", "Not found");
  void reply
    .header("content-type", "text/html; charset=utf-8")
    .header("cache-control", "no-cache")
    .header(
      "content-security-policy",
      buildContentSecurityPolicy(
        widget === null
          ? []
          : withInstallationOrigin(widget.settings.origins, deps.urls.ownOrigin()),
        deps.urls.filesOrigin(),
      ),
    )
    .header(
      "permissions-policy",
      buildPermissionsPolicy({
        canRecord: widget?.settings.voice === true,
        canCapture: widget?.settings.files === true,
      }),
    )
    // Isolated pages embed only documents with this header (WG-232).
    .header("cross-origin-embedder-policy", "require-corp")
    .header("cross-origin-resource-policy", "cross-origin");
  return void reply.send(page.body);
}

/**
 * Sends the logo for the header of the chat window (WG-112). The logo was validated when it was
 * saved, and it runs no script when a browser opens it directly.
 */
async function sendLogo(
  deps: AssetDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { id } = request.params as { readonly id: string };
  const widget = await deps.store.findWidget(id);
  const data = widget?.enabled === true ? widget.settings.logo : null;
  const logo = data === null ? null : parseLogo(data);
  if (data === null || logo === null) return refuse("not_found", "Not found");
  const content = {
    name: logo.type === "image/png" ? "logo.png" : "logo.svg",
    type: logo.type,
    size: logo.bytes.length,
    tag: computeLogoTag(data),
    isInline: true,
    read: async ({ start, end }: { readonly start: number; readonly end: number }) =>
      Readable.from([logo.bytes.subarray(start, end + 1)]),
  };
  const { v } = request.query as { readonly v?: unknown };
  return sendContent(
    request,
    reply,
    content,
    v === content.tag ? "public, max-age=31536000, immutable" : "public, max-age=60",
  );
}

async function sendAsset(
  files: ReleaseFiles,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { "*": name } = request.params as { readonly "*": string };
  const file = await files.asset(name);
  if (file === null) return refuse("not_found", "Not found");
  sendStaticFile(file, request, allowOtherOrigins(reply));
}

/** Lets pages of all origins load a script, also with `integrity` or from an isolated page. */
const allowOtherOrigins = (reply: FastifyReply): FastifyReply =>
  reply
    .header("cross-origin-resource-policy", "cross-origin")
    .header("access-control-allow-origin", "*");

/** Sends the script that finds the id of the widget in its element (WG-230). */
function sendByAttribute(files: ReleaseFiles, request: FastifyRequest, reply: FastifyReply): void {
  if (files.byAttribute === null) return refuseUnbuilt();
  sendStaticFile(
    { ...files.byAttribute, cache: "public, max-age=60" },
    request,
    allowOtherOrigins(reply),
  );
}

const refuseUnbuilt = (): never =>
  refuse("temporarily_unavailable", "The widget is not built: run npm run build.");

async function sendScript(
  deps: AssetDeps,
  files: ReleaseFiles,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // Ignores everything after the id, because pages append stray characters (WG-002).
  const publicId = /^[A-Za-z0-9]*/.exec((request.params as { readonly id: string }).id)?.[0] ?? "";
  const widget = await deps.store.findWidget(publicId);
  if (widget === null) return refuse("not_found", "Not found");
  if (files.loader === null) return refuseUnbuilt();
  void allowOtherOrigins(reply)
    .header("content-type", "text/javascript; charset=utf-8")
    .header("cache-control", cacheControlFor(deps, widget, request.headers.referer))
    .header("vary", "Accept-Encoding");
  if (!widget.enabled) return void reply.send("");
  // Browsers send only the origin of the site to another server. If there is no referrer, the
  // socket records the site later.
  if (request.headers.referer !== undefined)
    deps.sites.record(widget, request.headers.referer, null);
  files.saveRelease();
  const config = await deps.config(widget.account);
  const script = buildScript(files.loader, widget, {
    publicId,
    base: deps.urls.widgetBase(),
    own: deps.urls.ownOrigin(),
    release: files.release,
    rules: listWidgetTriggers(config, widget.channelId),
    fields: listFormFields(config, widget.settings),
  });
  if (request.headers["if-none-match"] === script.etag)
    return void reply.header("etag", script.etag).code(304).send();
  const isGzipped = /\bgzip\b/i.test(request.headers["accept-encoding"] ?? "");
  if (isGzipped) void reply.header("content-encoding", "gzip");
  return void reply
    .header("etag", script.etag)
    .send(isGzipped ? await gzip(script.body) : script.body);
}

/**
 * Returns how long browsers may cache the script. A change must reach new page loads within 60 s
 * (WG-090). A page of a site that is not listed gets an uncached script. The widget then starts on
 * the first load after the site is listed.
 */
function cacheControlFor(deps: AssetDeps, widget: Widget, referer: string | undefined): string {
  const page = referer === undefined ? null : URL.parse(referer);
  return page === null || canRunOnOrigin(deps, widget, page.origin)
    ? "public, max-age=60"
    : "private, no-cache";
}
