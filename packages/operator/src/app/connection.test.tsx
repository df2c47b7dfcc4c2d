import { waitFor } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { createAnnsChat, createTestInbox } from "../../tests/inbox.ts";
import { Refusal } from "../../tests/fake-server.ts";
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

/** Breaks the open WebSocket, and skips the delays of attempts until `isDone` does not throw. */
const reconnectUntil = (isDone: () => void): Promise<void> =>
  waitFor(
    () => {
      window.dispatchEvent(new Event("online"));
      isDone();
    },
    { timeout: 20_000 },
  );

test("[CFG-166] a page at an address that PUBLIC_URL does not name says so instead of Offline", async () => {
  const inbox = createTestInbox([createAnnsChat(5, "Nora Net")]);
  const { screen, sockets, refuseWebSockets } = await renderApp("/inbox/all", inbox.answers);
  await screen.findByRole("button", { name: "Connected to the server" });
  refuseWebSockets(
    () => new Refusal(403, "wrong_address", "No.", { location: "https://chat.example" }),
  );
  sockets.breakConnection();
  await reconnectUntil(() =>
    screen.getByText(
      `Parlour is set up for https://chat.example, but you opened ${location.origin}. Open https://chat.example, or set PUBLIC_URL=${location.origin} and restart Parlour.`,
    ),
  );
  expect(screen.queryByText(/^Offline since/)).toBeNull();
});

test("[CORE-490] [CFG-169] without WebSockets the inbox stays live by requests, and the bar says what to change", async () => {
  const inbox = createTestInbox([createAnnsChat(5, "Nora Net")]);
  const { screen, sockets, refuseWebSockets } = await renderApp("/inbox/all", inbox.answers);
  await screen.findByRole("button", { name: "Connected to the server" });
  const sent: string[] = [];
  const pending: string[] = [];
  refuseWebSockets(({ id, frames, mode }) => {
    sent.push(...frames);
    if (id === null)
      return {
        id: "socket",
        frames: [],
        closed: null,
        problem: { code: "websocket_needed", location: null },
      };
    if (frames.some((frame) => frame.includes('"hello"')))
      for (const frame of [
        { type: "ready", epoch: "test", position: 1, mode: "live", presence: [] },
        { type: "live", position: 1 },
      ])
        pending.push(JSON.stringify(frame));
    if (mode !== "wait") return { id, frames: [], closed: null };
    return new Promise((resolve) => {
      const look = (): void => {
        if (pending.length > 0) resolve({ id, frames: pending.splice(0), closed: null });
        else browserClock.set(look, 10);
      };
      look();
    });
  });
  sockets.breakConnection();
  await reconnectUntil(() => screen.getByText(/^Your proxy does not pass WebSockets on\./));
  await screen.findByRole("button", { name: "Connected to the server" });
  expect(sent.some((frame) => frame.includes('"hello"'))).toBe(true);
});
