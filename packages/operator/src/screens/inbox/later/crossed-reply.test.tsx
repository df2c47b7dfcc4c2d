import type { ScheduledMessage } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
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

const createCrossedReply = (fields: Partial<ScheduledMessage> = {}): ScheduledMessage => ({
  id: 3,
  chat_id: 5,
  operator: max,
  text: "We have asked the courier.",
  send_at: "2026-11-20T09:00:00.000Z",
  state: "held",
  error: { code: "crossed", message: "Ann has answered.", by: ann, reason: "answered" },
  created_at: "2026-11-19T17:02:00.000Z",
  ...fields,
});

/** Renders Ann's chat with a reply that is held. */
async function renderCrossedReply(fields: Partial<ScheduledMessage> = {}, chat = {}) {
  const inbox = createTestInbox([createAnnsChat(5, "Marie Dubois", chat)]);
  const items = [createCrossedReply(fields)];
  const app = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    "GET /chats/{id}/scheduled-messages": () => ({ items: [...items], next_cursor: null }),
    "POST /chats/{id}/scheduled-messages/{scheduled}/send-now": () =>
      ({ ...items.pop()!, state: "sending" }) as ScheduledMessage,
    "DELETE /chats/{id}/scheduled-messages/{scheduled}": () => (items.pop(), null),
    ...draftAnswers,
  });
  await findOpenChat("Marie Dubois");
  const card = within(await app.screen.findByRole("region", { name: /^Held at/ }));
  return { ...app, card };
}

test("[CORE-476] the operator who has the chat is asked about a held reply, and sends it or takes its text", async () => {
  const { card, user, changes } = await renderCrossedReply();
  card.getByRole("heading", { name: /you have answered since it was written$/ });
  card.getByText("Max Weber wrote this to go out later. It has not been sent.");
  await user.click(card.getByRole("button", { name: "Send anyway" }));
  await waitFor(() =>
    expect(changes.at(-1)).toMatchObject({ path: "/chats/5/scheduled-messages/3/send-now" }),
  );
});

test("[CORE-476] Edit moves a held reply into the field, and it is sent nowhere", async () => {
  const { card, user, changes } = await renderCrossedReply();
  await user.click(card.getByRole("button", { name: "Edit" }));
  const field = conversation().getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  await waitFor(() => expect(field.value).toBe("We have asked the courier."));
  expect(document.activeElement).toBe(field);
  await waitFor(() =>
    expect(changes.some(({ method, path }) => method === "DELETE" && path.endsWith("/3"))).toBe(
      true,
    ),
  );
});

test("[CORE-476] its author reads who decides, without buttons", async () => {
  const { card } = await renderCrossedReply(
    { operator: ann, error: { code: "crossed", message: "", by: max, reason: "assigned" } },
    { assignee: max, participants: [max, ann] },
  );
  card.getByRole("heading", { name: /the chat went to Max Weber$/ });
  card.getByText("Max Weber decides.");
  expect(card.queryByRole("button")).toBeNull();
});
