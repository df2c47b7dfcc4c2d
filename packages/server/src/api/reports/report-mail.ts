import { buffer } from "node:stream/consumers";
import type { AccountConfig } from "../../core/command.ts";
import { findMailedRun } from "../../store/reports/scheduled-report-run.ts";
import type { Sql } from "../../store/database/sql.ts";
import { readReport } from "../../store/reports/report.ts";
import { readAnswerCounts } from "../../store/reports/answers.ts";
import { readSlaFacts } from "../../store/reports/sla-targets.ts";
import { createTableFile } from "../kit/table/table-file.ts";
import type { ZipDeps } from "../kit/table/xlsx.ts";
import { resolvePeriod } from "./report-query.ts";
import { readReportTable } from "./report-tables.ts";
import { isSlaTable } from "./sla-tables.ts";
import type { TableDeps } from "./table-cells.ts";

interface ReportMailDeps extends TableDeps, ZipDeps {
  readonly db: Sql;
  readonly config: (account: number) => Promise<AccountConfig>;
}

/** Creates what makes the report of an email, or returns null if it was deleted (REP-003). */
export const createReportMail =
  (deps: ReportMailDeps) => async (account: number, deliveryId: number) => {
    const run = await findMailedRun(deps.db, account, deliveryId);
    if (run === null) return null;
    const { period, table, format, name, recipients, channel, department, operator } = run;
    const filter = Object.fromEntries(
      Object.entries({ channel, department, operator }).flatMap(([kind, id]) =>
        id === null ? [] : [[kind, String(id)]],
      ),
    );
    const resolved = resolvePeriod(await deps.config(account), period, filter);
    const isSla = isSlaTable(table);
    const tableFile = createTableFile(deps, {
      name: `parlour-${table}-${period.from}-${period.to}`,
      format,
      pages: readReportTable(deps, account, resolved, table),
    });
    const file = { ...tableFile, content: await buffer(tableFile.body) };
    return { name, period, filter, recipients, isSla, file, figures: await readFigures() };

    async function readFigures() {
      const { scope } = resolved;
      if (table === "promises" || table === "crossed_replies") {
        const counts = await readAnswerCounts(deps.reader, account, scope);
        const names =
          table === "promises"
            ? (["promises_kept", "promises_broken"] as const)
            : (["crossed_replies"] as const);
        return names.map((name) => ({ name, value: counts[name] }));
      }
      if (isSla) {
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
  };
