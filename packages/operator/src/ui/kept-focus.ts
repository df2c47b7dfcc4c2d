import { useEffect, type RefObject } from "react";

/** Where the focus is, or was before a dialog or menu took it; null: it is nowhere, by somebody's wish. */
let place: Element | null = null;

/**
 * When what had the focus goes (a form that made something, a thing that was deleted, a page), the focus goes on instead of falling to nowhere (WCAG 2.4.3): from a
 * row that is gone to the same control of the row in its place, else to the title. Before somebody's first step there is nothing to keep.
 */
export function useKeptFocus(title: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const keep = (changes: readonly MutationRecord[]): void => {
      const lost = place;
      // A dialog gives the focus back by itself, if there is where to.
      if (lost === null || lost.isConnected || isCovered() || !isNowhere()) return;
      (nextOf(lost, changes) ?? title.current)?.focus();
    };
    keep([]);
    const watch = new MutationObserver(keep);
    watch.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("focusin", came);
    document.addEventListener("focusout", left);
    return () => {
      watch.disconnect();
      document.removeEventListener("focusin", came);
      document.removeEventListener("focusout", left);
    };
  }, [title]);
}

const layers = ".overlay, .popover";
const isCovered = (): boolean => document.querySelector(layers) !== null;
const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

function came({ target }: FocusEvent): void {
  if (target instanceof Element && target.closest(layers) === null) place = target;
}

/** A press beside everything leaves the place; a dialog that opens and what is taken away beneath the focus do not. */
function left({ target, relatedTarget }: FocusEvent): void {
  if (relatedTarget !== null) return;
  queueMicrotask(() => {
    if (target === place && place?.isConnected === true && isNowhere() && !isCovered()) place = null;
  });
}

/** The same control of the row in the place of the lost one. */
function nextOf(lost: Element, changes: readonly MutationRecord[]): HTMLElement | undefined {
  for (const { removedNodes, nextSibling, previousSibling } of changes)
    for (const gone of removedNodes) {
      if (!isRow(gone) || !gone.contains(lost)) continue;
      const row = [nextSibling, previousSibling].find(isRow);
      const at = controlsOf(gone).findIndex((one) => one === lost);
      return row && controlsOf(row)[at];
    }
  return undefined;
}

const isRow = (node: Node | null): node is Element => node instanceof HTMLTableRowElement || node instanceof HTMLLIElement;
const controlsOf = (row: Element): readonly HTMLElement[] => [...row.querySelectorAll<HTMLElement>("a[href], button, input, select")];
