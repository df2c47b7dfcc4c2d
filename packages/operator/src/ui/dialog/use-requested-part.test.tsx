import { screen } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { createLazyValue, type LazyValue } from "../loading/lazy-value.ts";
import { Toasts } from "./toast.tsx";
import { useRequestedPart } from "./use-requested-part.ts";

function Page({ part }: { readonly part: LazyValue<string> }) {
  const [isOpen, setOpen] = useState(false);
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

test("[CORE-336] a part that cannot be opened says so, and the next press opens it", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(null)));
  vi.spyOn(console, "warn").mockReturnValue();
  let isPresent = false;
  const part = createLazyValue(() =>
    isPresent ? Promise.resolve("palette") : Promise.reject(new TypeError("Failed to fetch")),
  );
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  root.render(<Page part={part} />);
  onTestFinished(() => {
    root.unmount();
    place.remove();
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
