import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../../../core/failure.ts";
import { parseLogo } from "../../../core/visitor/logo.ts";
import { sendContent } from "../../../http/answers/send-content.ts";
import type { HelpEdgeDeps } from "../deps.ts";
import { sendPage } from "../send-page.ts";
import { costs, openPage, sendAbsent, withSite, type HandlePage } from "./with-site.ts";

const immutable = "public, max-age=31536000, immutable";

/** Registers what pages load, and what programs read. */
export function addFeeds(app: FastifyInstance, deps: HelpEdgeDeps): void {
  const { store } = deps;
  const addFile = (url: string, handle: HandlePage): void => {
    app.route({ method: ["GET", "HEAD"], url, handler: withSite(deps, costs.page, handle) });
  };
  addFile("/help/style.css", async ({ style }, request, reply) => {
    const { v } = request.query as { readonly v?: unknown };
    const cache = v === style.tag ? immutable : "no-cache";
    return sendPage(request, reply, style.text, { type: "text/css", cache });
  });
  addFile("/help/icon.svg", async ({ style, title }, request, reply) => {
    const { renderIcon } = await import("../feeds.ts");
    return sendPage(request, reply, renderIcon(style, title), { type: "image/svg+xml" });
  });
  addFile("/robots.txt", async ({ origin }, request, reply) =>
    sendPage(request, reply, `User-agent: *\nDisallow:\nSitemap: ${origin}/help/sitemap.xml\n`, {
      type: "text/plain",
    }),
  );
  addFile("/help/sitemap.xml", async (site, request, reply) => {
    const addresses = site.centre.values.index
      ? await store.listAddresses(site.centre.account)
      : [];
    const { renderSiteMap } = await import("../feeds.ts");
    return sendPage(request, reply, renderSiteMap(site, addresses), { type: "application/xml" });
  });
  addFile("/help/:language/changes.atom", async (site, request, reply) => {
    const page = openPage(site, request);
    if (page === null) return sendAbsent(site, request, reply);
    const texts = await store.listChanged(site.centre.account, page.language.tag);
    const { renderFeed } = await import("../feeds.ts");
    return sendPage(request, reply, renderFeed(page, texts), { type: "application/atom+xml" });
  });
  for (const [url, name] of [
    ["/help/logo", "logo"],
    ["/help/logo-dark", "logo_dark"],
  ] as const)
    addFile(url, async (site, request, reply) => {
      const data = await store.findLogo(site.centre.account, name);
      await sendLogo(data, request, reply);
    });
}

/** Sends a logo, which was validated when it was saved (HELP-013). */
async function sendLogo(
  data: string | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const logo = data === null ? null : parseLogo(data);
  if (data === null || logo === null) return refuse("not_found", "Not found");
  const content = {
    name: logo.type === "image/png" ? "logo.png" : "logo.svg",
    type: logo.type,
    size: logo.bytes.length,
    tag: createHash("md5").update(data).digest("hex"),
    isInline: true,
    read: async ({ start, end }: { readonly start: number; readonly end: number }) =>
      Readable.from([logo.bytes.subarray(start, end + 1)]),
  };
  const { v } = request.query as { readonly v?: unknown };
  await sendContent(request, reply, content, v === content.tag ? immutable : "public, max-age=60");
}
