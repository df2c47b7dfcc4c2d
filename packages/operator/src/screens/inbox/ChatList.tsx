// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA grid: HTML has no element for rows beyond tables.
import type { Chat, Operator } from "@parlour/protocol";
import { IconArrowsSort } from "@tabler/icons-react";
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { draftLine, useDrafts } from "../../state/drafts.ts";
import { useLive } from "../../state/live-context.tsx";
import type { View } from "../../state/live-state.ts";
import { usePreferences } from "../../state/preferences.ts";
import { Button } from "../../ui/Button.tsx";
import { useNow } from "../../ui/Time.tsx";
import { ChatRow, RowNow } from "./ChatRow.tsx";
import { useOperatorNames } from "./people.ts";
import { rowMessage } from "./row-message.ts";
import { t } from "./text.ts";
import { useHeldRows } from "./use-held-rows.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { useRowWindow } from "./use-row-window.ts";

const none: readonly never[] = [];

export interface ListHandle {
  step: (by: 1 | -1, unreadOnly: boolean) => void;
  focusSelected: () => void;
}

interface ListProps {
  chats: readonly Chat[];
  me: Operator;
  view: View;
  label: string;
  selected: number | null;
  onOpen: (chatId: number, how: "look" | "write") => void;
  /** Called near the last row, to load more closed chats. */
  onEnd?: () => void;
  /** Passes the list's functions to the shortcuts of the screen. */
  handle: (handle: ListHandle | null) => void;
}

/**
 * The rows: a virtualised grid with one tab stop. Rows never move under the pointer or the focus.
 */
export function ChatList({ chats, me, view, label, selected, onOpen, onEnd, handle }: ListProps) {
  const box = useRef<HTMLDivElement>(null);
  const { density } = usePreferences();
  const rowHeight = density === "compact" ? 48 : 64;
  const known = useLive((state) => state.snapshot.chats);
  const present = useMemo(() => chats.map((chat) => chat.id), [chats]);
  const { shown, moved, letGo, handlers } = useHeldRows(box, present, known);
  const { virtual, stop, setActive, focusRow, move } = useRowFocus({ box, shown, selected, rowHeight });
  const items = virtual.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (onEnd && shown.length > 0 && lastIndex >= shown.length - 5) onEnd();
  }, [lastIndex, shown.length, onEnd]);
  const keys = useRowKeys({ box, rowHeight, count: shown.length, move, touch: setActive, onOpen });
  useHandle(handle, { box, shown, selected, focusRow, onOpen });
  const rows = items.map((item) => ({ id: shown[item.index] ?? -1, index: item.index, start: item.start, size: item.size }));
  return (
    <div className="rowsbox">
      <div ref={box} role="grid" aria-label={label} aria-rowcount={shown.length} className="rows" tabIndex={-1} {...handlers} {...keys}>
        <div role="presentation" className="sizer" style={{ blockSize: virtual.getTotalSize() }}>
          <Ticking>
            <RowsInSight {...{ rows, me, view, selected, stop }} />
          </Ticking>
        </div>
      </div>
      {moved > 0 && (
        <div className="movedpill">
          <Button small icon={IconArrowsSort} onClick={letGo}>
            {t("list.moved", { n: moved })}
          </Button>
        </div>
      )}
    </div>
  );
}

interface RowFocus {
  box: RefObject<HTMLDivElement | null>;
  shown: readonly number[];
  selected: number | null;
  rowHeight: number;
}

/**
 * The only tab stop: the last focused row, else the open chat's, else the first. It is rendered
 * wherever the list is scrolled.
 */
function useRowFocus({ box, shown, selected, rowHeight }: RowFocus) {
  const [active, setActive] = useState<number | null>(null);
  const stop = shown.includes(active ?? -1) ? active : shown.includes(selected ?? -1) ? selected : (shown[0] ?? null);
  const stopIndex = stop === null ? -1 : shown.indexOf(stop);
  const virtual = useRowWindow(box, shown.length, rowHeight, stopIndex);
  const focusRow = (id: number) => {
    setActive(id);
    virtual.scrollToIndex(shown.indexOf(id));
    const row = () => box.current?.querySelector<HTMLElement>(`[data-chat="${id}"]`);
    const here = row();
    if (here) here.focus({ preventScroll: true });
    else requestAnimationFrame(() => row()?.focus({ preventScroll: true }));
  };
  const move = (by: number) => {
    const next = shown[Math.max(0, Math.min(shown.length - 1, stopIndex + by))];
    if (next !== undefined) focusRow(next);
  };
  return { virtual, stop, setActive, focusRow, move };
}

