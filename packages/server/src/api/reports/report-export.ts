import type { FastifyInstance } from "fastify";
import { ReportExportQuery } from "@parlour/protocol/api";
import type { Static } from "typebox";
import { changeSettings } from "../kit/change-settings.ts";
import { buildFileResponses, fileContent } from "../kit/declare-route.ts";
import { withReplica, type RouteDeps } from "../kit/route-deps.ts";
import { sendTable } from "../kit/table/table-file.ts";
import type { ZipDeps } from "../kit/table/xlsx.ts";
import { parsePeriod, resolvePeriod } from "./report-query.ts";
import { readReportTable } from "./report-tables.ts";

interface ExportDeps extends RouteDeps, ZipDeps {}
type Query = Static<typeof ReportExportQuery>;

/** Exports a table of a report, or all its chats, as CSV or XLSX (API-346). Audited. */
export function reportExportRoute(app: FastifyInstance, deps: ExportDeps): void {
  app.route({
    method: "GET",
    url: "/reports/export",
    onRequest: deps.auth.guard("reports.read"),
    schema: {
      summary: "Export a report table",
      tags: ["reports"],
      ...({ "x-action": "reports.read" } as object),
      querystring: ReportExportQuery,
      response: buildFileResponses("The file.", {
        ...fileContent.csv,
        ...fileContent.xlsx,
      }),
    },
    handler: async (request, reply) => {
      const principal = deps.auth.principalOf(request);
      const query = request.query as Query;
      const config = await deps.config(principal.accountId);
      const now = deps.clock.now();
      const resolved = resolvePeriod(config, parsePeriod(config, query, now), query, now);
      const { from, to } = resolved.period;
      await changeSettings(deps, { principal, request, key: null }, "report.export", () =>
        Promise.resolve({
          result: null,
          changed: [],
          target: `report ${query.table} from ${from} to ${to}`,
        }),
      );
      await sendTable(reply, deps, {
        name: `parlour-${query.table}-${from}-${to}`,
        format: query.format ?? "csv",
        pages: readReportTable(
          withReplica(deps, request),
          principal.accountId,
          resolved,
          query.table,
        ),
      });
    },
  });
}
