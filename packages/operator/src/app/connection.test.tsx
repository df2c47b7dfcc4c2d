import { expect, test, vi } from "vitest";
import { createAnnsChat, createTestInbox } from "../../tests/inbox.ts";
import { renderApp } from "../../tests/render-app.tsx";
import { browserClock } from "../state/clock.ts";

test("[CORE-045] a browser that loses its network says so at once, not after half a minute of silence", async () => {
  // The timer of the silence never runs.
  const set = browserClock.set.bind(browserClock);
  const neverRun: number[] = [];
  vi.spyOn(browserClock, "set").mockImplementation((run, ms) => {
    if (ms < 10_000) return set(run, ms);
    neverRun.push(ms);
    return undefined;
  });
  const inbox = createTestInbox([createAnnsChat(5, "Nora Net")]);
  const { screen, setOnline } = await renderApp("/inbox/all", inbox.answers);
  await screen.findByRole("button", { name: "Connected to the server" });
  expect(neverRun).not.toEqual([]);
  setOnline(false);
  await screen.findByRole("button", { name: /^Offline since/ });
  setOnline(true);
  await screen.findByRole("button", { name: "Connected to the server" });
});
