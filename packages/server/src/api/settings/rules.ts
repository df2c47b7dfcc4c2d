import type { FastifyInstance } from "fastify";
import {
  IdParams,
  NewRuleDryRun,
  NoContent,
  RuleDryRun,
  JobId,
  RuleRuns,
  RuleRunsQuery,
  type RuleRun,
} from "@parlour/protocol/api";
import { cancelDryRun, createDryRun, findDryRun } from "../../store/rules/dry-run.ts";
import { parseDryRunRule, ruleResource } from "../../settings/content/rule.ts";
import { listRuns, runRetentionMs, type RuleRunRecord } from "../../store/rules/rule-run.ts";
import { ruleStore } from "../../store/settings/content/rule.ts";
import { decodeCursor, encodeCursor } from "../kit/cursor.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { parseId, requireFound } from "../kit/ids.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { resourceRoutes } from "./resource-routes.ts";

/** Where dry runs are processed. `node`: id of this node. */
export interface DryRunPort {
  readonly node: number;
  /** Processes dry runs that are waiting. Returns at once. */
  readonly wake: () => void;
}
interface RuleRouteDeps extends RouteDeps {
  readonly dryRuns: DryRunPort;
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
      const [before = null] =
        query.cursor === undefined ? [] : decodeCursor("run", query.cursor, 1);
      const limit = query.limit ?? 50;
      const runs = await listRuns(deps.reader, principal.accountId, {
        ruleId: id,
        since: deps.clock.now() - runRetentionMs,
        before,
        limit,
      });
      const last = runs.length < limit ? undefined : runs.at(-1);
      return {
        items: runs.map(serializeRun),
        next_cursor: last === undefined ? null : encodeCursor("run", [last.id]),
      };
    },
  });
}

function dryRunRoutes(app: FastifyInstance, deps: RuleRouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/rules/dry-run",
    action: "account.manage",
    tag: "rules",
    summary: "Try a rule on the past",
    body: NewRuleDryRun,
    status: 202,
    answer: JobId,
    async handle({ principal, body }) {
      const now = deps.clock.now();
      const id = await createDryRun(deps.sql, principal.accountId, {
        node: deps.dryRuns.node,
        rule: parseDryRunRule(body.rule, await deps.config(principal.accountId)),
        since: now - body.days * dayMs,
        now,
      });
      deps.dryRuns.wake();
      return { id };
    },
  });
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/rules/dry-run/:id",
    action: "account.manage",
    tag: "rules",
    summary: "Get the progress of a dry run",
    params: IdParams,
    status: 200,
    answer: RuleDryRun,
    async handle({ principal, params }) {
      const id = parseId(params.id, "dry run");
      const { chats, ...run } = requireFound(
        await findDryRun(deps.reader, principal.accountId, id),
        "dry run",
      );
      return { id, ...run, chats: [...chats] };
    },
  });
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: "/rules/dry-run/:id",
    action: "account.manage",
    tag: "rules",
    summary: "Cancel a dry run",
    params: IdParams,
    status: 204,
    answer: NoContent,
    async handle({ principal, params }) {
      const id = parseId(params.id, "dry run");
      const isCancelled = await cancelDryRun(deps.sql, principal.accountId, id);
      if (!isCancelled)
        requireFound(await findDryRun(deps.reader, principal.accountId, id), "dry run");
      return null;
    },
  });
}

function serializeRun({ chatNumber, ...run }: RuleRunRecord): RuleRun {
  const answer: RuleRun = {
    id: run.id,
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
