let focusCount = 0;

/** Returns a new number that requests the focus of the composer once (`HistoryState.focus`). */
export function createFocusRequest(): number {
  focusCount = Math.max(focusCount + 1, Date.now());
  return focusCount;
}
