import type { Department, Field, NewView, Tag, View } from "@parlour/protocol/api";
import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const createdAt = "2026-11-20T10:00:00.000Z";
const createView = (body: Partial<View>): View => ({
  id: 1,
  name: "At the supplier",
  if: { all: [{ fact: "chat.tags", op: "any_of", value: [7] }] },
  order: "activity",
  columns: [],
  shared: "me",
  owner: { id: 1, name: "Olga" },
  count: 0,
  managed: false,
  created_at: createdAt,
  updated_at: createdAt,
  ...body,
});
const orders: Department = {
  id: 4,
  name: "Orders",
  operators: [1],
  match_language: false,
  skills: [],
  working_hours: null,
  open_now: true,
  next_opening_at: null,
  created_at: createdAt,
  managed: false,
};
const vip: Tag = { id: 7, name: "vip", created_at: createdAt, managed: false };
const lists = {
  "GET /channels": { items: [], next_cursor: null },
  "GET /departments": { items: [orders], next_cursor: null },
  "GET /operators": { items: [], next_cursor: null },
  "GET /bots": { items: [], next_cursor: null },
  "GET /tags": { items: [vip], next_cursor: null },
  "GET /fields": { items: [], next_cursor: null },
};

test("[FLD-005] the editor offers the fields of the account with their names and values", async () => {
  const plan: Field = {
    id: 3,
    object: "visitor",
    key: "plan",
    kind: "one_of",
    name: "Customer plan",
    names: {},
    help: "",
    helps: {},
    option_names: {},
    options: ["free", "pro"],
    edit_roles: [],
    sources: [],
    required: "never",
    created_at: createdAt,
    managed: false,
  };
  const { screen, user, changes } = await renderApp("/settings/views/new", {
    ...lists,
    "GET /me": createOperator({ role: "owner" }),
    "GET /fields": { items: [plan], next_cursor: null },
    "POST /views/count": { count: 2, complete: true },
    "POST /views": ({ body }) => createView(body as NewView),
    "GET /views": { items: [], next_cursor: null },
  });
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Pro");
  await user.click(screen.getByRole("button", { name: "Condition" }));
  await user.type(
    await screen.findByRole("combobox", { name: "Choose what to compare" }),
    "Customer plan{Enter}",
  );
  await user.type(
    await screen.findByRole("combobox", { name: "Customer plan: value" }),
    "pro{Enter}{Escape}",
  );
  await screen.findByText("2 chats now");
  await user.click(screen.getByRole("button", { name: "Create view" }));
  await expect
    .poll(() => changes.find(({ path }) => path === "/views")?.body)
    .toMatchObject({
      if: { all: [{ fact: "visitor.plan", op: "is", value: "pro" }] },
    });
});

test("[VIEW-001] [VIEW-010] a view is made of conditions, with the number of its chats while it is written", async () => {
  const views: View[] = [];
  const counted: unknown[] = [];
  const app = await renderApp("/settings/views", {
    ...lists,
    "GET /me": createOperator({ role: "owner" }),
    "GET /views": () => ({ items: [...views], next_cursor: null }),
    "GET /views/{id}": () => views[0]!,
    "POST /views/count": ({ body }) => {
      counted.push((body as { if: unknown }).if);
      return { count: counted.length === 1 ? 10_000 : 11, complete: true };
    },
    "POST /views": ({ body }) => {
      views.push(createView(body as NewView));
      return views[0]!;
    },
    "DELETE /views/{id}": () => {
      views.length = 0;
      return null;
    },
  });
  const { screen, user, changes } = app;
  await screen.findByText("No views yet");
  await user.click(screen.getByRole("link", { name: "Add view" }));
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Orders of VIPs");
  await screen.findByText("10,000+ chats now");
  await user.click(screen.getByRole("button", { name: "Condition" }));
  await user.type(
    await screen.findByRole("combobox", { name: "Choose what to compare" }),
    "Tags{Enter}",
  );
  await user.type(await screen.findByRole("combobox", { name: "Tags: value" }), "{Escape}");
  await user.click(screen.getByRole("button", { name: "Create view" }));
  await screen.findByText("Choose a value.");
  await user.click(await screen.findByRole("button", { name: "choose a value" }));
  await user.click(await screen.findByRole("option", { name: "vip" }));
  await user.keyboard("{Escape}");
  const status = await screen.findByText("11 chats now");
  expect(status.getAttribute("role")).toBe("status");
  expect(counted.at(-1)).toEqual({ all: [{ fact: "chat.tags", op: "any_of", value: [7] }] });
  screen.getByText("tag:vip");
  await user.selectOptions(screen.getByRole("combobox", { name: "Shown to" }), "Department Orders");
  await user.selectOptions(screen.getByRole("combobox", { name: "Order" }), "Newest first");
  await user.click(screen.getByRole("button", { name: "Column" }));
  await user.type(
    await screen.findByRole("combobox", { name: "Choose what to compare" }),
    "Rating{Enter}",
  );
  await user.click(await screen.findByRole("button", { name: "Column" }));
  await user.type(
    await screen.findByRole("combobox", { name: "Choose what to compare" }),
    "City{Enter}",
  );
  await user.click(await screen.findByRole("button", { name: "Remove column Rating" }));
  await user.click(screen.getByRole("button", { name: "Create view" }));
  await user.click(await screen.findByRole("link", { name: "Orders of VIPs" }));
  expect(changes.find(({ path }) => path === "/views")?.body).toEqual({
    name: "Orders of VIPs",
    if: { all: [{ fact: "chat.tags", op: "any_of", value: [7] }] },
    order: "created",
    columns: ["chat.city"],
    shared: { department_id: 4 },
  });
  await screen.findByRole("group", { name: "Tags have any of vip" });
  await user.click(screen.getAllByRole("button", { name: "More" }).at(-1)!);
  await user.click(await screen.findByRole("menuitem", { name: "Delete view…" }));
  const question = within(await screen.findByRole("alertdialog"));
  await user.type(question.getByRole("textbox"), "Orders of VIPs");
  await user.click(question.getByRole("button", { name: "Delete view" }));
  await screen.findByText("No views yet");
});

test("[VIEW-003] [CND-053] operators read shared views and change their own", async () => {
  const shared = createView({ shared: "all", columns: ["chat.city"] });
  const { screen, user } = await renderApp("/settings/views", {
    ...lists,
    "GET /me": createOperator({ role: "operator" }),
    "GET /views": { items: [shared], next_cursor: null },
    "GET /views/{id}": shared,
  });
  await screen.findByText("Everyone");
  await user.click(await screen.findByRole("link", { name: "At the supplier" }));
  await screen.findByText("Tags have any of vip");
  screen.getByText("Only owners and admins change shared views.");
  expect(screen.queryByRole("group", { name: "Conditions" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Column" })).toBeNull();
});
