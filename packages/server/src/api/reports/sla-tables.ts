import { maxReportRows, type ReportTable } from "@parlour/protocol/api";
import { formatTime } from "../../core/chat/create.ts";
import {
  listBrokenTargets,
  readSlaFacts,
  type BrokenTarget,
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

type SlaTable = "sla_days" | "sla_policies" | "sla_broken";
export const isSlaTable = (table: ReportTable): table is SlaTable => table.startsWith("sla_");

interface SlaTableQuery {
  readonly table: SlaTable;
  readonly resolved: ReportPeriod;
  readonly names: NamesByKind;
}

/** Reads a table of the report of SLA policies, in pages of rows. */
export async function* readSlaRows(
  deps: TableDeps,
  account: number,
  { table, resolved, names }: SlaTableQuery,
): AsyncGenerator<readonly TableRow[]> {
  if (table === "sla_broken") return yield* readBrokenRows(deps, account, resolved, names);
  const { days, scope } = resolved;
  const facts = await readSlaFacts(deps.reader, account, {
    scope,
    now: deps.clock.now(),
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
async function* readBrokenRows(
  { reader, clock }: TableDeps,
  account: number,
  { scope }: ReportPeriod,
  names: NamesByKind,
): AsyncGenerator<readonly TableRow[]> {
  yield [brokenColumns];
  const now = clock.now();
  let after: BrokenTarget["next"] | null = null;
  for (let remaining = maxReportRows; remaining > 0;) {
    const limit = Math.min(maxRowsPerRead, remaining);
    const page: readonly BrokenTarget[] = await listBrokenTargets(reader, account, {
      scope,
      now,
      limit,
      after,
    });
    yield page.map((row) => toBrokenRow(row, names, now));
    remaining -= page.length;
    after = page.at(-1)?.next ?? null;
    if (page.length < limit) return;
  }
  yield endOfRows;
}
function toBrokenRow(row: BrokenTarget, names: NamesByKind, now: number): TableRow {
  const { chat, policyId, target, dueAt, endedAt, operator, chatNumber } = row;
  return [
    chat,
    ...toNamedCells(policyId, names.sla_policy),
    target,
    formatTime(dueAt),
    endedAt === null ? "" : formatTime(endedAt),
    toSeconds((endedAt ?? now) - dueAt) ?? "",
    ...toNamedCells(operator, names.operator),
    chatNumber ?? "",
  ];
}
