import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import {
  Report,
  ReportChats,
  ReportChatsQuery,
  ReportNumberParams,
  ReportQuery,
  type ReportFigures,
} from "@parlour/protocol/api";
import type {
  ChatStatistics,
  HourStatistics,
  ReportFacts,
} from "../../store/reports/report-record.ts";
import { formatTime } from "../../core/chat/create.ts";
import { refuse } from "../../core/failure.ts";
import { comparisonPeriod } from "../../core/report/period.ts";
import { serializeChat } from "../chats/chat-serializer.ts";
import { encodeCursor, decodeCursor } from "../kit/cursor.ts";
import {
  createHourGrid,
  resolvePeriod,
  parsePeriod,
  getReportTimeZone,
  type ReportPeriod,
} from "./report-query.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import { getChatVisibility } from "../chats/visibility.ts";
import { readReport, readReportNames } from "../../store/reports/report.ts";
import { readReportHours } from "../../store/reports/report-hours.ts";
import { listReportChats } from "../../store/reports/report-chats.ts";
import { isSlaMetric } from "../../store/reports/sla-targets.ts";
import { withReplica, type RouteDeps } from "../kit/route-deps.ts";
import { serializeTarget, slaReportRoute } from "./sla-report.ts";

/** Numbers of a period and the previous one, and the chats of each number (API-074). */
export function reportRoutes(app: FastifyInstance, deps: RouteDeps): void {
  slaReportRoute(app, deps);
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/reports",
    action: "reports.read",
    tag: "reports",
    summary: "Get a report",
    query: ReportQuery,
    status: 200,
    answer: Report,
    handle: (context) => loadReport(withReplica(deps, context.request), context),
  });
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/reports/:number/chats",
    action: "reports.read",
    tag: "reports",
    summary: "List the chats behind a report figure",
    params: ReportNumberParams,
    query: ReportChatsQuery,
    status: 200,
    answer: ReportChats,
    handle: (context) => readReportChats(withReplica(deps, context.request), context),
  });
}
async function loadReport(
  deps: RouteDeps,
  { principal: { accountId }, query }: RequestContext<unknown, ReportQuery, unknown>,
): Promise<Report> {
  const config = await deps.config(accountId);
  const at = deps.clock.now();
  const now = resolvePeriod(config, parsePeriod(config, query, at), query, at);
  const compare = query.compare ?? "before";
  const before =
    compare === "none"
      ? null
      : resolvePeriod(config, comparisonPeriod(now.period, compare), query, at);
  const grid = createHourGrid(now.days);
  const [facts, earlier, hours, names] = await Promise.all([
    readReport(deps.reader, accountId, now.scope, { days: dayStarts(now), rows: true }),
    before &&
      readReport(deps.reader, accountId, before.scope, { days: dayStarts(before), rows: false }),
    readReportHours(deps.reader, accountId, now.scope, grid),
    readReportNames(deps.reader, accountId),
  ]);
  return {
    timezone: getReportTimeZone(config),
    working_hours: config.hours !== null,
    now: serializePart(now, facts),
    before: before && earlier && serializePart(before, earlier),
    hours: [...hours]
      .toSorted(([a], [b]) => a - b)
      .map(([cell, hourFigures]) => serializeHour(cell, hourFigures)),
    weekdays: [1, 2, 3, 4, 5, 6, 7].map(
      (weekday) => now.days.filter((day) => day.weekday === weekday).length,
    ),
    channels: sortByChatCount(
      facts.channels.map(({ id, figures }) => serializeRow(id, names.channel, figures)),
    ),
    departments: sortByChatCount(
      facts.departments.map(({ id, figures }) => serializeRow(id, names.department, figures)),
    ),
    people: sortByChatCount(
      facts.owners.map(({ kind, id, figures }) => ({
        kind,
        ...serializeRow(id, kind === "bot" ? names.bot : names.operator, figures),
      })),
    ),
  };
}
async function readReportChats(
  deps: RouteDeps,
  {
    principal,
    params,
    query,
  }: RequestContext<Static<typeof ReportNumberParams>, ReportChatsQuery, unknown>,
): Promise<ReportChats> {
  const { number } = params;
  const now = deps.clock.now();
  const config = await deps.config(principal.accountId);
  const resolved = resolvePeriod(config, parsePeriod(config, query, now), query, now);
  if ((query.policy ?? query.target) !== undefined && !isSlaMetric(number))
    refuse("invalid_request", `The number ${number} does not count targets of policies.`, {
      field: query.policy === undefined ? "target" : "policy",
    });
  const after = query.cursor === undefined ? null : decodeCursor(listName, query.cursor, 2);
  const page = await listReportChats(
    deps.reader,
    principal.accountId,
    getChatVisibility(principal),
    {
      scope: resolved.scope,
      metric: number,
      now,
      policy: query.policy === undefined ? undefined : Number(query.policy),
      target: query.target,
      limit: query.limit ?? 50,
      after: after && { key: after[0] ?? 0, id: after[1] ?? 0 },
      ...parseCell(resolved, query),
    },
  );
  const names = isSlaMetric(number)
    ? await readReportNames(deps.reader, principal.accountId)
    : null;
  return {
    items: page.items.map(({ sla, ...row }) => ({
      chat: serializeChat(principal, row, null),
      at: formatTime(row.at),
      answer_s: toSeconds(row.answerMs),
      duration_s: toSeconds(row.durationMs),
      sla: sla && serializeTarget(sla, names?.sla_policy),
    })),
    next_cursor: page.next === null ? null : encodeCursor(listName, [page.next.key, page.next.id]),
  };
}
const listName = "report-chats";

