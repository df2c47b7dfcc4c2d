import { Agent, AgentPatch, Agents, NewAgent } from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { findConditionProblem } from "@parlour/protocol/conditions/condition";
import { agent, gatesOfState } from "@parlour/protocol/settings/kinds/bots/agent";
import { refuseProblem } from "../../core/failure.ts";
import { getAccountFacts } from "../../core/field/account-facts.ts";
import { agentStore } from "../../store/settings/integrations/agent.ts";
import { hoursInFile, normalizeHours } from "../account/hours.ts";
import { fileCondition } from "../content/view-condition.ts";
import { createResource } from "../kind/create-resource.ts";
import { summarizeRequests } from "../kind/request-summaries.ts";

const resource = createResource(agent, {
  rights: { read: "bots.read", manage: "bots.manage" },
  summaries: summarizeRequests("an agent", "agents"),
  schemas: { entity: Agent, page: Agents, create: NewAgent, patch: AgentPatch },
  store: agentStore,
  describe: ({ endpointId, stopped, proved, updatedAt }) => ({
    endpoint_id: endpointId,
    stopped,
    proved,
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
  // A reason belongs to a change of the state. The file sends it with each of them.
  compared: Object.keys(agent.fields).filter((name) => name !== "skip_gates") as never,
  custom: { hand_over_when: fileCondition, hours: hoursInFile },
});

/** Agents: bots that answer visitors with the model of the account (AGENT-001). */
export const agentResource: typeof resource = {
  ...resource,
  file: {
    ...resource.file,
    // The gates were passed here. Another installation has no replays and chats that prove it.
    write(entry, variable) {
      const written = resource.file.write(entry, variable) as object;
      const { values } = entry;
      return gatesOfState[values.state].length === 0 || values.skip_gates !== null
        ? written
        : { ...written, skip_gates: "The agent had this state where the file was exported." };
    },
  },
};
