import type { Chat } from "@parlour/protocol";
import type { Field, NewField } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator, createVisitor, emptyPage } from "../../../../tests/entities.ts";
import { Refusal } from "../../../../tests/fake-server.ts";
import {
  ann,
  createAnnsChat,
  createTestInbox,
  findOpenChat,
  toChatEntity,
} from "../../../../tests/inbox.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const at = "2026-11-20T10:00:00.000Z";
const createField = (body: NewField, n: number): Field => ({
  id: n + 1,
  names: {},
  help: "",
  helps: {},
  option_names: {},
  options: [],
  edit_roles: ["admin", "operator"],
  required: "never",
  sources: ["page", "api", "operator"],
  ...body,
  created_at: at,
  managed: false,
});
const definitions = [
  { object: "chat", key: "order", kind: "number", name: "Order" },
  {
    object: "visitor",
    key: "glaze",
    kind: "text",
    name: "Glasur",
    names: { en: "Glaze" },
    help: "As on the invoice",
  },
  { object: "visitor", key: "plan", kind: "one_of", name: "Plan", options: ["Free", "Pro"] },
  {
    object: "visitor",
    key: "likes",
    kind: "several_of",
    name: "Likes",
    options: ["Bowls", "Jugs"],
  },
  { object: "visitor", key: "since", kind: "date", name: "Since" },
  { object: "visitor", key: "vip", kind: "flag", name: "VIP" },
  { object: "visitor", key: "admin", kind: "link", name: "Admin", sources: ["api"] },
] satisfies NewField[];

/** Opens a chat whose visitor has values of some fields. */
async function renderPanel(me = createOperator(), visitorFields: Partial<Chat["visitor"]> = {}) {
  const chat = createAnnsChat(5, "Tom");
  const fields: Chat["visitor"]["fields"] = {
    glaze: {
      value: "Moss",
      source: "operator",
      at,
      by: ann,
      others: [{ value: "moss green", source: "page", at }],
    },
    likes: { value: ["Bowls"], source: "api", at },
    since: { value: "2024-03-12", source: "api", at },
    admin: { value: "https://shop.example/7781", source: "api", at },
  };
  const visitor = { ...chat.visitor, fields, ...visitorFields };
  const inbox = createTestInbox([{ ...chat, visitor }]);
  const app = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    "GET /me": me,
    "GET /fields": { items: definitions.map(createField), next_cursor: null },
    "PUT /visitors/{number}/fields": visitor,
    "PUT /chats/{id}/fields": new Refusal(400, "invalid_request", "fields.order must be a number."),
  });
  await findOpenChat("Tom");
  const section = within(await app.screen.findByRole("region", { name: "Fields" }));
  const readRow = (name: string) =>
    section.getByText(name).closest<HTMLElement>(".ownfield")!.textContent;
  const edit = (name: string) => section.getByRole("button", { name: `Edit ${name}` });
  return { ...app, inbox, section, readRow, edit };
}

test("[FLD-018] [FLD-006] the panel shows the values of all fields in the language of the operator, with source, and changes them live", async () => {
  const { section, readRow, inbox, sockets } = await renderPanel();
  const names = section.getAllByRole("term").map((term) => term.textContent);
  expect(names).toEqual(["Glaze", "Plan", "Likes", "Since", "VIP", "Admin", "Order"]);
  expect(readRow("Glaze")).toMatch(
    /^GlazeMossSet by an operator: Ann, 20 Nov 2026, .*The page set “moss green” on 20 Nov\. Both are kept, yours is shown\.$/,
  );
  expect(readRow("Plan")).toBe("Plan–");
  expect(readRow("Since")).toMatch(/^Since12 Mar 2024From the API: 20 Nov 2026/);
  section.getByRole("link", { name: "https://shop.example/7781" });
  const chat = inbox.change(5, { fields: { order: { value: 1284.5, source: "rule", at } } });
  sockets.sendEvent("chat_updated", { chat: toChatEntity(chat) });
  await waitFor(() => expect(readRow("Order")).toMatch(/^Order1,284\.5Set by a rule: /));
});

test("[FLD-019] Enter saves a value, Escape cancels, and an empty one is removed", async () => {
  const { section, edit, user, changes } = await renderPanel();
  await user.click(edit("Glaze"));
  const input = () => section.getByRole("textbox", { name: "Glaze" });
  expect(document.activeElement).toBe(input());
  section.getByText("As on the invoice");
  await user.type(input(), " light{Escape}");
  expect(section.queryByRole("textbox")).toBeNull();
  expect(document.activeElement).toBe(edit("Glaze"));
  await user.keyboard("{Enter}");
  await user.keyboard("{Enter}");
  expect(section.queryByRole("textbox")).toBeNull();
  expect(changes.filter(({ path }) => path.endsWith("/fields"))).toEqual([]);
  await user.click(edit("Glaze"));
  await user.clear(input());
  await user.keyboard("{Enter}");
  await waitFor(() => expect(section.queryByRole("textbox")).toBeNull());
  expect(changes.at(-1)).toMatchObject({
    path: "/visitors/5/fields",
    body: { fields: { glaze: null } },
  });
  expect(document.activeElement).toBe(edit("Glaze"));
});

