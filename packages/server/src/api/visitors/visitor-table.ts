import type { FastifyInstance } from "fastify";
import type { PlainFieldValues } from "@parlour/protocol";
import { VisitorsExportQuery, type VisitorWithActivity } from "@parlour/protocol/api";
import type { BoundCondition } from "@parlour/protocol/conditions/condition";
import type { Static } from "typebox";
import type { AccountConfig } from "../../core/command.ts";
import { cleanText } from "../../core/text.ts";
import { findSegmentCondition } from "../../settings/content/segment.ts";
import type { Reader } from "../../store/database/reader.ts";
import { listSegmentVisitors } from "../../store/visitors/segment-visitors.ts";
import { getChatVisibility } from "../chats/visibility.ts";
import { changeSettings } from "../kit/change-settings.ts";
import { buildFileResponses, fileContent } from "../kit/declare-route.ts";
import { formatFileDate } from "../kit/download.ts";
import { takeExportSlot, type ExportSlotDeps } from "../kit/export-slot.ts";
import { withReplica, type RouteDeps } from "../kit/route-deps.ts";
import { sendTable } from "../kit/table/table-file.ts";
import type { TablePages, ZipDeps } from "../kit/table/xlsx.ts";
import { serializeVisitor, type VisitorView } from "./visitor-serializer.ts";

interface VisitorTableDeps extends RouteDeps, ZipDeps, ExportSlotDeps {}
type TableQuery = Static<typeof VisitorsExportQuery>;

/** Visitors per query. */
const pageSize = 500;

/** Registers the export of the visitors of a segment as an audited table (SEG-006). */
export function visitorTableRoute(app: FastifyInstance, deps: VisitorTableDeps): void {
  app.route({
    method: "GET",
    url: "/visitors/export",
    onRequest: deps.auth.guard("visitors.read"),
    schema: {
      summary: "Export visitors",
      tags: ["visitors"],
      ...({ "x-action": "visitors.read" } as object),
      querystring: VisitorsExportQuery,
      response: buildFileResponses("The file.", { ...fileContent.csv, ...fileContent.xlsx }),
    },
    handler: async (request, reply) => {
      const principal = deps.auth.principalOf(request);
      const query = request.query as TableQuery;
      const { format = "csv" } = query;
      const now = deps.clock.now();
      const read = withReplica(deps, request);
      const config = await deps.config(principal.accountId);
      const condition =
        query.segment === undefined
          ? { condition: { all: [] }, facts: {}, now }
          : await findSegmentCondition(read.reader, principal, {
              id: Number(query.segment),
              config,
              now,
            });
      await takeExportSlot(deps, principal.accountId, reply);
      await changeSettings(deps, { principal, request, key: null }, "visitor.export_list", () =>
        Promise.resolve({ result: null, changed: [], target: `visitors as ${format}` }),
      );
      const q = cleanText(query.q ?? "").trim() || undefined;
      await sendTable(reply, deps, {
        name: `parlour-visitors-${formatFileDate(now)}`,
        format,
        pages: readTable(read.reader, { principal, config, now }, { condition, q }),
      });
    },
  });
}

async function* readTable(
  reader: Reader,
  { config, ...view }: VisitorView & { readonly config: AccountConfig },
  filter: { readonly condition: BoundCondition; readonly q: string | undefined },
): TablePages {
  const { principal } = view;
  const keys = (config.fields ?? []).flatMap(({ object, key }) =>
    object === "visitor" ? [key] : [],
  );
  yield [[...columns, ...keys]];
  let before: number | undefined;
  do {
    const page = { ...filter, before, limit: pageSize };
    const sight = getChatVisibility(principal);
    const { rows, lowest } = await listSegmentVisitors(reader, principal.accountId, sight, page);
    yield rows.map((row) => toCells(serializeVisitor(row, config, view), keys));
    before = rows.length < pageSize ? (lowest ?? undefined) : rows.at(-1)?.visitor.number;
  } while (before !== undefined);
}
const columns = ["number", "name", "email", "phone", "created_at", "chats", "last_seen_at"];
const toCells = (
  { number, name, email, phone, created_at, chats, last_seen_at, fields }: VisitorWithActivity,
  keys: readonly string[],
): (string | number)[] => [
  number,
  name?.value ?? "",
  email?.value ?? "",
  phone?.value ?? "",
  created_at,
  chats,
  last_seen_at ?? "",
  ...keys.map((key) => toCell(fields?.[key]?.value)),
];
const toCell = (value: PlainFieldValues[string] | undefined): string | number =>
  typeof value === "number" ? value : [value ?? ""].flat().join(", ");
