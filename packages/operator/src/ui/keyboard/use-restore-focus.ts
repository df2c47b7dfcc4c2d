import { useEffect } from "react";

/** The focused element, or that which was focused before the open dialog or menu. */
let lastFocused: Element | null = null;
/** The pane (`data-pane`) that contains `lastFocused`. */
let lastPane: Element | null = null;
/**
 * True after a press on empty space removed the focus. The page may then stay without focus until
 * the next key.
 */
let isReleased = false;

/**
 * Keeps the focus in the page (WCAG 2.4.3, CORE-145). If the focused element disappears, the focus
 * moves to the same control of the row that takes its place. If there is none, the focus moves to
 * the tab stop of its pane, or else to the title of the screen. After a page load, the focus starts
 * at the title. Must be mounted once, at the root.
 */
export function useRestoreFocus(): void {
  useEffect(() => {
    restoreFocus([]);
    const watch = new MutationObserver(restoreFocus);
    watch.observe(document.body, { childList: true, subtree: true });
    const listeners = [
      ["focusin", onFocusIn],
      ["focusout", onFocusOut],
      ["keydown", onKeyDown],
    ] as const;
    for (const [name, listener] of listeners)
      document.addEventListener(name, listener as EventListener);
    return () => {
      watch.disconnect();
      for (const [name, listener] of listeners)
        document.removeEventListener(name, listener as EventListener);
    };
  }, []);
}

/** Returns true if only the page, the screen or a title has the focus, no key handler. */
export function isFocusIdle(): boolean {
  return (
    hasNoFocus() || document.activeElement?.matches("#screen, h1, h2[aria-level='1']") === true
  );
}

const layerSelector = ".overlay, .popover";
const hasOpenLayer = (): boolean => document.querySelector(layerSelector) !== null;
const hasNoFocus = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;
const canReceiveFocus = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.isConnected &&
  element.checkVisibility({ visibilityProperty: true });

function restoreFocus(changes: readonly MutationRecord[]): void {
  if (isReleased || !hasNoFocus() || hasOpenLayer()) return;
  if (canReceiveFocus(lastFocused)) restoreNextFrame(lastFocused);
  else
    (
      findReplacement(lastFocused, changes) ??
      findSameControl(lastFocused, changes) ??
      findTabStop(lastPane) ??
      getScreenTitle()
    )?.focus({
      preventScroll: true,
    });
}

/** Restores the focus after a dialog or menu that has not done so within a frame. */
function restoreNextFrame(to: HTMLElement): void {
  afterFrame(() => {
    if (!isReleased && hasNoFocus() && !hasOpenLayer() && canReceiveFocus(to))
      to.focus({ preventScroll: true });
  });
}
const afterFrame = (run: () => void): number =>
  requestAnimationFrame(() => requestAnimationFrame(run));

/** The field for a chat that opens. When its wait ends, the focus goes back to where it was. */
const isKeyCatcher = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches("[data-key-catcher]");

function onFocusIn({ target }: FocusEvent): void {
  isReleased = false;
  if (!(target instanceof Element) || target.closest(layerSelector) !== null) return;
  if (isKeyCatcher(target)) return;
  lastFocused = target;
  lastPane = target.closest("[data-pane]");
}

/**
 * Handles the loss of focus. A press on empty space releases the focus. An opening dialog or a
 * removed or hidden element does not.
 */
function onFocusOut({ target, relatedTarget }: FocusEvent): void {
  if (relatedTarget !== null) return;
  queueMicrotask(() => {
    const isLastFocused = target === lastFocused || isKeyCatcher(target);
    if (!isLastFocused || !hasNoFocus() || hasOpenLayer()) return;
    if (canReceiveFocus(lastFocused)) isReleased = true;
    // The element was hidden and not removed, so there is no mutation record of a replacement.
    else if (lastFocused?.isConnected === true) restoreFocus([]);
  });
}

/** Restores the focus after a key press, when the key has been handled. */
function onKeyDown({ key }: KeyboardEvent): void {
  if (["Tab", "Shift", "Control", "Alt", "Meta"].includes(key)) return;
  afterFrame(() => {
    isReleased = false;
    restoreFocus([]);
  });
}

/** Finds a new control with the same accessible name, such as one that replaces its placeholder. */
function findReplacement(
  lost: Element | null,
  changes: readonly MutationRecord[],
): HTMLElement | undefined {
  const label = lost?.getAttribute("aria-label");
  if (label == null) return undefined;
  const added = changes.flatMap(({ addedNodes }) =>
    [...addedNodes].filter((node) => node instanceof Element),
  );
  return added
    .flatMap((node) => [node, ...node.querySelectorAll("[aria-label]")])
    .filter(canReceiveFocus)
    .find(
      (control) =>
        control.tagName === lost?.tagName && control.getAttribute("aria-label") === label,
    );
}

/** Finds the same control in the row that has replaced the removed row. */
function findSameControl(
  lost: Element | null,
  changes: readonly MutationRecord[],
): HTMLElement | undefined {
  if (lost === null) return undefined;
  for (const { removedNodes, nextSibling, previousSibling } of changes)
    for (const removed of removedNodes) {
      if (!isRow(removed) || !removed.contains(lost)) continue;
      const row = [nextSibling, previousSibling].find(isRow);
      const at = listControls(removed).findIndex((control) => control === lost);
      return row && listControls(row)[at];
    }
  return undefined;
}
const isRow = (node: Node | null): node is Element =>
  node instanceof HTMLTableRowElement || node instanceof HTMLLIElement;
const listControls = (row: Element): readonly HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>("a[href], button, input, select"),
];

/**
 * Finds the row or message group of a pane that has the tab stop. Never returns a field, because
 * the operator's next letters would be typed into it.
 */
function findTabStop(lost: Element | null): HTMLElement | undefined {
  return findVisible(
    lost?.isConnected === true ? lost : null,
    "[role=row][tabindex='0'], [data-article][tabindex='0']",
  );
}

function getScreenTitle(): HTMLElement | undefined {
  const title = findVisible(
    document.getElementById("screen") ?? document.body,
    "h1, h2[aria-level='1']",
  );
  if (title && !title.hasAttribute("tabindex")) title.tabIndex = -1;
  return title;
}

function findVisible(within: Element | null, selector: string): HTMLElement | undefined {
  return [...(within?.querySelectorAll<HTMLElement>(selector) ?? [])].find(canReceiveFocus);
}
