import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import { TriggerDryRunResult, PagesWithOwnRules, TriggerDryRun } from "@parlour/protocol/api";
import { countMatchingVisits, dryRunRule, type PastVisit } from "@parlour/protocol/rules/dry-run";
import type { Condition, Device } from "@parlour/protocol/rules";
import { listSegments } from "@parlour/protocol/rules/segments";
import { type LastVisit, listLastVisits } from "../../store/visitors/last-visits.ts";
import { formatTime } from "../../core/chat/create.ts";
import { isOpen } from "@parlour/protocol/hours/open-hours";
import { effectiveHours } from "../../core/hours/effective-hours.ts";
import type { AccountConfig } from "../../core/command.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import { filterSegments } from "../../core/field/account-facts.ts";
import { assertSegments, assertValidRule } from "../../settings/channels/trigger.ts";
import type { OnlineVisitorsPort } from "./online-visitors-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

export interface DryRunDeps extends RouteDeps {
  readonly onlineVisitors: OnlineVisitorsPort;
}

const maxDryRunVisitors = 100;

/** Registers the dry run of a trigger and the list of pages with their own rules (product.md 5). */
export function dryRunRoutes(app: FastifyInstance, deps: DryRunDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/triggers/dry-run",
    action: "triggers.read",
    tag: "triggers",
    summary: "Test a trigger against recent visits",
    body: TriggerDryRun,
    status: 200,
    answer: TriggerDryRunResult,
    once: { because: "It changes nothing." },
    handle: (context) => dryRunTrigger(deps, context),
  });
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/triggers/replaced",
    action: "triggers.read",
    tag: "triggers",
    summary: "List pages that replace the triggers",
    status: 200,
    answer: PagesWithOwnRules,
    async handle({ principal }) {
      const pages = await deps.onlineVisitors.pagesWithOwnRules(principal.accountId);
      return {
        pages: pages.map(({ channelId, url, at }) => ({
          channel_id: channelId,
          url,
          at: formatTime(at),
        })),
      };
    },
  });
}
async function dryRunTrigger(
  deps: DryRunDeps,
  { principal, body }: RequestContext<unknown, unknown, Static<typeof TriggerDryRun>>,
): Promise<TriggerDryRunResult> {
  assertValidRule({ if: body.if });
  const account = principal.accountId;
  const [visits, config] = await Promise.all([
    listLastVisits(deps.reader, account, body.channels ?? null, maxDryRunVisitors),
    deps.config(account),
  ]);
  assertSegments(config, body.if);
  return serializeRun(body.if ?? undefined, visits, { config, now: deps.clock.now() });
}

function serializeRun(
  condition: Condition | undefined,
  visits: readonly LastVisit[],
  { config, now }: { readonly config: AccountConfig; readonly now: number },
): TriggerDryRunResult {
  const named = listSegments(condition).map(({ segment }) => Number(segment));
  const runs = visits.map((visit) => {
    const visitor = { ...visit.visitor, number: visit.number };
    const segment = filterSegments(config, named, visitor, now);
    const pastVisit = toPastVisit(visit, config);
    return { visit, pastVisit: { ...pastVisit, facts: { ...pastVisit.facts, segment } } };
  });
  return {
    visitors: runs.map(({ visit, pastVisit }) => {
      const run = dryRunRule(condition, pastVisit);
      const page = visit.trail.toReversed()[run.page];
      return {
        number: visit.number,
        name: visit.visitor.name?.value ?? null,
        at: formatTime(visit.lastAt),
        language: visit.session.language ?? "",
        result: visit.hasChat ? "chat" : run.result,
        url: page?.url ?? "",
        title: page?.title ?? "",
        time_on_page: run.timeOnPage,
        missing: run.missing.map(({ leaf, actual }) => ({ condition: leaf, seen: actual })),
      };
    }),
    conditions: [
      ...countMatchingVisits(
        condition,
        runs.map(({ pastVisit }) => pastVisit),
      ),
    ],
    from: getSpanEnd(visits, Math.min),
    to: getSpanEnd(visits, Math.max),
  };
}

function toPastVisit(visit: LastVisit, config: AccountConfig): PastVisit {
  const { utm, user_agent, language, geoip } = visit.session;
  const part = (text: string): string | null => (text === "" ? null : text);
  return {
    startedAt: visit.startedAt,
    lastAt: visit.lastAt,
    pages: visit.trail.toReversed(),
    firstPageNumber: Math.max(1, visit.pages - visit.trail.length + 1),
    facts: {
      // An unknown country is as unknown on the page.
      country: geoip.country_code,
      referrer: visit.referrer,
      visits: visit.visits,
      utm: {
        source: part(utm.source),
        campaign: part(utm.campaign),
        content: part(utm.content),
        medium: part(utm.medium),
        term: part(utm.term),
      },
      working_hours: isOpen(effectiveHours(config, null, visit.channelId), visit.startedAt),
      ...omitAbsent({
        device: user_agent === "" ? undefined : getDevice(user_agent),
        language: language || undefined,
      }),
    },
  };
}

/** Returns the kind of device that the widget would detect, as far as the user agent allows. */
function getDevice(agent: string): Device {
  if (/iPad|Tablet|PlayBook|Silk|Android(?!.*Mobile)/.test(agent)) return "tablet";
  return /Mobi|iPhone|iPod|Android/.test(agent) ? "mobile" : "desktop";
}
function getSpanEnd(
  visits: readonly LastVisit[],
  choose: (...times: number[]) => number,
): string | null {
  return visits.length === 0 ? null : formatTime(choose(...visits.map(({ lastAt }) => lastAt)));
}
