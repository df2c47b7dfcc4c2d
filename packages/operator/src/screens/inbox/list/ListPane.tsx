// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { Operator } from "@parlour/protocol";
import { IconArrowsSort, IconX } from "@tabler/icons-react";
import { useDeferredValue, useState, type Ref } from "react";
import { LazyRingingCards } from "../../../ui/ring/LazyRingingCards.tsx";
import { useLiveState, useLiveClient } from "../../../state/live-context.tsx";
import type { ChatOrder } from "../../../state/inbox/chat-order.ts";
import type { LoadState, InboxView } from "../../../state/live-state.ts";
import { RowSkeleton, useDelayedLoading } from "../../../ui/loading/Skeleton.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { Menu } from "../../../ui/dialog/menu.tsx";
import { ChatList, type ListHandle } from "./ChatList.tsx";
import { LazyEmptyList, LazyNewEmailButton, LazyStartLine } from "../lazy-start-parts.ts";
import { t } from "../text.ts";
import { useChatOrder } from "./use-chat-rows.ts";
import { useChatRows } from "./use-chat-rows.ts";
import { isClosedView } from "./view.ts";
import { FilterChips, ChatFilterMenu } from "../views/ChatFilterMenu.tsx";
import { hasFilter } from "../views/filter.ts";
import { useChatFilter, type ChatFilterState } from "../views/use-chat-filter.ts";
import { ViewTabs } from "./ViewTabs.tsx";

interface ListPaneProps {
  me: Operator;
  view: InboxView;
  selected: number | null;
  onOpen: (chatId: number, intent: "look" | "write") => void;
  handle: (handle: ListHandle | null) => void;
  filterRef: Ref<HTMLInputElement>;
}

/**
 * Renders the views, the filter, the order and the rows, with ringing chats at the bottom. An event
 * re-renders only the rows.
 */
export function ListPane({ me, view, selected, onOpen, handle, filterRef }: ListPaneProps) {
  const [filter, setFilter] = useState("");
  const q = useDeferredValue(filter.trim());
  const [order, setOrder] = useChatOrder(view);
  const chatFilter = useChatFilter(me.id);
  const isLoading = useLiveState((state) =>
    isLoadPending(isClosedView(view) ? state.closed[view].state : state.running),
  );
  return (
    <section className="pane list" aria-label={t("inbox.list")} data-pane aria-busy={isLoading}>
      <ViewTabs me={me} view={view} chat={selected} />
      <search className="filter">
        <FilterField value={filter} onChange={setFilter} inputRef={filterRef} />
        <ChatFilterMenu chatFilter={chatFilter} me={me} />
        {!isClosedView(view) && <OrderMenu order={order} onChange={setOrder} />}
        <LazyNewEmailButton me={me} />
      </search>
      <FilterChips chatFilter={chatFilter} />
      <ChatRows key={view} {...{ view, order, q, chatFilter, me, selected, onOpen, handle }} />
      <LazyStartLine me={me} />
      <LazyRingingCards place="list" />
    </section>
  );
}

/** Returns whether the rows are loading, or wait for the connection before they load. */
const isLoadPending = (state: LoadState): boolean => state === "loading" || state === "idle";

function FilterField(props: {
  value: string;
  onChange: (value: string) => void;
  inputRef: Ref<HTMLInputElement>;
}) {
  const { value, onChange, inputRef } = props;
  return (
    <SearchField
      ref={inputRef}
      className="grow"
      label={t("list.filter")}
      placeholder={t("list.filter.short")}
      value={value}
      maxLength={undefined}
      onText={onChange}
      onKeyDown={(event) => {
        if (event.key === "Escape" && value !== "") {
          event.stopPropagation();
          onChange("");
        }
      }}
    >
      {value === "" ? (
        <kbd className="end" aria-hidden="true">
          /
        </kbd>
      ) : (
        <Button
          variant="quiet"
          small
          icon={IconX}
          className="end"
          aria-label={t("list.clear")}
          onClick={() => onChange("")}
        />
      )}
    </SearchField>
  );
}

function OrderMenu({
  order,
  onChange,
}: {
  order: ChatOrder;
  onChange: (order: ChatOrder) => void;
}) {
  return (
    <Menu
      label={t("list.order", { order: t(`order.${order}`) })}
      className="btn quiet"
      onAction={(id) => onChange(id as ChatOrder)}
      groups={[
        {
          entries: (["wait", "new"] as const).map((id) => ({
            id,
            label: t(`order.${id}`),
            chosen: id === order,
          })),
        },
      ]}
    >
      <Icon of={IconArrowsSort} small /> {t(`order.${order}`)}
    </Menu>
  );
}

interface ChatRowsProps extends Omit<ListPaneProps, "filterRef"> {
  order: ChatOrder;
  q: string;
  chatFilter: ChatFilterState;
}

function ChatRows({ view, order, q, chatFilter, me, selected, onOpen, handle }: ChatRowsProps) {
  const live = useLiveClient();
  const { narrow: filter } = chatFilter;
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
  const label = t("list.label", {
    order: isClosedView(view) ? t("order.new") : t(`order.${order}`),
  });
  return (
    <>
      {rows.state instanceof Error && (
        <ErrorMessage
          error={rows.state}
          onRetry={() =>
            isClosedView(view) ? live.loadClosed(view, { q, ...filter }) : live.loadRunning()
          }
        >
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
