import type { Macro, Tag } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import type { Answers } from "../../../../tests/fake-server.ts";
import { createAnnsChat, createTestInbox, findOpenChat } from "../../../../tests/inbox.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const createdAt = "2026-11-20T10:00:00.000Z";
const createMacro = (id: number, name: string, actions: Macro["do"]): Macro => ({
  id,
  name,
  do: actions,
  shared: "all",
  owner: null,
  managed: false,
  created_at: createdAt,
  updated_at: createdAt,
});
const vip: Tag = { id: 7, name: "vip", created_at: createdAt, managed: false };
const macros = [
  createMacro(1, "Greet", [{ type: "reply", text: "Hello {visitor.name}!" }]),
  createMacro(2, "Refund", [
    { type: "tag", tag_id: 7 },
    { type: "priority", priority: "high" },
    { type: "close" },
    { type: "note", text: "Done" },
  ]),
];
const answers: Answers = {
  "GET /macros": { items: macros, next_cursor: null },
  "GET /tags": { items: [vip], next_cursor: null },
  "GET /fields": { items: [], next_cursor: null },
  "GET /operators": { items: [], next_cursor: null },
  "GET /departments": { items: [], next_cursor: null },
  "GET /canned-replies": { items: [], next_cursor: null },
};

test("[ACT-026] M lists the macros with their effect in this chat; Enter runs one and says what was refused", async () => {
  const inbox = createTestInbox([createAnnsChat(5, "Tom Tag", { priority: "high" })]);
  const { screen, user, changes } = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    ...answers,
    "POST /chats/{id}/run-macro": {
      results: [
        { type: "tag", result: "done" },
        { type: "priority", result: "unchanged" },
        { type: "close", result: "done" },
        { type: "note", result: "refused", error: { code: "chat_closed", message: "Closed." } },
      ],
      chat: null,
    },
  });
  await findOpenChat("Tom Tag");
  await user.keyboard("{Escape}m");
  const dialog = within(
    await screen.findByRole("dialog", { name: "Run a macro on the chat with Tom Tag" }),
  );
  const field = await dialog.findByRole("combobox", { name: "Macro" });
  const listEffects = () => dialog.getAllByRole("listitem").map(({ textContent }) => textContent);
  await waitFor(() => expect(listEffects()).toEqual(["Reply: Hello Tom Tag!"]));
  await user.type(field, "refu");
  await waitFor(() =>
    expect(listEffects()).toEqual([
      "Add the tag vip",
      "Set the priority to High (already so)",
      "Close the chat",
      "Write a note Done (the chat is closed)",
    ]),
  );
  await user.keyboard("{Enter}");
  await screen.findByText("Macro “Refund” runs in 5 s.");
  expect(changes.some(({ path }) => path.endsWith("/run-macro"))).toBe(false);
  // A page that closes runs it at once.
  window.dispatchEvent(new Event("pagehide"));
  await screen.findByText(/Macro “Refund” ran. 1 action was refused: Closed./);
  expect(changes.filter(({ path }) => path.endsWith("/run-macro")).at(-1)?.body).toEqual({
    macro_id: 2,
    after_seq: 1,
  });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("[ACT-026] [ACT-027] a number chooses a macro, and Z undoes it before it runs", async () => {
  const inbox = createTestInbox([createAnnsChat(5, "Tom Tag")]);
  const { screen, user, changes } = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    ...answers,
  });
  await findOpenChat("Tom Tag");
  await user.keyboard("{Escape}m");
  await screen.findByRole("combobox", { name: "Macro" });
  await user.keyboard("2");
  await screen.findByText("Macro “Refund” runs in 5 s.");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.keyboard("z");
  await waitFor(() => expect(screen.queryByText("Macro “Refund” runs in 5 s.")).toBeNull());
  window.dispatchEvent(new Event("pagehide"));
  expect(changes.some(({ path }) => path.endsWith("/run-macro"))).toBe(false);
});

test("[ACT-026] without macros the dialog says where to add one", async () => {
  const inbox = createTestInbox([createAnnsChat(5, "Tom Tag")]);
  const { screen, user } = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    ...answers,
    "GET /macros": { items: [], next_cursor: null },
  });
  await findOpenChat("Tom Tag");
  await user.keyboard("{Escape}m");
  await screen.findByText("You have no macros yet. Add one in Settings → Macros.");
});
