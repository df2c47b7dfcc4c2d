import { useKeys } from "./keys.ts";

interface Steps {
  list: () => HTMLElement | null;
  /** A step also opens the row. */
  opens?: boolean;
}

/**
 * J and K go from row to row of a list, on a row the arrows do too. The control of the row (`data-step`) takes the focus, so Enter opens the row with
 * the ring around it. Returns the step for other keys of the screen.
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
