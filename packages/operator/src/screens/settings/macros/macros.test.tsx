import type { Department, Macro, NewMacro, Tag } from "@parlour/protocol/api";
import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const createdAt = "2026-11-20T10:00:00.000Z";
const createMacro = (body: object): Macro => ({
  id: 1,
  name: "Refund",
  do: [{ type: "tag", tag_id: 7 }, { type: "close" }],
  shared: "all",
  owner: { id: 1, name: "Olga" },
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
  "GET /fields": { items: [], next_cursor: null },
  "GET /canned-replies": { items: [], next_cursor: null },
  "GET /webhooks": { items: [], next_cursor: null },
  "GET /tags": { items: [vip], next_cursor: null },
};

test("[ACT-020] [ACT-025] [SNZ-011] a macro is made of actions, which are moved and removed by keyboard", async () => {
  const macros: Macro[] = [];
  const app = await renderApp("/settings/macros", {
    ...lists,
    "GET /me": createOperator({ role: "owner" }),
    "GET /macros": () => ({ items: [...macros], next_cursor: null }),
    "GET /macros/{id}": () => macros[0]!,
    "POST /macros": ({ body }) => {
      macros.push(createMacro(body as NewMacro));
      return macros[0]!;
    },
  });
  const { screen, user } = app;
  await screen.findByText("No macros yet");
  await user.click(screen.getByRole("link", { name: "Add macro" }));
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Refund");
  await user.click(screen.getByRole("button", { name: "Create macro" }));
  await screen.findByText("Add at least one action.");

  const add = async (choice: string) => {
    await user.click(screen.getByRole("button", { name: "Action" }));
    await user.type(await screen.findByRole("combobox", { name: "Choose what to do" }), choice);
    await user.keyboard("{Enter}");
  };
  await add("Add the tag");
  // After an action was chosen, its first argument opens.
  await screen.findByRole("combobox", { name: "Add the tag" });
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("button", { name: "Create macro" }));
  await screen.findByText("Complete the marked actions.");
  await user.click(screen.getByRole("button", { name: "choose a value" }));
  await user.click(await screen.findByRole("option", { name: "vip" }));
  await add("Close the chat");
  await add("Snooze until the customer writes");
  await add("Snooze for");
  await user.keyboard("{Control>}a{/Control}2");
  await user.click(screen.getByRole("button", { name: "Apply" }));

  const editor = screen.getByRole("group", { name: "Actions" });
  const listLines = () =>
    within(editor)
      .getAllByRole("group")
      .map((line) => line.getAttribute("aria-label"));
  const openEnd = "Snooze until the customer writes";
  expect(listLines()).toEqual(["Add the tag vip", "Close the chat", openEnd, "Snooze for 2 hours"]);
  await user.click(screen.getByRole("button", { name: "2 hours" }));
  await user.keyboard("{Escape}{Alt>}{ArrowUp}{/Alt}");
  expect(listLines()).toEqual(["Add the tag vip", "Close the chat", "Snooze for 2 hours", openEnd]);
  within(screen.getByRole("group", { name: "Close the chat" }))
    .getByRole("button")
    .focus();
  await user.keyboard("{Delete}");
  await user.click(screen.getByRole("button", { name: "Create macro" }));
  await expect
    .poll(() => macros[0]?.do)
    .toEqual([
      { type: "tag", tag_id: 7 },
      { type: "snooze", for_s: 7200 },
      { type: "snooze", until: null },
    ]);
});

test("[ACT-022] [ACT-025] an operator reads a shared macro as sentences", async () => {
  const macro = createMacro({ do: [{ type: "tag", tag_id: 9 }, { type: "close" }] });
  const { screen } = await renderApp("/settings/macros/1", {
    ...lists,
    "GET /me": createOperator({ role: "operator" }),
    "GET /macros": { items: [macro], next_cursor: null },
    "GET /macros/{id}": macro,
  });
  await screen.findByText("Only owners and admins change shared macros.");
  expect((await screen.findAllByRole("listitem")).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(["Add the tag no. 9", "Close the chat"]),
  );
  expect(screen.queryByRole("button", { name: "Action" })).toBeNull();
});
