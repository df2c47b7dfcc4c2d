import { useEffect } from "react";

/** The element with the focus, or the last one before a dialog or menu took the focus. */
let place: Element | null = null;
/** The pane (`data-pane`) that contains `lastFocused`. */
let pane: Element | null = null;
/**
 * True after a press on empty space removed the focus. The page may then stay without focus until
 * the next key.
 */
let isReleased = false;

/**
 * Keeps the focus in the page (WCAG 2.4.3, CORE-145). If the focused element disappears, the focus
 * moves to the same control of the row in its place. Otherwise it moves to the tab stop of its
 * pane, or else to the title of the screen. After a page load it starts at the title. Mount it
 * once, at the root.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    keep([]);
    const watch = new MutationObserver(keep);
    watch.observe(document.body, { childList: true, subtree: true });
    const listeners = [
      ["focusin", onFocusIn],
      ["focusout", onFocusOut],
      ["keydown", onKeyDown],
    ] as const;
    for (const [name, listener] of listeners) document.addEventListener(name, listener as EventListener);
    return () => {
      watch.disconnect();
      for (const [name, listener] of listeners) document.removeEventListener(name, listener as EventListener);
    };
  }, []);
}

/**
 * Returns whether no element with shortcuts of its own has the focus: only the page, the screen or
 * a title.
 */
export function isAtRest(): boolean {
  return isNowhere() || document.activeElement?.matches("#screen, h1, h2[aria-level='1']") === true;
}

const layers = ".overlay, .popover";
const isCovered = (): boolean => document.querySelector(layers) !== null;
const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;
const canHold = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && element.checkVisibility({ visibilityProperty: true });

function keep(changes: readonly MutationRecord[]): void {
  if (isReleased || !isNowhere() || isCovered()) return;
  if (canHold(place)) returnLater(place);
  else (twinOf(place, changes) ?? nextOf(place, changes) ?? stopOf(pane) ?? titleOf())?.focus({ preventScroll: true });
}

/** Restores the focus after a closed dialog or menu that has not done so itself within a frame. */
function returnLater(to: HTMLElement): void {
  afterFrame(() => {
    if (!isReleased && isNowhere() && !isCovered() && canHold(to)) to.focus({ preventScroll: true });
  });
}
const afterFrame = (run: () => void): number => requestAnimationFrame(() => requestAnimationFrame(run));

function onFocusIn({ target }: FocusEvent): void {
  isReleased = false;
  if (!(target instanceof Element) || target.closest(layers) !== null) return;
  place = target;
  pane = target.closest("[data-pane]");
}

/**
 * A press on empty space releases the focus. An opening dialog or a removed or hidden element does
 * not.
 */
function onFocusOut({ target, relatedTarget }: FocusEvent): void {
  if (relatedTarget !== null) return;
  queueMicrotask(() => {
    if (target !== place || !isNowhere() || isCovered()) return;
    if (canHold(place)) isReleased = true;
    // The element was hidden, not removed, so no mutation record names its replacement.
    else if (place?.isConnected === true) keep([]);
  });
}

/** Restores the focus after a key press, once the key was handled. */
function onKeyDown({ key }: KeyboardEvent): void {
  if (["Tab", "Shift", "Control", "Alt", "Meta"].includes(key)) return;
  afterFrame(() => {
    isReleased = false;
    keep([]);
  });
}

/**
 * Finds a new control with the same accessible name, such as a menu button that replaces its
 * placeholder.
 */
function twinOf(lost: Element | null, changes: readonly MutationRecord[]): HTMLElement | undefined {
  const label = lost?.getAttribute("aria-label");
  if (label == null) return undefined;
  const added = changes.flatMap(({ addedNodes }) => [...addedNodes].filter((node) => node instanceof Element));
  return added
    .flatMap((node) => [node, ...node.querySelectorAll("[aria-label]")])
    .filter(canHold)
    .find((one) => one.tagName === lost?.tagName && one.getAttribute("aria-label") === label);
}

/** Finds the same control in the row that took the place of the removed one. */
function nextOf(lost: Element | null, changes: readonly MutationRecord[]): HTMLElement | undefined {
  if (lost === null) return undefined;
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

/**
 * Finds the row or message group of a pane that has the tab stop. Never a field, because the next
 * letters would be typed there.
 */
function stopOf(lost: Element | null): HTMLElement | undefined {
  return visible(lost?.isConnected === true ? lost : null, "[role=row][tabindex='0'], [data-article][tabindex='0']");
}

function titleOf(): HTMLElement | undefined {
  const title = visible(document.getElementById("screen") ?? document.body, "h1, h2[aria-level='1']");
  if (title && !title.hasAttribute("tabindex")) title.tabIndex = -1;
  return title;
}

function visible(within: Element | null, selector: string): HTMLElement | undefined {
  return [...(within?.querySelectorAll<HTMLElement>(selector) ?? [])].find(canHold);
}
