import { useMemo, useState, type FocusEvent, type PointerEvent, type RefObject } from "react";
import { heldOrder, movedCount } from "./order.ts";

/** Row order that does not change while the pointer or the focus is in the list (product.md 3). */
export interface HeldRows {
  /** Ids in display order. */
  readonly shown: readonly number[];
  /** Number of rows that would move if the current order were applied. */
  readonly moved: number;
  readonly letGo: () => void;
  readonly handlers: {
    readonly onPointerEnter: (event: PointerEvent) => void;
    readonly onPointerLeave: () => void;
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
}

/**
 * Keeps rows in place. `currentIds`: ids in their current order. `known`: chats that exist. A row
 * that left the view still has its chat.
 */
export function useHeldRows(box: RefObject<HTMLElement | null>, present: readonly number[], known: ReadonlyMap<number, unknown>): HeldRows {
  const [held, setHeld] = useState<readonly number[] | null>(null);
  const [pointerIn, setPointerIn] = useState(false);
  // There may be thousands of rows: compute once per change, not per render.
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
