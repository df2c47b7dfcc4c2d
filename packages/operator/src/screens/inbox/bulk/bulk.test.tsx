import type { Bulk } from "@parlour/protocol/api";
import { fireEvent, screen as page, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator, createView } from "../../../../tests/entities.ts";
import {
  conversation,
  createAnnsChat,
  createTestInbox,
  findOpenChat,
} from "../../../../tests/inbox.ts";
import { Refusal, type Answers } from "../../../../tests/fake-server.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const names = ["Tom Tag", "Una Urgent", "Vera View", "Will Wait"];

const createBulk = (fields: Partial<Bulk>): Bulk => ({
  id: 9,
  state: "running",
  do: [{ type: "close" }],
  total: 4,
  processed: 0,
  refused: 0,
  created_at: "2026-11-20T10:00:00.000Z",
  ended_at: null,
  items: [],
  next_cursor: null,
  ...fields,
});

/** Renders the inbox with four chats. `bulk`: the answer about the bulk action. */
async function renderChats(answers: Answers = {}) {
  const inbox = createTestInbox(names.map((name, n) => createAnnsChat(5 + n, name)));
  const bulk = { current: createBulk({}) };
  const app = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    "GET /tags": {
      items: [{ id: 7, name: "VIP", created_at: "2026-11-20T10:00:00.000Z", managed: false }],
      next_cursor: null,
    },
    "POST /chats/bulk": { id: 9 },
    "GET /chats/bulk/{id}": () => bulk.current,
    "DELETE /chats/bulk/{id}": () => {
      bulk.current = createBulk({ state: "cancelled", processed: 1 });
      return null;
    },
    ...answers,
  });
  await findOpenChat("Tom Tag");
  // Loaded together with the selection.
  if (!("GET /me" in answers)) await conversation().findByRole("button", { name: /^Priority/ });
  const row = (name: string): HTMLElement =>
    app.screen.getByRole("row", { name: new RegExp(name) });
  const marked = (): readonly string[] =>
    app.screen
      .queryAllByRole<HTMLInputElement>("checkbox", { name: /^Select / })
      .filter(({ checked }) => checked)
      .map((box) => box.getAttribute("aria-label")?.replace("Select ", "") ?? "");
  return { ...app, bulk, row, marked };
}

/** Waits for the notice of a bulk action, and closes the page, which starts it (ACT-037). */
async function startDelayed(): Promise<void> {
  await page.findByText(/chats? changes? in 8 s\.$/);
  window.dispatchEvent(new Event("pagehide"));
}

test("[ACT-036] X selects the focused row, Shift X and Shift with a click a range, a box one more, and Esc clears", async () => {
  const { screen, user, row, marked } = await renderChats();
  await user.keyboard("{Escape}");
  // The list is sorted by the newest message: Will Wait is the first row.
  row("Will Wait").focus();
  await user.keyboard("{Home}x");
  expect(marked()).toEqual(["Will Wait"]);
  const bar = within(await screen.findByRole("region", { name: "Selected chats" }));
  bar.getByText("1 selected");
  await user.keyboard("{ArrowDown}{ArrowDown}{Shift>}x{/Shift}");
  expect(marked()).toEqual(["Will Wait", "Vera View", "Una Urgent"]);
  await user.click(screen.getByRole("checkbox", { name: "Select Vera View" }));
  expect(marked()).toEqual(["Will Wait", "Una Urgent"]);
  expect(location.pathname).toBe("/inbox/all/5");
  fireEvent.click(within(row("Tom Tag")).getByRole("link"), { shiftKey: true });
  await waitFor(() => expect(marked()).toEqual(names.toReversed()));
  row("Tom Tag").focus();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("region", { name: "Selected chats" })).toBeNull());
  expect(screen.queryByRole("checkbox", { name: /^Select / })).toBeNull();
});

test("[ACT-036] Shift with an arrow key extends the selection, and Ctrl A extends it to all rows", async () => {
  const { user, row, marked } = await renderChats();
  await user.keyboard("{Escape}");
  row("Will Wait").focus();
  await user.keyboard("{Home}{ArrowDown}");
  // Without a selection the key is the browser's own.
  await user.keyboard("{Control>}a{/Control}");
  expect(marked()).toEqual([]);
  await user.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
  expect(marked()).toEqual(["Vera View", "Una Urgent", "Tom Tag"]);
  await user.keyboard("{Control>}a{/Control}");
  expect(marked()).toEqual(names.toReversed());
  await user.keyboard("{Escape}");
});

