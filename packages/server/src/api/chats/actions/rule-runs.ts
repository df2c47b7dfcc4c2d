import type { FastifyInstance } from "fastify";
import { IdParams, RuleRuns, RuleRunsQuery } from "@parlour/protocol/api";
import { mustMaskText } from "../../../auth/index.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import { parseId } from "../../kit/ids.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";
import { readRuns } from "../../settings/rules.ts";
import { requireVisibleChat } from "../visibility.ts";

/** Registers the route with the runs of rules on a chat, for those who see the chat (RULE-032). */
export function chatRuleRunsRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/chats/:id/rule-runs",
    action: "chats.read",
    tag: "rules",
    summary: "List the runs of rules on a chat",
    params: IdParams,
    query: RuleRunsQuery,
    status: 200,
    answer: RuleRuns,
    async handle({ principal, params, query }) {
      const id = parseId(params.id, "chat");
      await requireVisibleChat(deps, principal, id);
      const runs = await readRuns(deps, principal.accountId, { of: "chat", id }, query);
      if (!mustMaskText(principal)) return runs;
      return { ...runs, items: runs.items.map((run) => ({ ...run, values: {} })) };
    },
  });
}
