import type { RefObject } from "react";
import { useKeys } from "../../ui/keys.ts";
import { useListSteps } from "../../ui/list-steps.ts";

interface Deps {
  list: RefObject<HTMLElement | null>;
  field: RefObject<HTMLInputElement | null>;
  /** Leaves the chat. False if none is open. */
  close: () => boolean;
  /** Starts another chat with the visitor. Null: not possible now, or not permitted. */
  again: (() => void) | null;
}

/** Registers the shortcuts of the archive. Returns the function that steps through the results. */
export function useArchiveKeys({ list, field, close, again }: Deps): (by: 1 | -1) => void {
  const step = useListSteps({ list: () => list.current });
  useKeys({
    "/": () => {
      field.current?.focus();
      field.current?.select();
    },
    r: () => again !== null && (again(), true),
    escape: close,
  });
  return step;
}
