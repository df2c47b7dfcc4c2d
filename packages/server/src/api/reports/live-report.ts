import type { FastifyInstance } from "fastify";
import { LiveReport, LiveReportQuery, type ReportFigures } from "@parlour/protocol/api";
import { dayMs, getOffset } from "@parlour/protocol/hours/local-time";
import type { Principal } from "../../auth/index.ts";
import type { AccountConfig } from "../../core/command.ts";
import { formatDateAt, parseDay, startOfDay } from "../../core/report/period.ts";
import type { Reader } from "../../store/database/reader.ts";
import { readReport } from "../../store/reports/report.ts";
import { declareRoute } from "../kit/declare-route.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { getReportTimeZone } from "./report-query.ts";
import { serializeFigures } from "./reports.ts";

export interface LiveBoardPort {
  read(principal: Principal, department: number | null): Promise<LiveReport>;
}

/** Registers the figures of the live board (BOARD-001). */
export function liveReportRoute(
  app: FastifyInstance,
  { auth, boards }: RouteDeps & { readonly boards: LiveBoardPort },
): void {
  declareRoute(app, auth, {
    method: "GET",
    url: "/reports/live",
    action: "reports.read",
    tag: "reports",
    summary: "Get the live board",
    query: LiveReportQuery,
    status: 200,
    answer: LiveReport,
    handle: ({ principal, query }) =>
      boards.read(principal, query.department === undefined ? null : Number(query.department)),
  });
}

/** Reads today, and the same weekday a week ago until this time. `department` null: all. */
export async function readDayFigures(
  reader: Reader,
  config: AccountConfig,
  now: number,
  department: number | null,
): Promise<{ timezone: string; today: ReportFigures; last_week: ReportFigures }> {
  const timezone = getReportTimeZone(config);
  const day = parseDay(formatDateAt(timezone, now)) ?? 0;
  const weekAgo = now - 7 * dayMs;
  const sameTime = weekAgo + getOffset(timezone, now) - getOffset(timezone, weekAgo);
  const read = async (firstDay: number, to: number) => {
    const from = startOfDay(timezone, firstDay);
    const scope = { from, to, department: department ?? undefined };
    const facts = await readReport(reader, config.accountId, scope, { days: [], rows: false });
    return serializeFigures(facts.totals);
  };
  const [today, lastWeek] = await Promise.all([read(day, now), read(day - 7, sameTime)]);
  return { timezone, today, last_week: lastWeek };
}
