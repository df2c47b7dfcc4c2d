let focusCount = 0;

/** A fresh wish to write (`HistoryState.focus`). */
export function nextFocus(): number {
  focusCount = Math.max(focusCount + 1, Date.now());
  return focusCount;
}
