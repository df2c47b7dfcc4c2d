import { screen } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { useShortcuts } from "../keyboard/shortcuts.ts";
import { createLazyValue, type LazyValue } from "../loading/lazy-value.ts";
import { Toasts } from "./toast.tsx";
import { useRequestedPart } from "./use-requested-part.ts";

interface PageProps {
  readonly part: LazyValue<string>;
  readonly onClose?: () => void;
}
function Page({ part, onClose = () => undefined }: PageProps) {
  const [isOpen, setOpen] = useState(false);
  useShortcuts({ e: onClose });
  const text = useRequestedPart(part, isOpen, () => setOpen(false));
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Search
      </button>
      {isOpen && <p>{text}</p>}
      <Toasts />
    </>
  );
}

/** Renders the page until the test ends. */
function renderPage(props: PageProps): void {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  root.render(<Page {...props} />);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
}

test("[CORE-336] while a part is loading, keys are not shortcuts of the page, and Escape takes the request back", async () => {
  const loaded = Promise.withResolvers<string>();
  const onClose = vi.fn();
  renderPage({ part: createLazyValue(() => loaded.promise), onClose });
  const user = userEvent.setup({ document });
  const button = await screen.findByRole("button", { name: "Search" });
  await user.click(button);
  await user.keyboard("eva");
  expect(onClose).not.toHaveBeenCalled();
  await user.keyboard("{Escape}");
  expect(button.getAttribute("aria-expanded")).toBe("false");
  await user.keyboard("e");
  expect(onClose).toHaveBeenCalledTimes(1);
  await user.click(button);
  loaded.resolve("palette");
  await screen.findByText("palette");
  await user.keyboard("e");
  expect(onClose).toHaveBeenCalledTimes(2);
});

test("[CORE-336] a part that cannot be opened says so, and the next press opens it", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(null)));
  vi.spyOn(console, "warn").mockReturnValue();
  let isPresent = false;
  const part = createLazyValue(() =>
    isPresent ? Promise.resolve("palette") : Promise.reject(new TypeError("Failed to fetch")),
  );
  renderPage({ part });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  const user = userEvent.setup({ document });
  const button = await screen.findByRole("button", { name: "Search" });
  await user.click(button);
  await screen.findByText(/^This part of the page could not be loaded/);
  expect(button.getAttribute("aria-expanded")).toBe("false");
  isPresent = true;
  await user.click(button);
  await screen.findByText("palette");
});
