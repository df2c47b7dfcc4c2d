import { expect, test } from "vitest";
import { createMessage } from "../../../../tests/entities.ts";
import { Refusal } from "../../../../tests/fake-server.ts";
import {
  ann,
  conversation,
  createAnnsChat,
  createTestInbox,
  findOpenChat,
  max,
} from "../../../../tests/inbox.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

test("[API-524] a reply in a chat that another operator writes in waits: Wait puts it back, Take over sends it", async () => {
  const inbox = createTestInbox([createAnnsChat(5, "Anna Keller")]);
  const { screen, user } = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    "PUT /chats/{id}/draft": ({ body }) => ({
      ...(body as { mode: "text"; text: string; version: number }),
      chat_id: 5,
      updated_at: "2026-11-20T10:00:00.000Z",
    }),
    "POST /chats/{id}/messages": ({ body }) => {
      const { text, client_id, after_seq } = body as {
        text: string;
        client_id: string;
        after_seq?: number;
      };
      return after_seq === undefined
        ? createMessage(5, 2, text, { author: { kind: "operator", ...ann }, client_id })
        : new Refusal(409, "reserved", "", { by: max, until: "2026-11-20T10:01:00.000Z" });
    },
  });
  await findOpenChat("Anna Keller");
  const field = conversation().getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  await user.type(field, "Me too{Enter}");
  await screen.findByText("Max Weber is writing an answer. Your reply was not sent.");
  await user.click(screen.getByRole("button", { name: "Wait" }));
  expect(field.value).toBe("Me too");
  await user.type(field, "{Enter}");
  await user.click(await screen.findByRole("button", { name: "Take over" }));
  await conversation().findByText("Me too");
  expect(screen.queryByRole("button", { name: "Take over" })).toBeNull();
});
