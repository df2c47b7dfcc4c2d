import type { Operator } from "@parlour/protocol";
import type { Department } from "@parlour/protocol/api";
import { api } from "../../../state/api.ts";
import { useDepartment, useOperators } from "../data.ts";
import { FormPage } from "../FormPage.tsx";
import { Loaded } from "../parts.tsx";
import { t as shared } from "../text.ts";
import { change, useMade } from "../thing.ts";
import { useForm } from "../use-form.ts";
import { useThingMenu } from "../use-thing-menu.tsx";
import { bodyOf, checkDepartment, departmentLabels, valuesOf, type DepartmentValues } from "./department-form.ts";
import { DepartmentFields } from "./DepartmentFields.tsx";
import { OpenNow } from "./OpenNow.tsx";
import { t } from "./text.ts";

/** Settings → Departments → one department (CORE-023, CORE-091). */
export function DepartmentPage({ id }: { id: number }) {
  const department = useDepartment(id);
  const operators = useOperators();
  return (
    <Loaded read={department} title={shared("menu.departments")} back="departments">
      {(data) => (
        <Loaded read={operators} title={data.name} back="departments">
          {(people) => <DepartmentForm department={data} operators={people} />}
        </Loaded>
      )}
    </Loaded>
  );
}

/** Settings → Departments → Add. */
export function NewDepartmentPage() {
  const operators = useOperators();
  return (
    <Loaded read={operators} title={t("department.new")} back="departments">
      {(people) => <NewDepartment operators={people} />}
    </Loaded>
  );
}

function NewDepartment({ operators }: { operators: readonly Operator[] }) {
  const onMade = useMade("departments");
  const form = useForm<DepartmentValues>({
    saved: { name: "", operators: [], hours: null },
    check: checkDepartment,
    save: async (values) => onMade(await api.post<Department>("/departments", bodyOf(values, null))),
  });
  return (
    <FormPage title={t("department.new")} back="departments" form={form} labels={departmentLabels()} verb={t("department.create")}>
      <DepartmentFields form={form} operators={operators} readOnly={false} />
    </FormPage>
  );
}

function DepartmentForm({ department, operators }: { department: Department; operators: readonly Operator[] }) {
  const { id, name, managed } = department;
  const form = useForm<DepartmentValues>({
    saved: valuesOf(department),
    check: checkDepartment,
    save: (values, changed) => change("departments", id, bodyOf(values, changed)),
  });
  const { menu, dialog } = useDepartmentMenu(department);
  return (
    <>
      <FormPage
        title={name}
        about={t("department.about")}
        back="departments"
        form={form}
        labels={departmentLabels()}
        readOnly={managed ? shared("page.managed") : null}
        tools={!managed && menu}
        side={department.working_hours !== null && <Now department={department} zone={department.working_hours.timezone} />}
      >
        <DepartmentFields form={form} operators={operators} readOnly={managed} />
      </FormPage>
      {dialog}
    </>
  );
}

function Now({ department: { open_now: open, next_opening_at: next }, zone }: { department: Department; zone: string }) {
  return <OpenNow open={open} next={next} zone={zone} />;
}

function useDepartmentMenu({ id, name }: Department) {
  return useThingMenu({
    label: t("department.more"),
    deletes: t("department.delete"),
    list: "departments",
    page: "departments",
    id,
    name,
    text: t("department.delete.text"),
    verb: t("department.delete.verb"),
  });
}
