import { can, useCurrentOperator } from "../../../state/session.tsx";
import { FormEndpointField, FormTextField } from "../kit/form/form-fields.tsx";
import { ChannelPicker, CheckboxGroup } from "../kit/form/CheckboxGroup.tsx";
import { ChangedLabel } from "../kit/form/FormPage.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import type { Form } from "../kit/form/use-form.ts";
import { t } from "./text.ts";
import { webhookBlocks, webhookEvents, type WebhookFormValues } from "./webhook-form.ts";

interface WebhookFieldsProps {
  form: Form<WebhookFormValues>;
  readOnly: boolean;
}

/**
 * Renders the fields of a webhook: URL, events, channels and optional blocks (WH-001, WH-026). They
 * determine which texts are sent, so some roles cannot change them (CORE-165).
 */
export function WebhookFields({ form, readOnly }: WebhookFieldsProps) {
  const fieldProps = { form, readOnly };
  const restrictedProps = { form, readOnly: readOnly || !can(useCurrentOperator(), "addresses") };
  const { values, set, errors } = form;
  const allLabel = (
    <ChangedLabel form={form} name="channels">
      {t("webhook.all")}
    </ChangedLabel>
  );
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
        <OptionGroup
          {...restrictedProps}
          name="events"
          title={t("webhook.events")}
          options={webhookEvents}
          describe={(event) => t(`event.${event}`)}
        />
      </SettingsSection>
      <ChannelPicker
        title={allLabel}
        channels={values.channels}
        onChange={(channels) => set("channels", channels)}
        readOnly={restrictedProps.readOnly}
        error={errors.channels}
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
          describe={(block) => t(`block.${block}`)}
        />
      </section>
    </>
  );
}

interface OptionGroupProps<N extends "events" | "blocks"> {
  form: Form<WebhookFormValues>;
  name: N;
  title: string;
  hint?: string;
  options: WebhookFormValues[N];
  describe: (word: WebhookFormValues[N][number]) => string;
  readOnly: boolean;
}

/** Renders checkboxes for names from the API, each with an explanation. */
function OptionGroup<N extends "events" | "blocks">({
  form,
  name,
  title,
  hint,
  options,
  describe,
  readOnly,
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
      onChange={(chosen) => form.set(name, chosen as WebhookFormValues[N])}
      readOnly={readOnly}
      error={form.errors[name]}
    />
  );
}