test("[ACT-036] a long press selects on touch screens and opens nothing, also if the browser reports a menu; a short one opens the chat", async () => {
  const { user, row, marked } = await renderChats();
  const link = (name: string): HTMLElement => within(row(name)).getByRole("link");
  const touch = { pointerType: "touch" };
  fireEvent.pointerDown(link("Vera View"), touch);
  await waitFor(() => expect(marked()).toEqual(["Vera View"]));
  fireEvent.pointerUp(link("Vera View"), touch);
  fireEvent.click(link("Vera View"));
  expect(location.pathname).toBe("/inbox/all/5");
  fireEvent.pointerDown(link("Will Wait"), touch);
  expect(fireEvent.contextMenu(link("Will Wait"))).toBe(false);
  await waitFor(() => expect(marked()).toEqual(["Will Wait", "Vera View"]));
  fireEvent.pointerCancel(link("Will Wait"), touch);
  fireEvent.pointerDown(link("Una Urgent"), touch);
  fireEvent.pointerUp(link("Una Urgent"), touch);
  fireEvent.click(link("Una Urgent"));
  await waitFor(() => expect(location.pathname).toBe("/inbox/all/6"));
  expect(marked()).toEqual(["Will Wait", "Vera View"]);
  await user.keyboard("{Escape}");
});

