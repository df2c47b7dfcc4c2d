// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { Chat, Operator } from "@parlour/protocol";
import { IconArrowsSort, IconChevronDown, IconMessageCircle, IconSearch, IconX } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useDeferredValue, useEffect, useMemo, useState, type Ref } from "react";
import { t as app } from "../../app/text.ts";
import { RingCard } from "../../app/RingCard.tsx";
import { useLive, useLiveStore } from "../../state/live-context.tsx";
import { countsOf, rowsOf, type ClosedView, type LoadState, type Order, type View } from "../../state/live-state.ts";
import { may } from "../../state/session.tsx";
import { RowBones, useLate } from "../../ui/Bones.tsx";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Empty } from "../../ui/marks.tsx";
import { Menu } from "../../ui/menu.tsx";
import { clockTime } from "../../ui/Time.tsx";
import { ChatList, type ListHandle } from "./ChatList.tsx";
import { t } from "./text.ts";
import { visitorName } from "./words.ts";

const tabs = ["mine", "waiting", "bot", "all"] as const;
const closedViews: readonly ClosedView[] = ["closed", "missed"];
const isClosedView = (view: View): view is ClosedView => view === "closed" || view === "missed";

interface PaneProps {
  me: Operator;
  view: View;
  selected: number | null;
  onOpen: (chatId: number, how: "look" | "write") => void;
  handle: (handle: ListHandle | null) => void;
  filterRef: Ref<HTMLInputElement>;
}

/** Views, filter, order and rows; the ringing chat at the foot. */
export function ListPane({ me, view, selected, onOpen, handle, filterRef }: PaneProps) {
  const [filter, setFilter] = useState("");
  const q = useDeferredValue(filter.trim());
  const [order, setOrder] = useOrder(view);
  const rows = useRows(view, order, q, me);
  const label = t("list.label", { order: isClosedView(view) ? t("order.new") : t(`order.${order}`) });
  const live = useLiveStore();
  return (
    <section className="pane list" aria-label={t("inbox.list")} data-pane aria-busy={rows.state === "loading"}>
      <Views me={me} view={view} chat={selected} />
      <search className="filter">
        <div className="with grow">
          <Icon of={IconSearch} small />
          <input
            ref={filterRef}
            className="input"
            type="search"
            aria-label={t("list.filter")}
            placeholder={t("list.filter.short")}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Escape" && filter !== "") {
                event.stopPropagation();
                setFilter("");
              }
            }}
          />
          {filter === "" ? (
            <kbd className="end" aria-hidden="true">
              /
            </kbd>
          ) : (
            <Button variant="quiet" small icon={IconX} className="end" aria-label={t("list.clear")} onClick={() => setFilter("")} />
          )}
        </div>
        {!isClosedView(view) && (
          <Menu
            label={t("list.order", { order: t(`order.${order}`) })}
            className="btn quiet"
            onAction={(id) => setOrder(id as Order)}
            groups={[{ entries: (["wait", "new"] as const).map((id) => ({ id, label: t(`order.${id}`), chosen: id === order })) }]}
          >
            <Icon of={IconArrowsSort} small /> {t(`order.${order}`)}
          </Menu>
        )}
      </search>
      {rows.state instanceof Error && (
        <Failure error={rows.state} onRetry={() => (isClosedView(view) ? live.loadClosed(view, q) : live.loadRunning())}>
          {t("list.failed")}
        </Failure>
      )}
      <Rows key={view} {...{ rows, view, q, me, label, selected, onOpen, handle }} />
      <AsOf />
      <RingCard />
    </section>
  );
}

interface Rows {
  chats: readonly Chat[];
  state: LoadState;
  onEnd?: () => void;
}

function Rows({
  rows,
  view,
  q,
  me,
  label,
  selected,
  onOpen,
  handle,
}: { rows: Rows; view: View; q: string; label: string } & Omit<PaneProps, "filterRef">) {
  const loading = rows.chats.length === 0 && (rows.state === "loading" || rows.state === "idle");
  const late = useLate(loading);
  if (loading)
    return (
      <div className="rows">
        {late && (
          <>
            <p className="vh" role="status">
              {t("list.loading")}
            </p>
            <RowBones />
          </>
        )}
      </div>
    );
  if (rows.chats.length === 0 && !(rows.state instanceof Error)) return <EmptyList view={view} q={q} me={me} />;
  return <ChatList {...{ view, me, label, selected, onOpen, handle }} chats={rows.chats} {...(rows.onEnd && { onEnd: rows.onEnd })} />;
}

