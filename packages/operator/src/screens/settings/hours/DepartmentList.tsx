import type { Department } from "@parlour/protocol/api";
import { IconUsersGroup } from "@tabler/icons-react";
import { Tag } from "../../../ui/marks.tsx";
import { useDepartments } from "../data.ts";
import { t as shared } from "../text.ts";
import { ThingList } from "../ThingList.tsx";
import { t } from "./text.ts";

/** Settings → Departments (CORE-023). */
export function DepartmentList() {
  return (
    <ThingList<Department>
      read={useDepartments()}
      title={shared("menu.departments")}
      about={t("departments.about")}
      place="departments"
      icon={IconUsersGroup}
      words={{ add: t("departments.new"), empty: t("departments.empty"), emptyText: t("departments.empty.text"), managed: "parlour.yaml" }}
      name={{ head: t("departments.name"), of: (department) => department.name }}
      columns={[
        { head: t("departments.people"), isNumber: true, cell: (department) => department.operators.length },
        {
          head: t("departments.hours"),
          cell: (department) => t(department.working_hours === null ? "departments.account" : "departments.own"),
        },
        {
          head: t("departments.now"),
          cell: (department) => (department.open_now ? <Tag tone="ok">{t("hours.open")}</Tag> : <Tag>{t("hours.shut")}</Tag>),
        },
      ]}
    />
  );
}
