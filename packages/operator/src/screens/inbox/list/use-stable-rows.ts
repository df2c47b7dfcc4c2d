import { useMemo, useState, type FocusEvent, type PointerEvent, type RefObject } from "react";
import { applyStableOrder, countMoved } from "./stable-order.ts";

/** Row order that does not change while the pointer or the focus is in the list (product.md 3). */
export interface StableRows {
  /** Ids in display order. */
  readonly shownIds: readonly number[];
  /** Number of rows that would move if the current order were applied. */
  readonly moved: number;
  readonly applyOrder: () => void;
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
export function useStableRows(
  box: RefObject<HTMLElement | null>,
  currentIds: readonly number[],
  known: ReadonlyMap<number, unknown>,
): StableRows {
  const [heldIds, setHeldIds] = useState<readonly number[] | null>(null);
  const [pointerIn, setPointerIn] = useState(false);
  // There may be thousands of rows: compute once per change, not per render.
  const shownIds = useMemo(
    () => (heldIds ? applyStableOrder(heldIds, currentIds, (id) => known.has(id)) : currentIds),
    [heldIds, currentIds, known],
  );
  const moved = useMemo(
    () => (heldIds ? countMoved(shownIds, currentIds) : 0),
    [heldIds, shownIds, currentIds],
  );
  const holdOrder = () => setHeldIds((previous) => previous ?? currentIds);
  return {
    shownIds,
    moved,
    applyOrder: () => setHeldIds(currentIds),
    handlers: {
      onPointerEnter(event) {
        if (event.pointerType !== "mouse") return;
        setPointerIn(true);
        holdOrder();
      },
      onPointerLeave() {
        setPointerIn(false);
        if (!box.current?.querySelector(":focus-visible")) setHeldIds(null);
      },
      onFocus(event) {
        if (event.target.matches(":focus-visible")) holdOrder();
      },
      onBlur(event) {
        if (!pointerIn && !event.currentTarget.contains(event.relatedTarget)) setHeldIds(null);
      },
    },
  };
}
