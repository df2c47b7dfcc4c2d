import { useMemo, useState, type FocusEvent, type PointerEvent, type RefObject } from "react";
import { heldOrder, movedCount } from "./order.ts";

/** What keeps its place while somebody points or moves in the list (product.md 3: rows never move under pointer or focus). */
export interface HeldRows {
  /** Ids as they stand. */
  readonly shown: readonly number[];
  /** How many would move if the order were let go. */
  readonly moved: number;
  readonly letGo: () => void;
  readonly handlers: {
    readonly onPointerEnter: (event: PointerEvent) => void;
    readonly onPointerLeave: () => void;
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
}

/** `present`: ids as they are ordered now. `known`: chats that exist; a row that left the view still has its chat. */
export function useHeldRows(box: RefObject<HTMLElement | null>, present: readonly number[], known: ReadonlyMap<number, unknown>): HeldRows {
  const [held, setHeld] = useState<readonly number[] | null>(null);
  const [pointerIn, setPointerIn] = useState(false);
  // Thousands of rows: once for each change of them, not for each drawing.
  const shown = useMemo(() => (held ? heldOrder(held, present, (id) => known.has(id)) : present), [held, present, known]);
  const moved = useMemo(() => (held ? movedCount(shown, present) : 0), [held, shown, present]);
  const hold = () => setHeld((before) => before ?? present);
  return {
    shown,
    moved,
    letGo: () => setHeld(present),
    handlers: {
      onPointerEnter(event) {
        if (event.pointerType !== "mouse") return;
        setPointerIn(true);
        hold();
      },
      onPointerLeave() {
        setPointerIn(false);
        if (!box.current?.querySelector(":focus-visible")) setHeld(null);
      },
      onFocus(event) {
        if (event.target.matches(":focus-visible")) hold();
      },
      onBlur(event) {
        if (!pointerIn && !event.currentTarget.contains(event.relatedTarget)) setHeld(null);
      },
    },
  };
}
