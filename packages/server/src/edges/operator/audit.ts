import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  ApiError,
  AuditActions,
  AuditExportQuery,
  AuditLog,
  AuditQuery,
  AuditScopeQuery,
  AuditVerification,
  type AuditEntry,
} from "@parlour/protocol/api";
import { Type, type Static } from "typebox";
import type { AuditFilter, AuditRecord } from "../../core/record/audit.ts";
import type { Principal } from "../../auth/index.ts";
import { cleanText } from "../../core/chat/text.ts";
import { refuse } from "../../core/failure.ts";
import { cursorOf, placeOf } from "./cursor.ts";
import { timeOf } from "./deliveries.ts";
import type { Deps } from "./deps.ts";
import { dayOf, sendDownload } from "./download.ts";
import { idOf } from "./ids.ts";
import { route } from "./route.ts";
import { changeSettings, type SettingsDeps } from "./settings.ts";
import { sendTable } from "./table-file.ts";

type AuditDeps = SettingsDeps & Pick<Deps, "auth" | "auditLog" | "openZip">;

/**
 * Registers the routes of the audit log (API-072): every change with its author, before and after,
 * in a hash chain that reveals edits.
 */
export function auditRoutes(app: FastifyInstance, deps: AuditDeps): void {
  listEntries(app, deps);
  listActions(app, deps);
  verifyChain(app, deps);
  exportEntries(app, deps);
}

function listEntries(app: FastifyInstance, deps: AuditDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/audit",
    action: "audit.read",
    tag: "audit",
    summary: "Entries of the audit log, newest first",
    query: AuditQuery,
    status: 200,
    answer: AuditLog,
    handle: async ({ principal, query }) => {
      const limit = query.limit ?? 50;
      const [before] = query.cursor === undefined ? [] : placeOf("audit", query.cursor, 1);
      const rows = await deps.auditLog.list(chainOf(principal, query), {
        ...filterOf(query),
        limit: limit + 1,
        ...(before === undefined ? {} : { before }),
      });
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      return { items: items.map(wire), next_cursor: rows.length > limit && last !== undefined ? cursorOf("audit", [last.n]) : null };
    },
  });
}
function listActions(app: FastifyInstance, deps: AuditDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/audit/actions",
    action: "audit.read",
    tag: "audit",
    summary: "What the entries say was done, each once",
    query: AuditScopeQuery,
    status: 200,
    answer: AuditActions,
    handle: async ({ principal, query }) => ({ items: [...(await deps.auditLog.actions(chainOf(principal, query)))] }),
  });
}
function verifyChain(app: FastifyInstance, deps: AuditDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/audit/verify",
    action: "audit.read",
    tag: "audit",
    summary: "Work every hash out again",
    query: AuditScopeQuery,
    status: 200,
    answer: AuditVerification,
    handle: async ({ principal, query }) => {
      const { brokenAt, ...verdict } = await deps.auditLog.verify(chainOf(principal, query));
      return { intact: brokenAt === null, ...verdict, broken_at: brokenAt };
    },
  });
}

