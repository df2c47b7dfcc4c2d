import type { FastifyInstance } from "fastify";
import { IdParams, RuleRuns, RuleRunsQuery, type RuleRun } from "@parlour/protocol/api";
import { ruleResource } from "../../settings/content/rule.ts";
import { listRuns, runRetentionMs, type RuleRunRecord } from "../../store/rules/rule-run.ts";
import { ruleStore } from "../../store/settings/content/rule.ts";
import { decodeCursor, encodeCursor } from "../kit/cursor.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { parseId, requireFound } from "../kit/ids.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { resourceRoutes } from "./resource-routes.ts";

/** Registers the routes of rules and their runs (RULE-001, RULE-030). */
export function ruleRoutes(app: FastifyInstance, deps: RouteDeps): void {
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
