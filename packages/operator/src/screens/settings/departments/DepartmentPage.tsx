import type { Operator } from "@parlour/protocol";
import type { Department } from "@parlour/protocol/api";
import { api } from "../../../state/api/api.ts";
import { useDepartment, useOperators } from "../queries.ts";
import { FormPage, ChangedLabel } from "../kit/form/FormPage.tsx";
import { QueryPageBody } from "../kit/resource/parts.tsx";
import { t as shared } from "../text.ts";
import { updateResource, useOpenCreated } from "../kit/resource/resource.ts";
import { useForm, type Form } from "../kit/form/use-form.ts";
import { useResourceMenu } from "../kit/resource/use-resource-menu.tsx";
import {
  toRequestBody,
  validateDepartment,
  getDepartmentLabels,
  toFormValues,
  type DepartmentFormValues,
} from "./department-form.ts";
import { HoursPreview } from "../hours/HoursPreview.tsx";
import { t } from "../hours/text.ts";
import { FormTextField } from "../kit/form/form-fields.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { OperatorCheckboxes } from "../people/OperatorCheckboxes.tsx";
import { CustomHours } from "../hours/CustomHours.tsx";

/** Renders Settings → Departments → one department (CORE-023, CORE-091). */
export function DepartmentPage({ id }: { id: number }) {
  const department = useDepartment(id);
  const operators = useOperators();
  return (
    <QueryPageBody query={department} title={shared("menu.departments")}>
      {(data) => (
        <QueryPageBody query={operators} title={data.name}>
          {(operatorList) => <DepartmentForm department={data} operators={operatorList} />}
        </QueryPageBody>
      )}
    </QueryPageBody>
  );
}

/** Renders Settings → Departments → Add. */
export function NewDepartmentPage() {
  const operators = useOperators();
  return (
    <QueryPageBody query={operators} title={t("department.new")}>
      {(operatorList) => <NewDepartmentForm operators={operatorList} />}
    </QueryPageBody>
  );
}

function NewDepartmentForm({ operators }: { operators: readonly Operator[] }) {
  const openCreated = useOpenCreated("departments");
  const form = useForm<DepartmentFormValues>({
    saved: { name: "", operators: [], hours: null },
    validate: validateDepartment,
    save: async (values) =>
      openCreated(await api.post<Department>("/departments", toRequestBody(values, null))),
  });
  return (
    <FormPage
      title={t("department.new")}

      form={form}
      labels={getDepartmentLabels()}
      verb={t("department.create")}
    >
      <DepartmentFields form={form} operators={operators} readOnly={false} />
    </FormPage>
  );
}

interface DepartmentFormProps {
  department: Department;
  operators: readonly Operator[];
}

function DepartmentForm({ department, operators }: DepartmentFormProps) {
  const { id, name, managed } = department;
  const saved = toFormValues(department);
  const form = useForm<DepartmentFormValues>({
    saved,
    validate: validateDepartment,
    save: (values, changed) => updateResource("departments", id, toRequestBody(values, changed)),
  });
  const { menu, dialog } = useDepartmentMenu(department);
  return (
    <>
      <FormPage
        title={name}
        about={t("department.about")}

        form={form}
        labels={getDepartmentLabels()}
        readOnly={managed ? shared("page.managed") : null}
        tools={!managed && menu}
        side={
          form.values.hours !== null && (
            <HoursPreview
              hours={form.values.hours}
              saved={saved.hours}
              isChanged={form.changed.includes("hours")}
            />
          )
        }
      >
        <DepartmentFields form={form} operators={operators} readOnly={managed} />
      </FormPage>
      {dialog}
    </>
  );
}

function useDepartmentMenu({ id, name }: Department) {
  return useResourceMenu({
    label: t("department.more"),
    deleteLabel: t("department.delete"),
    list: "departments",
    page: "departments",
    id,
    name,
    text: t("department.delete.text"),
    verb: t("department.delete.verb"),
  });
}

interface DepartmentFieldsProps {
  form: Form<DepartmentFormValues>;
  operators: readonly Operator[];
  readOnly: boolean;
}

/** Renders the fields of a department: name, operators and working hours. */
function DepartmentFields({ form, operators, readOnly }: DepartmentFieldsProps) {
  const { values, set, errors } = form;
  return (
    <>
      <SettingsSection id="g-department" title={t("department.group")}>
        <FormTextField
          form={form}
          name="name"
          label={t("department.name")}
          maxLength={100}
          dir="auto"
          readOnly={readOnly}
        />
        <OperatorCheckboxes
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
      </SettingsSection>
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
