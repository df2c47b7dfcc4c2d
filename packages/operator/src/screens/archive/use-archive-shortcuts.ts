import type { RefObject } from "react";
import { useShortcuts } from "../../ui/keyboard/shortcuts.ts";
import { useListSteps } from "../../ui/keyboard/use-list-steps.ts";

interface ArchiveShortcutsDeps {
  list: RefObject<HTMLElement | null>;
  field: RefObject<HTMLInputElement | null>;
  /** Closes the open chat. Returns false if none is open. */
  close: () => boolean;
  /** Starts another chat with the visitor. Null if that is not possible or not permitted. */
  continueChat: (() => void) | null;
}

/** Registers the shortcuts of the archive. Returns a function that steps through the results. */
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
