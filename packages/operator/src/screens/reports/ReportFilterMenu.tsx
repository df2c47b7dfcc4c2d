import type { OperatorEntry } from "@parlour/protocol/api";
import { IconFilter } from "@tabler/icons-react";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { Icon } from "../../ui/Icon.tsx";
import type { LoadedList } from "../../ui/loading/ListFailure.tsx";
import { Menu } from "../../ui/dialog/menu.tsx";
import { useAllChannels, useDepartments, useOperators } from "../../state/api/queries.ts";
import { useChatSegments } from "../../state/api/chat-segments.ts";
import { pickPeriod, type ReportUrlParams } from "./report-url.ts";
import { t } from "./text.ts";

const filterKinds = ["channel", "department", "operator", "segment"] as const;
type FilterKind = (typeof filterKinds)[number];

interface FilterRow {
  readonly id: number;
  readonly name: string;
  /** False: the row is shown only while the report is filtered by it. */
  readonly isOffered?: boolean;
}

const toOperatorRow = ({ id, name, active, answers_chats }: OperatorEntry): FilterRow => ({
  id,
  name: active ? name : t("filter.left", { name }),
  isOffered: active && answers_chats,
});

/** Says what the report is filtered by, also while the list is unknown (CORE-485). */
function describeRow(kind: FilterKind, id: string, rows: readonly FilterRow[] | undefined): string {
  if (rows === undefined) return t(`filter.one.${kind}`);
  return rows.find((row) => String(row.id) === id)?.name ?? t(`filter.deleted.${kind}`);
}

interface FilterMenuProps {
  address: ReportUrlParams;
  onGo: (to: ReportUrlParams) => void;
}

/** Menu that filters the report by one channel, department or operator, and by a segment. */
export function ReportFilterMenu({ address, onGo }: FilterMenuProps) {
  const operators = useOperators();
  const lists: Record<FilterKind, LoadedList<readonly FilterRow[]>> = {
    channel: useAllChannels(),
    department: useDepartments(),
    operator: { ...operators, data: operators.data?.map(toOperatorRow) },
    segment: useChatSegments(),
  };
  const chosen = filterKinds.flatMap((kind) => {
    const id = address[kind];
    return id === undefined ? [] : [describeRow(kind, id, lists[kind].data)];
  });
  const { segment } = address;
  const period = pickPeriod(address);
  const group = (kind: FilterKind, title: string) => ({
    title,
    entries: lists[kind].data
      ? lists[kind].data
          .filter(({ id, isOffered = true }) => isOffered || address[kind] === String(id))
          .map(({ id, name }) => ({
            id: `${kind}:${id}`,
            label: name,
            chosen: address[kind] === String(id),
          }))
      : lists[kind].error
        ? [{ id: `retry:${kind}`, label: t("filter.retry") }]
        : [],
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
        else if (kind === "retry") lists[value as FilterKind].refetch();
        else if (kind === "segment") onGo({ ...address, segment: value });
        else onGo({ ...period, ...omitAbsent({ segment }), [kind as FilterKind]: value });
      }}
    >
      <Icon of={IconFilter} />
      <span className="wide-only">{label}</span>
    </Menu>
  );
}
