import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import {
  ann,
  conversation,
  createAnnsChat,
  createSystemMessage,
  createTestInbox,
  findOpenChat,
  findVisitorPanel,
  toChatEntity,
} from "../../../../tests/inbox.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const createdAt = "2026-11-20T10:00:00.000Z";

test("[API-044] tags are put on a chat and taken off; the chat says so", async () => {
  const tags = [
    { id: 1, name: "Refund" },
    { id: 2, name: "VIP" },
  ];
  const inbox = createTestInbox([createAnnsChat(5, "Tom Tag")]);
  const app = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    "GET /tags": {
      items: tags.map((tag) => ({ ...tag, created_at: createdAt, managed: false })),
      next_cursor: null,
    },
    "PATCH /chats/{id}/tags": ({ body }) => {
      const { add = [], remove = [] } = body as { add?: number[]; remove?: number[] };
      const ids = [...(inbox.get(5).tags ?? []).map(({ id }) => id), ...add];
      return inbox.change(5, {
        tags: tags.filter(({ id }) => ids.includes(id) && !remove.includes(id)),
      });
    },
  });
  const { screen, user, sockets, changes } = app;
  await findOpenChat("Tom Tag");
  const panel = await findVisitorPanel();
  await panel.findByRole("button", { name: "Edit tags" });
  await user.keyboard("l");
  const dialog = within(await screen.findByRole("dialog", { name: "Tags of this chat" }));
  await user.click(await dialog.findByRole("checkbox", { name: "Refund" }));
  await user.click(dialog.getByRole("checkbox", { name: "VIP" }));
  await user.click(dialog.getByRole("button", { name: "Save tags" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const update = (): void =>
    sockets.sendEvent("chat_updated", { chat: toChatEntity(inbox.get(5)) });
  update();
  await panel.findByText("VIP");
  expect(changes.at(-1)).toMatchObject({
    path: "/chats/5/tags",
    body: { add: [1, 2], remove: [] },
  });
  const addLine = (seq: number, code: string, detail: string): void =>
    sockets.sendEvent("message_created", {
      message: createSystemMessage(5, seq, { code, by: ann, detail }),
    });
  addLine(2, "tagged", "Refund, VIP");
  await waitFor(() => conversation().getByText("Ann added tags: Refund, VIP"));
  await user.click(panel.getByRole("button", { name: "Remove tag VIP" }));
  await waitFor(() => expect(inbox.get(5).tags).toHaveLength(1));
  update();
  await waitFor(() => expect(panel.queryByText("VIP")).toBeNull());
  expect(changes.at(-1)).toMatchObject({ path: "/chats/5/tags", body: { remove: [2] } });
  addLine(3, "untagged", "VIP");
  await waitFor(() => conversation().getByText("Ann removed tags: VIP"));
});

test("[API-047] a transcript is saved from the menu; in a chat API channel a rating cannot be asked, and the menu says why", async () => {
  const inbox = createTestInbox([createAnnsChat(6, "Tina Transcript")]);
  const app = await renderApp("/inbox/all/6", {
    ...inbox.answers,
    "GET /me/mail": {
      available: false,
      offline: false,
      missed: false,
      reminders: false,
      faults: false,
    },
  });
  const { screen, user, changes } = app;
  await findOpenChat("Tina Transcript");
  const openMenu = (): Promise<void> =>
    user.click(conversation().getAllByRole("button", { name: /^More/ })[0]!);
  await openMenu();
  await user.click(
    await screen.findByRole("menuitem", {
      name: /Ask for a rating.*not available in chat API channels/,
    }),
  );
  await screen.findByText("chat API channels do not support ratings", { exact: false });
  expect(changes.filter(({ path }) => path.endsWith("ask-rating"))).toEqual([]);
  await openMenu();
  await user.click(await screen.findByRole("menuitem", { name: "Save transcript" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Save transcript" }));
  const save = dialog.getByRole("link", { name: "Save" });
  expect(save.getAttribute("href")).toBe("/api/v1/chats/6/transcript?format=txt");
  expect(save.getAttribute("download")).toBe("chat-6.txt");
});
