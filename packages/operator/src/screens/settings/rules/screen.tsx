import type { Rule } from "@parlour/protocol/api";
import type { Condition } from "@parlour/protocol/conditions/condition";
import { rule } from "@parlour/protocol/settings/kinds/chats/rule";
import { IconRobot } from "@tabler/icons-react";
import { findActionsError } from "../../../ui/actions/find-error.ts";
import { Banner } from "../../../ui/badges.tsx";
import { findConditionError } from "../../../ui/conditions/edit-tree.ts";
import { getLoadedFacts } from "../../../ui/conditions/use-fact-catalogue.ts";
import { formatFullTime } from "../../../ui/time.ts";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { listFields } from "../kit/setting-field.ts";
import { ActionsControl } from "../macros/ActionsControl.tsx";
import { ConditionControl } from "../views/ConditionControl.tsx";
import { findStartErrors, formatStart, RepeatControl, WhenControl } from "./rule-controls.tsx";
import { RuleRuns } from "./RuleRuns.tsx";
import { t } from "./text.ts";

/** Settings → Rules (RULE-001). */
export const ruleScreen = kindScreen<Rule>()({
  kind: rule,
  prefix: "rule",
  t,
  icon: IconRobot,
  sections: [
    { fields: ["name", "when"] },
    { id: "if", fields: ["if"] },
    { id: "do", fields: ["do"] },
    { id: "after", fields: ["stop", "repeat"] },
  ],
  controls: {
    when: WhenControl,
    if: ConditionControl,
    do: ActionsControl,
    repeat: RepeatControl,
  },
  labels: listFields(["conditions.add", "actions.add"]),
  newValues: () => ({ when: { event: "chat_created" }, do: [] }),
  findErrors: (values) => ({
    ...findStartErrors(values["when"], values["repeat"]),
    ...findConditionError(values["if"] as Condition, getLoadedFacts("chat")),
    ...findActionsError(values["do"]),
  }),
  above: (stored) =>
    stored.switched_off_at !== null && (
      <Banner tone="warn">
        <p>{t("rule.off", { time: formatFullTime(stored.switched_off_at) })}</p>
      </Banner>
    ),
  after: ({ id }) => <RuleRuns rule={id} />,
  columns: () => [{ head: t("rule.when"), cell: ({ when }) => formatStart(when) }],
});
