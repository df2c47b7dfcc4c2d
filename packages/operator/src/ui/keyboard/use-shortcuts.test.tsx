import { startTransition, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { useShortcuts } from "./shortcuts.ts";

test("[CORE-036] a key acts on what the screen shows, also if it is pressed at once", async () => {
  const pressed = vi.fn<(chat: string) => void>();
  function Conversation({ chat }: { readonly chat: string }) {
    useShortcuts({ i: () => pressed(chat) });
    return <h1>{chat}</h1>;
  }
  /** Presses the key when the screen has just changed. */
  function Operator({ chat }: { readonly chat: string }) {
    useLayoutEffect(() => {
      window.dispatchEvent(new KeyboardEvent("keydown", { key: "i", code: "KeyI" }));
    }, [chat]);
    return <Conversation chat={chat} />;
  }
  const root = createRoot(document.body);
  for (const chat of ["Anna", "Ben"]) {
    startTransition(() => root.render(<Operator chat={chat} />));
    await expect.poll(() => document.body.textContent).toBe(chat);
  }
  root.unmount();
  expect(pressed.mock.calls).toEqual([["Anna"], ["Ben"]]);
});
