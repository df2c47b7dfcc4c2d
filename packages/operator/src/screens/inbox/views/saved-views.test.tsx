import type { Field } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createView } from "../../../../tests/entities.ts";
import {
  createAnnsChat,
  createTestInbox,
  findOpenChat,
  toChatEntity,
} from "../../../../tests/inbox.ts";
import { Refusal, type Answers } from "../../../../tests/fake-server.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const views = [
  createView(1, "VIP customers"),
  createView(2, "Due before lunch", { shared: "me", count: 1 }),
  createView(3, "At the supplier", { shared: { department_id: 4 }, count: null }),
];

/** Renders the inbox with three saved views. `shown`: the ids of the chats of view 1. */
async function renderViews(path: string, answers: Answers = {}) {
  const inbox = createTestInbox([
    createAnnsChat(5, "Tom Tag"),
    createAnnsChat(6, "Una Urgent"),
    createAnnsChat(7, "Vera View"),
  ]);
  const shown = { ids: [7, 5] };
  const queries: string[] = [];
  const app = await renderApp(path, {
    ...inbox.answers,
    "GET /views": { items: views, next_cursor: null },
    "GET /chats": ({ query }) => {
      const ids = query.get("view") === "all" ? [5, 6, 7] : shown.ids;
      queries.push(query.toString());
      return { items: ids.map((id) => inbox.get(id)), next_cursor: null };
    },
    ...answers,
  });
  const rows = (): string[] =>
    app.screen.queryAllByRole("row").map((row) => within(row).getByRole("link").textContent ?? "");
  return { ...app, inbox, shown, queries, rows };
}

test("[VIEW-011] the menu lists own and shared views with counts that change live, and opens one", async () => {
  const { screen, user, sockets, rows, queries } = await renderViews("/inbox/all");
  await waitFor(() => expect(rows()).toHaveLength(3));
  await user.click(screen.getByRole("button", { name: /^More, More views/ }));
  const menu = within(await screen.findByRole("menu"));
  const own = within(await menu.findByRole("group", { name: "Yours" }));
  const shared = within(menu.getByRole("group", { name: "Shared" }));
  expect(own.getAllByRole("menuitemradio").map((item) => item.textContent)).toEqual([
    "Due before lunch 1G 1",
  ]);
  expect(shared.getAllByRole("menuitemradio").map((item) => item.textContent)).toEqual([
    "VIP customers 2G 2",
    "At the supplierG 3",
  ]);
  sockets.sendFrame({ type: "view_counts", views: [{ id: 1, count: 10_000 }] });
  await shared.findByText("10,000+");
  await user.click(shared.getByRole("menuitemradio", { name: /^VIP/ }));
  await waitFor(() => expect(rows()).toEqual(["Vera View", "Tom Tag"]));
  expect(location.pathname).toBe("/inbox/v1");
  screen.getByRole("button", { name: /^VIP customers, More views/ });
  screen.getByRole("grid", { name: "VIP customers" });
  // Without an order of the request, the server uses that of the view.
  const query = new URLSearchParams(queries.at(-1));
  expect([query.get("view"), query.get("sort")]).toEqual(["1", null]);
});

test("[VIEW-011] G and a number open a view and keep the chat; the palette opens views, too", async () => {
  const { screen, user, rows } = await renderViews("/inbox/all/5");
  await findOpenChat("Tom Tag");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(rows()).toHaveLength(3));
  await user.keyboard("g2");
  await waitFor(() => expect(location.pathname).toBe("/inbox/v1/5"));
  await waitFor(() => expect(rows()).toEqual(["Vera View", "Tom Tag"]));
  await user.keyboard("4");
  await waitFor(() => expect(location.pathname).toBe("/inbox/all/5"));
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox"), ">before lunch");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(location.pathname).toBe("/inbox/v2/5"));
});

test("[VIEW-011] a view takes in chats that come and loses those that leave", async () => {
  const { screen, sockets, shown, rows, inbox } = await renderViews("/inbox/v1");
  await waitFor(() => expect(rows()).toEqual(["Vera View", "Tom Tag"]));
  // A change of a listed chat.
  shown.ids = [7];
  sockets.sendEvent("chat_updated", { chat: toChatEntity(inbox.get(5)) });
  await waitFor(() => expect(rows()).toEqual(["Vera View"]));
  // A chat that was not listed: the count says so.
  shown.ids = [6, 7];
  sockets.sendFrame({ type: "view_counts", views: [{ id: 1, count: 2 }] });
  await waitFor(() => expect(rows()).toEqual(["Una Urgent", "Vera View"]));
  shown.ids = [];
  sockets.sendFrame({ type: "view_counts", views: [{ id: 1, count: 0 }] });
  await screen.findByText("No chats in this view");
});

test("[VIEW-011] a view that was deleted says so instead of its chats", async () => {
  const { screen } = await renderViews("/inbox/v9", {
    "GET /chats": ({ query }) =>
      query.get("view") === "9"
        ? new Refusal(404, "not_found", "There is no such view.")
        : { items: [], next_cursor: null },
  });
  await screen.findByText(/The list could not be loaded/);
});

test("[VIEW-012] rows of a view show its columns in their order instead of the last message", async () => {
  const columns = [
    "visitor.plan",
    "chat.tags",
    "chat.number",
    "chat.operator",
    "chat.close_reason",
  ];
  const plan: Field = {
    id: 1,
    object: "visitor",
    key: "plan",
    kind: "one_of",
    name: "Plan",
    names: {},
    help: "",
    helps: {},
    option_names: {},
    options: ["pro"],
    edit_roles: [],
    sources: ["api"],
    required: "never",
    managed: false,
    created_at: "2026-11-20T10:00:00.000Z",
  };
  const { screen, inbox } = await renderViews("/inbox/v1", {
    "GET /views": { items: [createView(1, "VIP", { columns })], next_cursor: null },
    "GET /fields": { items: [plan], next_cursor: null },
    "GET /chats": () => {
      const chat = inbox.get(7);
      const fields = { plan: { value: "pro", source: "api", at: chat.created_at } } as const;
      const tags = [{ id: 3, name: "Parcel" }];
      const pro = { ...chat, visitor: { ...chat.visitor, fields }, tags, number: 41 };
      return { items: [pro], next_cursor: null };
    },
  });
  await screen.findByText("pro");
  const texts = [...document.querySelectorAll(".row .column")].map(
    ({ textContent }) => textContent,
  );
  expect(texts).toEqual(["Plan pro", "Tags Parcel", "Chat number 41", "Assigned to Ann"]);
});
