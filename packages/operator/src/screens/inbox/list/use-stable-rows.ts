import { useMemo, useState, type FocusEvent, type PointerEvent, type RefObject } from "react";

/** Row order that stays the same while the pointer or the focus is in the list (product.md 3). */
export interface StableRows {
  /** Ids of the chats in display order. */
  readonly shownIds: readonly number[];
  /** Number of rows that would move if the rows were sorted now. */
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
 * Keeps rows in place. `currentIds` contains the ids in their current order. `known` contains the
 * existing chats, including chats that left the view.
 */
export function useStableRows(
  box: RefObject<HTMLElement | null>,
  currentIds: readonly number[],
  known: ReadonlyMap<number, unknown>,
): StableRows {
  const [heldIds, setHeldIds] = useState<readonly number[] | null>(null);
  const [pointerIn, setPointerIn] = useState(false);
  // Memoized, because there may be thousands of rows.
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

/**
 * Keeps the order of rows while the pointer or focus is on them (product.md 3). Rows keep their
 * place while `exists` returns true for them, even if they left the view. New rows are appended.
 */
export function applyStableOrder(
  heldIds: readonly number[],
  currentIds: readonly number[],
  exists: (id: number) => boolean,
): number[] {
  const heldSet = new Set(heldIds);
  return [...heldIds.filter(exists), ...currentIds.filter((id) => !heldSet.has(id))];
}

/**
 * Counts the rows that would move if `shownIds` became `currentIds`. Rows of the longest run that
 * keeps its order do not count.
 */
export function countMoved(shownIds: readonly number[], currentIds: readonly number[]): number {
  let unchanged = 0;
  while (unchanged < shownIds.length && shownIds[unchanged] === currentIds[unchanged])
    unchanged += 1;
  return unchanged === shownIds.length
    ? 0
    : longestUnmoved(shownIds.slice(unchanged), currentIds.slice(unchanged));
}

function longestUnmoved(shown: readonly number[], present: readonly number[]): number {
  const positionById = new Map(present.map((id, index) => [id, index]));
  const positions = shown.flatMap((id) => positionById.get(id) ?? []);
  const removedCount = shown.length - positions.length;
  return positions.length - longestIncreasingLength(positions) + removedCount;
}

function longestIncreasingLength(values: readonly number[]): number {
  const tails: number[] = [];
  for (const value of values) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tails[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    tails[low] = value;
  }
  return tails.length;
}
