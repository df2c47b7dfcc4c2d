import { randomBytes } from "node:crypto";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { Refusal, refuse } from "../../core/failure.ts";
import {
  readStaticFiles,
  sendStaticFile,
  createStaticFile,
  type StaticFile,
} from "../../http/answers/static-files.ts";
import type { Auth } from "../../auth/index.ts";
import { buildSnippet } from "./snippet.ts";
import { listChannels } from "../../store/settings/channels/channel.ts";
import { findAccount } from "../../store/settings/account/account.ts";
import type { Reader } from "../../store/database/reader.ts";
import { sendPage, buildPage, toDataAttributes } from "./page-html.ts";

export interface WidgetTestPagesDeps {
  readonly auth: Auth;
  readonly reader: Reader;
  readonly widgetBase: () => string;
  readonly widgetDir: string;
}

/**
 * Registers two pages that show a widget to signed-in operators. `/widget-test/<public id>` is a
 * sample shop with a strict content security policy (WG-004, CORE-172) and controls for the script
 * API. `/widget-preview` is a frame in the settings that shows unsaved changes.
 */
export function createWidgetTestPages(deps: WidgetTestPagesDeps): FastifyPluginAsync {
  const scripts = loadScripts(deps.widgetDir);
  return (app) => {
    const method = ["GET", "HEAD"];
    app.route({
      method,
      url: "/widget-test/:id",
      handler: (request, reply) => sendTestPage(deps, request, reply),
    });
    app.route({
      method,
      url: "/widget-preview",
      handler: (request, reply) => sendPreviewPage(deps, request, reply),
    });
    for (const url of ["/widget-test/assets/:name", "/widget-preview/assets/:name"])
      app.route({
        method,
        url,
        handler: (request, reply) => sendScript(scripts, request, reply),
      });
    return Promise.resolve();
  };
}

type Scripts = Readonly<Record<string, StaticFile | undefined>>;

/** Loads the scripts of both pages. The loader is a function that the preview calls. */
function loadScripts(widgetDir: string): Scripts {
  const files = readStaticFiles(widgetDir) ?? new Map<string, StaticFile>();
  const loader = files.get("/loader.js")?.body.toString("utf8").trim();
  return {
    "test-page.js": files.get("/test-page.js"),
    "preview-page.js": files.get("/preview-page.js"),
    "loader.js":
      loader === undefined
        ? undefined
        : createStaticFile(
            "/loader.js",
            Buffer.from(`function parlourLoader(PARLOUR){${loader}}\n`),
          ),
  };
}

async function sendTestPage(
  deps: WidgetTestPagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!(await isAuthorized(deps, request, reply, { action: "channels.read", next: request.url })))
    return;
  const { id } = request.params as { readonly id: string };
  const { accountId } = deps.auth.principalOf(request);
  const [rows, account] = await Promise.all([
    listChannels(deps.reader, accountId),
    findAccount(deps.reader, accountId),
  ]);
  const row = rows.find((candidate) => candidate.values.public_id === id);
  if (row?.kind !== "widget" || row.values.widget === null) return refuse("not_found", "Not found");
  const nonce = randomBytes(16).toString("base64");
  const { prefixes } = row.values.widget;
  const snippet = buildSnippet(
    deps.widgetBase(),
    row.values.public_id,
    prefixes[0] ?? "widget",
  ).replaceAll("<script", `<script nonce="${nonce}"`);
  const name = account?.name ?? row.values.name;
  const data = {
    id,
    prefixes: prefixes.join(" "),
    name,
    accent: row.values.widget.accent,
    settings: `/settings/widgets/${row.id}`,
  };
  const body = `<body ${toDataAttributes(data)}>\n<script nonce="${nonce}" src="/widget-test/assets/test-page.js"></script>\n${snippet}\n</body>`;
  const widgetOrigin = new URL(deps.widgetBase()).origin;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `frame-src ${widgetOrigin}`,
    `connect-src ${widgetOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  sendPage(
    reply,
    policy,
    buildPage(getLanguage(request, account?.locale), `${name} · Parlour`, body),
  );
}

async function sendPreviewPage(
  deps: WidgetTestPagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (
    !(await isAuthorized(deps, request, reply, {
      action: "channels.manage",
      next: "/settings/widgets",
    }))
  )
    return;
  const scriptsOf = ["loader.js", "preview-page.js"].map(
    (name) => `<script src="/widget-preview/assets/${name}"></script>`,
  );
  const widgetOrigin = new URL(deps.widgetBase()).origin;
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${widgetOrigin}`,
    `frame-src ${widgetOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ];
  sendPage(
    reply,
    policy,
    buildPage(
      "en",
      "Preview",
      `<body ${toDataAttributes({ base: deps.widgetBase() })}>\n${scriptsOf.join("\n")}\n</body>`,
    ),
  );
}

function sendScript(scripts: Scripts, request: FastifyRequest, reply: FastifyReply): void {
  const { name } = request.params as { readonly name: string };
  const file = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
  if (file === undefined) return refuse("not_found", "Not found");
  sendStaticFile(file, request, reply);
}

/** Redirects everyone else to the sign-in page, which leads to `next`. */
async function isAuthorized(
  deps: WidgetTestPagesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { action, next }: { readonly action: Parameters<Auth["guard"]>[0]; readonly next: string },
): Promise<boolean> {
  try {
    await deps.auth.guard(action)(request, reply);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal) || error.failure.failure !== "unauthorized") throw error;
    void reply
      .code(302)
      .header("location", `/signin?next=${encodeURIComponent(next)}`)
      .send();
    return false;
  }
}
/** Reads `?lang=ru` of links of the application. The default is that of the account. */
function getLanguage(request: FastifyRequest, defaultLanguage = "en"): "en" | "ru" {
  const { lang = defaultLanguage } = request.query as { readonly lang?: unknown };
  return lang === "ru" ? "ru" : "en";
}
