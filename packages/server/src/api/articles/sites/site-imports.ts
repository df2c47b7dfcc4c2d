import type { FastifyInstance } from "fastify";
import {
  ArticleImport,
  EmptyBody,
  IdParams,
  NewSiteImport,
  PageQuery,
  SiteImport,
  SiteImports,
  SiteImportTarget,
  siteImportLimits,
} from "@parlour/protocol/api";
import type { SiteImportPort } from "../../../sites/index.ts";
import type { AccountConfig } from "../../../core/command.ts";
import { refuse } from "../../../core/failure.ts";
import {
  cancelSiteImport,
  countReadingImports,
  findSiteImport,
  listSiteImports,
  type SiteImportRecord,
} from "../../../store/sites/site-import.ts";
import { changeSettings } from "../../kit/change-settings.ts";
import { cutPage, decodeCursor } from "../../kit/cursor.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import { acquireExportSlot } from "../../kit/export-slot.ts";
import { parseId, requireFound } from "../../kit/ids.ts";
import type { FolderDeps } from "../folder/import-folder.ts";

export interface SiteDeps extends FolderDeps {
  readonly sites: SiteImportPort;
}

const shared = { action: "articles.manage", tag: "articles" } as const;
const one = { ...shared, params: IdParams } as const;

/** Registers the routes that import articles from the pages of a site (ART-080). */
export function siteImportRoutes(app: FastifyInstance, deps: SiteDeps): void {
  listRoutes(app, deps);
  createRoute(app, deps);
  cancelRoute(app, deps);
  importRoutes(app, deps);
}

function listRoutes(app: FastifyInstance, deps: SiteDeps): void {
  const { auth, reader } = deps;
  declareRoute(app, auth, {
    ...shared,
    method: "GET",
    url: "/site-imports",
    summary: "List imports of articles from sites",
    query: PageQuery,
    status: 200,
    answer: SiteImports,
    async handle({ principal, query: { limit = 50, cursor } }) {
      const [before = Number.MAX_SAFE_INTEGER] = decodeCursor("site_imports", cursor, 1);
      const rows = await listSiteImports(reader, principal.accountId, { before, limit: limit + 1 });
      const page = cutPage("site_imports", rows, limit, ({ id }) => [id]);
      const config = await deps.config(principal.accountId);
      return { ...page, items: page.items.map((row) => serializeImport(row, config)) };
    },
  });
  declareRoute(app, auth, {
    ...one,
    method: "GET",
    url: "/site-imports/:id",
    summary: "Get an import of articles from a site",
    status: 200,
    answer: SiteImport,
    handle: ({ principal, params }) => loadImport(deps, principal.accountId, params.id),
  });
}

function createRoute(app: FastifyInstance, deps: SiteDeps): void {
  declareRoute(app, deps.auth, {
    ...shared,
    method: "POST",
    url: "/site-imports",
    summary: "Read a site for an import of articles",
    body: NewSiteImport,
    status: 201,
    answer: SiteImport,
    once: "answer",
    async handle({ principal, body }) {
      const { accountId, operatorId } = principal;
      const address = requireAddress(body.address, "address");
      const prefix = body.prefix === undefined ? null : requireAddress(body.prefix, "prefix");
      if ((await countReadingImports(deps.reader, accountId)) >= siteImportLimits.reading)
        refuse(
          "not_available",
          `The account reads ${siteImportLimits.reading} sites already. Wait for one, or cancel it.`,
        );
      const id = await deps.sites.create(accountId, { operatorId, address, prefix });
      return loadImport(deps, accountId, String(id));
    },
  });
}

function requireAddress(given: string, field: string): string {
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol))
    return refuse("invalid_request", "Use an address that begins with https:// or http://.", {
      field,
    });
  url.hash = "";
  return url.href;
}

function cancelRoute(app: FastifyInstance, deps: SiteDeps): void {
  declareRoute(app, deps.auth, {
    ...one,
    method: "POST",
    url: "/site-imports/:id/cancel",
    summary: "Cancel the reading of a site",
    body: EmptyBody,
    status: 200,
    answer: SiteImport,
    async handle(context) {
      const { accountId } = context.principal;
      const { id, address } = await requireImport(deps, accountId, context.params.id);
      await changeSettings(deps, context, "article.import", async (tx, now) => {
        if (!(await cancelSiteImport(tx, { account: accountId, id }, now))) refuseState();
        return { result: null, changed: [], target: `${address}: cancelled` };
      });
      return loadImport(deps, accountId, context.params.id);
    },
  });
}

function importRoutes(app: FastifyInstance, deps: SiteDeps): void {
  const { auth } = deps;
  declareRoute(app, auth, {
    ...one,
    method: "GET",
    url: "/site-imports/:id/plan",
    summary: "Preview an import of articles from a site",
    query: SiteImportTarget,
    status: 200,
    answer: ArticleImport,
    async handle({ principal, params, query }) {
      const record = await requireRead(deps, principal.accountId, params.id);
      return withSlot(deps, principal.accountId, async () => {
        const { planSite } = await import("./run-site-import.ts");
        return planSite(deps, principal, record, query);
      });
    },
  });
  declareRoute(app, auth, {
    ...one,
    method: "POST",
    url: "/site-imports/:id/import",
    summary: "Import articles from a site",
    body: SiteImportTarget,
    status: 200,
    answer: ArticleImport,
    async handle(context) {
      const { accountId } = context.principal;
      const record = await requireRead(deps, accountId, context.params.id);
      return withSlot(deps, accountId, async () => {
        const { importSite } = await import("./run-site-import.ts");
        return importSite(deps, context, record, context.body);
      });
    },
  });
}

/** Few run at once, because each has all its pages in memory (API-257). */
async function withSlot<T>(deps: SiteDeps, account: number, run: () => Promise<T>): Promise<T> {
  const release = await acquireExportSlot(deps, account);
  try {
    return await run();
  } finally {
    release();
  }
}

/** A cancelled import has what was read before. */
async function requireRead(
  deps: SiteDeps,
  account: number,
  text: string,
): Promise<SiteImportRecord> {
  const record = await requireImport(deps, account, text);
  return record.state === "reading" ? refuseState() : record;
}

const refuseState = (): never =>
  refuse("not_available", "The import is in a state that does not allow this.");

const requireImport = async (
  { reader }: SiteDeps,
  account: number,
  text: string,
): Promise<SiteImportRecord> =>
  requireFound(await findSiteImport(reader, account, parseId(text, "import")), "import");

async function loadImport(deps: SiteDeps, account: number, text: string): Promise<SiteImport> {
  const record = await requireImport(deps, account, text);
  return serializeImport(record, await deps.config(account));
}

const serializeImport = (
  { operatorId, ...record }: SiteImportRecord,
  config: AccountConfig,
): SiteImport => ({
  id: record.id,
  address: record.address,
  prefix: record.prefix,
  state: record.state,
  operator: { id: operatorId, name: config.operators.get(operatorId)?.name ?? "" },
  found: record.found,
  total: record.total,
  processed: record.processed,
  created_at: record.createdAt,
  ended_at: record.endedAt,
});
