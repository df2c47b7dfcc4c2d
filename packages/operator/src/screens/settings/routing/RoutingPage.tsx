import type { Routing } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { afterCloseChoices } from "../../../state/live/sending/after-close.ts";
import { api, queryClient } from "../../../state/api/api.ts";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { FormSelect, FormSwitch, FormTextField } from "../kit/form/form-fields.tsx";
import { FormPage } from "../kit/form/FormPage.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { QueryPageBody } from "../kit/resource/parts.tsx";
import { t as shared } from "../text.ts";
import { useForm, type Form } from "../kit/form/use-form.ts";
import { RoutingPreview, durationText } from "./RoutingPreview.tsx";
import {
  choiceFields,
  validateRouting,
  toPatchBody,
  escalationSteps,
  timeFields,
  toFormValues,
  type RoutingError,
  type RoutingFormValues,
  type TimeName,
} from "./routing-form.ts";
import "./routing.css";
import { t } from "./text.ts";

const modes = ["all", "round_robin", "least_busy", "last_operator"] as const;

/**
 * Renders Settings → Routing: which operators are asked first, how a chat escalates, and how
 * unanswered chats are handled (CORE-031 – CORE-035).
 */
export function RoutingPage() {
  const query = useQuery({ queryKey: ["routing"], queryFn: () => api.get<Routing>("/routing") });
  return (
    <QueryPageBody query={query} title={t("routing.title")} about={t("routing.about")}>
      {(routing) => <RoutingForm saved={routing} />}
    </QueryPageBody>
  );
}

function RoutingForm({ saved }: { saved: Routing }) {
  const me = useCurrentOperator();
  const form = useRoutingForm(saved);
  const readOnly = saved.managed
    ? shared("page.managed")
    : can(me, "team")
      ? null
      : shared("page.readonly");
  const fieldProps = { form, readOnly: readOnly !== null };
  return (
    <FormPage
      title={t("routing.title")}
      about={t("routing.about")}
      form={form}
      labels={getLabels()}
      readOnly={readOnly}
      side={<RoutingPreview values={form.values} />}
    >
      <FirstOperatorSection {...fieldProps} />
      <EscalationSection {...fieldProps} />
      <UnansweredSection {...fieldProps} />
      <SettingsSection id="g-silent" title={t("routing.silent")}>
        <TimeField {...fieldProps} name="grace_s" />
        <p className="hint">{t("routing.inactivity.hint")}</p>
        <TimeField {...fieldProps} name="inactivity_s" />
        <TimeField {...fieldProps} name="mail_inactivity_s" />
        <TimeField {...fieldProps} name="messenger_inactivity_s" />
      </SettingsSection>
      <SettingsSection id="g-closing" title={t("routing.closing")}>
        <FormSelect
          {...fieldProps}
          name="after_close"
          label={t("routing.after_close")}
          options={afterCloseChoices.map((value) => ({ value, label: t(`after_close.${value}`) }))}
          hint={t("routing.after_close.hint")}
        />
      </SettingsSection>
      <SettingsSection id="g-timer" title={t("routing.timer")}>
        <p className="hint">{t("routing.timer.hint")}</p>
        <FormSelect
          {...fieldProps}
          name="ring_order"
          label={t("routing.ring_order")}
          options={(["longest", "newest"] as const).map((value) => ({
            value,
            label: t(`ring_order.${value}`),
          }))}
          hint={t("routing.ring_order.hint")}
        />
        <TimeField {...fieldProps} name="warn_s" />
        <TimeField {...fieldProps} name="overdue_s" />
      </SettingsSection>
    </FormPage>
  );
}

function useRoutingForm(saved: Routing): Form<RoutingFormValues> {
  return useForm<RoutingFormValues>({
    saved: toFormValues(saved, (name, n) => t(`time.${name}`, { n })),
    validate: (values) => {
      const errors = Object.entries(validateRouting(values)) as [TimeName, RoutingError][];
      return Object.fromEntries(errors.map(([name, error]) => [name, errorText(error)]));
    },
    save: async (values, changed) => {
      queryClient.setQueryData(
        ["routing"],
        await api.patch<Routing>("/routing", toPatchBody(values, changed)),
      );
    },
  });
}

interface PartProps {
  form: Form<RoutingFormValues>;
  readOnly: boolean;
}

/** Settings of the first offer (CORE-031). */
function FirstOperatorSection(fieldProps: PartProps) {
  const { mode } = fieldProps.form.values;
  return (
    <SettingsSection id="g-mode" title={t("routing.first")}>
      <FormSelect
        {...fieldProps}
        name="mode"
        label={t("routing.mode")}
        options={modes.map((value) => ({ value, label: t(`mode.${value}`) }))}
        hint={t(`mode.${mode}.hint`)}
      />
      {mode !== "all" && <TimeField {...fieldProps} name="offer_s" />}
    </SettingsSection>
  );
}

/** Settings of the escalation: which operators are asked next, and when. */
function EscalationSection(fieldProps: PartProps) {
  const outsideHoursText = {
    label: t("routing.notify_outside_hours"),
    hint: t("routing.notify_outside_hours.hint"),
  };
  return (
    <SettingsSection id="g-ladder" title={t("routing.ladder")}>
      <p className="hint">{t("routing.ladder.hint")}</p>
      {escalationSteps.map((name) => (
        <TimeField key={name} {...fieldProps} name={name} />
      ))}
      <TimeField {...fieldProps} name="remind_s" />
      <FormSwitch {...fieldProps} name="notify_outside_hours" {...outsideHoursText} />
      <FormSwitch
        {...fieldProps}
        name="queue"
        label={t("routing.queue")}
        hint={t("routing.queue.hint")}
      />
    </SettingsSection>
  );
}

/** Settings for chats whose assignee is online but does not answer (CORE-153). */
function UnansweredSection(fieldProps: PartProps) {
  return (
    <SettingsSection id="g-unanswered" title={t("routing.unanswered")}>
      <FormSwitch
        {...fieldProps}
        name="reassign"
        label={t("routing.reassign")}
        hint={t("routing.reassign.hint")}
      />
      {fieldProps.form.values.reassign && <TimeField {...fieldProps} name="reassign_s" />}
    </SettingsSection>
  );
}

function TimeField({ name, ...fieldProps }: PartProps & { name: TimeName }) {
  return (
    <div className="timefield">
      <FormTextField
        {...fieldProps}
        name={name}
        label={t(`routing.${name}`)}
        hint={t(`routing.${name}.hint`)}
        maxLength={40}
      />
    </div>
  );
}

function getLabels(): Record<keyof RoutingFormValues, string> {
  const timeLabels = Object.fromEntries(
    timeFields.map((name) => [name, t(`routing.${name}`)]),
  ) as Record<TimeName, string>;
  const choiceLabels = Object.fromEntries(
    choiceFields.map((name) => [name, t(`routing.${name}`)]),
  ) as Record<(typeof choiceFields)[number], string>;
  return { ...timeLabels, ...choiceLabels, reassign: t("routing.reassign") };
}

function errorText(error: RoutingError): string {
  if (error.why === "early") return t("fault.early", { before: t(`routing.${error.before}`) });
  return error.why === "unreadable"
    ? t("fault.unreadable")
    : t(`fault.${error.why}`, { time: durationText(error.limit) });
}
