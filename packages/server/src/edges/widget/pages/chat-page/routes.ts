import type { ChatPageData, WidgetLanguage } from "@parlour/protocol/settings/widget-settings";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { listFormFields } from "../../../../core/field/form-fields.ts";
import { getChatPageUrl } from "../../../../http/base-url.ts";
import { buildPermissionsPolicy } from "../../../../http/answers/app-files.ts";
import type { WidgetEdgeDeps, WidgetJournal } from "../../deps.ts";
import { parseFrame } from "../../handlers/handle-frame.ts";
import { canRunOnOrigin } from "../../session/handshake.ts";
import { parseSignedFields } from "../../session/signed-identity.ts";
import type { Widget } from "../../types.ts";
import { buildContentSecurityPolicy } from "../content-security-policy.ts";
import type { ReleaseFiles } from "../release-files.ts";
import { toPublicSettings } from "../script.ts";
import { renderChatPage, renderNotAvailable } from "./html.ts";
import { drawQrCode } from "./qr-code.ts";
import { chatPageTexts, pickLanguage } from "./texts.ts";

export interface ChatPageDeps
  extends
    Pick<WidgetEdgeDeps, "store" | "urls" | "secrets" | "clock">,
    Pick<WidgetJournal, "config"> {}

/** Registers the chat page of widgets and its QR code (WG-300, WG-302). */
export function chatPageRoutes(
  app: FastifyInstance,
  deps: ChatPageDeps,
  files: ReleaseFiles,
): void {
  const method = ["GET", "HEAD"];
  app.route({
    method,
    url: "/chat/:id",
    handler: (request, reply) => sendChatPage(deps, files, request, reply),
  });
  app.route({
    method,
    url: "/chat/:id/qr.svg",
    handler: (request, reply) => sendQrCode(deps, request, reply),
  });
}

async function sendChatPage(
  deps: ChatPageDeps,
  files: ReleaseFiles,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { id } = request.params as { readonly id: string };
  const widget = await findChatPage(deps, id);
  const language = pickLanguage(request.headers["accept-language"]);
  void reply
    .header("content-type", "text/html; charset=utf-8")
    .header("cache-control", "no-cache")
    .header("vary", "Accept-Language")
    .header(
      "content-security-policy",
      buildContentSecurityPolicy(["'none'"], deps.urls.filesOrigin()),
    );
  if (widget === null || files.chatPage === null)
    return void reply.code(404).send(renderNotAvailable(language));
  const { settings } = widget;
  void reply.header(
    "permissions-policy",
    buildPermissionsPolicy({ canRecord: settings.voice, canCapture: settings.files }),
  );
  // The next release must be able to serve the scripts that this page names (WG-202).
  files.saveRelease();
  const { page, fields } = request.query as { readonly page?: unknown; readonly fields?: unknown };
  const data: ChatPageData = {
    face: await buildFace(deps, files, widget, id),
    page: toStartPage(deps, widget, id, page),
    fields: readFields(deps, widget, id, fields),
  };
  return void reply.send(
    renderChatPage({
      ...describePage(widget, data, settings.language ?? language),
      url: getChatPageUrl(deps.urls.widgetBase(), id),
      scripts: files.chatPage.map((name) => `${deps.urls.widgetBase()}/frame/assets/${name}`),
      data,
    }),
  );
}

/** Returns the widget if it has a chat page, or null. */
async function findChatPage({ store }: ChatPageDeps, id: string): Promise<Widget | null> {
  const widget = await store.findWidget(id);
  return widget?.enabled === true && widget.settings.chat_page.enabled ? widget : null;
}

async function buildFace(
  { urls, config }: ChatPageDeps,
  { release }: ReleaseFiles,
  widget: Widget,
  publicId: string,
): Promise<ChatPageData["face"]> {
  const face = toPublicSettings(widget, {
    publicId,
    base: urls.widgetBase(),
    own: urls.ownOrigin(),
    release,
    // Rules are for the pages of a site.
    rules: [],
    fields: listFormFields(await config(widget.account), widget.settings),
  });
  const hasArticles = widget.settings.chat_page.opens_with === "greeting_and_articles";
  return hasArticles ? face : { ...face, articles: undefined };
}

function describePage(
  { name, settings }: Widget,
  { face }: ChatPageData,
  language: WidgetLanguage,
) {
  const texts = settings.texts[language];
  const { privacy } = chatPageTexts[language];
  return {
    language,
    title: settings.chat_page.title ?? (texts?.title || name),
    description: texts?.greeting ?? "",
    isIndexed: settings.chat_page.index,
    image: settings.logo?.startsWith("data:image/png") === true ? face.logo : null,
    links: settings.consent_url === null ? [] : [{ url: settings.consent_url, text: privacy }],
  };
}

/** Returns the page that the chat starts on, if it is on a site of the widget. */
function toStartPage(deps: ChatPageDeps, widget: Widget, id: string, page: unknown): string | null {
  const url =
    typeof page === "string" ? URL.parse(page, getChatPageUrl(deps.urls.widgetBase(), id)) : null;
  return url !== null && /^https?:$/.test(url.protocol) && canRunOnOrigin(deps, widget, url.origin)
    ? url.href
    : null;
}

/** Reads the signed parameter `fields` (WG-303). Returns null if it is not valid. */
function readFields(
  { secrets, clock }: ChatPageDeps,
  { identitySecret }: Widget,
  widgetId: string,
  token: unknown,
): ChatPageData["fields"] {
  if (identitySecret === null || typeof token !== "string") return null;
  const key = { secret: secrets.unseal(identitySecret), widgetId };
  const attributes = parseSignedFields(token, key, clock.now());
  const frame = parseFrame(Buffer.from(JSON.stringify({ type: "attributes", attributes })));
  return frame?.type === "attributes" ? frame.attributes : null;
}

async function sendQrCode(
  deps: ChatPageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { id } = request.params as { readonly id: string };
  if ((await findChatPage(deps, id)) === null)
    return void reply.code(404).type("text/plain").send("Not found\n");
  return void reply
    .type("image/svg+xml")
    .header("cache-control", "public, max-age=3600")
    .header("content-security-policy", "default-src 'none'")
    .header("cross-origin-resource-policy", "cross-origin")
    .send(drawQrCode(getChatPageUrl(deps.urls.widgetBase(), id)));
}
