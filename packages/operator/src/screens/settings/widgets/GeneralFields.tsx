import type { Operator } from "@parlour/protocol";
import type { Department } from "@parlour/protocol/api";
import { FormArea, FormSelect, FormText } from "../bound.tsx";
import { Checks } from "../Checks.tsx";
import { Label } from "../FormPage.tsx";
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

/** Who answers, where it is shown, when, in which language. */
export function GeneralFields({
  form,
  readOnly,
  operators,
  departments,
  channel,
}: TabProps & { operators: readonly Operator[]; departments: readonly Department[]; channel: number }) {
  const { values, set, faults } = form;
  const bound = { form, readOnly };
  return (
    <>
      <section className="group" aria-labelledby="g-widget">
        <h2 id="g-widget">{t("general.group")}</h2>
        <FormText {...bound} name="name" label={t("widget.name")} hint={t("widget.name.hint")} maxLength={100} dir="auto" />
        <FormArea {...bound} name="origins" label={t("widget.origins")} hint={t("widget.origins.hint")} rows={3} spellCheck={false} />
        <OperatorChecks
          title={
            <Label form={form} name="operators">
              {t("widget.operators")}
            </Label>
          }
          hint={t("widget.operators.hint")}
          operators={operators}
          chosen={values.operators}
          onChange={(chosen) => set("operators", chosen)}
          readOnly={readOnly}
          error={faults.operators}
        />
        {departments.length === 0 ? (
          <p className="t13 faint">{t("widget.departments.none")}</p>
        ) : (
          <Checks
            title={
              <Label form={form} name="departments">
                {t("widget.departments")}
              </Label>
            }
            hint={t("widget.departments.hint")}
            name="departments"
            choices={departments.map(({ id, name }) => ({ value: id, label: <bdi>{name}</bdi> }))}
            chosen={values.departments}
            onChange={(chosen) => set("departments", chosen)}
            readOnly={readOnly}
            error={faults.departments}
          />
        )}
        <FormSelect
          {...bound}
          name="language"
          label={t("widget.language")}
          hint={t("widget.language.hint")}
          options={[
            { value: "", label: t("widget.language.auto") },
            ...languages.map((code) => ({ value: code, label: languageName(code) })),
          ]}
        />
      </section>
      <BotScope channel={channel} />
      <section className="group" aria-labelledby="g-hours">
        <h2 id="g-hours">{t("widget.hours.group")}</h2>
        <OwnHours {...bound} label={t("widget.hours")} hint={t("widget.hours.hint")} />
      </section>
      <section className="group" aria-labelledby="g-hidden">
        <h2 id="g-hidden">{t("hidden.group")}</h2>
        <FormArea
          {...bound}
          name="hidden_urls"
          label={t("widget.hidden.urls")}
          hint={t("widget.hidden.urls.hint")}
          rows={2}
          spellCheck={false}
        />
        <FormText
          {...bound}
          name="hidden_countries"
          label={t("widget.hidden.countries")}
          hint={t("widget.hidden.countries.hint")}
          mono
          spellCheck={false}
        />
        <Checks
          title={
            <Label form={form} name="hidden_devices">
              {t("widget.hidden.devices")}
            </Label>
          }
          name="hidden_devices"
          choices={(["desktop", "tablet", "mobile"] as const).map((device) => ({ value: device, label: t(`device.${device}`) }))}
          chosen={values.hidden_devices}
          onChange={(chosen) => set("hidden_devices", chosen)}
          readOnly={readOnly}
          error={faults.hidden_devices}
        />
      </section>
    </>
  );
}
