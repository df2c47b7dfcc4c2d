import type { KeyboardEvent, MouseEvent, PointerEvent, RefObject } from "react";
import { useRef } from "react";

interface RowKeyDeps {
  box: RefObject<HTMLElement | null>;
  rowHeight: number;
  count: number;
  /** Moves the focus by a number of rows. */
  move: (by: number) => void;
  /** Makes a row the tab stop. */
  touch: (id: number) => void;
  onOpen: (id: number, how: "look" | "write") => void;
}

/**
 * Handles keys and clicks of the list: arrows move, Enter opens a chat to write, a click opens it
 * to read.
 */
export function useRowKeys({ box, rowHeight, count, move, touch, onOpen }: RowKeyDeps) {
  const pressed = useRef<number | null>(null);
  return {
    onKeyDown(event: KeyboardEvent) {
      const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1);
      const steps: Record<string, number> = {
        ArrowDown: 1,
        ArrowUp: -1,
        PageDown: page,
        PageUp: -page,
        Home: -count,
        End: count,
      };
      const by = steps[event.key];
      if (by !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        move(by);
      }
      const id = chatAt(event.target);
      if (event.key === "Enter" && id !== null) {
        event.preventDefault();
        onOpen(id, "write");
      }
    },
    onPointerDown(event: PointerEvent) {
      pressed.current = chatAt(event.target);
    },
    onClick(event: MouseEvent) {
      // The browser handles clicks with modifiers: new tab, new window.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      const id = pressed.current ?? chatAt(event.target);
      if (id === null) return;
      event.preventDefault();
      touch(id);
      onOpen(id, "look");
    },
  };
}

function chatAt(target: EventTarget): number | null {
  return Number((target as HTMLElement).closest<HTMLElement>("[data-chat]")?.dataset["chat"]) || null;
}
