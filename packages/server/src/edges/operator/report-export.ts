import type { FastifyInstance } from "fastify";
import { ApiError, ReportExportQuery, maxReportRows, type ReportFigures } from "@parlour/protocol/api";
import type { Static } from "typebox";
import { Type } from "typebox";
import type { ExportedFact, ChatFigures, HourFigures, ReportFacts, ReportScope } from "../../core/record/report.ts";
import { formatTime } from "../../core/chat/create.ts";
import type { Deps } from "./deps.ts";
import { gridOf, pagesOf, periodOf, type Pages } from "./report-scope.ts";
import { figuresWire, nothing, ordered, seconds, type ReportDeps } from "./reports.ts";
import { changeSettings } from "./settings.ts";
import type { Kind } from "./stores/reports.ts";
import { sendTable } from "./table-file.ts";

type ExportDeps = ReportDeps & Pick<Deps, "change" | "once" | "audit" | "openZip">;
type Query = Static<typeof ReportExportQuery>;
type Row = readonly (string | number)[];
type Names = Readonly<Record<Kind, ReadonlyMap<number, string>>>;

/**
 * Registers the export of a report's table, or of all its chats, as CSV or XLSX (API-074). It is
 * audited like every export.
 */
export function reportExportRoute(app: FastifyInstance, deps: ExportDeps): void {
  app.route({
    method: "GET",
    url: "/reports/export",
    onRequest: deps.auth.guard("reports.read"),
    schema: {
      summary: "A table of a report as CSV or XLSX",
      tags: ["reports"],
      operationId: "get_reports_export",
      ...({ "x-action": "reports.read" } as object),
      querystring: ReportExportQuery,
      response: {
        200: { ...Type.String(), description: "The file." },
        ...Object.fromEntries([400, 401, 403, 404, 429, 503].map((status) => [status, { ...ApiError, description: "Refused." }])),
      },
    },
    handler: async (request, reply) => {
      const principal = deps.auth.principalOf(request);
      const query = request.query as Query;
      const config = await deps.config(principal.accountId);
      const pages = pagesOf(config, periodOf(config, query, deps.clock.now()), query);
      const { from, to } = pages.period;
      await changeSettings(deps, { principal, request, key: null }, "report.export", () =>
        Promise.resolve({ result: null, changed: [], target: `report ${query.table} from ${from} to ${to}` }),
      );
      await sendTable(reply, deps, {
        name: `parlour-${query.table}-${from}-${to}`,
        format: query.format ?? "csv",
        pages: rowsOf(deps, principal.accountId, pages, query.table),
      });
    },
  });
}

async function* rowsOf(deps: ExportDeps, account: number, pages: Pages, table: Query["table"]): AsyncGenerator<readonly Row[]> {
  const names = await deps.reports.names(account);
  if (table === "chats") yield* chatRows(deps, account, pages.scope, names);
  else if (table === "hours") yield hourRows(pages, await deps.reports.hours(account, pages.scope, gridOf(pages.days)));
  else {
    const facts = await deps.reports.read(account, pages.scope, { days: pages.days.map(({ start }) => start), rows: table !== "days" });
    yield tableRows(table, pages, facts, names);
  }
}

function tableRows(table: "days" | "channels" | "departments" | "people", pages: Pages, facts: ReportFacts, names: Names): readonly Row[] {
  if (table === "days") return [head(["date"]), ...pages.days.map(({ date }, n) => row([date], figuresWire(facts.days.get(n) ?? nothing)))];
  if (table === "people")
    return [
      head(["kind", "id", "name"]),
      ...ordered(facts.people).map(({ kind, id, figures }) =>
        row([kind, ...named(id, kind === "bot" ? names.bot : names.operator)], figuresWire(figures)),
      ),
    ];
  const found: readonly { readonly id: number | null; readonly figures: ChatFigures }[] = facts[table];
  const of = table === "channels" ? names.channel : names.department;
  return [head(["id", "name"]), ...ordered(found).map(({ id, figures }) => row(named(id, of), figuresWire(figures)))];
}
const named = (id: number | null, names: ReadonlyMap<number, string>): Row => [id ?? "", (id !== null && names.get(id)) || ""];

const columns = Object.keys(figuresWire(nothing)) as (keyof ReportFigures)[];
const head = (keys: readonly string[]): Row => [...keys, ...columns];
const row = (keys: Row, figures: ReportFigures): Row => [...keys, ...columns.map((name) => figures[name] ?? "")];

function hourRows({ days }: Pages, hours: ReadonlyMap<number, HourFigures>): readonly Row[] {
  const cells = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => Array.from({ length: 24 }, (_, hour) => ({ weekday, hour })));
  const how = (weekday: number): number => days.filter((day) => day.weekday === weekday).length;
  return [
    ["weekday", "hour", "days", "chats", "missed", "answer_median_s", "calls"],
    ...cells.map(({ weekday, hour }): Row => {
      const is = hours.get(weekday * 24 + hour);
      return [weekday, hour, how(weekday), is?.chats ?? 0, is?.missed ?? 0, seconds(is?.answerMedian ?? null) ?? "", is?.calls ?? 0];
    }),
  ];
}

const pageOf = 2_000;
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
];
async function* chatRows(deps: ExportDeps, account: number, scope: ReportScope, names: Names): AsyncGenerator<readonly Row[]> {
  yield [chatColumns];
  let after: ExportedFact | null = null;
  for (let left = maxReportRows; left > 0;) {
    const page: readonly ExportedFact[] = await deps.reports.facts(account, scope, { limit: Math.min(pageOf, left), after });
    yield page.map((fact) => chatRow(fact, names));
    left -= page.length;
    after = page.at(-1) ?? null;
    if (page.length < pageOf) return;
  }
  yield [[`Only the newest ${maxReportRows} chats are here. Take a shorter period.`]];
}
function chatRow(fact: ExportedFact, names: Names): Row {
  const yes = (is: boolean): string => (is ? "yes" : "");
  return [
    fact.chat,
    fact.kind,
    formatTime(fact.begunAt),
    yes(fact.inHours),
    ...named(fact.channel, names.channel),
    ...named(fact.department, names.department),
    ...named(fact.operator, names.operator),
    ...named(fact.bot, names.bot),
    yes(fact.missed),
    yes(fact.byBot),
    seconds(fact.answerMs) ?? "",
    ...named(fact.answeredBy, names.operator),
    fact.repliedBy.join(" "),
    seconds(fact.durationMs) ?? "",
    fact.rating ?? "",
    yes(fact.commented),
  ];
}
