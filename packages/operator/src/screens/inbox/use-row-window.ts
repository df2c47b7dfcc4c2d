import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import { useEffect, useRef, type RefObject } from "react";

/**
 * Virtualises a long list of rows with equal heights. The row at `tabStopIndex` is always rendered,
 * wherever the list is scrolled.
 */
export function useRowWindow(box: RefObject<HTMLElement | null>, count: number, rowHeight: number, stop: number) {
  // The virtualizer object is mutable. This is safe, because the React compiler is not used.
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

/**
 * Adds rows that must stay rendered to a range: the tab stop and the focused row. Negative indexes
 * are ignored.
 */
export function withStop(range: Range, ...stops: readonly number[]): number[] {
  const rows = defaultRangeExtractor(range);
  const away = stops.filter((stop) => stop >= 0 && stop < range.count && !rows.includes(stop));
  return away.length === 0 ? rows : [...new Set([...rows, ...away])].toSorted((a, b) => a - b);
}
