import { maxReportRows, type ReportFigures, type ReportTable } from "@parlour/protocol/api";
import type {
  ChatStatistics,
  ExportedFact,
  HourStatistics,
  ReportFacts,
  ReportScope,
} from "../../store/reports/report-record.ts";
import { formatTime } from "../../core/chat/create.ts";
import { readReport, readReportNames } from "../../store/reports/report.ts";
import { readReportHours } from "../../store/reports/report-hours.ts";
import { listChatFacts } from "../../store/reports/report-chats.ts";
import { createHourGrid, type ReportPeriod } from "./report-query.ts";
import { serializeFigures, emptyFigures, sortByChatCount, toSeconds } from "./reports.ts";
import { isSlaTable, readSlaRows } from "./sla-tables.ts";
import {
  endOfRows,
  maxRowsPerRead,
  toNamedCells,
  type NamesByKind,
  type TableDeps,
  type TableRow,
} from "./table-cells.ts";

/** Reads a table of a report in pages of rows, with its head. */
export async function* readReportTable(
  deps: TableDeps,
  account: number,
  resolved: ReportPeriod,
  table: ReportTable,
): AsyncGenerator<readonly TableRow[]> {
  const names = await readReportNames(deps.reader, account);
  if (table === "chats") yield* readChatRows(deps, account, resolved.scope, names);
  else if (isSlaTable(table)) yield* readSlaRows(deps, account, { table, resolved, names });
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
      ...sortByChatCount(facts.owners).map(({ kind, id, figures }) =>
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
  deps: TableDeps,
  account: number,
  scope: ReportScope,
  names: NamesByKind,
): AsyncGenerator<readonly TableRow[]> {
  yield [chatColumns];
  let after: ExportedFact | null = null;
  for (let remaining = maxReportRows; remaining > 0;) {
    const page: readonly ExportedFact[] = await listChatFacts(deps.reader, account, scope, {
      limit: Math.min(maxRowsPerRead, remaining),
      after,
    });
    yield page.map((fact) => toChatRow(fact, names));
    remaining -= page.length;
    after = page.at(-1) ?? null;
    if (page.length < maxRowsPerRead) return;
  }
  yield endOfRows;
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
