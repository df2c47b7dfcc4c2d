import type { HostText } from "../text.ts";

/** The bar shown in the state `chat/min`. */
export interface MinimisedBar {
  readonly element: HTMLElement;
  readonly open: HTMLButtonElement;
  show(isShown: boolean, names: string, count: string): void;
}
export interface MinimisedBarDeps {
  readonly text: HostText;
  readonly cross: SVGElement;
  readonly press: () => void;
  readonly end: () => void;
}

/** Creates a bar with one wide button that opens the chat and one that closes the bar. */
export function createMinimisedBar(
  name: string,
  { text, cross, press, end }: MinimisedBarDeps,
): MinimisedBar {
  const element = createElement("div", name);
  const open = createElement("button");
  const label = createElement("span", "w");
  const close = createElement("button", "x");
  open.type = close.type = "button";
  close.append(cross);
  close.addEventListener("click", end);
  open.addEventListener("click", press);
  open.setAttribute("aria-expanded", "false");
  open.append(label);
  element.append(open, close);
  element.hidden = true;
  return {
    element,
    open,
    show(isShown: boolean, names: string, count: string) {
      element.hidden = !isShown;
      if (!isShown) return;
      close.setAttribute("aria-label", text.close);
      const small = createElement("small");
      small.textContent = count || text.chat;
      label.replaceChildren(names, small);
    },
  };
}

export function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className?: string,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  if (className) element.className = className;
  return element;
}
