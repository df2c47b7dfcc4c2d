import { useEffect } from "react";

/** The element that has the focus, or had it before a dialog or menu took it. */
let place: Element | null = null;
/** The pane (`data-pane`) of `place`. */
let pane: Element | null = null;
/** A press on empty ground took the focus away; it may be nowhere until the next key. */
let isReleased = false;

/**
 * Keeps the focus in the page (WCAG 2.4.3, CORE-145). When the element with the focus disappears, the focus moves to the same control of the row in
 * its place, else to the tab stop of its pane, else to the title of the screen. After a load it begins at the title. Mounted once, at the root.
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

/** Whether the focus is on nothing that has keys of its own: the page, the screen or a title. */
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

/** A dialog or menu that closes gives the focus back by itself within a frame; this is for one that does not. */
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

/** A press on empty ground releases the focus. A dialog that opens and an element that is removed or hidden do not. */
function onFocusOut({ target, relatedTarget }: FocusEvent): void {
  if (relatedTarget !== null) return;
  queueMicrotask(() => {
    if (target !== place || !isNowhere() || isCovered()) return;
    if (canHold(place)) isReleased = true;
    // Hidden, not removed: then the observer knows what came in its place.
    else if (place?.isConnected === true) keep([]);
  });
}

/** Brings the focus back after a key, once the key has done its work. */
function onKeyDown({ key }: KeyboardEvent): void {
  if (["Tab", "Shift", "Control", "Alt", "Meta"].includes(key)) return;
  afterFrame(() => {
    isReleased = false;
    keep([]);
  });
}

/** The control that replaces the lost one under the same name, as a menu button does when its menu has been loaded. */
function twinOf(lost: Element | null, changes: readonly MutationRecord[]): HTMLElement | undefined {
  const label = lost?.getAttribute("aria-label");
  if (label == null) return undefined;
  const added = changes.flatMap(({ addedNodes }) => [...addedNodes].filter((node) => node instanceof Element));
  return added
    .flatMap((node) => [node, ...node.querySelectorAll("[aria-label]")])
    .filter(canHold)
    .find((one) => one.tagName === lost?.tagName && one.getAttribute("aria-label") === label);
}

/** The same control of the row in the place of the lost one. */
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

/** The row or article of a pane that Tab leads to; never a field, where the next letters would be text. */
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