function Views({ me, view, chat }: { me: Operator; view: View; chat: number | null }) {
  const snapshot = useLive((state) => state.snapshot);
  const closing = useLive((state) => state.closing);
  const loaded = useLive((state) => state.running === "ready" || state.snapshot.chats.size > 0);
  const counts = useMemo(() => countsOf({ snapshot, closing }, me.id), [snapshot, closing, me.id]);
  const navigate = useNavigate();
  const keep = chat === null ? {} : { chat: String(chat) };
  return (
    <nav className="head tabs views" aria-label={t("inbox.views")}>
      {tabs.map((name) => (
        <Link
          key={name}
          to="/inbox/$view/{-$chat}"
          params={{ view: name, ...keep }}
          aria-current={view === name ? "page" : undefined}
          activeProps={{}}
        >
          {app(`view.${name}`)}{" "}
          {loaded && <span className={name === "waiting" && counts.waiting > 0 ? "n warning" : "n"}>{counts[name]}</span>}
        </Link>
      ))}
      <Menu
        label={`${isClosedView(view) ? app(`view.${view}`) : t("inbox.more")}, ${t("inbox.moreviews")}`}
        className={isClosedView(view) ? "more on" : "more"}
        placement="bottom end"
        onAction={(id) => void navigate({ to: "/inbox/$view/{-$chat}", params: { view: id } })}
        groups={[{ entries: closedViews.map((id) => ({ id, label: app(`view.${id}`), chosen: id === view })) }]}
      >
        {isClosedView(view) ? app(`view.${view}`) : t("inbox.more")} <Icon of={IconChevronDown} small />
      </Menu>
    </nav>
  );
}

function EmptyList({ view, q, me }: { view: View; q: string; me: Operator }) {
  if (q !== "")
    return (
      <Empty icon={IconSearch} title={t("empty.filter", { q })}>
        {t("empty.filter.text")}
      </Empty>
    );
  const tries = (view === "waiting" || view === "all") && may(me, "settings");
  const action = tries ? (
    <Link className="btn" to="/settings/$" params={{ _splat: "channels" }}>
      {t("empty.action")}
    </Link>
  ) : undefined;
  return (
    <Empty icon={IconMessageCircle} title={t(`empty.${view}`)} action={action}>
      {t(`empty.${view}.text`)}
    </Empty>
  );
}

/** While offline the rows say of when they are. */
function AsOf() {
  const connection = useLive((state) => state.connection);
  const offline = useLate(connection.kind === "offline", 2500);
  return offline && connection.kind === "offline" ? (
    <p className="t12 faint asof">{t("list.asof", { time: clockTime(connection.since) })}</p>
  ) : null;
}

/** Rows of the view. Running chats are all here and filtered here; closed ones come page by page and are filtered by the server. */
function useRows(view: View, order: Order, q: string, me: Operator): Rows {
  const live = useLiveStore();
  const snapshot = useLive((state) => state.snapshot);
  const closing = useLive((state) => state.closing);
  const running = useLive((state) => state.running);
  const closed = useLive((state) => state.closed);
  const closedView = isClosedView(view) ? view : null;
  useEffect(() => {
    if (!closedView) return;
    const timer = setTimeout(() => live.loadClosed(closedView, q), q === "" ? 0 : 250);
    return () => clearTimeout(timer);
  }, [live, closedView, q]);
  return useMemo(() => {
    if (isClosedView(view)) {
      const list = closed[view];
      return {
        chats: list.ids.flatMap((id) => snapshot.chats.get(id)?.chat ?? []),
        state: list.state,
        onEnd: () => live.loadClosed(view, q, true),
      };
    }
    const chats = rowsOf({ snapshot, closing }, view, order, me.id);
    return { chats: q === "" ? chats : chats.filter((chat) => matches(chat, q)), state: running };
  }, [view, order, q, me.id, snapshot, closing, running, closed, live]);
}

function matches(chat: Chat, q: string): boolean {
  const { visitor } = chat;
  const text = [
    visitorName(chat),
    visitor.email?.value,
    visitor.phone?.value,
    visitor.customer,
    String(visitor.number),
    String(chat.id),
    chat.channel.name,
    chat.last_message?.text,
  ]
    .join(" ")
    .toLocaleLowerCase();
  return q
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Order, remembered per view on this device. */
function useOrder(view: View): readonly [Order, (order: Order) => void] {
  const [chosen, setChosen] = useState<Readonly<Partial<Record<View, Order>>>>(() => {
    try {
      return JSON.parse(localStorage.getItem("parlour.order") ?? "{}") as Partial<Record<View, Order>>;
    } catch {
      return {};
    }
  });
  const set = (order: Order) => {
    const next = { ...chosen, [view]: order };
    setChosen(next);
    try {
      localStorage.setItem("parlour.order", JSON.stringify(next));
    } catch (error) {
      console.warn("the order could not be kept on this device", error);
    }
  };
  return [chosen[view] ?? (view === "mine" ? "new" : "wait"), set];
}
