import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import { TriggerDryRunResult, PagesWithOwnRules, TriggerDryRun } from "@parlour/protocol/api";
import { countMatchingVisits, dryRun, type PastVisit } from "@parlour/protocol/rule-dry-run";
import type { Condition, Device } from "@parlour/protocol/rules";
import type { LastVisit } from "../../core/record/trigger.ts";
import { formatTime } from "../../core/chat/create.ts";
import { effectiveHours, isOpen } from "../../core/hours/open-hours.ts";
import type { AccountConfig } from "../../core/command.ts";
import type { Deps } from "./deps.ts";
import { route, type Call } from "./route.ts";
import { checkRule } from "./trigger-input.ts";

export type TrialDeps = Pick<Deps, "auth" | "triggers" | "config" | "here">;

/** Number of visitors in a dry run. */
const mostVisitors = 100;

/** Registers the dry run of a trigger and the list of pages with their own rules (product.md 5). */
export function trialRoutes(app: FastifyInstance, deps: TrialDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/triggers/dry-run",
    action: "triggers.read",
    tag: "triggers",
    summary: "Which of the last 100 visitors a rule would have reached, by what is known of their last visit; nothing is sent or kept",
    body: TriggerDryRun,
    status: 200,
    answer: TriggerDryRunResult,
    handle: (call) => tryTrigger(deps, call),
  });
  route(app, deps.auth, {
    method: "GET",
    url: "/triggers/replaced",
    action: "triggers.read",
    tag: "triggers",
    summary: "Pages whose script put other rules in the place of the account's (setRules), since this server started",
    status: 200,
    answer: PagesWithOwnRules,
    handle: ({ principal }) =>
      Promise.resolve({
        pages: deps.here
          .replaced(principal.accountId)
          .map(({ channelId, url, at }) => ({ channel_id: channelId, url, at: formatTime(at) })),
      }),
  });
}
async function tryTrigger(
  deps: TrialDeps,
  { principal, body }: Call<unknown, unknown, Static<typeof TriggerDryRun>>,
): Promise<TriggerDryRunResult> {
  checkRule({ if: body.if });
  const account = principal.accountId;
  const [visits, config] = await Promise.all([
    deps.triggers.lastVisits(account, body.channels ?? null, mostVisitors),
    deps.config(account),
  ]);
  return runOf(body.if ?? undefined, visits, config);
}

function runOf(condition: Condition | undefined, visits: readonly LastVisit[], config: AccountConfig): TriggerDryRunResult {
  const past = visits.map((visit) => pastOf(visit, config));
  return {
    visitors: visits.map((visit, n) => {
      const known = past[n] ?? pastOf(visit, config);
      const run = dryRun(condition, known);
      const page = visit.trail.toReversed()[run.page];
      return {
        number: visit.number,
        name: visit.name,
        at: formatTime(visit.lastAt),
        language: visit.session.language ?? "",
        result: visit.hasChat ? "chat" : run.result,
        url: page?.url ?? "",
        title: page?.title ?? "",
        time_on_page: run.timeOnPage,
        missing: run.missing.map(({ leaf, seen }) => ({ condition: leaf, seen })),
      };
    }),
    conditions: [...countMatchingVisits(condition, past)],
    from: spanOf(visits, Math.min),
    to: spanOf(visits, Math.max),
  };
}

function pastOf(visit: LastVisit, config: AccountConfig): PastVisit {
  const { utm, user_agent: agent, language } = visit.session;
  const part = (text: string): string | null => (text === "" ? null : text);
  return {
    startedAt: visit.startedAt,
    lastAt: visit.lastAt,
    pages: visit.trail.toReversed(),
    firstPageNumber: Math.max(1, visit.pages - visit.trail.length + 1),
    facts: {
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
      ...(agent === "" ? {} : { device: deviceOf(agent) }),
      ...(language === undefined || language === "" ? {} : { language }),
    },
  };
}

/** Returns the kind of device as the widget detects it, as far as the user agent allows. */
function deviceOf(agent: string): Device {
  if (/iPad|Tablet|PlayBook|Silk|Android(?!.*Mobile)/.test(agent)) return "tablet";
  return /Mobi|iPhone|iPod|Android/.test(agent) ? "mobile" : "desktop";
}
function spanOf(visits: readonly LastVisit[], of: (...times: number[]) => number): string | null {
  return visits.length === 0 ? null : formatTime(of(...visits.map(({ lastAt }) => lastAt)));
}
