import { IdParams } from "@parlour/protocol/api";
import type { FastifyInstance } from "fastify";
import { listRefusedRows } from "../../../store/imports/import-row.ts";
import type { ImportRecord } from "../../../store/imports/visitor-import.ts";
import { buildFileResponses, fileContent } from "../../kit/declare-route.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";
import { sendTable } from "../../kit/table/table-file.ts";
import type { TablePages, ZipDeps } from "../../kit/table/xlsx.ts";
import { requireImport } from "./require-import.ts";

export interface RefusedRowsDeps extends RouteDeps, ZipDeps {}

const action = "visitors.import";

/** Registers the export of the rows that were not imported (VI-023). */
export function refusedRowsRoute(app: FastifyInstance, deps: RefusedRowsDeps): void {
  app.route({
    method: "GET",
    url: "/visitor-imports/:id/export",
    onRequest: deps.auth.guard(action),
    schema: {
      summary: "Export the refused rows of an import",
      tags: ["visitors"],
      ...({ "x-action": action } as object),
      params: IdParams,
      response: buildFileResponses("The file.", fileContent.csv),
    },
    handler: async (request, reply) => {
      const principal = deps.auth.principalOf(request);
      const { id } = request.params as { readonly id: string };
      const found = await requireImport(deps, principal, id);
      await sendTable(reply, deps, {
        name: `parlour-import-${found.id}`,
        format: "csv",
        pages: readRefusedRows(deps, principal.accountId, found),
      });
    },
  });
}

const rowsPerPage = 1_000;
/** Returns the rows as the file has them, so that it can be corrected and imported again. */
async function* readRefusedRows(
  { reader }: RefusedRowsDeps,
  account: number,
  { id, header }: ImportRecord,
): TablePages {
  yield [[...header, "line", "error"]];
  for (let after: number | null = 0; after !== null;) {
    const page = { id, after, limit: rowsPerPage };
    const rows = await listRefusedRows(reader, account, page);
    yield rows.map(({ cells, line, message }) => [
      ...header.map((_, n) => cells?.[n] ?? ""),
      line,
      message,
    ]);
    after = rows.length < rowsPerPage ? null : (rows.at(-1)?.n ?? null);
  }
}
