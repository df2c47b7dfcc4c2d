import type { Trigger } from "@parlour/protocol/api";
import { trigger } from "@parlour/protocol/settings/kinds/trigger";
import { IconBolt, IconCopy } from "@tabler/icons-react";
import type { useRouter } from "@tanstack/react-router";
import { api } from "../../../state/api/api.ts";
import { Banner } from "../../../ui/badges.tsx";
import { runOrToast, rememberPage } from "../../../ui/mutation.ts";
import type { FormValues } from "../kit/kind/form-values.ts";
import type { Form } from "../../../ui/form/use-form.ts";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { invalidateLists } from "../../../state/api/queries.ts";
import { DryRunPanel, DryRunProvider } from "./DryRun.tsx";
import { RuleEditor } from "./RuleEditor.tsx";
import { listFields } from "../kit/setting-field.ts";
import { t } from "./text.ts";
import { findRuleErrors, type RuleValues } from "./trigger-form.ts";
import "./triggers.css";
import { usePagesWithOwnRules, useTriggers } from "./use-triggers.ts";

/** Settings → Triggers (API-313). The list has switches and buttons that change the order. */
export const triggerScreen = kindScreen<Trigger>()({
  kind: trigger,
  prefix: "trigger",
  t,
  icon: IconBolt,
  ordered: true,
  labels: [
    ...listFields(["json.label", "where.about", "cond.join", "cond.what", "act.what"]),
    ...listFields(["act.department", "act.text", "dry.title"]),
  ],
  sections: [
    { id: "trigger", fields: ["name", "enabled", "once"] },
    { fields: ["channels", "if", "do"] },
  ],
  controls: {
    channels: ({ form, readOnly }) => <RuleEditor form={toRuleForm(form)} readOnly={readOnly} />,
    // The editor of the rule has the conditions and actions too.
    if: () => null,
    do: () => null,
  },
  newValues: () => ({
    if: { all: [{ type: "time_on_page", value: 30 }] },
    do: [{ type: "invitation", text: "" }],
  }),
  unsent: { json: "" },
  findErrors: (values) => findRuleErrors(values as unknown as RuleValues),
  provider: DryRunProvider,
  preview: (form) => <DryRunPanel form={toRuleForm(form)} />,
  about: (stored) => (stored === null ? undefined : <Position trigger={stored} />),
  above: ({ channels }) => <OwnRulesNotice channels={channels} />,
  entries: (stored, router) => [
    {
      id: "copy",
      icon: IconCopy,
      label: t("trigger.duplicate"),
      run: () => void runOrToast(() => duplicate(stored, router)),
    },
  ],
});

/** The form has these values, because the sections and `unsent` name them. */
const toRuleForm = (form: Form<FormValues>) => form as unknown as Form<RuleValues>;

/** Shows the position of the trigger, after all triggers are loaded. */
function Position({ trigger: { id } }: { trigger: Trigger }) {
  const triggers = useTriggers().data ?? [];
  const position = triggers.findIndex((other) => other.id === id) + 1;
  return position > 0 && t("trigger.place", { n: position, of: triggers.length });
}

/** Warns that pages of the trigger's channels replace the trigger with their own rules. */
function OwnRulesNotice({ channels }: { channels: readonly number[] | null }) {
  const query = usePagesWithOwnRules();
  const pages = (query.data?.pages ?? []).filter(
    ({ channel_id }) => channels === null || channels.includes(channel_id),
  );
  if (pages.length === 0) return null;
  return (
    <Banner tone="info">
      <p>{t("trigger.replaced", { n: pages.length })}</p>
    </Banner>
  );
}

/** Creates a copy of the trigger, which is switched off, and opens it. */
async function duplicate(stored: Trigger, router: ReturnType<typeof useRouter>): Promise<void> {
  const navigateIfStill = rememberPage(router);
  const { id } = await api.post<Trigger>("/triggers", {
    name: t("trigger.copy", { name: stored.name }).slice(0, 100),
    enabled: false,
    once: stored.once,
    if: stored.if,
    do: stored.do,
    channels: stored.channels,
  });
  invalidateLists("triggers");
  await navigateIfStill({ to: "/settings/$", params: { _splat: `triggers/${id}` } });
}
