import type { Operator } from "@parlour/protocol";
import { FormTextField } from "../kit/form/form-fields.tsx";
import { ChangedLabel } from "../kit/form/FormPage.tsx";
import { Section } from "../kit/form/Section.tsx";
import { OperatorPicker } from "../people/OperatorPicker.tsx";
import type { Form } from "../kit/form/use-form.ts";
import type { DepartmentFormValues } from "./department-form.ts";
import { CustomHours } from "./CustomHours.tsx";
import { t } from "./text.ts";

interface DepartmentFieldsProps {
  form: Form<DepartmentFormValues>;
  operators: readonly Operator[];
  readOnly: boolean;
}

/** Renders name, operators and working hours of a department. */
export function DepartmentFields({ form, operators, readOnly }: DepartmentFieldsProps) {
  const { values, set, errors } = form;
  return (
    <>
      <Section id="g-department" title={t("department.group")}>
        <FormTextField
          form={form}
          name="name"
          label={t("department.name")}
          maxLength={100}
          dir="auto"
          readOnly={readOnly}
        />
        <OperatorPicker
          title={
            <ChangedLabel form={form} name="operators">
              {t("department.people")}
            </ChangedLabel>
          }
          hint={t("department.people.hint")}
          operators={operators}
          chosen={values.operators}
          onChange={(chosen) => set("operators", chosen)}
          readOnly={readOnly}
          error={errors.operators}
        />
      </Section>
      <section className="group">
        <CustomHours
          form={form}
          label={t("department.hours")}
          hint={t("department.hours.hint")}
          readOnly={readOnly}
        />
      </section>
    </>
  );
}
