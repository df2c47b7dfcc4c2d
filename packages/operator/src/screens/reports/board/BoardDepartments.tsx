import { IconFilter } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useDepartments } from "../../../state/api/queries.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { Menu } from "../../../ui/dialog/menu.tsx";
import { parseReportParams } from "../report-url.ts";
import { t } from "../text.ts";

/** Returns the department in the URL, so that a wall opens with it. */
export function parseBoardParams(search: Readonly<Record<string, unknown>>): {
  readonly department?: string;
} {
  const { department } = parseReportParams(search);
  return department === undefined || department === "none" ? {} : { department };
}

/** Menu that limits the board to one department. */
export function BoardDepartments({ chosen }: { chosen: string | undefined }) {
  const navigate = useNavigate();
  const departments = useDepartments().data;
  if (departments === undefined || (departments.length === 0 && chosen === undefined)) return null;
  const label =
    chosen === undefined
      ? t("board.all")
      : (departments.find(({ id }) => String(id) === chosen)?.name ?? t("board.deleted"));
  return (
    <Menu
      label={`${t("filter.departments")}: ${label}`}
      className="btn quiet"
      groups={[
        { entries: [{ id: "all", label: t("board.all"), chosen: chosen === undefined }] },
        {
          title: t("filter.departments"),
          entries: departments.map(({ id, name }) => ({
            id: String(id),
            label: name,
            chosen: String(id) === chosen,
          })),
        },
      ]}
      onAction={(id) =>
        void navigate({
          to: "/reports/live",
          search: id === "all" ? {} : { department: id },
          replace: true,
        })
      }
    >
      <Icon of={IconFilter} />
      <span>{label}</span>
    </Menu>
  );
}
