import { IconFilter } from "@tabler/icons-react";
import { Icon } from "../../ui/Icon.tsx";
import { Menu } from "../../ui/dialog/menu.tsx";
import { useAllChannels, useDepartments, useOperators } from "../../state/api/queries.ts";
import type { ReportUrlParams } from "./report-url.ts";
import { t } from "./text.ts";

type FilterKind = "channel" | "department" | "operator";

interface FilterMenuProps {
  address: ReportUrlParams;
  onGo: (to: ReportUrlParams) => void;
}

/** Menu that filters the report by one channel, department or operator. */
export function ReportFilterMenu({ address, onGo }: FilterMenuProps) {
  const lists: Record<FilterKind, readonly { readonly id: number; readonly name: string }[]> = {
    channel: useAllChannels().data ?? [],
    department: useDepartments().data ?? [],
    operator: (useOperators().data ?? []).filter(
      ({ active, answers_chats }) => active && answers_chats,
    ),
  };
  const chosen = (["channel", "department", "operator"] as const).flatMap((kind) => {
    const row = lists[kind].find(({ id }) => String(id) === address[kind]);
    return row ? [row.name] : [];
  });
  const { channel: _, department: __, operator: ___, bot: ____, ...days } = address;
  const group = (kind: FilterKind, title: string) => ({
    title,
    entries: lists[kind].map(({ id, name }) => ({
      id: `${kind}:${id}`,
      label: name,
      chosen: address[kind] === String(id),
    })),
  });
  const label =
    chosen.length === 0 ? t("filter.all") : t("filter.chosen", { name: chosen.join(", ") });
  return (
    <Menu
      label={`${t("reports.filter")}: ${label}`}
      className="btn quiet"
      groups={[
        { entries: [{ id: "all", label: t("filter.all"), chosen: chosen.length === 0 }] },
        group("channel", t("filter.channels")),
        group("department", t("filter.departments")),
        group("operator", t("filter.people")),
      ].filter(({ entries }) => entries.length > 0)}
      onAction={(id) => {
        const [kind, value] = id.split(":");
        onGo(
          kind === "all" || value === undefined ? days : { ...days, [kind as FilterKind]: value },
        );
      }}
    >
      <Icon of={IconFilter} />
      <span className="wide-only">{label}</span>
    </Menu>
  );
}
