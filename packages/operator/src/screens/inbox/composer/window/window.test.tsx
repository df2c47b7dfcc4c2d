import type { Account, Chat, ChannelTemplate } from "@parlour/protocol";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createMessage, defaultAnswers } from "../../../../../tests/entities.ts";
import { ann, createAnnsChat, createTestInbox, findOpenChat } from "../../../../../tests/inbox.ts";
import { renderApp } from "../../../../../tests/render-app.tsx";

/** Creates a chat of WhatsApp whose visitor wrote some hours ago. */
const createChatOf = (id: number, name: string, hoursAgo: number): Chat =>
  createAnnsChat(id, name, {
    channel: { id: 1, kind: "whatsapp", name: "WhatsApp" },
    reply_until: new Date(Date.now() + (24 - hoursAgo) * 3_600_000).toISOString(),
  });
const template: ChannelTemplate = {
  name: "order_update",
  language: "en",
  category: "utility",
  text: "Hello {{body.1}}, your order is on its way.",
  parameters: ["body.1"],
};

test("[CON-050] the composer shows the rest of the window", async () => {
  const inbox = createTestInbox([createChatOf(5, "Recent Rosa", 22.5)]);
  const { screen } = await renderApp("/inbox/all/5", inbox.answers);
  await findOpenChat("Recent Rosa");
  await screen.findByText(/Replies are possible for 1 h \d+ min\./);
});

test("[CON-051] after the window, an operator sends a template with values", async () => {
  const inbox = createTestInbox([createChatOf(6, "Late Lena", 25)]);
  const app = await renderApp("/inbox/all/6", {
    ...inbox.answers,
    "GET /channels/{id}/templates": { items: [template], next_cursor: null },
    "POST /chats/{id}/messages": ({ body }) =>
      createMessage(6, 2, "Hello Lena, your order is on its way.", {
        author: { kind: "operator", ...ann },
        client_id: (body as { client_id: string }).client_id,
      }),
  });
  const { screen, user, changes } = app;
  await findOpenChat("Late Lena");
  await screen.findByText(/Late Lena has not written for 24 hours/);
  expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Send template" }));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByRole("heading", { name: "Send a template" });
  await dialog.findByText("Message");
  for (const field of dialog.getAllByRole("textbox")) await user.type(field, "Lena");
  await user.click(dialog.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(changes.find(({ path }) => path.endsWith("/messages"))?.body).toMatchObject({
    kind: "template",
    template: { name: "order_update", language: "en", parameters: { "body.1": "Lena" } },
  });
});

test("[MV-084] while only the old system answers, the composer has notes and the reason", async () => {
  const chat = createAnnsChat(7, "Trial Tom", { channel: { id: 12, kind: "api", name: "Shop" } });
  const inbox = createTestInbox([chat]);
  const { screen, user } = await renderApp("/inbox/all/7", {
    ...inbox.answers,
    "GET /account": { ...(defaultAnswers["GET /account"] as Account), answered_elsewhere: 12 },
  });
  await findOpenChat("Trial Tom");
  await screen.findByText(/Only the old system answers this chat/);
  expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Write a note" }));
  await screen.findByRole("textbox", { name: "Note" });
});
