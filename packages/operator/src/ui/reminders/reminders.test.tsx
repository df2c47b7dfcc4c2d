import type { Reminder } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperatorEntry, emptyPage } from "../../../tests/entities.ts";
import { ann, createAnnsChat, createTestInbox, findOpenChat, max } from "../../../tests/inbox.ts";
import { renderApp } from "../../../tests/render-app.tsx";

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const createReminder = (id: number, text: string, fields: Partial<Reminder> = {}): Reminder => ({
  id,
  operator: ann,
  created_by: ann,
  chat_id: null,
  text,
  due_at: inHours(30),
  state: "waiting",
  created_at: inHours(-9),
  done_at: null,
  ...fields,
});

/** Renders an address of the application with reminders, which the fake server changes. */
async function renderReminders(path: string, first: readonly Reminder[]) {
  let items = first;
  const inbox = createTestInbox([createAnnsChat(5, "Tom Tag")]);
  const app = await renderApp(path, {
    ...inbox.answers,
    "GET /operators": {
      ...emptyPage,
      items: [createOperatorEntry(), createOperatorEntry({ ...max, email: "max@shop.example" })],
    },
    "GET /reminders": () => ({ items: [...items], next_cursor: null }),
    "POST /reminders": ({ body }) => {
      const { operator_id, ...values } = body as Partial<Reminder> & { operator_id: number };
      const added = createReminder(9, "", {
        ...values,
        chat_id: values.chat_id ?? null,
        operator: operator_id === max.id ? max : ann,
      });
      items = [...items, added];
      return added;
    },
    "PATCH /reminders/{id}": ({ ids: [id], body }) => {
      const changed = { ...items.find((item) => item.id === id)!, ...(body as object) };
      items = items
        .map((item) => (item.id === id ? changed : item))
        .filter(({ state }) => state !== "done");
      return changed;
    },
  });
  const setItems = (next: readonly Reminder[]) => {
    items = next;
  };
  return { ...app, setItems };
}

test("[REM-008] the palette and the panel remind of a chat at a time in words, oneself or another operator", async () => {
  const { screen, user, changes } = await renderReminders("/inbox/all/5", []);
  await findOpenChat("Tom Tag");
  await screen.findByRole("button", { name: "Add a reminder" });
  await user.keyboard("{Escape}{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox"), ">remind me");
  await screen.findByRole("option", { name: /^Remind me/ });
  await user.keyboard("{Enter}");
  const dialog = within(await screen.findByRole("dialog", { name: "New reminder" }));
  const text = await dialog.findByRole("textbox", { name: "What about?" });
  await waitFor(() => expect(document.activeElement).toBe(text));
  dialog.getByText("Write what it is about.");
  await user.type(text, "Ask the kiln");
  await user.selectOptions(
    dialog.getByRole("combobox", { name: "Who is reminded" }),
    await dialog.findByRole("option", { name: "Max Weber" }),
  );
  await user.type(dialog.getByRole("combobox", { name: "When?" }), "in 3 h{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(changes.find(({ path }) => path === "/reminders")?.body).toMatchObject({
    text: "Ask the kiln",
    chat_id: 5,
    operator_id: max.id,
  });
  const panel = within(screen.getByRole("region", { name: "Reminders" }));
  await panel.findByText("Ask the kiln");
  panel.getByText(/ · for Max Weber$/);
});

test("[REM-009] Mine shows what is due, links to the chat, and ends it or moves it to later", async () => {
  const { screen, user, changes } = await renderReminders("/inbox/mine", [
    createReminder(1, "Call back", { state: "due", due_at: inHours(-8), chat_id: 5 }),
    createReminder(2, "Order clay"),
    createReminder(3, "Not for me", { state: "due", due_at: inHours(-8), operator: max }),
  ]);
  const mine = within(await screen.findByRole("region", { name: "Reminders" }));
  mine.getByText("Call back");
  mine.getByText(/^Due since/);
  expect(mine.queryByText("Order clay")).toBeNull();
  await mine.findByRole("link", { name: "Chat with Tom Tag" });
  await user.click(mine.getByRole("button", { name: "Later: Call back" }));
  const later = within(await screen.findByRole("dialog", { name: "Change the reminder" }));
  await user.click(await later.findByRole("option", { name: /^Tomorrow morning/ }));
  await waitFor(() => expect(changes.at(-1)?.body).toMatchObject({ text: "Call back" }));
  await user.click(mine.getByRole("button", { name: /^Your reminders/ }));
  const all = within(await screen.findByRole("dialog", { name: "Your reminders" }));
  await user.click(await all.findByRole("button", { name: "Done: Order clay" }));
  await waitFor(() => expect(all.queryByText("Order clay")).toBeNull());
  all.getByText(/ · for Max Weber$/);
});

test("[REM-010] a reminder whose time comes is a notice on every screen, with Open chat, Done and In 1 hour", async () => {
  const due = createReminder(1, "Call back", { state: "due", due_at: inHours(0), chat_id: 5 });
  const { screen, user, sockets, setItems, changes } = await renderReminders("/inbox/all", [
    createReminder(1, "Call back", { due_at: inHours(1) }),
  ]);
  await screen.findByRole("button", { name: "Connected to the server" });
  expect(screen.queryByRole("region", { name: "Due reminders" })).toBeNull();
  setItems([createReminder(2, "Long ago", { state: "due", due_at: inHours(-8) }), due]);
  sockets.sendFrame({ type: "reminder", reminder: due });
  const notice = within(await screen.findByRole("region", { name: "Due reminders" }));
  notice.getByRole("heading", { name: "Call back" });
  await user.click(notice.getByRole("button", { name: "Open chat" }));
  await findOpenChat("Tom Tag");
  await user.click(notice.getByRole("button", { name: "In 1 hour" }));
  await waitFor(() => expect(changes.at(-1)?.path).toBe("/reminders/1"));
  const { due_at } = changes.at(-1)!.body as Reminder;
  expect(Date.parse(due_at) - Date.now()).toBeGreaterThan(3_500_000);
});