test("[FLD-019] Tab saves a value and opens the next field, each with the control of its kind", async () => {
  const { section, edit, user, changes } = await renderPanel();
  await user.click(edit("Plan"));
  await user.selectOptions(section.getByRole("combobox", { name: "Plan" }), "Pro");
  await user.tab();
  expect(document.activeElement).toBe(section.getByRole("checkbox", { name: "Bowls" }));
  await user.tab();
  await user.click(section.getByRole("checkbox", { name: "Jugs" }));
  await user.tab();
  expect(document.activeElement).toBe(section.getByLabelText("Since"));
  await user.tab();
  await user.selectOptions(section.getByRole("combobox", { name: "VIP" }), "yes");
  await user.tab();
  expect(document.activeElement).toBe(section.getByRole("textbox", { name: "Order" }));
  await waitFor(() => expect(section.queryAllByRole("combobox")).toEqual([]));
  const bodies = changes.filter(({ path }) => path === "/visitors/5/fields").map((c) => c.body);
  expect(bodies).toEqual([
    { fields: { plan: "Pro" } },
    { fields: { likes: ["Bowls", "Jugs"] } },
    { fields: { vip: true } },
  ]);
});

test("[FLD-019] an unchanged draft does not replace a value that somebody else set meanwhile", async () => {
  const { section, edit, user, changes, inbox, sockets, readRow } = await renderPanel();
  await user.click(edit("Likes"));
  await user.click(section.getByRole("checkbox", { name: "Bowls" }));
  await user.click(section.getByRole("checkbox", { name: "Bowls" }));
  const { visitor } = inbox.get(5);
  const chat = inbox.change(5, {
    visitor: { ...visitor, fields: { likes: { value: ["Jugs"], source: "api", at } } },
  });
  sockets.sendEvent("chat_updated", { chat: toChatEntity(chat) });
  await waitFor(() => expect(readRow("Glaze")).toBe("Glaze–"));
  await user.click(section.getByRole("button", { name: /^Save/ }));
  await waitFor(() => expect(readRow("Likes")).toMatch(/^LikesJugsFrom the API/));
  expect(changes.filter(({ path }) => path.endsWith("/fields"))).toEqual([]);
});

test("[FLD-019] the reason of a refused value is shown under the field, which stays open", async () => {
  const { section, edit, user, changes } = await renderPanel();
  await user.click(edit("Order"));
  await user.type(section.getByRole("textbox", { name: "Order" }), "12a{Enter}");
  await section.findByText("fields.order must be a number.");
  expect(changes.at(-1)).toMatchObject({
    path: "/chats/5/fields",
    body: { fields: { order: "12a" } },
  });
  await user.clear(section.getByRole("textbox", { name: "Order" }));
  expect(section.queryByText("fields.order must be a number.")).toBeNull();
});

test("[FLD-020] only values that the operator may set can be edited", async () => {
  const { section } = await renderPanel(createOperator({ id: 7, role: "operator" }));
  expect(section.queryByRole("button", { name: "Edit Admin" })).toBeNull();
  expect(section.getAllByRole("button")).toHaveLength(6);
});

test.each([
  ["a viewer", createOperator({ id: 7, role: "viewer" }), {}],
  ["an erased visitor", createOperator(), { erased: true } as const],
])("[FLD-020] values are read-only: %s", async (_name, me, visitor) => {
  const { section } = await renderPanel(me, visitor);
  expect(section.queryAllByRole("button")).toEqual([]);
});

test("[FLD-024] the page of a visitor shows the fields of visitors and changes them", async () => {
  const visitor = { ...createVisitor(5, "Tom"), person: null };
  let fields: NonNullable<Chat["visitor"]["fields"]> = {
    plan: { value: "Free", source: "api", at },
  };
  const { screen, user, changes } = await renderApp("/visitors/5", {
    "GET /fields": { items: definitions.map(createField), next_cursor: null },
    "GET /visitors/online": { items: [], total: 0 },
    "GET /visitors": emptyPage,
    "GET /segments": emptyPage,
    "GET /visitors/{number}": () => ({ ...visitor, fields }),
    "GET /visitors/{number}/visits": emptyPage,
    "GET /visitors/{number}/matches": { items: [] },
    "GET /chats": emptyPage,
    "PUT /visitors/{number}/fields": () => {
      fields = { plan: { value: "Pro", source: "operator", at, by: ann } };
      return { ...visitor, fields };
    },
  });
  const section = within(await screen.findByRole("region", { name: "Fields" }));
  expect(section.queryByText("Order")).toBeNull();
  await user.click(section.getByRole("button", { name: "Edit Plan" }));
  await user.selectOptions(section.getByRole("combobox", { name: "Plan" }), "Pro");
  await user.keyboard("{Enter}");
  await section.findByText("Pro");
  expect(changes.at(-1)).toMatchObject({
    path: "/visitors/5/fields",
    body: { fields: { plan: "Pro" } },
  });
});
