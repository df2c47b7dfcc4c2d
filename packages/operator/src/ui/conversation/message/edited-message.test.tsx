import type { Message } from "@parlour/protocol";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createMessage } from "../../../../tests/entities.ts";
import {
  ann,
  conversation,
  createAnnsChat,
  createTestInbox,
  findOpenChat,
} from "../../../../tests/inbox.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const at = "2026-11-20T10:05:00.000Z";
const written = createMessage(5, 1, "Please send it on Monday");
const answer: Message = createMessage(5, 2, "It ships today", {
  author: { kind: "operator", ...ann },
  delivery: { id: 1, state: "delivered", attempts: 1, error: null, next_at: null },
});
/** The bubble of a message in the open chat. */
const bubble = (text: string) =>
  within(conversation().getByText(text).closest<HTMLElement>(".bubble")!);

test("[CORE-284] [CORE-283] [CORE-287] [CH-123] an edited message shows the new text, and the earlier ones on demand; reports of the integrator change the state of an answer", async () => {
  const inbox = createTestInbox([createAnnsChat(5, "Eva Lind", { seq: 2, last_message: answer })]);
  const app = await renderApp("/inbox/mine/5", {
    ...inbox.answers,
    "GET /chats/{id}/messages": { items: [written, answer], next_cursor: null },
  });
  const { user, sockets } = app;
  await findOpenChat("Eva Lind", "It ships today");
  bubble("It ships today").getByText("Delivered");
  sockets.sendEvent("message_updated", { message: { ...answer, seen_at: at } });
  await waitFor(() => bubble("It ships today").getByText("Seen"));

  sockets.sendEvent("message_updated", {
    message: {
      ...written,
      text: "Please send it on Wednesday",
      edited_at: at,
      earlier: [
        { text: "Please send it on Monday", at },
        { text: "Please send it on Tuesday", at },
      ],
    },
  });
  await waitFor(() => conversation().getByText("Please send it on Wednesday"));
  const edited = bubble("Please send it on Wednesday");
  const mark = edited.getByRole("button", { name: "Edited" });
  expect(conversation().queryByText(/on Monday/)).toBeNull();
  expect(mark.getAttribute("aria-expanded")).toBe("false");
  mark.focus();
  await user.keyboard("{Enter}");
  const earlier = within(await edited.findByRole("list", { name: "Earlier texts" }));
  expect(earlier.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("Please send it on Monday"),
    expect.stringContaining("Please send it on Tuesday"),
  ]);
  expect(mark.getAttribute("aria-expanded")).toBe("true");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(edited.queryByRole("list", { name: "Earlier texts" })).toBeNull());
});
