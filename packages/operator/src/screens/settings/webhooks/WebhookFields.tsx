import { can, useCurrentOperator } from "../../../state/session.tsx";
import { FormEndpointField, FormSwitch, FormTextField } from "../kit/form/form-fields.tsx";
import { ChannelPicker, CheckboxGroup, DepartmentPicker } from "../kit/form/CheckboxGroup.tsx";
import { ChangedLabel } from "../kit/form/FormPage.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import type { Form } from "../kit/form/use-form.ts";
import { t } from "./text.ts";
import {
  eventGroups,
  selectEvents,
  webhookBlocks,
  type WebhookFormValues,
} from "./webhook-form.ts";

interface WebhookFieldsProps {
  form: Form<WebhookFormValues>;
  readOnly: boolean;
}

/**
 * Renders the fields of a webhook: URL, events, channels, departments and optional blocks (WH-001,
 * WH-026, WH-106). They determine which texts are sent, so some roles cannot change them
 * (CORE-165).
 */
export function WebhookFields({ form, readOnly }: WebhookFieldsProps) {
  const fieldProps = { form, readOnly };
  const restrictedProps = { form, readOnly: readOnly || !can(useCurrentOperator(), "addresses") };
  const { values, set, errors } = form;
  const blocks = { title: t("webhook.blocks"), hint: t("webhook.blocks.hint") };
  return (
    <>
      <SettingsSection id="g-hook" title={t("webhook.group")}>
        <FormTextField
          {...fieldProps}
          name="name"
          label={t("webhook.name")}
          hint={t("webhook.name.hint")}
          maxLength={100}
        />
        <FormEndpointField
          {...fieldProps}
          name="url"
          label={t("webhook.url")}
          hint={t("webhook.url.hint")}
        />
      </SettingsSection>
      <EventFields {...restrictedProps} />
      <ChannelPicker
        title={
          <ChangedLabel form={form} name="channels">
            {t("webhook.all")}
          </ChangedLabel>
        }
        channels={values.channels}
        onChange={(channels) => set("channels", channels)}
        readOnly={restrictedProps.readOnly}
        error={errors.channels}
      />
      <DepartmentPicker
        title={
          <ChangedLabel form={form} name="departments">
            {t("webhook.departments")}
          </ChangedLabel>
        }
        departments={values.departments}
        onChange={(departments) => set("departments", departments)}
        readOnly={restrictedProps.readOnly}
        error={errors.departments}
      />
      <section className="group">
        <FormTextField
          {...fieldProps}
          name="rating_wait_s"
          label={t("webhook.rating")}
          hint={t("webhook.rating.hint")}
          inputMode="numeric"
          maxLength={3}
        />
        <OptionGroup
          {...restrictedProps}
          name="blocks"
          {...blocks}
          options={webhookBlocks}
          onChange={(chosen) => set("blocks", chosen)}
          describe={(block) => t(`block.${block}`)}
          error={errors.blocks}
        />
      </section>
    </>
  );
}

/**
 * Renders the events by subject, and whether messages are sent with their texts (WH-105, WH-109).
 * An error is shown under the first group.
 */
function EventFields({ form, readOnly }: WebhookFieldsProps) {
  const getProps = (group: keyof typeof eventGroups) => {
    const options: WebhookFormValues["events"] = [...eventGroups[group]];
    return {
      form,
      readOnly,
      name: "events" as const,
      options,
      onChange: (chosen: WebhookFormValues["events"]) =>
        form.set("events", selectEvents(form.values.events, options, chosen)),
      describe: (event: WebhookFormValues["events"][number]) => t(`event.${event}`),
    };
  };
  const chats = { title: t("webhook.events.chats"), error: form.errors.events };
  return (
    <SettingsSection id="g-hook-events" title={t("webhook.events")}>
      <OptionGroup {...getProps("chats")} {...chats} />
      <OptionGroup {...getProps("messages")} title={t("webhook.events.messages")} />
      <FormSwitch
        form={form}
        name="message_text"
        label={t("webhook.texts")}
        hint={t("webhook.texts.hint")}
        readOnly={readOnly}
      />
      <OptionGroup {...getProps("others")} title={t("webhook.events.others")} />
    </SettingsSection>
  );
}

interface OptionGroupProps<N extends "events" | "blocks"> {
  form: Form<WebhookFormValues>;
  name: N;
  title: string;
  hint?: string;
  options: WebhookFormValues[N];
  onChange: (chosen: WebhookFormValues[N]) => void;
  describe: (word: WebhookFormValues[N][number]) => string;
  readOnly: boolean;
  error?: string | undefined;
}

/** Renders checkboxes for names from the API, each with an explanation. */
function OptionGroup<N extends "events" | "blocks">({
  form,
  name,
  title,
  hint,
  options,
  onChange,
  describe,
  readOnly,
  error,
}: OptionGroupProps<N>) {
  const choices = options.map((option: WebhookFormValues[N][number]) => ({
    value: option,
    label: <code className="mono">{option}</code>,
    hint: describe(option),
  }));
  return (
    <CheckboxGroup
      title={
        <ChangedLabel form={form} name={name}>
          {title}
        </ChangedLabel>
      }
      {...(hint !== undefined && { hint })}
      name={name}
      choices={choices}
      chosen={form.values[name]}
      onChange={(chosen) => onChange(chosen as WebhookFormValues[N])}
      readOnly={readOnly}
      error={error}
    />
  );
}
