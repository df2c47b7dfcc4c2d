import { buffer } from "node:stream/consumers";
import type { ReportTable } from "@parlour/protocol/api";
import type { AccountConfig } from "../../core/command.ts";
import { formatDateAt } from "../../core/report/period.ts";
import { findMailedRun, type MailedRun } from "../../store/reports/scheduled-report-run.ts";
import type { Sql } from "../../store/database/sql.ts";
import { readReport } from "../../store/reports/report.ts";
import { readAnswerCounts } from "../../store/reports/answers.ts";
import { readSlaFacts } from "../../store/reports/sla-targets.ts";
import { createTableFile } from "../kit/table/table-file.ts";
import type { TablePages, ZipDeps } from "../kit/table/xlsx.ts";
import { getReportTimeZone, resolvePeriod, type ReportPeriod } from "./report-query.ts";
import { readReportTable } from "./report-tables.ts";
import { isSlaTable } from "./sla-tables.ts";
import type { TableDeps } from "./table-cells.ts";
import { findReportOwner, findReportView, readViewTable } from "./view-table.ts";

interface ReportMailDeps extends TableDeps, ZipDeps {
  readonly db: Sql;
  readonly config: (account: number) => Promise<AccountConfig>;
}

/** Creates it (REP-003, REP-008), or null if the report, view or right is gone. */
export const createReportMail =
  (deps: ReportMailDeps) => async (account: number, deliveryId: number) => {
    const run = await findMailedRun(deps.db, account, deliveryId);
    if (run === null) return null;
    const { name, recipients, table } = run;
    const config = await deps.config(account);
    const content =
      table === "view"
        ? await makeView(deps, config, run)
        : await makeTable(deps, config, { ...run, table });
    return content && { name, recipients, ...content };
  };

async function makeView(deps: ReportMailDeps, config: AccountConfig, run: MailedRun) {
  const owner = findReportOwner(config, run.owner);
  const at = { viewId: run.view ?? 0, ownerId: run.owner };
  const view = await findReportView(deps.reader, config, at);
  if (owner === null || view === null) return null;
  const { pages, chats, isCut } = await readViewTable(deps, config, view, owner);
  const day = formatDateAt(getReportTimeZone(config), deps.clock.now());
  const file = await createFile(deps, run, `view-${day}`, pages);
  const { id, values } = view;
  return { file, view: { id, name: values.name, day, chats, isCut } };
}

async function makeTable(
  deps: ReportMailDeps,
  config: AccountConfig,
  run: MailedRun & { readonly table: ReportTable },
) {
  const { period, table, channel, department, operator, segment } = run;
  const filter = Object.fromEntries(
    Object.entries({ channel, department, operator, segment }).flatMap(([kind, id]) =>
      id === null ? [] : [[kind, String(id)]],
    ),
  );
  const resolved = resolvePeriod(config, period, filter, deps.clock.now());
  const pages = readReportTable(deps, config.accountId, resolved, table);
  const file = await createFile(deps, run, `${table}-${period.from}-${period.to}`, pages);
  const figures = await readFigures(deps, config.accountId, resolved, table);
  return { file, period, filter, isSla: isSlaTable(table), figures };
}

async function createFile(
  deps: ReportMailDeps,
  { format }: MailedRun,
  name: string,
  pages: TablePages,
) {
  const file = createTableFile(deps, { name: `parlour-${name}`, format, pages });
  return { ...file, content: await buffer(file.body) };
}

async function readFigures(
  deps: ReportMailDeps,
  account: number,
  { scope }: ReportPeriod,
  table: ReportTable,
) {
  if (table === "promises" || table === "crossed_replies") {
    const counts = await readAnswerCounts(deps.reader, account, scope);
    const names =
      table === "promises"
        ? (["promises_kept", "promises_broken"] as const)
        : (["crossed_replies"] as const);
    return names.map((name) => ({ name, value: counts[name] }));
  }
  if (isSlaTable(table)) {
    const now = deps.clock.now();
    const { totals } = await readSlaFacts(deps.reader, account, { scope, now, days: [0] });
    return [
      { name: "met" as const, value: totals.met },
      { name: "broken" as const, value: totals.broken },
    ];
  }
  const { totals } = await readReport(deps.reader, account, scope, { days: [], rows: false });
  return (["chats", "missed", "answered"] as const).map((figure) => ({
    name: figure,
    value: totals[figure],
  }));
}
