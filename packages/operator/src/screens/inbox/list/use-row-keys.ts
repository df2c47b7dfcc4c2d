import type { KeyboardEvent, MouseEvent, PointerEvent, RefObject } from "react";
import { useRef } from "react";

interface RowKeyDeps {
  box: RefObject<HTMLElement | null>;
  rowHeight: number;
  count: number;
  /** Moves the focus by the given number of rows. */
  move: (by: number) => void;
  touch: (id: number) => void;
  onOpen: (id: number, intent: "look" | "write") => void;
}

/** Handles the list: arrow keys move, Enter opens a chat to write, a click opens it to read. */
export function useRowKeys({ box, rowHeight, count, move, touch, onOpen }: RowKeyDeps) {
  const pressedId = useRef<number | null>(null);
  return {
    onKeyDown(event: KeyboardEvent) {
      const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1);
      const stepByKey: Record<string, number> = {
        ArrowDown: 1,
        ArrowUp: -1,
        PageDown: page,
        PageUp: -page,
        Home: -count,
        End: count,
      };
      const delta = stepByKey[event.key];
      if (delta !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        move(delta);
      }
      const id = getChatId(event.target);
      if (event.key === "Enter" && id !== null) {
        event.preventDefault();
        onOpen(id, "write");
      }
    },
    onPointerDown(event: PointerEvent) {
      pressedId.current = getChatId(event.target);
    },
    onClick(event: MouseEvent) {
      // Leaves clicks with modifier keys to the browser, which opens a new tab or window.
      if (event.target instanceof HTMLInputElement) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      const id = pressedId.current ?? getChatId(event.target);
      if (id === null) return;
      event.preventDefault();
      touch(id);
      onOpen(id, "look");
    },
  };
}

function getChatId(target: EventTarget): number | null {
  return (
    Number((target as HTMLElement).closest<HTMLElement>("[data-chat]")?.dataset["chat"]) || null
  );
}
