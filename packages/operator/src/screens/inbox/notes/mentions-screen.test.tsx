import type { Message } from "@parlour/protocol";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createMessage, createOperatorEntry } from "../../../../tests/entities.ts";
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

const createNote = (chat: number, seq: number, from: typeof ann, to: typeof ann): Message =>
  createMessage(chat, seq, `@${to.name} please look`, {
    author: { kind: "operator", ...from },
    kind: "note",
    mentions: [to.id],
  });

test("[API-046] an operator is mentioned in a note by a part of their name, and the note is stored as one", async () => {
  const inbox = createTestInbox([createAnnsChat(5, "Nora Named", { participants: [ann, max] })]);
  const app = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    "GET /operators": {
      items: [ann, max].map(createOperatorEntry),
      next_cursor: null,
    },
    ...draftAnswers,
    "POST /chats/{id}/messages": ({ body }) => ({
      ...createNote(5, 2, ann, max),
      client_id: (body as { client_id: string }).client_id,
    }),
  });
  const { screen, user, changes } = app;
  await findOpenChat("Nora Named");
  await user.click(screen.getByRole("tab", { name: "Note" }));
  const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Note" });
  await user.type(field, "@max");
  await screen.findByRole("option", { name: /Max Weber/ });
  await user.keyboard("{Tab}");
  await waitFor(() => expect(field.value).toBe("@Max Weber "));
  await user.keyboard("please look{Enter}");
  await waitFor(() =>
    expect(document.querySelector(".msg.note")?.textContent).toContain("@Max Weber"),
  );
  await waitFor(() =>
    expect(changes.filter(({ path }) => path.endsWith("/messages"))).toMatchObject([
      { body: { kind: "note", text: "@Max Weber please look" } },
    ]),
  );
});

test("[API-046] an operator named in a note is told, sees it at the chat, and no longer when they have read it", async () => {
  const inbox = createTestInbox([createAnnsChat(6, "Nora Named")]);
  const note = createNote(6, 2, max, ann);
  const app = await renderApp("/inbox/all", {
    ...inbox.answers,
    "GET /chats/{id}/messages": {
      items: [createMessage(6, 1, "Hello from Nora Named"), note],
      next_cursor: null,
    },
  });
  const { screen, sockets } = app;
  const row = within(await screen.findByRole("grid")).getByRole("row", { name: /Nora Named/ });
  const focusBefore = document.activeElement;
  inbox.change(6, { seq: 2, last_message: note });
  sockets.sendEvent("message_created", { message: note });
  await screen.findByText("mentioned you in the chat with Nora Named", { exact: false });
  expect(document.activeElement).toBe(focusBefore);
  await within(row).findByText("You were mentioned in a note");
  app.navigate("/inbox/all/6");
  await findOpenChat("Nora Named");
  await waitFor(() => conversation().getByText("please look", { exact: false }));
  // The operator reads it on any device.
  sockets.sendFrame({ type: "read", chat_id: 6, seq: 2 });
  await waitFor(() => expect(screen.queryByText("You were mentioned in a note")).toBeNull());
});
