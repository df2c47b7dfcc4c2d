import type { RefObject } from "react";
import { useKeys } from "../../ui/keys.ts";

interface Deps {
  list: RefObject<HTMLElement | null>;
  field: RefObject<HTMLInputElement | null>;
  /** Leaves the chat; false when none is open. */
  close: () => boolean;
  /** Begins a chat with the visitor again; null: not now, or not for this operator. */
  again: (() => void) | null;
}

/** The keys of the archive; gives what moves along the rows found. */
export function useArchiveKeys({ list, field, close, again }: Deps): (step: number) => void {
  const move = (step: number) => {
    const ways = [...(list.current?.querySelectorAll<HTMLElement>("[data-found]") ?? [])];
    const here = ways.findIndex((way) => way === document.activeElement);
    const from = here >= 0 ? here : ways.findIndex((way) => way.getAttribute("aria-current") === "true");
    ways[Math.max(0, Math.min(ways.length - 1, from + step))]?.focus();
  };
  const inList = () => list.current?.contains(document.activeElement) === true && document.activeElement?.matches("[data-found]") === true;
  useKeys({
    "/": () => {
      field.current?.focus();
      field.current?.select();
    },
    j: () => move(1),
    k: () => move(-1),
    arrowdown: () => (inList() ? move(1) : false),
    arrowup: () => (inList() ? move(-1) : false),
    r: () => again !== null && (again(), true),
    escape: close,
  });
  return move;
}
