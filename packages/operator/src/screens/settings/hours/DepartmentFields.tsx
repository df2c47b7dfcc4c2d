import type { Operator } from "@parlour/protocol";
import { FormText } from "../bound.tsx";
import { Label } from "../FormPage.tsx";
import { Group } from "../Group.tsx";
import { OperatorChecks } from "../OperatorChecks.tsx";
import type { Form } from "../use-form.ts";
import type { DepartmentValues } from "./department-form.ts";
import { OwnHours } from "./OwnHours.tsx";
import { t } from "./text.ts";

interface Props {
  form: Form<DepartmentValues>;
  operators: readonly Operator[];
  readOnly: boolean;
}

/** Renders name, operators and working hours of a department. */
export function DepartmentFields({ form, operators, readOnly }: Props) {
  const { values, set, faults } = form;
  return (
    <>
      <Group id="g-department" title={t("department.group")}>
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
      </Group>
      <section className="group">
        <OwnHours form={form} label={t("department.hours")} hint={t("department.hours.hint")} readOnly={readOnly} />
      </section>
    </>
  );
}
