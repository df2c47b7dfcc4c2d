// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA grid: HTML has no element for rows beyond tables.
import type { Chat, Operator } from "@parlour/protocol";
import { IconArrowsSort } from "@tabler/icons-react";
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { useLiveState } from "../../../state/live-context.tsx";
import type { InboxView } from "../../../state/live-state.ts";
import { can } from "../../../state/session.tsx";
import { usePreferences } from "../../../state/browser/preferences.ts";
import { Button } from "../../../ui/Button.tsx";
import { useNow } from "../../../ui/time.ts";
import { CurrentTimeContext } from "./ChatRow.tsx";
import { t } from "../text.ts";
import { LazySelectionKeys } from "../lazy-action-parts.ts";
import { useStableRows } from "./use-stable-rows.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { useVirtualRows } from "./use-virtual-rows.ts";
import { VisibleRows } from "./VisibleRows.tsx";

export interface ListHandle {
  step: (delta: 1 | -1, unreadOnly: boolean) => void;
  focusSelected: () => void;
}

interface ChatListProps {
  chats: readonly Chat[];
  me: Operator;
  view: InboxView;
  label: string;
  selected: number | null;
  onOpen: (chatId: number, intent: "look" | "write") => void;
  /** Called when the last row comes near, to load more closed chats. */
  onEnd?: (() => void) | undefined;
  /** Receives the functions of the list that the screen's shortcuts call. */
  handle: (handle: ListHandle | null) => void;
}

/** Renders the rows as a virtualized grid. Rows never move under the pointer or the focus. */
export function ChatList({
  chats,
  me,
  view,
  label,
  selected,
  onOpen,
  onEnd,
  handle,
}: ChatListProps) {
  const box = useRef<HTMLDivElement>(null);
  const { density } = usePreferences();
  const rowHeight = density === "compact" ? 48 : 64;
  const records = useLiveState((state) => state.snapshot.chats);
  const currentIds = useMemo(() => chats.map((chat) => chat.id), [chats]);
  const { shownIds, moved, applyOrder, handlers } = useStableRows(box, currentIds, records);
  const { virtualizer, tabStop, setActive, focusRow, move } = useRowFocus({
    box,
    shownIds,
    selected,
    rowHeight,
  });
  const items = virtualizer.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (onEnd && shownIds.length > 0 && lastIndex >= shownIds.length - 5) onEnd();
  }, [lastIndex, shownIds.length, onEnd]);
  const keys = useRowKeys({
    box,
    rowHeight,
    count: shownIds.length,
    move,
    touch: setActive,
    onOpen,
  });
  useListHandle(handle, { box, shownIds, selected, focusRow, onOpen });
  const rows = items.map((item) => ({
    id: shownIds[item.index] ?? -1,
    index: item.index,
    start: item.start,
    size: item.size,
  }));
  return (
    <div className="rowsbox">
      <div
        ref={box}
        role="grid"
        aria-label={label}
        aria-rowcount={shownIds.length}
        className="rows"
        tabIndex={-1}
        {...handlers}
        {...keys}
      >
        <div
          role="presentation"
          className="sizer"
          style={{ blockSize: virtualizer.getTotalSize() }}
        >
          <CurrentTimeProvider>
            <VisibleRows {...{ rows, me, view, selected, tabStop }} />
          </CurrentTimeProvider>
        </div>
      </div>
      {can(me, "chats.answer") && <LazySelectionKeys box={box} ids={shownIds} open={selected} />}
      {moved > 0 && (
        <div className="movedpill">
          <Button small icon={IconArrowsSort} onClick={applyOrder}>
            {t("list.moved", { n: moved })}
          </Button>
        </div>
      )}
    </div>
  );
}

interface RowFocusDeps {
  box: RefObject<HTMLDivElement | null>;
  shownIds: readonly number[];
  selected: number | null;
  rowHeight: number;
}

/**
 * Tracks the only tab stop: the last focused row, the open chat, or the first row. Always rendered.
 */
function useRowFocus({ box, shownIds, selected, rowHeight }: RowFocusDeps) {
  const [active, setActive] = useState<number | null>(null);
  const tabStop = shownIds.includes(active ?? -1)
    ? active
    : shownIds.includes(selected ?? -1)
      ? selected
      : (shownIds[0] ?? null);
  const stopIndex = tabStop === null ? -1 : shownIds.indexOf(tabStop);
  const virtualizer = useVirtualRows(box, shownIds.length, rowHeight, stopIndex);
  const focusRow = (id: number) => {
    setActive(id);
    virtualizer.scrollToIndex(shownIds.indexOf(id));
    const row = () => box.current?.querySelector<HTMLElement>(`[data-chat="${id}"]`);
    const element = row();
    if (element) element.focus({ preventScroll: true });
    else requestAnimationFrame(() => row()?.focus({ preventScroll: true }));
  };
  const move = (delta: number) => {
    const next = shownIds[Math.max(0, Math.min(shownIds.length - 1, stopIndex + delta))];
    if (next !== undefined) focusRow(next);
  };
  return { virtualizer, tabStop, setActive, focusRow, move };
}

interface HandleDeps
  extends Pick<RowFocusDeps, "box" | "shownIds" | "selected">, Pick<ChatListProps, "onOpen"> {
  focusRow: (id: number) => void;
}

/** Gives the screen's shortcuts access to the current list. */
function useListHandle(
  handle: ChatListProps["handle"],
  { box, shownIds, selected, focusRow, onOpen }: HandleDeps,
): void {
  const records = useLiveState((state) => state.snapshot.chats);
  useEffect(() => {
    handle({
      step(delta, unreadOnly) {
        // The focused row is newer than the open chat, because the URL changes a moment later.
        const from = focusedRow(box.current) ?? selected;
        const id =
          findNextRow(
            shownIds,
            from,
            delta,
            (rowId) => !unreadOnly || (records.get(rowId)?.chat.unread ?? 0) > 0,
          ) ?? from;
        if (id === null || !shownIds.includes(id)) return;
        focusRow(id);
        if (id !== selected) onOpen(id, "look");
      },
      focusSelected: () => {
        const id = selected ?? shownIds[0];
        if (id !== undefined) focusRow(id);
      },
    });
    return () => handle(null);
  });
}

/** Returns the id of the chat whose row has the focus. */
function focusedRow(box: HTMLElement | null): number | null {
  const row = document.activeElement?.closest<HTMLElement>("[role=row]");
  return row && box?.contains(row) === true ? Number(row.dataset["chat"]) : null;
}

/** Updates the time for the timers in rows without re-rendering the rows. */
function CurrentTimeProvider({ children }: { children: ReactNode }) {
  return <CurrentTimeContext value={useNow(1000)}>{children}</CurrentTimeContext>;
}

/** Returns the next matching row after the selected one, or from the edge, or null. */
function findNextRow(
  ids: readonly number[],
  selected: number | null,
  delta: 1 | -1,
  isCandidate: (id: number) => boolean,
): number | null {
  const from = selected === null ? (delta > 0 ? -1 : ids.length) : ids.indexOf(selected);
  for (let index = from + delta; index >= 0 && index < ids.length; index += delta) {
    const id = ids[index];
    if (id !== undefined && isCandidate(id)) return id;
  }
  return null;
}
