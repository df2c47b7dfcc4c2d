import type { RefObject } from "react";
import { useShortcuts } from "../../ui/keyboard/shortcuts.ts";
import { useListSteps } from "../../ui/keyboard/use-list-steps.ts";

interface ArchiveShortcutsDeps {
  list: RefObject<HTMLElement | null>;
  field: RefObject<HTMLInputElement | null>;
  /** Leaves the chat. False if none is open. */
  close: () => boolean;
  /** Starts another chat with the visitor. Null: not possible now, or not permitted. */
  continueChat: (() => void) | null;
}

/** Registers the shortcuts of the archive. Returns the function that steps through the results. */
export function useArchiveShortcuts({
  list,
  field,
  close,
  continueChat,
}: ArchiveShortcutsDeps): (by: 1 | -1) => void {
  const step = useListSteps({ list: () => list.current });
  useShortcuts({
    "/": () => {
      field.current?.focus();
      field.current?.select();
    },
    r: () => continueChat !== null && (continueChat(), true),
    escape: close,
  });
  return step;
}
