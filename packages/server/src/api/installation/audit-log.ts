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
import {
  type AuditFilter,
  type AuditRecord,
  listAudit,
  listAuditActions,
  verifyAudit,
} from "../../store/sign-in/audit.ts";
import type { Principal } from "../../auth/index.ts";
import { cleanText } from "../../core/text.ts";
import { refuse } from "../../core/failure.ts";
import { encodeCursor, decodeCursor } from "../kit/cursor.ts";
import { parseTime } from "../../settings/texts.ts";
import { formatFileDate, sendDownload } from "../kit/download.ts";
import { parseId } from "../kit/ids.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { changeSettings } from "../kit/change-settings.ts";
import { sendTable } from "../kit/table-file.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import type { ZipDeps } from "../kit/xlsx.ts";

interface AuditDeps extends RouteDeps, ZipDeps {}

/**
 * Registers the routes of the audit log (API-072). It records every change with author, old and new
 * value in a hash chain that reveals later edits.
 */
export function auditRoutes(app: FastifyInstance, deps: AuditDeps): void {
  listEntriesRoute(app, deps);
  listActionsRoute(app, deps);
  verifyChainRoute(app, deps);
  exportEntriesRoute(app, deps);
}

function listEntriesRoute(app: FastifyInstance, deps: AuditDeps): void {
  declareRoute(app, deps.auth, {
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
      const [before] = query.cursor === undefined ? [] : decodeCursor("audit", query.cursor, 1);
      const rows = await listAudit(deps.sql, getChain(principal, query), {
        ...toFilter(query),
        limit: limit + 1,
        ...(before === undefined ? {} : { before }),
      });
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      return {
        items: items.map(serializeEntry),
        next_cursor:
          rows.length > limit && last !== undefined ? encodeCursor("audit", [last.n]) : null,
      };
    },
  });
}
function listActionsRoute(app: FastifyInstance, deps: AuditDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/audit/actions",
    action: "audit.read",
    tag: "audit",
    summary: "What the entries say was done, each once",
    query: AuditScopeQuery,
    status: 200,
    answer: AuditActions,
    handle: async ({ principal, query }) => ({
      items: [...(await listAuditActions(deps.sql, getChain(principal, query)))],
    }),
  });
}
function verifyChainRoute(app: FastifyInstance, deps: AuditDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/audit/verify",
    action: "audit.read",
    tag: "audit",
    summary: "Work every hash out again",
    query: AuditScopeQuery,
    status: 200,
    answer: AuditVerification,
    handle: async ({ principal, query }) => {
      const { brokenAt, ...verdict } = await verifyAudit(deps.sql, getChain(principal, query));
      return { intact: brokenAt === null, ...verdict, broken_at: brokenAt };
    },
  });
}

/** Maximum number of entries per read of an export. */
const maxEntriesPerRead = 500;
/**
 * Registers the export of the audit log as a file, newest entry first. The audit log records each
 * export.
 */
function exportEntriesRoute(app: FastifyInstance, deps: AuditDeps): void {
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
        ...Object.fromEntries(
          [400, 401, 403, 404, 429, 503].map((status) => [
            status,
            { ...ApiError, description: "Refused." },
          ]),
        ),
      },
    },
    handler: async (request, reply) => {
      const principal = deps.auth.principalOf(request);
      const query = request.query as Static<typeof AuditExportQuery>;
      const { format = "csv" } = query;
      const chain = getChain(principal, query);
      const filter = toFilter(query);
      await recordExport(deps, principal, request, format);
      const pages = readPages(deps, chain, filter);
      const name = `parlour-audit-${formatFileDate(deps.clock.now())}`;
      if (format === "jsonl") {
        await sendDownload(reply, {
          name: `${name}.jsonl`,
          type: "application/jsonl; charset=utf-8",
          body: toJsonLines(pages),
        });
      } else await sendTable(reply, deps, { name, format, pages: toTable(pages) });
    },
  });
}
function recordExport(
  deps: AuditDeps,
  principal: Principal,
  request: FastifyRequest,
  format: string,
): Promise<null> {
  return changeSettings(deps, { principal, request, key: null }, "audit.export", () =>
    Promise.resolve({ result: null, changed: [], target: `audit log as ${format}` }),
  );
}

async function* readPages(
  deps: AuditDeps,
  chain: number,
  filter: AuditFilter,
): AsyncGenerator<readonly AuditRecord[]> {
  let before: number | undefined;
  for (;;) {
    const page = await listAudit(deps.sql, chain, {
      ...filter,
      limit: maxEntriesPerRead,
      ...(before === undefined ? {} : { before }),
    });
    if (page.length > 0) yield page;
    before = page.at(-1)?.n;
    if (page.length < maxEntriesPerRead) return;
  }
}
async function* toTable(
  pages: AsyncGenerator<readonly AuditRecord[]>,
): AsyncGenerator<readonly (readonly (string | number)[])[]> {
  yield [
    [
      "n",
      "at",
      "who",
      "who_id",
      "name",
      "action",
      "target",
      "result",
      "address",
      "request_id",
      "before",
      "after",
      "previous",
      "hash",
    ],
  ];
  for await (const page of pages) yield page.map(toCells);
}
function toCells(row: AuditRecord): (string | number)[] {
  const side = (which: "before" | "after"): string =>
    row.changes.length === 0
      ? ""
      : JSON.stringify(
          row.changes.map(({ object, id, name, ...sides }) => ({
            object,
            id,
            name,
            ...sides[which],
          })),
        );
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
async function* toJsonLines(pages: AsyncGenerator<readonly AuditRecord[]>): AsyncGenerator<string> {
  for await (const page of pages)
    yield page.map((row) => `${JSON.stringify(serializeEntry(row))}\n`).join("");
}

/**
 * Returns the account of the hash chain, or 0 for entries without an account (sign-ins with unknown
 * names). Only the installation owner may read those.
 */
function getChain(
  principal: Principal,
  { scope = "account" }: { readonly scope?: "account" | "installation" },
): number {
  if (scope === "account") return principal.accountId;
  return principal.instanceOwner
    ? 0
    : refuse("forbidden", "Only the owner of the installation sees what belongs to no account.");
}
function toFilter({
  since,
  until,
  action,
  operator,
  result,
  q = "",
}: AuditExportQuery): AuditFilter {
  const searchText = cleanText(q).trim();
  return {
    ...(since === undefined ? {} : { since: parseTime(since, "since").getTime() }),
    ...(until === undefined ? {} : { until: parseTime(until, "until").getTime() }),
    ...(action === undefined ? {} : { action }),
    ...(operator === undefined ? {} : { operator: parseId(operator, "operator") }),
    ...(result === undefined ? {} : { result }),
    ...(searchText === "" ? {} : { q: searchText }),
  };
}
function serializeEntry({
  actorKind,
  actorId,
  actorName,
  requestId,
  changes,
  ...row
}: AuditRecord): AuditEntry {
  return {
    ...row,
    actor: { kind: actorKind, id: actorId, name: actorName },
    request_id: requestId,
    changes: changes.map((change) => ({ ...change })),
  };
}
