import type { Operator } from "@parlour/protocol";
import type { Department } from "@parlour/protocol/api";
import { useRouter } from "@tanstack/react-router";
import { api, queries } from "../../../state/api.ts";
import { stale, useDepartment, useOperators } from "../data.ts";
import { FormPage } from "../FormPage.tsx";
import { Loaded } from "../parts.tsx";
import { t as shared } from "../text.ts";
import { useForm } from "../use-form.ts";
import { useThingMenu } from "../use-thing-menu.tsx";
import { bodyOf, checkDepartment, departmentLabels, valuesOf, type DepartmentValues } from "./department-form.ts";
import { DepartmentFields } from "./DepartmentFields.tsx";
import { OpenNow } from "./OpenNow.tsx";
import { t } from "./text.ts";

/** Settings → Departments → one (CORE-023, CORE-091). */
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
  const router = useRouter();
  const form = useForm<DepartmentValues>({
    saved: { name: "", operators: [], hours: null },
    check: checkDepartment,
    save: async (values) => {
      const made = await api.post<Department>("/departments", bodyOf(values, null));
      queries.setQueryData(["departments", made.id], made);
      stale("departments");
      await router.navigate({ to: "/settings/$", params: { _splat: `departments/${made.id}` } });
    },
  });
  return (
    <FormPage title={t("department.new")} back="departments" form={form} labels={departmentLabels()} verb={t("department.create")}>
      <DepartmentFields form={form} operators={operators} readOnly={false} />
    </FormPage>
  );
}

function DepartmentForm({ department, operators }: { department: Department; operators: readonly Operator[] }) {
  const form = useForm<DepartmentValues>({
    saved: valuesOf(department),
    check: checkDepartment,
    save: async (values, changed) => {
      queries.setQueryData(
        ["departments", department.id],
        await api.patch<Department>(`/departments/${department.id}`, bodyOf(values, changed)),
      );
      stale("departments");
    },
  });
  const { menu, dialog } = useThingMenu({
    label: t("department.more"),
    deletes: t("department.delete"),
    list: "departments",
    page: "departments",
    id: department.id,
    name: department.name,
    text: t("department.delete.text"),
    verb: t("department.delete.verb"),
  });
  return (
    <>
      <FormPage
        title={department.name}
        about={t("department.about")}
        back="departments"
        form={form}
        labels={departmentLabels()}
        readOnly={department.managed ? shared("page.managed") : null}
        tools={!department.managed && menu}
        side={
          department.working_hours !== null && (
            <OpenNow open={department.open_now} next={department.next_opening_at} zone={department.working_hours.timezone} />
          )
        }
      >
        <DepartmentFields form={form} operators={operators} readOnly={department.managed} />
      </FormPage>
      {dialog}
    </>
  );
}
