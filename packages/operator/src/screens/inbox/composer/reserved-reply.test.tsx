import { waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createMessage } from "../../../../tests/entities.ts";
import { Refusal } from "../../../../tests/fake-server.ts";
import {
  ann,
  conversation,
  createAnnsChat,
  createTestInbox,
  draftAnswers,
  findOpenChat,
  max,
} from "../../../../tests/inbox.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

test("[API-524] a reply in a chat that another operator writes in waits: Wait puts it back, Take over sends it", async () => {
  const inbox = createTestInbox([createAnnsChat(5, "Anna Keller")]);
  const { screen, user } = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    ...draftAnswers,
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

test("[CORE-477] [API-522] an answer that arrives while a reply is written holds it at the first Enter", async () => {
  const inbox = createTestInbox([createAnnsChat(5, "Anna Keller")]);
  const bodies: { text: string; after_seq?: number }[] = [];
  const { screen, user, sockets } = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    ...draftAnswers,
    "POST /chats/{id}/messages": ({ body }) => {
      const sent = body as { text: string; client_id: string; after_seq?: number };
      bodies.push(sent);
      return sent.after_seq === undefined
        ? createMessage(5, 3, sent.text, { author: { kind: "operator", ...ann } })
        : new Refusal(409, "crossed", "", { by: max, reason: "answered", seq: 2 });
    },
  });
  await findOpenChat("Anna Keller");
  const field = conversation().getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  await user.type(field, "Yes, with 30 days");
  const answer = createMessage(5, 2, "No, only by card.", { author: { kind: "operator", ...max } });
  sockets.sendEvent("message_created", { message: answer });
  await conversation().findByText("No, only by card.");
  await user.type(field, " to pay.{Enter}");
  await screen.findByText("Max Weber has answered since you began. Your reply was not sent.");
  // The last message that Ann had read at the first letter, not the one on the screen at Enter.
  expect(bodies.map(({ after_seq }) => after_seq)).toEqual([1]);
  await user.click(screen.getByRole("button", { name: "Send anyway" }));
  await waitFor(() => expect(bodies.map(({ after_seq }) => after_seq)).toEqual([1, undefined]));
});
