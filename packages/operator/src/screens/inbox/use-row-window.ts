import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import { useEffect, type RefObject } from "react";

/** The rows in sight of a long list of equal heights. The row at `stop` is always among them, wherever the list is scrolled. */
export function useRowWindow(box: RefObject<HTMLElement | null>, ids: readonly number[], rowHeight: number, stop: number) {
  // The virtualiser changes in place; without the React compiler nothing here is memoised behind its back.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    getItemKey: (index) => ids[index] ?? index,
    rangeExtractor: (range) => withStop(range, stop),
  });
  useEffect(() => {
    virtual.measure();
  }, [rowHeight, virtual]);
  return virtual;
}

/** Rows of a range, and those that must stay: the one that takes part in the tab order, the one with the focus. Negative: none. */
export function withStop(range: Range, ...stops: readonly number[]): number[] {
  const rows = defaultRangeExtractor(range);
  const away = stops.filter((stop) => stop >= 0 && stop < range.count && !rows.includes(stop));
  return away.length === 0 ? rows : [...new Set([...rows, ...away])].toSorted((a, b) => a - b);
}
