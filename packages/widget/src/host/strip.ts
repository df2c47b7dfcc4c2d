import type { Words } from "./words.ts";

/** The bar of `chat/min`. */
export interface Strip {
  readonly whole: HTMLElement;
  /** Opens the chat. */
  readonly open: HTMLButtonElement;
  show(isShown: boolean, names: string, count: string): void;
}
export interface StripDeps {
  readonly words: Words;
  readonly cross: SVGElement;
  readonly press: () => void;
  readonly end: () => void;
}

/** Creates a bar with one wide button that opens the chat and one that closes the bar. */
export function drawStrip(name: string, { words, cross, press, end }: StripDeps): Strip {
  const whole = make("div", name);
  const open = make("button");
  const who = make("span", "w");
  const close = make("button", "x");
  open.type = close.type = "button";
  close.append(cross);
  close.addEventListener("click", end);
  open.addEventListener("click", press);
  open.setAttribute("aria-expanded", "false");
  open.append(who);
  whole.append(open, close);
  whole.hidden = true;
  return {
    whole,
    open,
    show(isShown: boolean, names: string, count: string) {
      whole.hidden = !isShown;
      if (!isShown) return;
      close.setAttribute("aria-label", words.close);
      const small = make("small");
      small.textContent = count || words.chat;
      who.replaceChildren(names, small);
    },
  };
}

export function make<K extends keyof HTMLElementTagNameMap>(name: K, className?: string): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  if (className) element.className = className;
  return element;
}
