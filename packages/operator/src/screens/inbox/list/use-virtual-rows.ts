import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import { useEffect, useRef, type RefObject } from "react";

/** Virtualizes rows of equal heights. That at `tabStopIndex` is always rendered. */
export function useVirtualRows(
  box: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  tabStopIndex: number,
) {
  // The virtualizer object is mutable. This is safe, because the React compiler is not used.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    rangeExtractor: (range) => includeFocusedRows(range, tabStopIndex),
  });
  const measuredHeight = useRef(rowHeight);
  useEffect(() => {
    if (measuredHeight.current === rowHeight) return;
    measuredHeight.current = rowHeight;
    virtualizer.measure();
  }, [rowHeight, virtualizer]);
  return virtualizer;
}

/** Adds the rows that must stay rendered to a range. Ignores negative indexes. */
export function includeFocusedRows(range: Range, ...focusedIndexes: readonly number[]): number[] {
  const rows = defaultRangeExtractor(range);
  const outside = focusedIndexes.filter(
    (index) => index >= 0 && index < range.count && !rows.includes(index),
  );
  return outside.length === 0
    ? rows
    : [...new Set([...rows, ...outside])].toSorted((a, b) => a - b);
}
