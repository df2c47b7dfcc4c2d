import type { FastifyInstance } from "fastify";
import { IdParams } from "@parlour/protocol/api";
import { countedKinds, moveResults } from "@parlour/protocol/move-in/move-import";
import { findMove, type MoveImportRecord } from "../../store/move-in/move-import.ts";
import { listMoveProblems } from "../../store/move-in/move-problem.ts";
import { countStored } from "../../store/move-in/move-record.ts";
import { buildFileResponses, fileContent } from "../kit/declare-route.ts";
import { parseId, requireFound } from "../kit/ids.ts";
import { sendTable } from "../kit/table/table-file.ts";
import type { TablePages, ZipDeps } from "../kit/table/xlsx.ts";
import type { MoveRouteDeps } from "./create-import.ts";

const action = "data.manage";
const rowsPerPage = 1_000;

/** Registers the report of an import as CSV (MV-030): its plan, or what it has moved. */
export function reportRoute(app: FastifyInstance, deps: MoveRouteDeps & ZipDeps): void {
  app.route({
    method: "GET",
    url: "/imports/:id/report",
    onRequest: deps.auth.guard(action),
    schema: {
      summary: "Export the report of an import",
      tags: ["imports"],
      ...({ "x-action": action } as object),
      params: IdParams,
      response: buildFileResponses("The file.", fileContent.csv),
    },
    handler: async (request, reply) => {
      const { accountId } = deps.auth.principalOf(request);
      const id = parseId((request.params as { readonly id: string }).id, "import");
      const found = requireFound(await findMove(deps.reader, accountId, id), "import");
      await sendTable(reply, deps, {
        name: `parlour-import-${found.id}`,
        format: "csv",
        pages: readReport(deps, accountId, found),
      });
    },
  });
}

/** A row for each kind, then a row for each problem. */
async function* readReport(
  { reader, sql }: MoveRouteDeps,
  account: number,
  { id, source, counts, plan, startedAt }: MoveImportRecord,
): TablePages {
  const isPlan = startedAt === null;
  const stored = await countStored(sql, { account, source });
  yield [["kind", "source_id", "code", "detail", ...moveResults, "stored"]];
  yield countedKinds.map((kind) => {
    const ofKind = (isPlan ? plan?.counts : counts)?.[kind] ?? {};
    return [
      kind,
      "",
      "",
      "",
      ...moveResults.map((result) => ofKind[result] ?? 0),
      stored[kind] ?? 0,
    ];
  });
  for (let after: number | null = 0; after !== null;) {
    const filter = { id, isPlan, code: null, after, limit: rowsPerPage };
    const rows = await listMoveProblems(reader, account, filter);
    yield rows.map(({ kind, source_id, code, detail }) => [kind, source_id, code, detail ?? ""]);
    after = rows.length < rowsPerPage ? null : (rows.at(-1)?.n ?? null);
  }
}
