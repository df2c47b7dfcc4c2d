import type { Department } from "@parlour/protocol/api";
import { department } from "@parlour/protocol/settings/kinds/department";
import { IconUsersGroup } from "@tabler/icons-react";
import { Tag } from "../../../ui/badges.tsx";
import { CustomHours } from "../hours/CustomHours.tsx";
import {
  listHoursFields,
  toApiHours,
  toHoursValues,
  validateHours,
  type HoursValues,
} from "../hours/hours-form.ts";
import { HoursPreview } from "../hours/HoursPreview.tsx";
import { t as hours } from "../hours/text.ts";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { t } from "./text.ts";

/** Settings → Departments (CORE-023, CORE-091). */
export const departmentScreen = kindScreen<Department>()({
  kind: department,
  prefix: "department",
  t,
  icon: IconUsersGroup,
  labels: [...listHoursFields(), { label: "hours.now" }],
  sections: [
    { id: "department", fields: ["name", "operators"] },
    { id: "demands", fields: ["match_language", "skills"] },
    { fields: ["working_hours"] },
  ],
  controls: {
    working_hours: (props) => (
      <section className="group">
        <CustomHours {...props} />
      </section>
    ),
  },
  custom: {
    working_hours: { toForm: toHoursValues, toSent: toApiHours, findError: validateHours },
  },
  about: (stored) => (stored === null ? undefined : t("department.about")),
  columns: () => [
    {
      head: t("department.operators"),
      className: "num",
      cell: ({ operators }) => operators.length,
    },
    {
      head: t("department.hours"),
      cell: (own) => t(own.working_hours === null ? "department.account" : "department.own"),
    },
    {
      head: t("department.now"),
      cell: (own) =>
        own.open_now ? (
          <Tag tone="ok">{hours("hours.open")}</Tag>
        ) : (
          <Tag>{hours("hours.shut")}</Tag>
        ),
    },
  ],
  side: (_stored, { values, saved, changed }) =>
    values["working_hours"] !== null && (
      <HoursPreview
        hours={values["working_hours"] as HoursValues}
        saved={saved["working_hours"] as HoursValues | null}
        isChanged={changed.includes("working_hours")}
      />
    ),
  opensCreated: true,
});
