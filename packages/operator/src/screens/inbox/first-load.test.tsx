import { waitFor } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { createView, emptyPage } from "../../../tests/entities.ts";
import { createAnnsChat, createTestInbox } from "../../../tests/inbox.ts";
import { renderApp } from "../../../tests/render-app.tsx";

/** Keeps timers of 0.8 s, after which the page reads without a connection, from running. */
function captureFallback(): { readonly run: () => void } {
  const { setTimeout: set } = globalThis;
  const timers: (() => void)[] = [];
  vi.stubGlobal("setTimeout", (run: () => void, ms = 0) =>
    ms === 800 ? timers.push(run) : set(run, ms),
  );
  return { run: () => timers.forEach((run) => run()) };
}

/**
 * Opens the inbox. The connection is live as soon as the list of chats has arrived, for which the
 * test decides. Records the reads that changes repeat.
 */
async function openInbox() {
  const fallback = captureFallback();
  const reads: string[] = [];
  let offline = 1;
  const chats = [createAnnsChat(5, "Tom Tag")];
  const list = Promise.withResolvers<void>();
  const app = await renderApp("/inbox/mine", {
    ...createTestInbox(chats).answers,
    "GET /chats": () => list.promise.then(() => ({ items: chats, next_cursor: null })),
    "GET /chats/counters": ({ path }) => {
      reads.push(path);
      const views = { mine: 1, waiting: 0, snoozed: 0, bot: 0, all: 1, missed: 0, calls: 0 };
      return { views: { ...views, offline }, unread: 0 };
    },
    "GET /views": ({ path }) => {
      reads.push(path);
      return { items: [createView(7, "Refunds")], next_cursor: null };
    },
    "GET /reminders": ({ path }) => {
      reads.push(path);
      return emptyPage;
    },
    "GET /calls": ({ path }) => {
      reads.push(path);
      return emptyPage;
    },
  });
  await app.screen.findByRole("navigation", { name: "Views" });
  return {
    reads,
    goLive: list.resolve,
    runFallback: fallback.run,
    setOffline: (count: number) => void (offline = count),
    findCount: (count: number) =>
      app.screen.findByRole("button", { name: new RegExp(`^More ${count} message`) }),
  };
}
const eachOnce = ["/calls", "/chats/counters", "/reminders", "/views"];

test("[CORE-045] what the socket keeps current is read once, when the connection is live", async () => {
  const { reads, goLive, setOffline, findCount } = await openInbox();
  expect(reads).toEqual([]);
  expect(reads).toEqual([]);
  setOffline(2);
  goLive();
  await findCount(2);
  await waitFor(() => expect(reads.toSorted()).toEqual(eachOnce));
});

test("[CORE-045] without a connection it is read after 0.8 s, and again when the connection is live", async () => {
  const { reads, goLive, runFallback, setOffline, findCount } = await openInbox();
  runFallback();
  await findCount(1);
  await waitFor(() => expect(reads.toSorted()).toEqual(eachOnce));
  setOffline(2);
  goLive();
  await findCount(2);
  expect(reads.toSorted()).toEqual([...eachOnce, ...eachOnce].toSorted());
});
