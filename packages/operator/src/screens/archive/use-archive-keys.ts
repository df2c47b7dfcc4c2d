import type { RefObject } from "react";
import { useKeys } from "../../ui/keys.ts";
import { useListSteps } from "../../ui/list-steps.ts";

interface Deps {
  list: RefObject<HTMLElement | null>;
  field: RefObject<HTMLInputElement | null>;
  /** Leaves the chat; false when none is open. */
  close: () => boolean;
  /** Begins a chat with the visitor again; null: not now, or not for this operator. */
  again: (() => void) | null;
}

/** The keys of the archive; returns the step along the rows found. */
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
