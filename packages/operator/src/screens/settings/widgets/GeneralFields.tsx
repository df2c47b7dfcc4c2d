import type { Operator } from "@parlour/protocol";
import type { Department } from "@parlour/protocol/api";
import { FormArea, FormSelect, FormText } from "../bound.tsx";
import { Checks } from "../Checks.tsx";
import { Label } from "../FormPage.tsx";
import { Group } from "../Group.tsx";
import { OwnHours } from "../hours/OwnHours.tsx";
import { OperatorChecks } from "../OperatorChecks.tsx";
import type { Form } from "../use-form.ts";
import { BotScope } from "./BotScope.tsx";
import { languageName, languages } from "./languages.ts";
import { t } from "./text.ts";
import type { WidgetValues } from "./widget-form.ts";

export interface TabProps {
  form: Form<WidgetValues>;
  readOnly: boolean;
}

interface GeneralProps extends TabProps {
  operators: readonly Operator[];
  departments: readonly Department[];
  channel: number;
}

/** Renders operators, sites, working hours and language of a widget. */
export function GeneralFields({ operators, departments, channel, ...bound }: GeneralProps) {
  const auto = { value: "", label: t("widget.language.auto") };
  return (
    <>
      <Group id="g-widget" title={t("general.group")}>
        <FormText {...bound} name="name" label={t("widget.name")} hint={t("widget.name.hint")} maxLength={100} dir="auto" />
        <FormArea {...bound} name="origins" label={t("widget.origins")} hint={t("widget.origins.hint")} rows={3} spellCheck={false} />
        <OperatorChecks {...ticked(bound, "operators", t("widget.operators"))} hint={t("widget.operators.hint")} operators={operators} />
        <Departments {...bound} departments={departments} />
        <FormSelect
          {...bound}
          name="language"
          label={t("widget.language")}
          hint={t("widget.language.hint")}
          options={[auto, ...languages.map((code) => ({ value: code, label: languageName(code) }))]}
        />
      </Group>
      <BotScope channel={channel} />
      <Group id="g-hours" title={t("widget.hours.group")}>
        <OwnHours {...bound} label={t("widget.hours")} hint={t("widget.hours.hint")} />
      </Group>
      <Hidden {...bound} />
    </>
  );
}

/** Returns the props that bind a checkbox list to one form value. */
function ticked<N extends "operators" | "departments" | "hidden_devices">({ form, readOnly }: TabProps, name: N, label: string) {
  return {
    title: (
      <Label form={form} name={name}>
        {label}
      </Label>
    ),
    chosen: form.values[name],
    onChange: (chosen: WidgetValues[N][number][]) => form.set(name, chosen as WidgetValues[N]),
    readOnly,
    error: form.faults[name],
  };
}

function Departments({ departments, ...bound }: TabProps & { departments: readonly Department[] }) {
  if (departments.length === 0) return <p className="t13 faint">{t("widget.departments.none")}</p>;
  return (
    <Checks
      {...ticked(bound, "departments", t("widget.departments"))}
      hint={t("widget.departments.hint")}
      name="departments"
      choices={departments.map(({ id, name }) => ({ value: id, label: <bdi>{name}</bdi> }))}
    />
  );
}

/** Renders the pages, countries and devices on which the widget is hidden. */
function Hidden(bound: TabProps) {
  const urls = { label: t("widget.hidden.urls"), hint: t("widget.hidden.urls.hint") };
  const countries = { label: t("widget.hidden.countries"), hint: t("widget.hidden.countries.hint") };
  return (
    <Group id="g-hidden" title={t("hidden.group")}>
      <FormArea {...bound} name="hidden_urls" {...urls} rows={2} spellCheck={false} />
      <FormText {...bound} name="hidden_countries" {...countries} mono spellCheck={false} />
      <Checks
        {...ticked(bound, "hidden_devices", t("widget.hidden.devices"))}
        name="hidden_devices"
        choices={(["desktop", "tablet", "mobile"] as const).map((device) => ({ value: device, label: t(`device.${device}`) }))}
      />
    </Group>
  );
}
