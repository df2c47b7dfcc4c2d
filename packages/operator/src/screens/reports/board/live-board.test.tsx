import type { Department, LiveReport } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { Refusal } from "../../../../tests/fake-server.ts";
import { createTestInbox } from "../../../../tests/inbox.ts";
import { renderApp } from "../../../../tests/render-app.tsx";
import { createFigures } from "../report-figures.fixture.ts";

const createReport = (change: Partial<LiveReport> = {}): LiveReport => ({
  at: new Date().toISOString(),
  department: null,
  due_next: [],
  timezone: "UTC",
  waiting: 2,
  waiting_since: new Date(Date.now() - 192_000).toISOString(),
  open: 41,
  bot: 1,
  snoozed: 6,
  at_risk: 4,
  broken: 1,
  next_opening_at: null,
  people: [
    { operator: { id: 1, name: "Sofia Lind" }, status: "online", chats: 5, limit: 5 },
    ...Array.from({ length: 9 }, (_, n) => ({
      operator: { id: n + 2, name: `Operator ${n + 2}` },
      status: "offline" as const,
      chats: 0,
      limit: 0,
    })),
  ],
  today: { ...createFigures(86), missed: 2 },
  last_week: { ...createFigures(72), missed: 2 },
  ...change,
});
const billing: Department = {
  id: 3,
  name: "Billing",
  operators: [],
  match_language: false,
  skills: [],
  working_hours: null,
  open_now: true,
  next_opening_at: null,
  created_at: "2026-11-01T08:00:00.000Z",
  managed: false,
};
const answers = {
  "GET /departments": { items: [], next_cursor: null },
  ...createTestInbox([]).answers,
  "GET /me": createOperator({ id: 7, name: "Vera Novak", role: "viewer" }),
};

test("[BOARD-010] [BOARD-003] the board shows figures and people, and follows the signals of the server", async () => {
  const { screen, sockets } = await renderApp("/reports/live", {
    ...answers,
    "GET /reports/live": createReport(),
  });
  const now = within(await screen.findByLabelText("Now"));
  const getTile = (name: string) => now.getByText(name).parentElement;
  expect(getTile("Waiting now")?.textContent).toMatch(/^Waiting now2longest 3:[1-5]\d$/);
  expect(getTile("Waiting now")?.className).toBe("tile bad");
  expect(getTile("Open")?.textContent).toBe("Open416 snoozed, 1 with a bot");
  expect(getTile("At risk")?.textContent).toBe("At risk41 late");
  screen.getByRole("heading", { name: "People, 1 of 10 online" });
  expect(screen.getAllByRole("listitem").filter((row) => row.closest(".board"))).toHaveLength(8);
  screen.getByText("5 of 5 chats");
  screen.getByText("At the limit");
  screen.getByText("2 more, all free");
  expect(screen.getByText("Chats").parentElement?.textContent).toBe("Chats86+14 more");
  expect(screen.getByText("Missed").parentElement?.textContent).toBe("Missed2 no change");
  await waitFor(() =>
    expect(sockets.received).toContainEqual({ type: "live_report", on: true, department: null }),
  );
  sockets.sendFrame({
    type: "live_report",
    report: createReport({
      waiting: 0,
      waiting_since: null,
      next_opening_at: new Date(Date.now() + 48 * 3_600_000).toISOString(),
    }),
  });
  await screen.findByText("Nobody waits");
  expect(getTile("Waiting now")?.className).toBe("tile");
  screen.getByText(/^Closed\. Opens \w+, \d\d:\d\d\.$/);
});

test("[BOARD-012] the department is kept in the address; the chats due next are links", async () => {
  const due = (
    chatId: number,
    name: string | null,
    at: number,
  ): LiveReport["due_next"][number] => ({
    chat_id: chatId,
    visitor: { id: chatId, number: 1, name },
    operator: name === null ? null : { id: 1, name: "Sofia Lind" },
    sla: {
      policy: { id: 1, name: "All" },
      target: "first_reply",
      at_risk_at: new Date(at).toISOString(),
      due_at: new Date(at).toISOString(),
      state: at < Date.now() ? "broken" : "at_risk",
    },
  });
  const { screen, sockets, user } = await renderApp("/reports/live?department=3", {
    ...answers,
    "GET /departments": {
      items: [billing],
      next_cursor: null,
    },
    "GET /reports/live": createReport({
      department: 3,
      due_next: [
        due(21, "Nora Lindqvist", Date.now() - 250_000),
        due(22, null, Date.now() + 610_000),
      ],
    }),
  });
  const list = within(await screen.findByRole("region", { name: "Due next" }));
  expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Nora LindqvistSofia LindFirst reply: 4 min late",
    "VisitorUnassignedFirst reply: due in 10 min",
  ]);
  expect(list.getByRole("link", { name: /^Nora/ }).getAttribute("href")).toBe("/inbox/all/21");
  await waitFor(() =>
    expect(sockets.received).toContainEqual({ type: "live_report", on: true, department: 3 }),
  );
  // A board of another filter that was on its way.
  sockets.sendFrame({ type: "live_report", report: createReport({ due_next: [], waiting: 99 }) });
  sockets.sendFrame({ type: "live_report", report: createReport({ department: 3, waiting: 7 }) });
  await screen.findByText("Nothing is due.");
  await screen.findByText("7");
  await user.click(screen.getByRole("button", { name: "Departments: Billing" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "All departments" }));
  await waitFor(() => expect(window.location.search).toBe(""));
  await waitFor(() =>
    expect(sockets.received.slice(-2)).toEqual([
      { type: "live_report", on: false },
      { type: "live_report", on: true, department: null },
    ]),
  );
});

test("[BOARD-011] without a connection the figures stay with their time, and turn grey; a board that failed can be retried", async () => {
  const app = await renderApp("/reports/live", {
    ...answers,
    "GET /reports/live": new Refusal(400, "invalid_request", "The board is broken."),
  });
  const { screen, user, setOnline } = app;
  await screen.findByText(/The live board could not be loaded/);
  app.answer({ "GET /reports/live": createReport() });
  await user.click(screen.getAllByRole("button", { name: "Retry" })[0]!);
  await screen.findByText("Sofia Lind");
  screen.getByText("Live");
  setOnline(false);
  await screen.findByText(/^No connection since \d\d:\d\d\. Figures are from \d\d:\d\d\.$/);
  screen.getByText("Sofia Lind");
  setOnline(true);
  await screen.findByText("Live");
});

test("[BOARD-010] F shows the board on the full screen, which stays on", async () => {
  const { screen, user } = await renderApp("/reports/live", {
    ...answers,
    "GET /reports/live": createReport({ people: [] }),
  });
  await screen.findByText("No operator can answer chats yet.");
  const board = document.querySelector(".board") as HTMLElement;
  const request = vi.fn<() => Promise<void>>().mockResolvedValue();
  const lock = vi.fn<() => Promise<object>>().mockResolvedValue({ release: () => undefined });
  board.requestFullscreen = request;
  Object.assign(navigator, { wakeLock: { request: lock } });
  await user.keyboard("f");
  expect(request).toHaveBeenCalledOnce();
  Object.defineProperty(document, "fullscreenElement", { value: board, configurable: true });
  document.dispatchEvent(new Event("fullscreenchange"));
  await waitFor(() => expect(lock).toHaveBeenCalledWith("screen"));
  Object.defineProperty(document, "fullscreenElement", { value: null, configurable: true });
});
