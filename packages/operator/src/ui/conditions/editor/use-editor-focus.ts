import { useEffect, useRef, type KeyboardEvent, type RefObject } from "react";
import type { FocusTarget } from "./editing.ts";

const lineSelector = "[data-head], [data-path], [data-add]";

/** Moves the focus between chips and lines: by arrow keys, and when lines come and go. */
export function useEditorFocus(root: RefObject<HTMLElement | null>) {
  const target = useRef<FocusTarget | null>(null);
  useEffect(() => {
    const next = target.current;
    if (next === null) return;
    target.current = null;
    // A list or menu that closes returns the focus to its button first.
    requestAnimationFrame(() => root.current && moveFocus(root.current, next));
  });
  return {
    focusAfterChange: (next: FocusTarget) => {
      target.current = next;
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { currentTarget } = event;
      const from = event.target;
      // Events of an open list bubble here too, although it is elsewhere in the page.
      if (event.defaultPrevented || !(from instanceof HTMLElement) || !currentTarget.contains(from))
        return;
      const next = findNeighbour(currentTarget, from, event.key);
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    },
  };
}

function moveFocus(root: HTMLElement, { path, part }: FocusTarget): void {
  const find = (name: "path" | "add", value: string) =>
    [...root.querySelectorAll<HTMLElement>(`[data-${name}]`)].find(
      ({ dataset }) => dataset[name] === value,
    );
  const line = find("path", path);
  if (part === "value") {
    const chip = line?.querySelector<HTMLElement>(".chip.none");
    // The list returns the focus to the chip when it closes.
    chip?.focus();
    chip?.click();
  } else if (part === "fact" && line) listButtons(line)[0]?.focus();
  else listButtons(find("add", path) ?? root)[0]?.focus();
}

const listButtons = (line: HTMLElement): readonly HTMLElement[] => [
  ...line.querySelectorAll<HTMLElement>("button"),
];

/** Returns the button to which an arrow key moves. */
function findNeighbour(root: HTMLElement, from: HTMLElement, key: string): HTMLElement | undefined {
  const lines = [...root.querySelectorAll<HTMLElement>(lineSelector)];
  const line = lines.find((other) => other.contains(from));
  if (line === undefined) return undefined;
  const buttons = listButtons(line);
  const index = buttons.indexOf(from);
  const forward = document.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  if (key === "ArrowLeft" || key === "ArrowRight")
    return buttons[index + (key === forward ? 1 : -1)];
  if (key !== "ArrowUp" && key !== "ArrowDown") return undefined;
  const next = lines[lines.indexOf(line) + (key === "ArrowDown" ? 1 : -1)];
  const nextButtons = next === undefined ? [] : listButtons(next);
  return nextButtons[Math.min(index, nextButtons.length - 1)];
}
