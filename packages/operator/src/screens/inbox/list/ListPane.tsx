// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { Operator } from "@parlour/protocol";
import { useDeferredValue, useState, type Ref } from "react";
import { LazyRingingCards } from "../../../ui/ring/LazyRingingCards.tsx";
import { useLiveState } from "../../../state/live-context.tsx";
import type { ChatOrder } from "../../../state/inbox/chat-order.ts";
import type { LoadState, InboxView } from "../../../state/live-state.ts";
import { RowSkeleton, useDelayedLoading } from "../../../ui/loading/Skeleton.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { ChatList, type ListHandle } from "./ChatList.tsx";
import { LazyBulkBar, LazyMineReminders, LazyOrderMenu } from "../lazy-action-parts.ts";
import { LazyEmptyList, LazyNewEmailButton, LazyStartLine } from "../lazy-start-parts.ts";
import { t } from "../text.ts";
import { useChatOrder, useChatRows, useListQuery } from "./use-chat-rows.ts";
import { isClosedView, isSavedView, toPagedView, useViewName } from "./view.ts";
import { FilterChips, ChatFilterMenu } from "../views/ChatFilterMenu.tsx";
import { hasFilter } from "../views/filter.ts";
import { useChatFilter, type ChatFilterState } from "../views/use-chat-filter.ts";
import { ViewTabs } from "./ViewTabs.tsx";
import { FilterField } from "./FilterField.tsx";

interface ListPaneProps {
  me: Operator;
  view: InboxView;
  selected: number | null;
  onOpen: (chatId: number, intent: "look" | "write") => void;
  handle: (handle: ListHandle | null) => void;
  filterRef: Ref<HTMLInputElement>;
}

/** The views, the filter, the order and the rows. An event re-renders only the rows. */
export function ListPane({ me, view, selected, onOpen, handle, filterRef }: ListPaneProps) {
  const [filter, setFilter] = useState("");
  const q = useDeferredValue(filter.trim());
  const [order, setOrder] = useChatOrder(view);
  const chatFilter = useChatFilter(me.id);
  const pagedView = toPagedView(view);
  const list = useListQuery(view, q, chatFilter.narrow);
  const isLoading = useLiveState((state) =>
    isLoadPending(pagedView === null ? state.running : state.paged[pagedView].state),
  );
  return (
    <section className="pane list" aria-label={t("inbox.list")} data-pane aria-busy={isLoading}>
      <ViewTabs me={me} view={view} chat={selected} />
      <search className="filter">
        <FilterField value={filter} onChange={setFilter} inputRef={filterRef} />
        <ChatFilterMenu chatFilter={chatFilter} me={me} />
        {pagedView === null && view !== "snoozed" && (
          <LazyOrderMenu order={order} onChange={setOrder} />
        )}
        <LazyNewEmailButton me={me} />
      </search>
      <FilterChips chatFilter={chatFilter} />
      <LazyMineReminders me={me} view={view} />
      <ChatRows key={view} {...{ view, order, q, chatFilter, me, selected, onOpen, handle }} />
      <LazyBulkBar me={me} list={list} />
      <LazyStartLine me={me} />
      <LazyRingingCards area="list" />
    </section>
  );
}

/** Returns whether the rows are loading, or wait for the connection before they load. */
const isLoadPending = (state: LoadState): boolean => state === "loading" || state === "idle";

interface ChatRowsProps extends Omit<ListPaneProps, "filterRef"> {
  order: ChatOrder;
  q: string;
  chatFilter: ChatFilterState;
}

function ChatRows({ view, order, q, chatFilter, me, selected, onOpen, handle }: ChatRowsProps) {
  const viewName = useViewName(view);
  const filter = chatFilter.narrow;
  const rows = useChatRows(view, { order, q, filter, me });
  const loading = rows.chats.length === 0 && isLoadPending(rows.state);
  const isDelayed = useDelayedLoading(loading);
  if (loading)
    return (
      <div className="rows">
        {isDelayed && (
          <>
            <p className="vh" role="status">
              {t("list.loading")}
            </p>
            <RowSkeleton />
          </>
        )}
      </div>
    );
  const hasFailed = rows.state instanceof Error;
  const label =
    view === "snoozed" || isSavedView(view)
      ? viewName
      : t("list.label", { order: isClosedView(view) ? t("order.new") : t(`order.${order}`) });
  return (
    <>
      {rows.state instanceof Error && (
        <ErrorMessage error={rows.state} onRetry={rows.onRetry}>
          {t("list.failed")}
        </ErrorMessage>
      )}
      {rows.chats.length === 0 && !hasFailed ? (
        <LazyEmptyList
          view={view}
          q={q}
          me={me}
          onWiden={hasFilter(filter) ? () => chatFilter.choose({}) : undefined}
        />
      ) : (
        <ChatList
          {...{ view, me, label, selected, onOpen, handle }}
          chats={rows.chats}
          onEnd={rows.onEnd}
        />
      )}
    </>
  );
}
