import { useLayoutEffect } from "react";
import { keysReadyEvent, takeOverKeys } from "../../../ui/open-chat/keys.ts";
import type { ComposerProps } from "./use-composer.ts";

/** Takes what was typed for the chat before its composer was on the screen (CORE-471). */
export function useKeptKeys({
  chat: { id: chat },
  me: { id: operator },
  mode,
  field,
}: ComposerProps): void {
  useLayoutEffect(() => {
    const takeOver = () => {
      if (field.current) takeOverKeys(field.current, { operator, chat, mode });
    };
    takeOver();
    window.addEventListener(keysReadyEvent, takeOver);
    return () => window.removeEventListener(keysReadyEvent, takeOver);
  }, [operator, chat, mode, field]);
}
