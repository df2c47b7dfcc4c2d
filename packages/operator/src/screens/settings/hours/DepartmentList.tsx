import { IconPlus, IconUsersGroup } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Failure } from "../../../ui/Failure.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Empty, Tag } from "../../../ui/marks.tsx";
import { useDepartments } from "../data.ts";
import { PageHead } from "../FormPage.tsx";
import { Loaded } from "../parts.tsx";
import { t as shared } from "../text.ts";
import { t } from "./text.ts";

/** Settings → Departments (CORE-023). */
export function DepartmentList() {
  const read = useDepartments();
  const add = (
    <Link className="btn primary" to="/settings/$" params={{ _splat: "departments/new" }}>
      <Icon of={IconPlus} /> {t("departments.new")}
    </Link>
  );
  return (
    <Loaded read={read} title={shared("menu.departments")} about={t("departments.about")} rows>
      {(departments) => (
        <section className="formpage" aria-label={shared("menu.departments")}>
          <PageHead title={shared("menu.departments")} about={t("departments.about")}>
            {departments.length > 0 && add}
          </PageHead>
          {read.isError && <Failure error={read.error} onRetry={() => void read.refetch()} />}
          <div className="body">
            {departments.length === 0 ? (
              <Empty icon={IconUsersGroup} title={t("departments.empty")} action={add}>
                {t("departments.empty.text")}
              </Empty>
            ) : (
              <div className="cols wide">
                <div className="card">
                  <table className="things">
                    <thead>
                      <tr>
                        <th scope="col">{t("departments.name")}</th>
                        <th scope="col">{t("departments.people")}</th>
                        <th scope="col">{t("departments.hours")}</th>
                        <th scope="col">{t("departments.now")}</th>
                      </tr>
                    </thead>
                    <tbody>
                      {departments.map((department) => (
                        <tr key={department.id}>
                          <th scope="row">
                            <Link to="/settings/$" params={{ _splat: `departments/${department.id}` }}>
                              {department.name}
                            </Link>
                            {department.managed && <Tag>parlour.yaml</Tag>}
                          </th>
                          <td className="num" data-label={t("departments.people")}>
                            {department.operators.length}
                          </td>
                          <td data-label={t("departments.hours")}>
                            {t(department.working_hours === null ? "departments.account" : "departments.own")}
                          </td>
                          <td data-label={t("departments.now")}>
                            {department.open_now ? <Tag tone="ok">{t("hours.open")}</Tag> : <Tag>{t("hours.shut")}</Tag>}
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              </div>
            )}
          </div>
        </section>
      )}
    </Loaded>
  );
}