test("[ACT-036] an action runs on all selected chats; the bar shows progress and result, and the refused chats with reasons", async () => {
  const { screen, user, changes, bulk } = await renderChats();
  await user.keyboard("{Escape}x");
  await user.click(await screen.findByRole("button", { name: "Select all 4" }));
  const bar = within(screen.getByRole("region", { name: "Selected chats" }));
  await user.click(bar.getByRole("button", { name: "Tag" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Tag 4 chats" }));
  await user.click(await dialog.findByRole("option", { name: "VIP" }));
  await startDelayed();
  await waitFor(() => expect(changes.at(-1)?.path).toBe("/chats/bulk"));
  expect(changes.at(-1)?.body).toEqual({
    chats: expect.arrayContaining([5, 6, 7, 8]) as number[],
    do: [{ type: "tag", tag_id: 7 }],
  });
  await screen.findByRole("progressbar", { name: "0 of 4 chats" });
  expect(screen.queryByRole("checkbox", { name: /^Select / })).toBeNull();
  bulk.current = createBulk({
    state: "done",
    total: 4,
    processed: 4,
    refused: 1,
    items: [
      { chat_id: 5, results: [{ type: "tag", result: "done" }] },
      {
        chat_id: 6,
        results: [
          {
            type: "tag",
            result: "refused",
            error: { code: "chat_closed", message: "This chat is closed." },
          },
        ],
      },
    ],
  });
  await screen.findByText("3 done, 1 refused");
  await user.click(screen.getByRole("button", { name: "Details" }));
  const details = within(await screen.findByRole("dialog", { name: "Refused" }));
  await details.findByText("This chat is closed.");
  expect(details.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Una UrgentThis chat is closed.",
  ]);
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Close the result" }));
  expect(screen.queryByText("3 done, 1 refused")).toBeNull();
});

test("[ACT-036] [SNZ-011] each action asks for what it needs; Cancel keeps what is done", async () => {
  const { screen, user, changes, bulk } = await renderChats();
  const start = async (name: string): Promise<void> => {
    await user.keyboard("x");
    await user.click(await screen.findByRole("button", { name: "Select all 4" }));
    const bar = within(screen.getByRole("region", { name: "Selected chats" }));
    await user.click(bar.getByRole("button", { name }));
  };
  const finish = async (): Promise<unknown> => {
    await startDelayed();
    await waitFor(() => screen.getByText("4 done"));
    await user.click(screen.getByRole("button", { name: "Close the result" }));
    return (changes.at(-1)!.body as { do: unknown }).do;
  };
  bulk.current = createBulk({ state: "done", total: 4, processed: 4 });
  await user.keyboard("{Escape}");
  await start("Priority");
  await user.click(await screen.findByRole("option", { name: "High" }));
  expect(await finish()).toEqual([{ type: "priority", priority: "high" }]);
  await start("Assign");
  await user.click(await screen.findByRole("option", { name: "Me" }));
  expect(await finish()).toEqual([{ type: "assign", operator_id: 1 }]);
  await start("Snooze");
  await user.type(await screen.findByRole("combobox", { name: "Until when?" }), "in 3 h{Enter}");
  expect(await finish()).toMatchObject([{ type: "snooze", stay: false }]);
  await start("Snooze");
  await user.click(await screen.findByRole("option", { name: "Until the customer writes" }));
  expect(await finish()).toEqual([{ type: "snooze", until: null }]);
  bulk.current = createBulk({});
  await start("Close");
  const question = await screen.findByRole("alertdialog", { name: "Close 4 chats?" });
  await user.click(within(question).getByRole("button", { name: "Close chats" }));
  await startDelayed();
  await waitFor(() => expect(changes.at(-1)?.body).toMatchObject({ do: [{ type: "close" }] }));
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await screen.findByText("Cancelled. 1 done");
  await user.click(screen.getByRole("button", { name: "Close the result" }));
});

test("[ACT-036] a refused request says why and keeps the selection", async () => {
  const { screen, user, marked } = await renderChats({
    "POST /chats/bulk": new Refusal(429, "rate_limited", "Too many.", { retryAfterS: 5 }),
  });
  await user.keyboard("{Escape}x");
  await user.click(await screen.findByRole("button", { name: "Priority" }));
  await user.click(await screen.findByRole("option", { name: "Urgent" }));
  await startDelayed();
  await screen.findByRole("alert");
  expect(marked()).toEqual(["Tom Tag"]);
});

test("[ACT-037] Undo of a bulk action on at most 50 chats starts nothing, and selects them again", async () => {
  const { screen, user, changes, marked } = await renderChats();
  await user.keyboard("{Escape}x");
  await user.click(await screen.findByRole("button", { name: "Priority" }));
  await user.click(await screen.findByRole("option", { name: "Urgent" }));
  await screen.findByText("1 chat changes in 8 s.");
  expect(marked()).toEqual([]);
  await user.keyboard("z");
  await waitFor(() => expect(marked()).toEqual(["Tom Tag"]));
  window.dispatchEvent(new Event("pagehide"));
  expect(changes.some(({ path }) => path === "/chats/bulk")).toBe(false);
  await user.keyboard("{Escape}");
});

test("[ACT-036] viewers select nothing", async () => {
  const { screen, user } = await renderChats({ "GET /me": createOperator({ role: "viewer" }) });
  await user.keyboard("{Escape}x");
  expect(screen.queryByRole("checkbox", { name: /^Select / })).toBeNull();
});

test.for([
  ["the closed chats", "closed", "closed", /^Closed, /],
  ["the missed chats", "missed", "missed", /^Missed, /],
  ["a saved view", "v3", "3", /^VIP customers, /],
] as const)(
  "[ACT-039] all of %s are chosen by the list, and any other selection ends that",
  async ([, path, view, name]) => {
    const { screen, user, changes, bulk, navigate } = await renderChats({
      "GET /views": {
        items: [createView(3, "VIP customers", { count: 412 })],
        next_cursor: null,
      },
      "GET /chats/count": ({ query }) => ({ count: query.get("view") === view ? 412 : 0 }),
    });
    await user.keyboard("{Escape}");
    navigate(`/inbox/${path}/5`);
    await screen.findByRole("button", { name });
    await screen.findByRole("row", { name: /Tom Tag/ });
    await user.keyboard("x");
    await user.click(await screen.findByRole("button", { name: "Select all 4" }));
    const all = { name: "All 412 chats of this view" };
    await user.click(await screen.findByRole("button", all));
    screen.getByText("412 selected");
    await user.click(screen.getByRole("checkbox", { name: "Select Tom Tag" }));
    await screen.findByText("3 selected");
    await user.click(screen.getByRole("button", { name: "Select all 4" }));
    await user.click(await screen.findByRole("button", all));
    await user.click(
      within(screen.getByRole("region", { name: "Selected chats" })).getByRole("button", {
        name: "Priority",
      }),
    );
    bulk.current = createBulk({ state: "done", total: 412, processed: 412 });
    await user.click(await screen.findByRole("option", { name: "High" }));
    await screen.findByText("412 done");
    expect(changes.at(-1)?.body).toEqual({
      list: { view },
      do: [{ type: "priority", priority: "high" }],
    });
    await user.click(screen.getByRole("button", { name: "Close the result" }));
  },
);
