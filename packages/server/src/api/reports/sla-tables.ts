import { maxReportRows, type ReportTable } from "@parlour/protocol/api";
import { formatTime } from "../../core/chat/create.ts";
import { listCrossedReplies, listPromises } from "../../store/reports/answers.ts";
import {
  listBrokenTargets,
  readSlaFacts,
  type BrokenTarget,
  type ReportRow,
  type SlaStatistics,
} from "../../store/reports/sla-targets.ts";
import type { ReportPeriod } from "./report-query.ts";
import { toSeconds } from "./reports.ts";
import { sortPolicies } from "./sla-report.ts";
import {
  endOfRows,
  maxRowsPerRead,
  toNamedCells,
  type NamesByKind,
  type TableDeps,
  type TableRow,
} from "./table-cells.ts";

const slaTables = [
  "sla_days",
  "sla_policies",
  "sla_broken",
  "promises",
  "crossed_replies",
] as const;
type SlaTable = (typeof slaTables)[number];
/** Returns whether the table is one of the SLA page. */
export const isSlaTable = (table: ReportTable): table is SlaTable =>
  slaTables.some((one) => one === table);

interface SlaTableQuery {
  readonly table: SlaTable;
  readonly resolved: ReportPeriod;
  readonly names: NamesByKind;
}

/** Reads a table of the SLA page, in pages of rows. */
export async function* readSlaRows(
  deps: TableDeps,
  account: number,
  { table, resolved, names }: SlaTableQuery,
): AsyncGenerator<readonly TableRow[]> {
  const { days, scope } = resolved;
  const { reader } = deps;
  const now = deps.clock.now();
  if (table === "sla_broken")
    return yield* readPages(
      brokenColumns,
      (page) => listBrokenTargets(reader, account, { scope, now, ...page }),
      (row) => toBrokenRow(row, names, now),
    );
  if (table === "promises")
    return yield* readPages(
      promiseColumns,
      (page) => listPromises(reader, account, { scope, now, ...page }),
      ({ chat, madeAt, until, state, answeredAt, operator, chatNumber }) => [
        chat,
        formatTime(madeAt),
        formatTime(until),
        state,
        toTimeCell(answeredAt),
        ...toNamedCells(operator, names.operator),
        chatNumber ?? "",
      ],
    );
  if (table === "crossed_replies")
    return yield* readPages(
      crossedReplyColumns,
      (page) => listCrossedReplies(reader, account, { scope, now, ...page }),
      ({ chat, crossedAt, author, chatNumber }) => [
        chat,
        formatTime(crossedAt),
        ...toNamedCells(author, names.operator),
        chatNumber ?? "",
      ],
    );
  const facts = await readSlaFacts(reader, account, {
    scope,
    now,
    days: days.map(({ start }) => start),
  });
  yield table === "sla_days"
    ? [
        ["date", ...figureColumns],
        ...days.map(({ date }, n): TableRow => [date, ...toFigureCells(facts.days.get(n))]),
      ]
    : [
        ["id", "name", "target", ...figureColumns],
        ...sortPolicies(facts.policies).map(({ id, target, figures }): TableRow => [
          ...toNamedCells(id, names.sla_policy),
          target,
          ...toFigureCells(figures),
        ]),
      ];
}

const figureColumns = ["met", "met_at_risk", "broken"];
const toFigureCells = (figures: SlaStatistics | undefined): TableRow => [
  figures?.met ?? 0,
  figures?.metAtRisk ?? 0,
  figures?.broken ?? 0,
];

interface RowPage {
  readonly limit: number;
  readonly after: ReportRow["next"] | null;
}
/** Yields the rows of a list that is read in pages, until the limit of a file. */
async function* readPages<Row extends ReportRow>(
  columns: TableRow,
  listPage: (page: RowPage) => Promise<readonly Row[]>,
  toRow: (row: Row) => TableRow,
): AsyncGenerator<readonly TableRow[]> {
  yield [columns];
  let after: RowPage["after"] = null;
  for (let remaining = maxReportRows; remaining > 0;) {
    const limit = Math.min(maxRowsPerRead, remaining);
    const page: readonly Row[] = await listPage({ limit, after });
    yield page.map(toRow);
    remaining -= page.length;
    after = page.at(-1)?.next ?? null;
    if (page.length < limit) return;
  }
  yield endOfRows;
}

const brokenColumns = [
  "chat",
  "policy_id",
  "policy",
  "target",
  "due_at",
  "ended_at",
  "late_s",
  "operator_id",
  "operator",
  "chat_number",
];
const promiseColumns = [
  "chat",
  "made_at",
  "until",
  "state",
  "answered_at",
  "operator_id",
  "operator",
  "chat_number",
];
const crossedReplyColumns = ["chat", "crossed_at", "author_id", "author", "chat_number"];
const toTimeCell = (time: number | null): string => (time === null ? "" : formatTime(time));

function toBrokenRow(row: BrokenTarget, names: NamesByKind, now: number): TableRow {
  const { chat, policyId, target, dueAt, endedAt, operator, chatNumber } = row;
  return [
    chat,
    ...toNamedCells(policyId, names.sla_policy),
    target,
    formatTime(dueAt),
    toTimeCell(endedAt),
    toSeconds((endedAt ?? now) - dueAt) ?? "",
    ...toNamedCells(operator, names.operator),
    chatNumber ?? "",
  ];
}
