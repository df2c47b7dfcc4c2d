import type { ScheduledMessage } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createMessage } from "../../../../tests/entities.ts";
import { Refusal, type Answers } from "../../../../tests/fake-server.ts";
import {
  ann,
  conversation,
  createAnnsChat,
  createTestInbox,
  findOpenChat,
  max,
} from "../../../../tests/inbox.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const createScheduled = (
  id: number,
  text: string,
  fields: Partial<ScheduledMessage> = {},
): ScheduledMessage => ({
  id,
  chat_id: 5,
  operator: ann,
  text,
  send_at: inHours(10),
  state: "waiting",
  error: null,
  created_at: inHours(-1),
  ...fields,
});

/** Renders chat 5 with scheduled messages, which the fake server changes. */
async function renderChat(first: readonly ScheduledMessage[], more: Answers = {}) {
  let items = first;
  const inbox = createTestInbox([
    createAnnsChat(5, "Tom Tag", {
      channel: { id: 1, kind: "whatsapp", name: "Shop" },
      reply_until: inHours(20),
    }),
  ]);
  const app = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    "PUT /chats/{id}/draft": ({ body }) => ({
      ...(body as { mode: "text"; text: string; version: number }),
      chat_id: 5,
      updated_at: inHours(0),
    }),
    "GET /chats/{id}/scheduled-messages": () => ({ items: [...items], next_cursor: null }),
    "POST /chats/{id}/scheduled-messages": ({ body }) => {
      const added = createScheduled(9, "", body as Partial<ScheduledMessage>);
      items = [...items, added];
      return added;
    },
    "PATCH /chats/{id}/scheduled-messages/{scheduled}": ({ ids: [, id], body }) => {
      items = items.map((item) => (item.id === id ? { ...item, ...(body as object) } : item));
      return items.find((item) => item.id === id)!;
    },
    "DELETE /chats/{id}/scheduled-messages/{scheduled}": ({ ids: [, id] }) => {
      items = items.filter((item) => item.id !== id);
      return null;
    },
    ...more,
  });
  await findOpenChat("Tom Tag");
  const list = async () =>
    within(await conversation().findByRole("list", { name: "Scheduled replies" }));
  return {
    ...app,
    list,
    setItems: (next: readonly ScheduledMessage[]) => {
      items = next;
    },
  };
}

test("[LATER-008] the draft is sent at a time in words, but not after the reply window", async () => {
  const { screen, user, changes, list } = await renderChat([]);
  const field = await screen.findByRole("textbox", { name: "Message" });
  await user.type(field, "Good morning!");
  await user.click(await screen.findByRole("button", { name: "Send later" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Send later" }));
  const when = await dialog.findByRole("combobox", { name: "Send when?" });
  await user.type(when, "in 23 h{Enter}");
  expect(dialog.getByRole("status").textContent).toMatch(
    /^Shop closes its reply window at .*\. Choose an earlier time\.$/,
  );
  await user.clear(when);
  await user.type(when, "in 3 h{Enter}");
  const item = within((await (await list()).findAllByRole("listitem"))[0]!);
  item.getByText("You, scheduled");
  item.getByText("Good morning!");
  item.getByText(/^Goes out/);
  expect(changes.find(({ method }) => method === "POST")?.body).toMatchObject({
    text: "Good morning!",
  });
  expect((field as HTMLTextAreaElement).value).toBe("");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox"), ">send later");
  await user.keyboard("{Enter}");
  const empty = within(await screen.findByRole("dialog", { name: "Send later" }));
  await empty.findByText("Write the reply first.");
});

test("[LATER-009] the author edits, sends and cancels with Undo, another operator reads", async () => {
  const { screen, user, changes, list } = await renderChat(
    [createScheduled(1, "First"), createScheduled(2, "Second", { operator: max })],
    {
      "POST /chats/{id}/scheduled-messages/{scheduled}/send-now": () => createScheduled(1, "First"),
    },
  );
  const [own, other] = (await (await list()).findAllByRole("listitem")).map((item) => within(item));
  other!.getByText("Max Weber, scheduled");
  expect(other!.queryByRole("button")).toBeNull();
  await user.click(own!.getByRole("button", { name: "Edit" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit the scheduled reply" }));
  const text = await dialog.findByRole("textbox", { name: "Reply" });
  await user.type(text, "!");
  await user.click(dialog.getByRole("option", { name: /^Keep the time/ }));
  await own!.findByText("First!");
  await user.click(own!.getByRole("button", { name: "Send now" }));
  await waitFor(() => expect(changes.at(-1)?.path).toBe("/chats/5/scheduled-messages/1/send-now"));
  await user.click(own!.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(conversation().queryByText("First!")).toBeNull());
  await user.click(await screen.findByRole("button", { name: /^Undo/ }));
  await (await list()).findByText("First!");
});

test("[LATER-009] a reply that could not go says why, and one that was sent leaves the list", async () => {
  const { list, sockets, setItems } = await renderChat([
    createScheduled(1, "Too late", {
      state: "failed",
      error: { code: "reply_window_closed", message: "" },
    }),
    createScheduled(2, "Blocked", {
      state: "failed",
      error: { code: "forbidden", message: "The author may no longer answer chats." },
    }),
    createScheduled(3, "By Max", { operator: max }),
  ]);
  const box = await list();
  await box.findByText(
    "The channel closed its reply window. Send the reply when Tom Tag has written.",
  );
  box.getByText("Not sent: The author may no longer answer chats.");
  sockets.sendEvent("message_created", {
    message: createMessage(5, 2, "By Max", {
      author: { kind: "operator", ...max },
      cause: { kind: "schedule", id: 3 },
    }),
  });
  await waitFor(() => expect(box.queryByText("Max Weber, scheduled")).toBeNull());
  setItems([createScheduled(4, "From another page")]);
  sockets.sendFrame({
    type: "scheduled_message",
    message: createScheduled(4, "From another page"),
  });
  await box.findByText("From another page");
  expect(box.queryByText("Blocked")).toBeNull();
});

test("[LATER-003] the server's reason why a time is not possible stays in the dialog", async () => {
  const { screen, user } = await renderChat([], {
    "POST /chats/{id}/scheduled-messages": new Refusal(409, "at_limit", "Too many."),
  });
  await user.type(await screen.findByRole("textbox", { name: "Message" }), "Hi");
  await user.click(await screen.findByRole("button", { name: "Send later" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Send later" }));
  // Which times are before the end of the reply window depends on the time of the day.
  const [first] = await dialog.findAllByRole("option");
  if (first !== undefined) await user.click(first);
  await dialog.findByText("Too many.");
});
