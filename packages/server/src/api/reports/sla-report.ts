import type { FastifyInstance } from "fastify";
import { SlaReport, SlaReportQuery, type SlaFigures } from "@parlour/protocol/api";
import { slaTargets } from "@parlour/protocol/chat-sla";
import { formatTime } from "../../core/chat/create.ts";
import { readAnswerCounts } from "../../store/reports/answers.ts";
import type { ReportTarget } from "../../store/reports/report-record.ts";
import { readReportNames } from "../../store/reports/report.ts";
import {
  readSlaFacts,
  type SlaFacts,
  type SlaStatistics,
} from "../../store/reports/sla-targets.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import { withReplica, type RouteDeps } from "../kit/route-deps.ts";
import { getReportTimeZone, parsePeriod, resolvePeriod } from "./report-query.ts";

/** Registers the report of SLA policies, promises and held replies (SLA-030, PROM-014). */
export function slaReportRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/reports/sla",
    action: "reports.read",
    tag: "reports",
    summary: "Get the report of SLA policies",
    query: SlaReportQuery,
    status: 200,
    answer: SlaReport,
    handle: (context) => loadSlaReport(withReplica(deps, context.request), context),
  });
}

async function loadSlaReport(
  deps: RouteDeps,
  { principal: { accountId }, query }: RequestContext<unknown, SlaReportQuery, unknown>,
): Promise<SlaReport> {
  const { reader, clock } = deps;
  const now = clock.now();
  const config = await deps.config(accountId);
  const requested = parsePeriod(config, query, now);
  const { period, days, scope } = resolvePeriod(config, requested, query, now);
  const [facts, answers, names] = await Promise.all([
    readSlaFacts(reader, accountId, { scope, now, days: days.map(({ start }) => start) }),
    readAnswerCounts(reader, accountId, scope),
    readReportNames(reader, accountId),
  ]);
  return {
    timezone: getReportTimeZone(config),
    ...period,
    totals: serializeSlaFigures(facts.totals),
    at_risk: facts.atRisk,
    promises: {
      made: answers.promises_made,
      kept: answers.promises_kept,
      broken: answers.promises_broken,
      closed: answers.promises_closed,
      running: answers.promises_running,
    },
    crossed_replies: answers.crossed_replies,
    days: days.map(({ date, open }, n) => ({
      date,
      open,
      figures: serializeSlaFigures(facts.days.get(n)),
    })),
    policies: sortPolicies(facts.policies).map(({ id, target, figures }) => ({
      id,
      name: names.sla_policy.get(id) ?? null,
      target,
      figures: serializeSlaFigures(figures),
    })),
  };
}

const serializeSlaFigures = (figures: SlaStatistics | undefined): SlaFigures => ({
  met: figures?.met ?? 0,
  met_at_risk: figures?.metAtRisk ?? 0,
  broken: figures?.broken ?? 0,
});

/** Sorts by policy, then in the order of the targets. */
export const sortPolicies = (policies: SlaFacts["policies"]): SlaFacts["policies"] =>
  policies.toSorted(
    (a, b) => a.id - b.id || slaTargets.indexOf(a.target) - slaTargets.indexOf(b.target),
  );

export const serializeTarget = (
  { policyId, target, dueAt, endedAt }: ReportTarget,
  names: ReadonlyMap<number, string> | undefined,
) => ({
  policy: { id: policyId, name: names?.get(policyId) ?? null },
  target,
  due_at: formatTime(dueAt),
  ended_at: endedAt === null ? null : formatTime(endedAt),
});
