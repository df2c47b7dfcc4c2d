import { NewSlaPolicy, SlaPolicies, SlaPolicy, SlaPolicyPatch } from "@parlour/protocol/api";
import { slaTargets, type SlaTarget } from "@parlour/protocol/chat-sla";
import { findConditionProblem } from "@parlour/protocol/conditions/condition";
import { policyFactsWith } from "@parlour/protocol/conditions/facts";
import type { InputProblem } from "@parlour/protocol/conditions/problem";
import { slaPolicy } from "@parlour/protocol/settings/kinds/chats/sla-policy";
import { refuseProblem } from "../../core/failure.ts";
import { slaPolicyStore } from "../../store/settings/content/sla-policy.ts";
import { createResource } from "../kind/create-resource.ts";
import { summarizeRequests } from "../kind/request-summaries.ts";
import { fileCondition, readFileCondition } from "./view-condition.ts";

/** SLA policies: when chats must be answered and closed (SLA-001). */
export const slaPolicyResource = createResource(slaPolicy, {
  rights: { read: "account.manage", manage: "account.manage" },
  summaries: {
    ...summarizeRequests("an SLA policy", "SLA policies"),
    order: "Set the order of the SLA policies",
  },
  schemas: { entity: SlaPolicy, page: SlaPolicies, create: NewSlaPolicy, patch: SlaPolicyPatch },
  store: slaPolicyStore,
  describe: ({ updatedAt }) => ({ updated_at: updatedAt }),
  check(values, before, { config }) {
    refuseProblem(findTargetProblem(values));
    if (values.if !== before?.values.if)
      refuseProblem(
        findConditionProblem(
          values.if,
          policyFactsWith(config.fields ?? [], config.segments),
          "if",
        ),
      );
  },
  custom: {
    if: {
      ...fileCondition,
      read: (value, at, helpers) => readFileCondition(policyFactsWith, value, at, helpers),
    },
  },
  checkEntry(values, report) {
    const problem = findTargetProblem(values);
    if (problem !== null) report([problem[0]], problem[1], "SLA-001");
  },
});

/** Returns the problem of a policy that promises nothing, or null. */
function findTargetProblem(
  values: Readonly<Record<`${SlaTarget}_s`, number | null>>,
): InputProblem | null {
  const names = slaTargets.map((target) => `${target}_s` as const);
  return names.some((name) => values[name] !== null)
    ? null
    : ["first_reply_s", `must be set, or another of ${names.join(", ")}`, names];
}
