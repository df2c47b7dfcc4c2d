import type { Operator } from "@parlour/protocol";
import type { VisitorsOnline } from "@parlour/protocol/api";
import { IconUsers } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { SortMenu } from "../../../ui/choice/SortMenu.tsx";
import { StaleNotice } from "../../../ui/loading/StaleNotice.tsx";
import { RowSkeleton, useDelayedLoading } from "../../../ui/loading/Skeleton.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { EmptyState, Tag } from "../../../ui/badges.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { useListSteps } from "../../../ui/keyboard/use-list-steps.ts";
import { useHoverOrFocus } from "../../../ui/dialog/use-hover-or-focus.ts";
import { ListHeader } from "../ListHeader.tsx";
import { t as known } from "../text.ts";
import { countByState, onlineFilters, type OnlineFilter } from "./use-online-visitors.ts";
import { OnlineTable } from "./OnlineTable.tsx";
import { t } from "./text.ts";
import { usePausedRows } from "./use-online-visitors.ts";

interface OnlineProps {
  query: UseQueryResult<VisitorsOnline>;
  me: Operator;
  open: number | null;
  onInvite: (number: number) => void;
  /** Control that switches between this list and all visitors. */
  listChoice: ReactNode;
}

/** Lists the visitors who are on the site now. */
export function OnlineVisitorList({ query, me, open, onInvite, listChoice }: OnlineProps) {
  const [typed, setTyped] = useState("");
  const [filter, setFilter] = useState<OnlineFilter>("all");
  const [newest, setNewest] = useState(false);
  const [list, setList] = useState<HTMLElement | null>(null);
  const isPaused = useHoverOrFocus(list);
  useListSteps({ list: () => list });
  const { rows, changes, show } = usePausedRows(
    query.data?.items,
    { q: typed.trim(), filter, newest },
    isPaused,
  );
  const isDelayed = useDelayedLoading(query.isPending);
  const counts = countByState(query.data?.items ?? []);
  const total = query.data?.total ?? 0;
  return (
    <section className="pane" aria-label={known("visitors.title")}>
      <ListHeader isPaused={isPaused} changes={changes} onShow={show}>
        {query.data !== undefined && <Tag tone="ok">{t("online.count", { n: total })}</Tag>}
      </ListHeader>
      <div className="filters">
        {listChoice}
        <SearchField
          as="search"
          label={known("visitors.filter")}
          placeholder={t("online.filter.hint")}
          value={typed}
          onText={setTyped}
        />
        <FilterChoice filter={filter} counts={counts} onFilter={setFilter} />
        <SortMenu
          title={t("online.order")}
          orders={{ longest: t("online.order.longest"), newest: t("online.order.newest") }}
          value={newest ? "newest" : "longest"}
          onChange={(order) => setNewest(order === "newest")}
        />
      </div>
      {query.isError && rows === undefined && (
        <ErrorMessage error={query.error} onRetry={() => void query.refetch()} />
      )}
      {rows !== undefined && <StaleNotice query={query} />}
      <section
        className="scroll"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={t("online.list")}
        aria-busy={query.isPending}
        ref={setList}
      >
        {isDelayed && <RowSkeleton rows={8} />}
        {rows?.length === 0 && (
          <EmptyList
            isFiltered={counts.all > 0}
            onClear={() => {
              setTyped("");
              setFilter("all");
            }}
          />
        )}
        {rows !== undefined && rows.length > 0 && (
          <OnlineTable rows={rows} me={me} open={open} onInvite={onInvite} />
        )}
        {total > counts.all && (
          <p className="older t13 soft">{t("online.more", { n: counts.all, total })}</p>
        )}
      </section>
    </section>
  );
}

function FilterChoice({
  filter,
  counts,
  onFilter,
}: {
  filter: OnlineFilter;
  counts: Readonly<Record<OnlineFilter, number>>;
  onFilter: (filter: OnlineFilter) => void;
}) {
  return (
    <fieldset className="seg">
      <legend className="vh">{t("online.parts")}</legend>
      {onlineFilters.map((one) => (
        <button key={one} type="button" aria-pressed={filter === one} onClick={() => onFilter(one)}>
          {t(`online.part.${one}`)} <span className="num">{counts[one]}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** Shown if no visitor is on the site, or if the filter hides all of them. */
function EmptyList({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <EmptyState
      icon={IconUsers}
      title={known("visitors.none")}
      action={<Button onClick={onClear}>{known("visitors.none.clear")}</Button>}
    />
  ) : (
    <EmptyState icon={IconUsers} title={t("online.empty")}>
      {t("online.empty.text")}
    </EmptyState>
  );
}
