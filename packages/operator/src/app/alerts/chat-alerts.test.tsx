import { waitFor } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { createTestInbox, createWaitingChat, toChatEntity } from "../../../tests/inbox.ts";
import { renderApp } from "../../../tests/render-app.tsx";
import { setPreferences } from "../../state/browser/preferences.ts";
import { browserClock } from "../../state/clock.ts";

test("[CORE-012] the title flashes for those who asked for it, until they look", async () => {
  /** What runs at the interval of the title. Null if nothing does. */
  let flash: (() => void) | null = null;
  const runEvery = browserClock.every.bind(browserClock);
  vi.spyOn(browserClock, "every").mockImplementation((ms, run) => {
    if (ms !== 1_500) return runEvery(ms, run);
    flash = run;
    return () => {
      flash = null;
    };
  });
  const hasFocus = vi.spyOn(document, "hasFocus").mockReturnValue(false);
  const inbox = createTestInbox([]);
  const { screen, sockets } = await renderApp("/inbox/all", inbox.answers);
  setPreferences({ flash: true });
  await screen.findByRole("button", { name: "Connected to the server" });
  const chat = createWaitingChat(5, "Flo Flash", "Hello there", { offered: [1] });
  inbox.change(5, chat);
  sockets.sendEvent("chat_created", { chat: toChatEntity(chat) });
  sockets.sendEvent("message_created", { message: chat.last_message! });
  await waitFor(() => expect(document.title).toBe("New chat from Flo Flash"));
  flash!();
  expect(document.title).toMatch(/Parlour$/);
  flash!();
  expect(document.title).toBe("New chat from Flo Flash");
  hasFocus.mockReturnValue(true);
  window.dispatchEvent(new Event("focus"));
  expect(document.title).toMatch(/Parlour$/);
  expect(flash).toBeNull();
});
