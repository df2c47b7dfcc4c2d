import type { Department } from "@parlour/protocol/api";
import { FormTextArea, FormSelect, FormTextField } from "../../kit/form/form-fields.tsx";
import { CheckboxGroup } from "../../kit/form/CheckboxGroup.tsx";
import { ChangedLabel } from "../../kit/form/FormPage.tsx";
import { SettingsSection } from "../../kit/form/SettingsSection.tsx";
import { CustomHours } from "../../hours/CustomHours.tsx";
import { OperatorPicker } from "../../kit/form/OperatorPicker.tsx";
import type { Form } from "../../kit/form/use-form.ts";
import { BotScope } from "./BotScope.tsx";
import { languageName, languages } from "./languages.ts";
import { t } from "../text.ts";
import type { WidgetFormValues } from "./widget-form.ts";

export interface TabProps {
  form: Form<WidgetFormValues>;
  readOnly: boolean;
}

interface GeneralFieldsProps extends TabProps {
  departments: readonly Department[];
  channel: number;
}

export function GeneralFields({ departments, channel, ...fieldProps }: GeneralFieldsProps) {
  const automaticOption = { value: "", label: t("widget.language.auto") };
  return (
    <>
      <SettingsSection id="g-widget" title={t("general.group")}>
        <FormTextField
          {...fieldProps}
          name="name"
          label={t("widget.name")}
          hint={t("widget.name.hint")}
          maxLength={100}
          dir="auto"
        />
        <FormTextArea
          {...fieldProps}
          name="origins"
          label={t("widget.origins")}
          hint={t("widget.origins.hint")}
          rows={3}
          spellCheck={false}
        />
        <OperatorPicker
          {...bindCheckboxGroup(fieldProps, "operators", t("widget.operators"))}
          hint={t("widget.operators.hint")}
        />
        <DepartmentPicker {...fieldProps} departments={departments} />
        <FormSelect
          {...fieldProps}
          name="language"
          label={t("widget.language")}
          hint={t("widget.language.hint")}
          options={[
            automaticOption,
            ...languages.map((code) => ({ value: code, label: languageName(code) })),
          ]}
        />
      </SettingsSection>
      <BotScope channel={channel} />
      <SettingsSection id="g-hours" title={t("widget.hours.group")}>
        <CustomHours {...fieldProps} label={t("widget.hours")} hint={t("widget.hours.hint")} />
      </SettingsSection>
      <HiddenSection {...fieldProps} />
    </>
  );
}

function bindCheckboxGroup<N extends "operators" | "departments" | "hidden_devices">(
  { form, readOnly }: TabProps,
  name: N,
  label: string,
) {
  return {
    title: (
      <ChangedLabel form={form} name={name}>
        {label}
      </ChangedLabel>
    ),
    chosen: form.values[name],
    onChange: (chosen: WidgetFormValues[N][number][]) =>
      form.set(name, chosen as WidgetFormValues[N]),
    readOnly,
    error: form.errors[name],
  };
}

function DepartmentPicker({
  departments,
  ...fieldProps
}: TabProps & { departments: readonly Department[] }) {
  if (departments.length === 0) return <p className="t13 faint">{t("widget.departments.none")}</p>;
  return (
    <CheckboxGroup
      {...bindCheckboxGroup(fieldProps, "departments", t("widget.departments"))}
      hint={t("widget.departments.hint")}
      name="departments"
      choices={departments.map(({ id, name }) => ({ value: id, label: <bdi>{name}</bdi> }))}
    />
  );
}

function HiddenSection(fieldProps: TabProps) {
  const urls = { label: t("widget.hidden.urls"), hint: t("widget.hidden.urls.hint") };
  const countries = {
    label: t("widget.hidden.countries"),
    hint: t("widget.hidden.countries.hint"),
  };
  return (
    <SettingsSection id="g-hidden" title={t("hidden.group")}>
      <FormTextArea {...fieldProps} name="hidden_urls" {...urls} rows={2} spellCheck={false} />
      <FormTextField
        {...fieldProps}
        name="hidden_countries"
        {...countries}
        mono
        spellCheck={false}
      />
      <CheckboxGroup
        {...bindCheckboxGroup(fieldProps, "hidden_devices", t("widget.hidden.devices"))}
        name="hidden_devices"
        choices={(["desktop", "tablet", "mobile"] as const).map((device) => ({
          value: device,
          label: t(`device.${device}`),
        }))}
      />
    </SettingsSection>
  );
}