/** Entries per read of an export. */
const pageOf = 500;
/** Exports the log as a file, newest first. The export itself is logged. */
function exportEntries(app: FastifyInstance, deps: AuditDeps): void {
  app.route({
    method: "GET",
    url: "/audit/export",
    onRequest: deps.auth.guard("audit.read"),
    schema: {
      summary: "Entries of the audit log as CSV, XLSX or JSON Lines, newest first",
      tags: ["audit"],
      operationId: "get_audit_export",
      ...({ "x-action": "audit.read" } as object),
      querystring: AuditExportQuery,
      response: {
        200: { ...Type.String(), description: "The file." },
        ...Object.fromEntries([400, 401, 403, 404, 429, 503].map((status) => [status, { ...ApiError, description: "Refused." }])),
      },
    },
    handler: async (request, reply) => {
      const principal = deps.auth.principalOf(request);
      const query = request.query as Static<typeof AuditExportQuery>;
      const { format = "csv" } = query;
      const chain = chainOf(principal, query);
      const filter = filterOf(query);
      await note(deps, principal, request, format);
      const pages = pagesOf(deps, chain, filter);
      const name = `parlour-audit-${dayOf(deps.clock.now())}`;
      if (format === "jsonl") {
        await sendDownload(reply, { name: `${name}.jsonl`, type: "application/jsonl; charset=utf-8", body: jsonLines(pages) });
      } else await sendTable(reply, deps, { name, format, pages: tableOf(pages) });
    },
  });
}
function note(deps: AuditDeps, principal: Principal, request: FastifyRequest, format: string): Promise<null> {
  return changeSettings(deps, { principal, request, key: null }, "audit.export", () =>
    Promise.resolve({ result: null, changed: [], target: `audit log as ${format}` }),
  );
}

async function* pagesOf(deps: AuditDeps, chain: number, filter: AuditFilter): AsyncGenerator<readonly AuditRecord[]> {
  let before: number | undefined;
  for (;;) {
    const page = await deps.auditLog.list(chain, { ...filter, limit: pageOf, ...(before === undefined ? {} : { before }) });
    if (page.length > 0) yield page;
    before = page.at(-1)?.n;
    if (page.length < pageOf) return;
  }
}
async function* tableOf(pages: AsyncGenerator<readonly AuditRecord[]>): AsyncGenerator<readonly (readonly (string | number)[])[]> {
  yield [
    ["n", "at", "who", "who_id", "name", "action", "target", "result", "address", "request_id", "before", "after", "previous", "hash"],
  ];
  for await (const page of pages) yield page.map(cellsOf);
}
function cellsOf(row: AuditRecord): (string | number)[] {
  const side = (which: "before" | "after"): string =>
    row.changes.length === 0
      ? ""
      : JSON.stringify(row.changes.map(({ object, id, name, ...sides }) => ({ object, id, name, ...sides[which] })));
  return [
    row.n,
    row.at,
    row.actorKind,
    row.actorId ?? "",
    row.actorName ?? "",
    row.action,
    row.target ?? "",
    row.result,
    row.address ?? "",
    row.requestId ?? "",
    side("before"),
    side("after"),
    row.previous ?? "",
    row.hash,
  ];
}
async function* jsonLines(pages: AsyncGenerator<readonly AuditRecord[]>): AsyncGenerator<string> {
  for await (const page of pages) yield page.map((row) => `${JSON.stringify(wire(row))}\n`).join("");
}

/**
 * Returns the account of the chain, or 0 for entries without an account (sign-ins with unknown
 * names). Only the installation owner may read those.
 */
function chainOf(principal: Principal, { scope = "account" }: { readonly scope?: "account" | "installation" }): number {
  if (scope === "account") return principal.accountId;
  return principal.instanceOwner ? 0 : refuse("forbidden", "Only the owner of the installation sees what belongs to no account.");
}
function filterOf({ since, until, action, operator, result, q = "" }: AuditExportQuery): AuditFilter {
  const words = cleanText(q).trim();
  return {
    ...(since === undefined ? {} : { since: timeOf(since, "since").getTime() }),
    ...(until === undefined ? {} : { until: timeOf(until, "until").getTime() }),
    ...(action === undefined ? {} : { action }),
    ...(operator === undefined ? {} : { operator: idOf(operator, "operator") }),
    ...(result === undefined ? {} : { result }),
    ...(words === "" ? {} : { q: words }),
  };
}
function wire({ actorKind, actorId, actorName, requestId, changes, ...row }: AuditRecord): AuditEntry {
  return {
    ...row,
    actor: { kind: actorKind, id: actorId, name: actorName },
    request_id: requestId,
    changes: changes.map((change) => ({ ...change })),
  };
}