interface HandleDeps extends Pick<RowFocus, "box" | "shown" | "selected">, Pick<ListProps, "onOpen"> {
  focusRow: (id: number) => void;
}

/** Gives the shortcuts of the screen access to the current list. */
function useHandle(handle: ListProps["handle"], { box, shown, selected, focusRow, onOpen }: HandleDeps): void {
  const known = useLive((state) => state.snapshot.chats);
  useEffect(() => {
    handle({
      step(by, unreadOnly) {
        // The focused row is more recent than the open chat, because the URL follows a moment
        // later.
        const from = focusedRow(box.current) ?? selected;
        const id = nextRow(shown, from, by, (one) => !unreadOnly || (known.get(one)?.chat.unread ?? 0) > 0) ?? from;
        if (id === null || !shown.includes(id)) return;
        focusRow(id);
        if (id !== selected) onOpen(id, "look");
      },
      focusSelected: () => {
        const id = selected ?? shown[0];
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

/** Updates the time for the timers without rendering the rows again. */
function Ticking({ children }: { children: ReactNode }) {
  return <RowNow value={useNow(1000)}>{children}</RowNow>;
}

interface InSight {
  rows: readonly { id: number; index: number; start: number; size: number }[];
  me: Operator;
  view: View;
  selected: number | null;
  stop: number | null;
}

function RowsInSight({ rows, me, view, selected, stop }: InSight) {
  const known = useLive((state) => state.snapshot.chats);
  const logs = useLive((state) => state.snapshot.logs);
  const outbox = useLive((state) => state.outbox);
  const typing = useLive((state) => state.typing);
  const viewing = useLive((state) => state.viewing);
  const names = useOperatorNames();
  const drafted = useDraftLines(me.id);
  const sending = useMemo(
    () => new Map(outbox.filter((item) => item.kind === "text" && item.state === "queued").map((item) => [item.chatId, item.text])),
    [outbox],
  );
  return rows.map(({ id, index, start, size }) => {
    const chat = known.get(id)?.chat;
    return (
      chat && (
        <ChatRow
          key={id}
          chat={chat}
          last={rowMessage(chat, logs.get(id)?.messages ?? none)}
          me={me}
          index={index}
          href={`/inbox/${view}/${id}`}
          selected={id === selected}
          stop={id === stop}
          draft={id === selected ? null : drafted(id)}
          sending={sending.get(id) ?? null}
          typing={typing.get(id)?.name ?? null}
          viewer={viewerOf(viewing.get(id), names)}
          start={start}
          size={size}
        />
      )
    );
  });
}

/** Caches the drafts shown in rows until one changes, because storage is slow. */
function useDraftLines(me: number): (chat: number) => string | null {
  const version = useDrafts();
  return useMemo(() => {
    const lines = new Map<number, string | null>();
    return (chat) => {
      const known = lines.get(chat);
      if (known !== undefined) return known;
      const line = draftLine(me, chat);
      lines.set(chat, line);
      return line;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- a new version needs a new cache
  }, [me, version]);
}

/** Returns the name of an operator who views the chat now. */
function viewerOf(viewers: ReadonlyMap<number, number> | undefined, names: ReadonlyMap<number, string>): string | null {
  for (const id of viewers?.keys() ?? []) {
    const name = names.get(id);
    if (name !== undefined) return name;
  }
  return null;
}

/**
 * Returns the next row that matches, starting from the selected one or from the edge of the list.
 * Null if there is none.
 */
function nextRow(ids: readonly number[], selected: number | null, by: 1 | -1, wanted: (id: number) => boolean): number | null {
  const from = selected === null ? (by > 0 ? -1 : ids.length) : ids.indexOf(selected);
  for (let index = from + by; index >= 0 && index < ids.length; index += by) {
    const id = ids[index];
    if (id !== undefined && wanted(id)) return id;
  }
  return null;
}
