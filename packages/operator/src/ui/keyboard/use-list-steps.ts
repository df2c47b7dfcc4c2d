import { useShortcuts } from "./shortcuts.ts";

interface ListStepsOptions {
  list: () => HTMLElement | null;
  opensRow?: boolean;
}

/**
 * Moves between rows of a list with J and K, and with the arrow keys if a row has the focus. The
 * row's control (`data-step`) gets the focus, so that Enter opens the row. Returns the step
 * function, so that the screen can use it in other shortcuts.
 */
export function useListSteps({
  list,
  opensRow = false,
}: ListStepsOptions): (delta: 1 | -1) => boolean {
  const step = (delta: 1 | -1): boolean => {
    const rows = [...(list()?.querySelectorAll<HTMLElement>("[data-step]") ?? [])];
    const focused = rows.findIndex((row) => row === document.activeElement);
    const from =
      focused >= 0 ? focused : rows.findIndex((row) => row.getAttribute("aria-current") === "true");
    const next = rows[Math.max(0, Math.min(rows.length - 1, from + delta))];
    next?.focus();
    if (opensRow && next?.getAttribute("aria-current") !== "true") next?.click();
    return next !== undefined;
  };
  const isRowFocused = () =>
    document.activeElement?.matches("[data-step]") === true &&
    list()?.contains(document.activeElement) === true;
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    arrowdown: () => isRowFocused() && step(1),
    arrowup: () => isRowFocused() && step(-1),
  });
  return step;
}
