import { useLayoutEffect } from "react";
import { keysReadyEvent, takeOverKeys } from "../../../ui/open-chat/keys.ts";
import type { ComposerProps } from "./use-composer.ts";

/** Takes what was typed for the chat before its composer was on the screen (CORE-471). */
export function useCaughtKeys({ chat, me, mode, field }: ComposerProps): void {
  const chatId = chat.id;
  const operatorId = me.id;
  useLayoutEffect(() => {
    const takeOver = () => {
      if (field.current) takeOverKeys(field.current, { operatorId, chatId, mode });
    };
    takeOver();
    window.addEventListener(keysReadyEvent, takeOver);
    return () => window.removeEventListener(keysReadyEvent, takeOver);
  }, [operatorId, chatId, mode, field]);
}
