import { screen } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import { lazy, useState } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { useShortcuts } from "../keyboard/shortcuts.ts";
import { DialogBoundary } from "./DialogBoundary.tsx";

test("[CORE-336] while the code of a dialog is loading, keys are not shortcuts of the page, and Escape closes it", async () => {
  const loaded = Promise.withResolvers<{ default: () => string }>();
  const Transfer = lazy(() => loaded.promise);
  const closeChat = vi.fn();
  function Page() {
    const [isOpen, setOpen] = useState(false);
    useShortcuts({ t: () => setOpen(true), e: closeChat });
    const close = () => setOpen(false);
    return (
      <main data-open={isOpen}>
        {isOpen && (
          <DialogBoundary onClose={close}>
            <Transfer />
          </DialogBoundary>
        )}
      </main>
    );
  }
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  root.render(<Page />);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  const page = await screen.findByRole("main");
  const user = userEvent.setup({ document });
  await user.keyboard("teva");
  expect(page.dataset["open"]).toBe("true");
  expect(closeChat).not.toHaveBeenCalled();
  await user.keyboard("{Escape}");
  expect(page.dataset["open"]).toBe("false");
  await user.keyboard("t");
  loaded.resolve({ default: () => "Transfer chat" });
  await screen.findByText("Transfer chat");
  await user.keyboard("e");
  expect(closeChat).toHaveBeenCalledTimes(1);
});
