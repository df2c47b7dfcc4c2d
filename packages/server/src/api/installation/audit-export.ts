import type { FastifyInstance, FastifyRequest } from "fastify";
import { AuditExportQuery } from "@parlour/protocol/api";
import type { Static } from "typebox";
import { type AuditFilter, type AuditRecord, listAudit } from "../../store/sign-in/audit.ts";
import type { Principal } from "../../auth/index.ts";
import { formatFileDate, sendDownload } from "../kit/download.ts";
import { changeSettings } from "../kit/change-settings.ts";
import { buildFileResponses, fileContent } from "../kit/declare-route.ts";
import { sendTable } from "../kit/table/table-file.ts";
import { type AuditDeps, getChain, toFilter, serializeEntry } from "./audit-serializer.ts";

const maxEntriesPerRead = 500;
/** Registers the export of the audit log, newest entry first, which is an entry itself. */
export function exportEntriesRoute(app: FastifyInstance, deps: AuditDeps): void {
  app.route({
    method: "GET",
    url: "/audit/export",
    onRequest: deps.auth.guard("audit.read"),
    schema: {
      summary: "Export audit log entries",
      tags: ["audit"],
      ...({ "x-action": "audit.read" } as object),
      querystring: AuditExportQuery,
      response: buildFileResponses("The file.", {
        ...fileContent.csv,
        ...fileContent.xlsx,
        ...fileContent.jsonl,
      }),
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
      before,
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
