import { useKeys } from "./keys.ts";

interface Steps {
  list: () => HTMLElement | null;
  /** A step also opens the row. */
  opens?: boolean;
}

/**
 * Moves between rows of a list with J and K, and with the arrow keys if a row has the focus. The
 * row's control (`data-step`) takes the focus, so Enter opens the row. Returns the step function
 * for other shortcuts of the screen.
 */
export function useListSteps({ list, opens = false }: Steps): (by: 1 | -1) => boolean {
  const step = (by: 1 | -1): boolean => {
    const rows = [...(list()?.querySelectorAll<HTMLElement>("[data-step]") ?? [])];
    const focused = rows.findIndex((row) => row === document.activeElement);
    const from = focused >= 0 ? focused : rows.findIndex((row) => row.getAttribute("aria-current") === "true");
    const next = rows[Math.max(0, Math.min(rows.length - 1, from + by))];
    next?.focus();
    if (opens && next?.getAttribute("aria-current") !== "true") next?.click();
    return next !== undefined;
  };
  const onRow = () => document.activeElement?.matches("[data-step]") === true && list()?.contains(document.activeElement) === true;
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    arrowdown: () => onRow() && step(1),
    arrowup: () => onRow() && step(-1),
  });
  return step;
}
