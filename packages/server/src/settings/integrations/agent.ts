import { Agent, AgentPatch, Agents, NewAgent } from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { findConditionProblem } from "@parlour/protocol/conditions/condition";
import { agent } from "@parlour/protocol/settings/kinds/bots/agent";
import { refuseProblem } from "../../core/failure.ts";
import { getAccountFacts } from "../../core/field/account-facts.ts";
import { agentStore } from "../../store/settings/integrations/agent.ts";
import { hoursInFile, normalizeHours } from "../account/hours.ts";
import { fileCondition } from "../content/view-condition.ts";
import { createResource } from "../kind/create-resource.ts";
import { summarizeRequests } from "../kind/request-summaries.ts";

/** Agents: bots that answer visitors with the model of the account (AGENT-001). */
export const agentResource = createResource(agent, {
  rights: { read: "bots.read", manage: "bots.manage" },
  summaries: summarizeRequests("an agent", "agents"),
  schemas: { entity: Agent, page: Agents, create: NewAgent, patch: AgentPatch },
  store: agentStore,
  describe: ({ endpointId, stopped, updatedAt }) => ({
    endpoint_id: endpointId,
    stopped,
    updated_at: updatedAt,
  }),
  complete: (given, before) =>
    omitAbsent({ hours: normalizeHours(given.hours, before?.facts.hours ?? null, "hours.") }),
  check(values, before, { config }) {
    if (values.hand_over_when !== before?.values.hand_over_when)
      refuseProblem(
        findConditionProblem(values.hand_over_when, getAccountFacts(config), "hand_over_when"),
      );
  },
  custom: { hand_over_when: fileCondition, hours: hoursInFile },
});
