import type { FastifyInstance } from "fastify";
import {
  IdParams,
  NewRuleDryRun,
  RuleDryRun,
  RuleRuns,
  RuleRunsQuery,
  type RuleRun,
} from "@parlour/protocol/api";
import type { JobPort } from "../../actions/job-worker.ts";
import { cancelDryRun, createDryRun, findDryRun } from "../../store/rules/dry-run.ts";
import { ruleResource } from "../../settings/content/rule.ts";
import {
  listRuns,
  runRetentionMs,
  type RuleRunRecord,
  type RunOwner,
} from "../../store/rules/rule-run.ts";
import { ruleStore } from "../../store/settings/content/rule.ts";
import { cutPage, decodeCursor } from "../kit/cursor.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { parseId, requireFound } from "../kit/ids.ts";
import { jobRoutes } from "../kit/job-routes.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { parseDryRunRule, readComparedRule } from "./parse-dry-run.ts";
import { resourceRoutes } from "./resource-routes.ts";

interface RuleRouteDeps extends RouteDeps {
  readonly dryRuns: JobPort;
}
const dayMs = 86_400_000;

/** Registers the routes of rules, their runs and dry runs (RULE-001, RULE-030, RULE-050). */
export function ruleRoutes(app: FastifyInstance, deps: RuleRouteDeps): void {
  dryRunRoutes(app, deps);
  resourceRoutes(app, deps, ruleResource);
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/rules/:id/runs",
    action: "account.manage",
    tag: "rules",
    summary: "List the runs of a rule",
    params: IdParams,
    query: RuleRunsQuery,
    status: 200,
    answer: RuleRuns,
    handle: async ({ principal, params, query }) => {
      const id = parseId(params.id, "rule");
      const [rule = null] = await ruleStore.list(deps.reader, principal.accountId, { id });
      requireFound(rule, "rule");
      return readRuns(deps, principal.accountId, { of: "rule", id }, query);
    },
  });
}

/** Returns a page of the runs of the last 30 days. */
export async function readRuns(
  { reader, clock }: RouteDeps,
  account: number,
  owner: RunOwner,
  query: RuleRunsQuery,
): Promise<RuleRuns> {
  const [before = null] = decodeCursor("run", query.cursor, 1);
  const limit = query.limit ?? 50;
  const since = clock.now() - runRetentionMs;
  const runs = await listRuns(reader, account, { owner, since, before, limit: limit + 1 });
  const page = cutPage("run", runs, limit, ({ id }) => [id]);
  return { ...page, items: page.items.map(serializeRun) };
}

function dryRunRoutes(app: FastifyInstance, deps: RuleRouteDeps): void {
  const { clock, config, dryRuns, reader, sql } = deps;
  jobRoutes(app, deps, {
    url: "/rules/dry-run",
    action: "account.manage",
    tag: "rules",
    name: "dry run",
    port: dryRuns,
    find: ({ accountId }, id) => findDryRun(reader, accountId, id),
    create: {
      summary: "Try a rule on the past",
      body: NewRuleDryRun,
      prepare: async ({ accountId }, { rule, days, rule_id }) => ({
        rule: parseDryRunRule(rule, await config(accountId)),
        stored: await readComparedRule(reader, accountId, rule_id),
        since: clock.now() - days * dayMs,
      }),
      store: (tx, { accountId }, job) =>
        createDryRun(tx, accountId, { ...job, node: dryRuns.node, now: clock.now() }),
    },
    read: {
      summary: "Get the progress of a dry run",
      answer: RuleDryRun,
      serialize: async (run) => ({
        ...run,
        chats: [...run.chats],
        added: run.added && [...run.added],
        removed: run.removed && [...run.removed],
      }),
    },
    cancel: {
      summary: "Cancel a dry run",
      end: (account, id) => cancelDryRun(sql, account, id),
    },
  });
}

function serializeRun({ chatNumber, ...run }: RuleRunRecord): RuleRun {
  const answer: RuleRun = {
    id: run.id,
    rule: run.rule,
    chat_id: run.chatId,
    at: run.at,
    version: run.version,
    state: run.state,
    results: [...run.results],
    values: { ...run.facts },
    caused_by: [...run.causedBy],
  };
  return chatNumber === null ? answer : { ...answer, chat_number: chatNumber };
}
