import type { Department } from "@parlour/protocol/api";
import { IconUsersGroup } from "@tabler/icons-react";
import { Tag } from "../../../ui/badges.tsx";
import { useDepartments } from "../queries.ts";
import { t as shared } from "../text.ts";
import { AddLink } from "../kit/resource/ListPage.tsx";
import { ResourceListPage } from "../kit/resource/ResourceTable.tsx";
import { ResourceName } from "../kit/resource/ResourceTable.tsx";
import { t } from "../hours/text.ts";

/** Renders Settings → Departments (CORE-023). */
export function DepartmentList() {
  return (
    <ResourceListPage<Department>
      query={useDepartments()}
      title={shared("menu.departments")}
      about={t("departments.about")}
      add={<AddLink to="departments/new">{t("departments.new")}</AddLink>}
      empty={{
        icon: IconUsersGroup,
        title: t("departments.empty"),
        text: t("departments.empty.text"),
      }}
      name={{
        head: t("departments.name"),
        cell: (department) => <ResourceName resource={department} page="departments" />,
      }}
      columns={[
        {
          head: t("departments.people"),
          className: "num",
          cell: (department) => department.operators.length,
        },
        {
          head: t("departments.hours"),
          cell: (department) =>
            t(department.working_hours === null ? "departments.account" : "departments.own"),
        },
        {
          head: t("departments.now"),
          cell: (department) =>
            department.open_now ? (
              <Tag tone="ok">{t("hours.open")}</Tag>
            ) : (
              <Tag>{t("hours.shut")}</Tag>
            ),
        },
      ]}
    />
  );
}
