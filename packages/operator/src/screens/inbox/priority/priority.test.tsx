import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import {
  conversation,
  createAnnsChat,
  createTestInbox,
  findOpenChat,
  toChatEntity,
} from "../../../../tests/inbox.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

test("[ACT-004] the priority is shown in row and head, and set from the head", async () => {
  const inbox = createTestInbox([createAnnsChat(5, "Tom Tag"), createAnnsChat(6, "Una Urgent")]);
  inbox.change(6, { priority: "urgent" });
  const { screen, user, sockets, changes } = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    "PUT /chats/{id}/priority": ({ body }) => inbox.change(5, body as { priority: "high" }),
  });
  await findOpenChat("Tom Tag");
  const row = (name: string) => within(screen.getByRole("row", { name: new RegExp(name) }));
  expect(row("Una Urgent").getByRole("img", { name: "Urgent" })).toBeTruthy();
  expect(row("Tom Tag").queryByRole("img", { name: /priority/ })).toBeNull();
  await user.click(await conversation().findByRole("button", { name: "Priority: Normal" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "High" }));
  await waitFor(() =>
    expect(changes.at(-1)).toMatchObject({
      path: "/chats/5/priority",
      body: { priority: "high" },
    }),
  );
  sockets.sendEvent("chat_updated", { chat: toChatEntity(inbox.get(5)) });
  expect(await conversation().findByRole("button", { name: "Priority: High" })).toBeTruthy();
  expect(row("Tom Tag").getByRole("img", { name: "High priority" })).toBeTruthy();
});
