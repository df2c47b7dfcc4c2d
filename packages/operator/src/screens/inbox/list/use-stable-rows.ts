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

/** Keeps rows in place. `known`: existing chats, including those that left the view. */
export function useStableRows(
  box: RefObject<HTMLElement | null>,
  currentIds: readonly number[],
  known: ReadonlyMap<number, unknown>,
): StableRows {
  const [frozenOrder, setFrozenOrder] = useState<RowOrder | null>(null);
  const [pointerIn, setPointerIn] = useState(false);
  // Memoized, because there may be thousands of rows.
  const shown = useMemo(
    () => frozenOrder && applyStableOrder(frozenOrder, currentIds, (id) => known.has(id)),
    [frozenOrder, currentIds, known],
  );
  // The next changes are compared with this order, which then needs no copy.
  if (shown !== frozenOrder) setFrozenOrder(shown);
  const moved = useMemo(() => (shown ? countMoved(shown, currentIds) : 0), [shown, currentIds]);
  const freezeOrder = () => setFrozenOrder((previous) => previous ?? createRowOrder(currentIds));
  return {
    shownIds: shown?.ids ?? currentIds,
    moved,
    applyOrder: () => setFrozenOrder(createRowOrder(currentIds)),
    handlers: {
      onPointerEnter(event) {
        if (event.pointerType !== "mouse") return;
        setPointerIn(true);
        freezeOrder();
      },
      onPointerLeave() {
        setPointerIn(false);
        if (!box.current?.querySelector(":focus-visible")) setFrozenOrder(null);
      },
      onFocus(event) {
        if (event.target.matches(":focus-visible")) freezeOrder();
      },
      onBlur(event) {
        if (!pointerIn && !event.currentTarget.contains(event.relatedTarget)) setFrozenOrder(null);
      },
    },
  };
}

/** The ids of rows in an order, and the place of each. */
export interface RowOrder {
  readonly ids: readonly number[];
  readonly indexById: ReadonlyMap<number, number>;
}
export const createRowOrder = (ids: readonly number[]): RowOrder => ({
  ids,
  indexById: new Map(ids.map((id, index) => [id, index])),
});

/**
 * Keeps the order of rows while the pointer or focus is on them (product.md 3). Rows keep their
 * place while `exists` returns true for them, even if they left the view. New rows are appended.
 * Returns the same order if no row came or went. A copy per event is most of the page's garbage.
 */
export function applyStableOrder(
  frozenOrder: RowOrder,
  currentIds: readonly number[],
  exists: (id: number) => boolean,
): RowOrder {
  const isNew = (id: number): boolean => !frozenOrder.indexById.has(id);
  if (frozenOrder.ids.every(exists) && !currentIds.some(isNew)) return frozenOrder;
  return createRowOrder([...frozenOrder.ids.filter(exists), ...currentIds.filter(isNew)]);
}

/** Counts the rows that sorting as `currentIds` would move, outside the longest unchanged run. */
export function countMoved(shown: RowOrder, currentIds: readonly number[]): number {
  const { ids, indexById } = shown;
  let unchanged = 0;
  while (unchanged < ids.length && ids[unchanged] === currentIds[unchanged]) unchanged += 1;
  let unmovedCount = 0;
  if (runEnds.length < currentIds.length) runEnds = new Int32Array(currentIds.length);
  for (let at = unchanged; at < currentIds.length; at++) {
    const index = indexById.get(currentIds[at] as number);
    if (index === undefined) continue;
    const length = findRunLength(index, unmovedCount);
    runEnds[length] = index;
    unmovedCount = Math.max(unmovedCount, length + 1);
  }
  return ids.length - unchanged - unmovedCount;
}
/** The smallest end of an increasing run, by its length. Kept, to allocate nothing. */
let runEnds = new Int32Array(0);

/** Returns the length of the longest of the first `count` runs that `index` continues. */
function findRunLength(index: number, count: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runEnds[middle] ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  return low;
}
