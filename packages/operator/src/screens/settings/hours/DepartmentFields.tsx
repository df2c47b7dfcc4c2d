import type { Operator } from "@parlour/protocol";
import { FormText } from "../bound.tsx";
import { Label } from "../FormPage.tsx";
import { OperatorChecks } from "../OperatorChecks.tsx";
import type { Form } from "../use-form.ts";
import type { DepartmentValues } from "./department-form.ts";
import { OwnHours } from "./OwnHours.tsx";
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
  return (
    <>
      <section className="group" aria-labelledby="g-department">
        <h2 id="g-department">{t("department.group")}</h2>
        <FormText form={form} name="name" label={t("department.name")} maxLength={100} dir="auto" readOnly={readOnly} />
        <OperatorChecks
          title={
            <Label form={form} name="operators">
              {t("department.people")}
            </Label>
          }
          hint={t("department.people.hint")}
          operators={operators}
          chosen={values.operators}
          onChange={(chosen) => set("operators", chosen)}
          readOnly={readOnly}
          error={faults.operators}
        />
      </section>
      <section className="group">
        <OwnHours form={form} label={t("department.hours")} hint={t("department.hours.hint")} readOnly={readOnly} />
      </section>
    </>
  );
}
