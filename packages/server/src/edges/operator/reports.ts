import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import {
  Report,
  ReportChats,
  ReportChatsQuery,
  ReportNumberParams,
  ReportQuery,
  type ReportFigures,
  type ReportNumber,
} from "@parlour/protocol/api";
import type { ChatFigures, HourFigures, ReportFacts } from "../../core/record/report.ts";
import { formatTime } from "../../core/chat/create.ts";
import { refuse } from "../../core/failure.ts";
import { comparisonPeriod } from "../../core/report/period.ts";
import { chatWire } from "./chat-wire.ts";
import { cursorOf, placeOf } from "./cursor.ts";
import type { Deps } from "./deps.ts";
import { gridOf, pagesOf, periodOf, zoneOf, type Pages } from "./report-scope.ts";
import { route, type Call } from "./route.ts";
import { sightOf } from "./sight.ts";

export type ReportDeps = Pick<Deps, "auth" | "rights" | "reports" | "config" | "clock">;

/**
 * Registers the reports: figures of a period and of the previous one, and the chats behind each
 * figure (API-074).
 */
export function reportRoutes(app: FastifyInstance, deps: ReportDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/reports",
    action: "reports.read",
    tag: "reports",
    summary: "Figures of a period by day, hour, channel, department and person, compared with the period before",
    query: ReportQuery,
    status: 200,
    answer: Report,
    handle: (call) => readReports(deps, call),
  });
  route(app, deps.auth, {
    method: "GET",
    url: "/reports/:number/chats",
    action: "reports.read",
    tag: "reports",
    summary: "The chats that a number of a report counts, the latest first",
    params: ReportNumberParams,
    query: ReportChatsQuery,
    status: 200,
    answer: ReportChats,
    handle: (call) => listReportChats(deps, call),
  });
}
async function readReports(deps: ReportDeps, { principal: { accountId }, query }: Call<unknown, ReportQuery, unknown>): Promise<Report> {
  const config = await deps.config(accountId);
  const now = pagesOf(config, periodOf(config, query, deps.clock.now()), query);
  const compare = query.compare ?? "before";
  const before = compare === "none" ? null : pagesOf(config, comparisonPeriod(now.period, compare), query);
  const grid = gridOf(now.days);
  const [facts, earlier, hours, names] = await Promise.all([
    deps.reports.read(accountId, now.scope, { days: starts(now), rows: true }),
    before && deps.reports.read(accountId, before.scope, { days: starts(before), rows: false }),
    deps.reports.hours(accountId, now.scope, grid),
    deps.reports.names(accountId),
  ]);
  return {
    timezone: zoneOf(config),
    working_hours: config.hours !== null,
    now: partWire(now, facts),
    before: before && earlier && partWire(before, earlier),
    hours: [...hours].toSorted(([a], [b]) => a - b).map(([cell, is]) => hourWire(cell, is)),
    weekdays: [1, 2, 3, 4, 5, 6, 7].map((weekday) => now.days.filter((day) => day.weekday === weekday).length),
    channels: ordered(facts.channels.map(({ id, figures }) => rowWire(id, names.channel, figures))),
    departments: ordered(facts.departments.map(({ id, figures }) => rowWire(id, names.department, figures))),
    people: ordered(
      facts.people.map(({ kind, id, figures }) => ({ kind, ...rowWire(id, kind === "bot" ? names.bot : names.operator, figures) })),
    ),
  };
}
async function listReportChats(
  deps: ReportDeps,
  { principal, params, query }: Call<Static<typeof ReportNumberParams>, ReportChatsQuery, unknown>,
): Promise<ReportChats> {
  const number = (params as { number: ReportNumber }).number;
  const config = await deps.config(principal.accountId);
  const pages = pagesOf(config, periodOf(config, query, deps.clock.now()), query);
  const after = query.cursor === undefined ? null : placeOf(listName, query.cursor, 2);
  const page = await deps.reports.chats(principal.accountId, sightOf(deps, principal), pages.scope, number, {
    limit: query.limit ?? 50,
    after: after && { key: after[0] ?? 0, id: after[1] ?? 0 },
    ...cellOf(pages, query),
  });
  return {
    items: page.items.map((found) => ({
      chat: chatWire(deps, principal, found, null),
      at: formatTime(found.at),
      answer_s: seconds(found.answerMs),
      duration_s: seconds(found.durationMs),
    })),
    next_cursor: page.next === null ? null : cursorOf(listName, [page.next.key, page.next.id]),
  };
}
const listName = "report-chats";

const starts = ({ days }: Pages): readonly number[] => days.map(({ start }) => start);

function cellOf(pages: Pages, { weekday, hour }: { readonly weekday?: number; readonly hour?: number }) {
  if (weekday === undefined && hour === undefined) return {};
  if (weekday === undefined || hour === undefined)
    refuse("invalid_request", "weekday and hour stand together.", { field: weekday === undefined ? "weekday" : "hour" });
  return { cell: { ...gridOf(pages.days), cell: weekday * 24 + hour } };
}

function partWire({ period, days }: Pages, facts: ReportFacts) {
  return {
    from: period.from,
    to: period.to,
    totals: figuresWire(facts.totals),
    days: days.map(({ date, open }, n) => ({ date, open, figures: figuresWire(facts.days.get(n) ?? nothing) })),
  };
}
/** Serializes one hour of one weekday. Hours of the week are numbered from Monday 00:00. */
function hourWire(cell: number, is: HourFigures) {
  return {
    weekday: Math.floor(cell / 24),
    hour: cell % 24,
    chats: is.chats,
    missed: is.missed,
    answer_median_s: seconds(is.answerMedian),
    calls: is.calls,
  };
}
function rowWire(id: number | null, names: ReadonlyMap<number, string>, figures: ChatFigures) {
  return { id, name: id === null ? null : (names.get(id) ?? null), figures: figuresWire(figures) };
}
/** Sorts rows by the number of chats, descending. Rows without an id come last. */
export function ordered<R extends { readonly id: number | null; readonly figures: { readonly chats: number } }>(rows: readonly R[]): R[] {
  return rows.toSorted(
    (a, b) => Number(a.id === null) - Number(b.id === null) || b.figures.chats - a.figures.chats || (a.id ?? 0) - (b.id ?? 0),
  );
}

export const nothing: ChatFigures = {
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
};
export const seconds = (ms: number | null): number | null => (ms === null ? null : Math.round(ms / 1000));
export function figuresWire(is: ChatFigures): ReportFigures {
  return {
    chats: is.chats,
    begun: is.begun,
    missed: is.missed,
    missed_outside_hours: is.missedOutsideHours,
    replied: is.replied,
    answered: is.answered,
    answer_median_s: seconds(is.answerMedian),
    answer_p90_s: seconds(is.answerP90),
    closed: is.closed,
    duration_median_s: seconds(is.durationMedian),
    rated: is.rated,
    positive: is.positive,
    negative: is.negative,
    commented: is.commented,
    by_bot: is.byBot,
    calls: is.calls,
    calls_reached: is.callsReached,
  };
}
