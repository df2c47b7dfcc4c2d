import type { Operator } from "@parlour/protocol";
import { Switch } from "../../../ui/Field.tsx";
import { FormText } from "../bound.tsx";
import { Checks } from "../Checks.tsx";
import { Label } from "../FormPage.tsx";
import type { Form } from "../use-form.ts";
import type { DepartmentValues } from "./department-form.ts";
import { usualHours } from "./hours-form.ts";
import { HoursEditor } from "./HoursEditor.tsx";
import { t } from "./text.ts";

/** Name, operators and hours of a department. */
export function DepartmentFields({
  form,
  operators,
  readOnly,
}: {
  form: Form<DepartmentValues>;
  operators: readonly Operator[];
  readOnly: boolean;
}) {
  const { values, set, faults } = form;
  const shown = operators.filter((operator) => operator.active || values.operators.includes(operator.id)).toSorted((a, b) => a.id - b.id);
  return (
    <>
      <section className="group" aria-labelledby="g-department">
        <h2 id="g-department">{t("department.group")}</h2>
        <FormText form={form} name="name" label={t("department.name")} maxLength={100} readOnly={readOnly} />
        <Checks
          title={
            <Label form={form} name="operators">
              {t("department.people")}
            </Label>
          }
          hint={t("department.people.hint")}
          name="operators"
          choices={shown.map((operator) => ({ value: operator.id, label: operator.name }))}
          chosen={values.operators}
          onChange={(chosen) => set("operators", chosen)}
          readOnly={readOnly}
          error={faults.operators}
        />
      </section>
      <section className="group">
        <Switch
          label={
            <Label form={form} name="hours">
              {t("department.hours")}
            </Label>
          }
          hint={t("department.hours.hint")}
          checked={values.hours !== null}
          onChange={(event) => set("hours", event.target.checked ? usualHours() : null)}
          disabled={readOnly}
        />
        {values.hours !== null && (
          <HoursEditor values={values.hours} onChange={(hours) => set("hours", hours)} readOnly={readOnly} error={faults.hours} />
        )}
      </section>
    </>
  );
}
