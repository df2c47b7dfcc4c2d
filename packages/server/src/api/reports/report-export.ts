import type { FastifyInstance } from "fastify";
import { ReportExportQuery, maxReportRows, type ReportFigures } from "@parlour/protocol/api";
import type { Static } from "typebox";
import type {
  ExportedFact,
  ChatStatistics,
  HourStatistics,
  ReportFacts,
  ReportScope,
} from "../../store/reports/report-record.ts";
import { formatTime } from "../../core/chat/create.ts";
import { createHourGrid, resolvePeriod, parsePeriod, type ReportPeriod } from "./report-query.ts";
import { serializeFigures, emptyFigures, sortByChatCount, toSeconds } from "./reports.ts";
import { changeSettings } from "../kit/change-settings.ts";
import { buildFileResponses, fileContent } from "../kit/declare-route.ts";
import { sendTable } from "../kit/table/table-file.ts";
import { readReportNames, readReport } from "../../store/reports/report.ts";
import { readReportHours } from "../../store/reports/report-hours.ts";
import { listChatFacts } from "../../store/reports/report-chats.ts";
import { withReplica, type RouteDeps } from "../kit/route-deps.ts";
import type { ZipDeps } from "../kit/table/xlsx.ts";

interface ExportDeps extends RouteDeps, ZipDeps {}
type Query = Static<typeof ReportExportQuery>;
type TableRow = readonly (string | number)[];
type NamesByKind = Awaited<ReturnType<typeof readReportNames>>;

/**
 * Registers the export of one table of a report, or of all its chats, as CSV or XLSX (API-346). The
 * audit log records each export.
 */
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
      const resolved = resolvePeriod(config, parsePeriod(config, query, deps.clock.now()), query);
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
        pages: readRows(withReplica(deps, request), principal.accountId, resolved, query.table),
      });
    },
  });
}

async function* readRows(
  deps: ExportDeps,
  account: number,
  resolved: ReportPeriod,
  table: Query["table"],
): AsyncGenerator<readonly TableRow[]> {
  const names = await readReportNames(deps.reader, account);
  if (table === "chats") yield* readChatRows(deps, account, resolved.scope, names);
  else if (table === "hours")
    yield toHourRows(
      resolved,
      await readReportHours(deps.reader, account, resolved.scope, createHourGrid(resolved.days)),
    );
  else {
    const facts = await readReport(deps.reader, account, resolved.scope, {
      days: resolved.days.map(({ start }) => start),
      rows: table !== "days",
    });
    yield toTableRows(table, resolved, facts, names);
  }
}

function toTableRows(
  table: "days" | "channels" | "departments" | "people",
  resolved: ReportPeriod,
  facts: ReportFacts,
  names: NamesByKind,
): readonly TableRow[] {
  if (table === "days")
    return [
      toHead(["date"]),
      ...resolved.days.map(({ date }, n) =>
        toRow([date], serializeFigures(facts.days.get(n) ?? emptyFigures)),
      ),
    ];
  if (table === "people")
    return [
      toHead(["kind", "id", "name"]),
      ...sortByChatCount(facts.people).map(({ kind, id, figures }) =>
        toRow(
          [kind, ...toNamedCells(id, kind === "bot" ? names.bot : names.operator)],
          serializeFigures(figures),
        ),
      ),
    ];
  const figuresRows: readonly { readonly id: number | null; readonly figures: ChatStatistics }[] =
    facts[table];
  const nameById = table === "channels" ? names.channel : names.department;
  return [
    toHead(["id", "name"]),
    ...sortByChatCount(figuresRows).map(({ id, figures }) =>
      toRow(toNamedCells(id, nameById), serializeFigures(figures)),
    ),
  ];
}
const toNamedCells = (id: number | null, names: ReadonlyMap<number, string>): TableRow => [
  id ?? "",
  (id !== null && names.get(id)) || "",
];

const columns = Object.keys(serializeFigures(emptyFigures)) as (keyof ReportFigures)[];
const toHead = (keys: readonly string[]): TableRow => [...keys, ...columns];
const toRow = (keys: TableRow, figures: ReportFigures): TableRow => [
  ...keys,
  ...columns.map((name) => figures[name] ?? ""),
];

function toHourRows(
  { days }: ReportPeriod,
  hours: ReadonlyMap<number, HourStatistics>,
): readonly TableRow[] {
  const cells = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
    Array.from({ length: 24 }, (_, hour) => ({ weekday, hour })),
  );
  const countDays = (weekday: number): number =>
    days.filter((day) => day.weekday === weekday).length;
  return [
    ["weekday", "hour", "days", "chats", "missed", "answer_median_s", "calls"],
    ...cells.map(({ weekday, hour }): TableRow => {
      const figures = hours.get(weekday * 24 + hour);
      return [
        weekday,
        hour,
        countDays(weekday),
        figures?.chats ?? 0,
        figures?.missed ?? 0,
        toSeconds(figures?.answerMedian ?? null) ?? "",
        figures?.calls ?? 0,
      ];
    }),
  ];
}

const maxFactsPerRead = 2_000;
const chatColumns = [
  "chat",
  "begun_by",
  "begun_at",
  "in_hours",
  "channel_id",
  "channel",
  "department_id",
  "department",
  "operator_id",
  "operator",
  "bot_id",
  "bot",
  "missed",
  "by_bot",
  "answer_s",
  "answered_by_id",
  "answered_by",
  "replied_by_ids",
  "duration_s",
  "rating",
  "commented",
  "chat_number",
];
async function* readChatRows(
  deps: ExportDeps,
  account: number,
  scope: ReportScope,
  names: NamesByKind,
): AsyncGenerator<readonly TableRow[]> {
  yield [chatColumns];
  let after: ExportedFact | null = null;
  for (let remaining = maxReportRows; remaining > 0;) {
    const page: readonly ExportedFact[] = await listChatFacts(deps.reader, account, scope, {
      limit: Math.min(maxFactsPerRead, remaining),
      after,
    });
    yield page.map((fact) => toChatRow(fact, names));
    remaining -= page.length;
    after = page.at(-1) ?? null;
    if (page.length < maxFactsPerRead) return;
  }
  yield [[`This file contains only the newest ${maxReportRows} chats. Choose a shorter period.`]];
}
function toChatRow(fact: ExportedFact, names: NamesByKind): TableRow {
  const toYes = (isTrue: boolean): string => (isTrue ? "yes" : "");
  return [
    fact.chat,
    fact.kind,
    formatTime(fact.begunAt),
    toYes(fact.inHours),
    ...toNamedCells(fact.channel, names.channel),
    ...toNamedCells(fact.department, names.department),
    ...toNamedCells(fact.operator, names.operator),
    ...toNamedCells(fact.bot, names.bot),
    toYes(fact.missed),
    toYes(fact.byBot),
    toSeconds(fact.answerMs) ?? "",
    ...toNamedCells(fact.answeredBy, names.operator),
    fact.repliedBy.join(" "),
    toSeconds(fact.durationMs) ?? "",
    fact.rating ?? "",
    toYes(fact.commented),
    fact.chatNumber ?? "",
  ];
}
