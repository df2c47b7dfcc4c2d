import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useRouter,
} from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { createManualClock } from "../../state/manual-clock.fixture.ts";
import { useDelayedNavigation } from "./delayed-navigation.ts";

/** Renders a screen that writes the text "order" to its address, and one that never loads. */
async function renderScreens() {
  const clock = createManualClock();
  function Archive() {
    const { history } = useRouter();
    const change = (q: string) => history.push(`/archive?q=${q}`);
    useDelayedNavigation({ text: "order", ms: 300, change }, clock);
    return "archive";
  }
  const root = createRootRoute();
  const createScreen = (path: string, options: object) =>
    createRoute({ getParentRoute: () => root, path, ...options });
  const router = createRouter({
    routeTree: root.addChildren([
      createScreen("/archive", { component: Archive }),
      createScreen("/reports", { loader: () => new Promise(() => {}) }),
    ]),
    history: createMemoryHistory({ initialEntries: ["/archive"] }),
  });
  const place = document.body.appendChild(document.createElement("div"));
  const page = createRoot(place);
  page.render(<RouterProvider router={router as never} />);
  onTestFinished(() => {
    page.unmount();
    place.remove();
  });
  await expect.poll(() => place.textContent).toBe("archive");
  return { clock, place, router, getAddress: () => router.latestLocation.href };
}

test("[CORE-224] a text is in the address when the operator has stopped typing", async () => {
  const { clock, getAddress } = await renderScreens();
  await clock.advance(299);
  expect(getAddress()).toBe("/archive");
  await clock.advance(1);
  expect(getAddress()).toBe("/archive?q=order");
});

test("[CORE-224] a text does not lead back from a screen that loads", async () => {
  const { clock, place, router, getAddress } = await renderScreens();
  router.history.push("/reports");
  await expect.poll(getAddress).toBe("/reports");
  expect(place.textContent).toBe("archive");
  await clock.advance(1000);
  expect(getAddress()).toBe("/reports");
});
