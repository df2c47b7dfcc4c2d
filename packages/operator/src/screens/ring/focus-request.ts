let focusCount = 0;

/** Returns a new number, which makes the composer take the focus once (`HistoryState.focus`). */
export function createFocusRequest(): number {
  focusCount = Math.max(focusCount + 1, Date.now());
  return focusCount;
}
