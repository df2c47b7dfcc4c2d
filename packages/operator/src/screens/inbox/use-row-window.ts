import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import { useEffect, useRef, type RefObject } from "react";

/** The rows in sight of a long list of equal heights. The row at `stop` is always among them, wherever the list is scrolled. */
export function useRowWindow(box: RefObject<HTMLElement | null>, count: number, rowHeight: number, stop: number) {
  // The virtualiser changes in place; without the React compiler nothing here is memoised behind its back.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    rangeExtractor: (range) => withStop(range, stop),
  });
  const measured = useRef(rowHeight);
  useEffect(() => {
    if (measured.current === rowHeight) return;
    measured.current = rowHeight;
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
