import type { Rule } from "@parlour/protocol/api";
import { rule } from "@parlour/protocol/settings/kinds/chats/rule";
import { IconRobot } from "@tabler/icons-react";
import { Banner, Tag } from "../../../ui/badges.tsx";
import type { Form } from "../../../ui/form/use-form.ts";
import { DryRunPanel } from "../../../ui/rules/DryRun.tsx";
import { LoopNotice } from "../../../ui/rules/LoopNotice.tsx";
import { formatFullTime } from "../../../ui/time.ts";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import type { FormValues } from "../kit/kind/form-values.ts";
import { listFields } from "../kit/setting-field.ts";
import { ActionsControl } from "../macros/ActionsControl.tsx";
import { ConditionControl } from "../views/ConditionControl.tsx";
import { formatStart, RepeatControl, WhenControl } from "./rule-controls.tsx";
import { findRuleErrors, findTrialProblem, toRule } from "./rule-errors.ts";
import { RuleRuns } from "./RuleRuns.tsx";
import { t } from "./text.ts";

/** Shows whether a rule runs. */
function StateTag({ rule }: { readonly rule: Rule }) {
  if (rule.enabled) return <Tag tone="ok">{t("rule.enabled.on")}</Tag>;
  return rule.switched_off_at === null ? (
    <Tag>{t("rule.enabled.off")}</Tag>
  ) : (
    <Tag tone="bad">{t("rule.enabled.failed")}</Tag>
  );
}

const showDryRun = ({ values }: Form<FormValues>, storedId: number | null) => (
  <DryRunPanel rule={toRule(values)} storedId={storedId} unavailable={findTrialProblem(values)} />
);

/** Settings → Rules (RULE-001). */
export const ruleScreen = kindScreen<Rule>()({
  kind: rule,
  prefix: "rule",
  t,
  icon: IconRobot,
  ordered: true,
  sections: [
    { fields: ["name", "when"] },
    { id: "if", fields: ["if"] },
    { id: "do", fields: ["do"] },
    { id: "after", fields: ["stop", "repeat"] },
  ],
  controls: {
    when: WhenControl,
    if: ConditionControl,
    do: (props) => (
      <>
        <ActionsControl {...props} />
        <LoopNotice rule={toRule(props.form.values)} />
      </>
    ),
    repeat: RepeatControl,
  },
  labels: listFields(["conditions.add", "actions.add", "dryrun.title"]),
  newValues: () => ({ when: { event: "chat_created" }, do: [] }),
  findErrors: findRuleErrors,
  above: (stored) =>
    stored.switched_off_at !== null && (
      <Banner tone="warn">
        <p>{t("rule.off", { time: formatFullTime(stored.switched_off_at) })}</p>
      </Banner>
    ),
  side: ({ id }, form) => showDryRun(form, id),
  preview: (form) => showDryRun(form, null),
  after: ({ id }) => <RuleRuns rule={id} />,
  columns: () => [
    { head: t("rule.when"), cell: ({ when }) => formatStart(when) },
    { head: t("rule.enabled"), cell: (stored) => <StateTag rule={stored} /> },
  ],
});
