import { useEffect, useEffectEvent, type RefObject } from "react";
import { browserClock } from "../../../state/clock.ts";
import { isEditable, useShortcuts } from "../../../ui/keyboard/shortcuts.ts";
import { useProvideListedChats } from "./listed-chats.ts";
import { getSelectedChats, getSelectionAnchor, selectChats, toggleChat } from "./selection.ts";

interface SelectionKeysProps {
  /** The grid with the rows. */
  box: RefObject<HTMLElement | null>;
  /** Ids of the rows in display order. */
  ids: readonly number[];
  /** The open chat, which X selects if no row has the focus. */
  open: number | null;
}

const longPressMs = 500;

/**
 * Selects rows: X and Shift X for the focused row, Shift with ↑ ↓ or a click, and a long press on
 * touch screens. Ctrl A extends a selection to all rows. Esc clears it, as does another view.
 */
export function SelectionKeys({ box, ids, open }: SelectionKeysProps) {
  const onCurrentRow = (act: (id: number) => void) => () => {
    const id = getRowId(document.activeElement) ?? open;
    if (id === null || !ids.includes(id)) return false;
    act(id);
    return true;
  };
  useShortcuts({
    x: onCurrentRow(toggleChat),
    "shift+x": onCurrentRow((id) => extendTo(id, ids)),
    "mod+a": ifSelected(() => selectChats(ids)),
    escape: ifSelected(() => selectChats([])),
  });
  useRowPresses(box, ids);
  useProvideListedChats(ids);
  useEffect(() => () => selectChats([]), []);
  return null;
}

/** Runs an action if chats are selected and the focus is not in a text. */
const ifSelected = (act: () => void) => () => {
  if (getSelectedChats().size === 0 || isEditable(document.activeElement)) return false;
  act();
  return true;
};

/** Selects the rows from the one that was selected last. */
function extendTo(id: number, ids: readonly number[]): void {
  const [from, to] = [ids.indexOf(getSelectionAnchor() ?? id), ids.indexOf(id)];
  if (from < 0) return toggleChat(id);
  const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1);
  selectChats([...getSelectedChats(), ...range]);
}

/** Listens to presses on rows before the list opens them. */
function useRowPresses(box: RefObject<HTMLElement | null>, ids: readonly number[]): void {
  const onClick = useEffectEvent((event: MouseEvent) => {
    const id = getRowId(event.target);
    if (!event.shiftKey || id === null) return;
    event.preventDefault();
    event.stopPropagation();
    extendTo(id, ids);
  });
  /** The list moves the focus. */
  const onKeyDown = useEffectEvent(({ key, shiftKey, target }: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const id = getRowId(target);
    if (!shiftKey || step === undefined || id === null) return;
    const next = ids[ids.indexOf(id) + step];
    if (getSelectedChats().size === 0) toggleChat(id);
    if (next !== undefined) extendTo(next, ids);
  });
  useEffect(() => {
    const grid = box.current;
    if (grid === null) return;
    const stopLongPress = watchLongPress(grid, toggleChat);
    grid.addEventListener("click", onClick, true);
    grid.addEventListener("keydown", onKeyDown);
    return () => {
      grid.removeEventListener("click", onClick, true);
      grid.removeEventListener("keydown", onKeyDown);
      stopLongPress();
    };
  }, [box]);
}

/**
 * Calls `run` with the row of a long press. The click that ends the press is ignored. Some browsers
 * report the press as a request for a menu before its time is over.
 */
function watchLongPress(grid: HTMLElement, run: (id: number) => void): () => void {
  /** Ends the press that waits for its time. */
  let cancel: (() => void) | null = null;
  let isTouch = false;
  const stop = () => {
    cancel?.();
    cancel = null;
  };
  const fire = (id: number) => {
    stop();
    run(id);
    const ignore = (click: Event) => {
      click.preventDefault();
      click.stopPropagation();
    };
    grid.addEventListener("click", ignore, { capture: true, once: true });
    // If no click ends the press, that of the next press counts.
    const next = () => grid.removeEventListener("click", ignore, { capture: true });
    grid.addEventListener("pointerdown", next, { once: true });
  };
  const onPointerDown = (event: PointerEvent) => {
    const id = getRowId(event.target);
    isTouch = event.pointerType === "touch";
    if (isTouch && id !== null) cancel = browserClock.after(longPressMs, () => fire(id));
  };
  const onContextMenu = (event: MouseEvent) => {
    const id = getRowId(event.target);
    if (!isTouch || id === null) return;
    event.preventDefault();
    if (cancel !== null) fire(id);
  };
  // A scroll cancels the pointer.
  const ends = ["pointerup", "pointercancel"] as const;
  grid.addEventListener("pointerdown", onPointerDown);
  grid.addEventListener("contextmenu", onContextMenu);
  for (const end of ends) grid.addEventListener(end, stop);
  return () => {
    stop();
    grid.removeEventListener("pointerdown", onPointerDown);
    grid.removeEventListener("contextmenu", onContextMenu);
    for (const end of ends) grid.removeEventListener(end, stop);
  };
}

/** Returns the chat of the row around an element. */
function getRowId(target: EventTarget | null): number | null {
  const row =
    target instanceof Element ? target.closest<HTMLElement>("[data-chat][role=row]") : null;
  return row === null ? null : Number(row.dataset["chat"]);
}
