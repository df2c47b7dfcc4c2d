import type { Operator } from "@parlour/protocol";
import { IconBuilding } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { Button } from "../../../ui/Button.tsx";
import { SortMenu } from "../../../ui/choice/SortMenu.tsx";
import { EmptyState } from "../../../ui/badges.tsx";
import { useHoverOrFocus } from "../../../ui/dialog/use-hover-or-focus.ts";
import { useListSteps } from "../../../ui/keyboard/use-list-steps.ts";
import { useDebounced } from "../../../ui/loading/delay.ts";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { LoadOlderButton } from "../../../ui/loading/LoadOlderButton.tsx";
import { TableSkeleton, useDelayedLoading } from "../../../ui/loading/Skeleton.tsx";
import { StaleNotice } from "../../../ui/loading/StaleNotice.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { ListHeader } from "../ListHeader.tsx";
import { t as visitorText } from "../text.ts";
import { CompanyTable } from "./CompanyTable.tsx";
import { NoCompanies } from "./NoCompanies.tsx";
import { t } from "./text.ts";
import { useCompanies, type CompanyOrder } from "./use-companies.ts";

/** Delay in milliseconds between the last keystroke and the request. */
const debounceMs = 250;

/** Lists the companies of visitors (CO-020). */
export function CompanyList({ me, listChoice }: { me: Operator; listChoice: ReactNode }) {
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed.trim(), debounceMs);
  const [sort, setSort] = useState<CompanyOrder>("name");
  const [list, setList] = useState<HTMLElement | null>(null);
  const isPaused = useHoverOrFocus(list);
  useListSteps({ list: () => list });
  const { query, rows } = useCompanies(q, sort, isPaused);
  const isDelayed = useDelayedLoading(rows === undefined && !query.isError);
  return (
    <section className="pane" aria-label={visitorText("visitors.title")}>
      <ListHeader />
      <div className="filters">
        {listChoice}
        <SearchField
          as="search"
          label={t("companies.filter")}
          placeholder={t("companies.filter.hint")}
          value={typed}
          onText={setTyped}
        />
        {/* Operators who see some chats list companies by name only (CO-012). */}
        {me.role !== "operator" && (
          <SortMenu
            title={t("companies.order")}
            orders={{ name: t("companies.order.name"), last_chat: t("companies.order.last_chat") }}
            value={sort}
            onChange={setSort}
          />
        )}
      </div>
      {query.isError && rows === undefined && (
        <ErrorMessage error={query.error} onRetry={() => void query.refetch()} />
      )}
      {rows !== undefined && <StaleNotice query={query} />}
      <section
        className="scroll"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={t("companies.list")}
        aria-busy={query.isPending}
        ref={setList}
      >
        {isDelayed && <TableSkeleton rows={8} />}
        {rows?.length === 0 &&
          (q === "" ? (
            <NoCompanies me={me} />
          ) : (
            <EmptyState
              icon={IconBuilding}
              title={t("companies.none")}
              action={
                <Button onClick={() => setTyped("")}>{visitorText("visitors.none.clear")}</Button>
              }
            />
          ))}
        {rows !== undefined && rows.length > 0 && <CompanyTable rows={rows} />}
        {rows !== undefined && (
          <LoadOlderButton
            onLoadMore={query.hasNextPage ? () => void query.fetchNextPage() : null}
            busy={query.isFetchingNextPage}
          >
            {t("companies.more")}
          </LoadOlderButton>
        )}
      </section>
    </section>
  );
}
