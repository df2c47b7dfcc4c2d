import { IconFilter } from "@tabler/icons-react";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { Icon } from "../../ui/Icon.tsx";
import { Menu } from "../../ui/dialog/menu.tsx";
import { useAllChannels, useDepartments, useOperators } from "../../state/api/queries.ts";
import { useChatSegments } from "../../state/api/chat-segments.ts";
import { pickPeriod, type ReportUrlParams } from "./report-url.ts";
import { t } from "./text.ts";

const filterKinds = ["channel", "department", "operator", "segment"] as const;
type FilterKind = (typeof filterKinds)[number];

interface FilterMenuProps {
  address: ReportUrlParams;
  onGo: (to: ReportUrlParams) => void;
}

/** Menu that filters the report by one channel, department or operator, and by a segment. */
export function ReportFilterMenu({ address, onGo }: FilterMenuProps) {
  const lists: Record<FilterKind, readonly { readonly id: number; readonly name: string }[]> = {
    channel: useAllChannels().data ?? [],
    department: useDepartments().data ?? [],
    operator: (useOperators().data ?? []).filter(
      ({ active, answers_chats }) => active && answers_chats,
    ),
    segment: useChatSegments().data ?? [],
  };
  const chosen = filterKinds.flatMap((kind) => {
    const row = lists[kind].find(({ id }) => String(id) === address[kind]);
    return row ? [row.name] : [];
  });
  const { segment } = address;
  const period = pickPeriod(address);
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
        group("segment", t("filter.segments")),
      ].filter(({ entries }) => entries.length > 0)}
      onAction={(id) => {
        const [kind, value] = id.split(":");
        if (value === undefined) onGo(period);
        else if (kind === "segment") onGo({ ...address, segment: value });
        else onGo({ ...period, ...omitAbsent({ segment }), [kind as FilterKind]: value });
      }}
    >
      <Icon of={IconFilter} />
      <span className="wide-only">{label}</span>
    </Menu>
  );
}
