// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA grid: HTML has no element for rows beyond tables.
import type { Chat, Operator } from "@parlour/protocol";
import { IconArrowsSort } from "@tabler/icons-react";
import { useVirtualizer, defaultRangeExtractor, type Range } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from "react";
import { draftLine, useDrafts } from "../../state/drafts.ts";
import { useLive } from "../../state/live-context.tsx";
import type { View } from "../../state/live-state.ts";
import { usePreferences } from "../../state/preferences.ts";
import { Button } from "../../ui/Button.tsx";
import { useNow } from "../../ui/Time.tsx";
import { ChatRow } from "./ChatRow.tsx";
import { heldOrder, movedCount } from "./order.ts";
import { t } from "./text.ts";

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
  /** The page reaches its end: more closed chats. */
  onEnd?: () => void;
  /** Gives the keys of the screen a way in. */
  handle: (handle: ListHandle | null) => void;
}

/** The rows: a grid with one tab stop, virtualised, that never moves under pointer or focus. */
export function ChatList({ chats, me, view, label, selected, onOpen, onEnd, handle }: ListProps) {
  const box = useRef<HTMLDivElement>(null);
  const pressed = useRef<number | null>(null);
  const { density } = usePreferences();
  const rowHeight = density === "compact" ? 48 : 64;
  const [held, setHeld] = useState<readonly number[] | null>(null);
  const [pointerIn, setPointerIn] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const known = useLive((state) => state.snapshot.chats);
  const outbox = useLive((state) => state.outbox);
  const typing = useLive((state) => state.typing);
  useDrafts();
  const now = useNow(1000);

  const present = useMemo(() => chats.map((chat) => chat.id), [chats]);
  const shown = held ? heldOrder(held, present, (id) => known.has(id)) : present;
  const moved = held ? movedCount(shown, present) : 0;
  const sending = useMemo(
    () => new Map(outbox.filter((item) => item.kind === "text" && item.state === "queued").map((item) => [item.chatId, item.text])),
    [outbox],
  );
  const stop = shown.includes(active ?? -1) ? active : shown.includes(selected ?? -1) ? selected : (shown[0] ?? null);
  const stopIndex = stop === null ? -1 : shown.indexOf(stop);

  // The virtualiser changes in place; without the React compiler nothing here is memoised behind its back.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    getItemKey: (index) => shown[index] ?? index,
    // The row with the focus stays, wherever the list is scrolled.
    rangeExtractor: (range: Range) => {
      const rows = defaultRangeExtractor(range);
      return stopIndex < 0 || rows.includes(stopIndex) ? rows : [...rows, stopIndex].toSorted((a, b) => a - b);
    },
  });
  useEffect(() => {
    virtual.measure();
  }, [rowHeight, virtual]);
  const items = virtual.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (onEnd && shown.length > 0 && lastIndex >= shown.length - 5) onEnd();
  }, [lastIndex, shown.length, onEnd]);

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

  useEffect(() => {
    handle({
      step(by, unreadOnly) {
        const from = selected === null ? (by > 0 ? -1 : shown.length) : shown.indexOf(selected);
        for (let index = from + by; index >= 0 && index < shown.length; index += by) {
          const id = shown[index];
          if (id === undefined || (unreadOnly && (known.get(id)?.chat.unread ?? 0) === 0)) continue;
          setActive(id);
          virtual.scrollToIndex(index);
          onOpen(id, "look");
          return;
        }
      },
      focusSelected: () => {
        const id = selected ?? shown[0];
        if (id !== undefined) focusRow(id);
      },
    });
    return () => handle(null);
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const id = Number((event.target as HTMLElement).closest<HTMLElement>("[data-chat]")?.dataset["chat"]);
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -shown.length,
      End: shown.length,
    };
    const by = steps[event.key];
    if (by !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      move(by);
    }
    if (event.key === "Enter" && id) {
      event.preventDefault();
      onOpen(id, "write");
    }
  };
  const chatAt = (target: EventTarget) => Number((target as HTMLElement).closest<HTMLElement>("[data-chat]")?.dataset["chat"]) || null;
  const onClick = (event: MouseEvent) => {
    // Modified clicks are the browser's: a new tab, a new window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    const id = pressed.current ?? chatAt(event.target);
    if (id === null) return;
    event.preventDefault();
    setActive(id);
    onOpen(id, "look");
  };

  const hold = () => setHeld((before) => before ?? present);
  return (
    <div className="rowsbox">
      <div
        ref={box}
        role="grid"
        aria-label={label}
        aria-rowcount={shown.length}
        className="rows"
        tabIndex={-1}
        onPointerEnter={(event: PointerEvent) => {
          if (event.pointerType === "mouse") {
            setPointerIn(true);
            hold();
          }
        }}
        onPointerLeave={() => {
          setPointerIn(false);
          if (!box.current?.querySelector(":focus-visible")) setHeld(null);
        }}
        onFocus={(event) => {
          if (event.target.matches(":focus-visible")) hold();
        }}
        onBlur={(event) => {
          if (!pointerIn && !event.currentTarget.contains(event.relatedTarget)) setHeld(null);
        }}
        onPointerDown={(event) => {
          pressed.current = chatAt(event.target);
        }}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" className="sizer" style={{ blockSize: virtual.getTotalSize() }}>
          {items.map((item) => {
            const id = shown[item.index];
            const chat = id === undefined ? undefined : known.get(id)?.chat;
            if (!chat || id === undefined) return null;
            return (
              <ChatRow
                key={id}
                chat={chat}
                me={me}
                now={now}
                index={item.index}
                href={`/inbox/${view}/${id}`}
                selected={id === selected}
                stop={id === stop}
                draft={id === selected ? null : draftLine(me.id, id)}
                sending={sending.get(id) ?? null}
                typing={typing.get(id)?.name ?? null}
                style={{ transform: `translateY(${item.start}px)`, blockSize: item.size }}
              />
            );
          })}
        </div>
      </div>
      {moved > 0 && (
        <div className="movedpill">
          <Button small icon={IconArrowsSort} onClick={() => setHeld(present)}>
            {t("list.moved", { n: moved })}
          </Button>
        </div>
      )}
    </div>
  );
}
