import type { SlaPolicy } from "@parlour/protocol/api";
import type { Condition } from "@parlour/protocol/conditions/condition";
import { omitSlaFacts } from "@parlour/protocol/conditions/facts";
import { slaTargets } from "@parlour/protocol/chat-sla";
import { slaPolicy } from "@parlour/protocol/settings/kinds/chats/sla-policy";
import { IconClockExclamation } from "@tabler/icons-react";
import { findConditionError } from "../../../ui/conditions/edit-tree.ts";
import { getLoadedFacts } from "../../../ui/conditions/use-fact-catalogue.ts";
import { durationText } from "../kit/kind/duration.ts";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { listFields } from "../kit/setting-field.ts";
import { ConditionControl } from "../views/ConditionControl.tsx";
import { t } from "./text.ts";

/** Settings → SLA policies (SLA-020). */
export const slaScreen = kindScreen<SlaPolicy>()({
  kind: slaPolicy,
  prefix: "sla",
  t,
  icon: IconClockExclamation,
  ordered: true,
  sections: [
    { fields: ["name"] },
    { id: "if", fields: ["if"] },
    {
      id: "targets",
      fields: ["first_reply_s", "next_reply_s", "close_s", "hours", "at_risk_percent", "promise"],
    },
  ],
  controls: { if: ConditionControl },
  labels: listFields(["conditions.add"]),
  findErrors(values) {
    const facts = omitSlaFacts(getLoadedFacts("chat"));
    const errors = findConditionError(values["if"] as Condition, facts);
    const hasTarget = slaTargets.some((target) => values[`${target}_s`] !== "");
    return hasTarget ? errors : { ...errors, first_reply_s: t("sla.target.missing") };
  },
  columns: () =>
    slaTargets.map((target) => ({
      head: t(`sla.${target}_s`),
      cell: (policy) => {
        const seconds = policy[`${target}_s`];
        return seconds === null ? t("sla.none") : durationText(seconds);
      },
    })),
});