const dayStarts = ({ days }: ReportPeriod): readonly number[] => days.map(({ start }) => start);

function parseCell(
  resolved: ReportPeriod,
  { weekday, hour }: { readonly weekday?: number; readonly hour?: number },
) {
  if (weekday === undefined && hour === undefined) return {};
  if (weekday === undefined || hour === undefined)
    refuse("invalid_request", "Send both weekday and hour, or neither.", {
      field: weekday === undefined ? "weekday" : "hour",
    });
  return { cell: { ...createHourGrid(resolved.days), cell: weekday * 24 + hour } };
}

function serializePart({ period, days }: ReportPeriod, facts: ReportFacts) {
  return {
    from: period.from,
    to: period.to,
    totals: serializeFigures(facts.totals),
    days: days.map(({ date, open }, n) => ({
      date,
      open,
      figures: serializeFigures(facts.days.get(n) ?? emptyFigures),
    })),
  };
}
/** Serializes the numbers of one hour of the week. Hours are counted from Monday 00:00. */
function serializeHour(cell: number, figures: HourStatistics) {
  return {
    weekday: Math.floor(cell / 24),
    hour: cell % 24,
    chats: figures.chats,
    missed: figures.missed,
    answer_median_s: toSeconds(figures.answerMedian),
    calls: figures.calls,
  };
}
function serializeRow(
  id: number | null,
  names: ReadonlyMap<number, string>,
  figures: ChatStatistics,
) {
  return {
    id,
    name: id === null ? null : (names.get(id) ?? null),
    figures: serializeFigures(figures),
  };
}
/** Sorts rows by their number of chats, descending. Rows without an id come last. */
export function sortByChatCount<
  R extends { readonly id: number | null; readonly figures: { readonly chats: number } },
>(rows: readonly R[]): R[] {
  return rows.toSorted(
    (a, b) =>
      Number(a.id === null) - Number(b.id === null) ||
      b.figures.chats - a.figures.chats ||
      (a.id ?? 0) - (b.id ?? 0),
  );
}

export const emptyFigures: ChatStatistics = {
  chats: 0,
  begun: 0,
  missed: 0,
  missedOutsideHours: 0,
  replied: 0,
  answered: 0,
  answerMedian: null,
  answerP90: null,
  closed: 0,
  durationMedian: null,
  rated: 0,
  positive: 0,
  negative: 0,
  commented: 0,
  byBot: 0,
  calls: 0,
  callsReached: 0,
  suggestions: 0,
  suggestionsUnchanged: 0,
};
export const toSeconds = (ms: number | null): number | null =>
  ms === null ? null : Math.round(ms / 1000);
export function serializeFigures(figures: ChatStatistics): ReportFigures {
  return {
    chats: figures.chats,
    begun: figures.begun,
    missed: figures.missed,
    missed_outside_hours: figures.missedOutsideHours,
    replied: figures.replied,
    answered: figures.answered,
    answer_median_s: toSeconds(figures.answerMedian),
    answer_p90_s: toSeconds(figures.answerP90),
    closed: figures.closed,
    duration_median_s: toSeconds(figures.durationMedian),
    rated: figures.rated,
    positive: figures.positive,
    negative: figures.negative,
    commented: figures.commented,
    by_bot: figures.byBot,
    calls: figures.calls,
    calls_reached: figures.callsReached,
    suggestions: figures.suggestions,
    suggestions_unchanged: figures.suggestionsUnchanged,
  };
}
