import type { Chat } from "@parlour/protocol";
import { createTestChat } from "@parlour/protocol/entity/chat.fixture";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createContact, createMessage, createOperator } from "../../../tests/entities.ts";
import { ann, createTestInbox, type TestInbox } from "../../../tests/inbox.ts";
import { renderApp, type RenderedApp } from "../../../tests/render-app.tsx";

/** Creates a chat that waits for Ann. The first one waits longest. */
function createWaitingChat(id: number, name: string, text: string): Chat {
  const chat = createTestChat(id, {
    state: "waiting",
    assignee: null,
    participants: [],
    last_message: createMessage(id, 1, text),
    wait: { since: `2026-11-20T09:0${id}:00.000Z`, offered: [ann.id] },
  });
  return { ...chat, visitor: { ...chat.visitor, name: createContact(name) } };
}
const createThreeWaitingChats = (): TestInbox =>
  createTestInbox([
    createWaitingChat(1, "Anna Keller", "Where is my order?"),
    createWaitingChat(2, "Ben Okafor", "Do you ship to Norway?"),
    createWaitingChat(3, "Cleo Brandt", "Hello?"),
  ]);

const toEntity = ({ unread: _unread, last_message: _last, ...chat }: Chat) => chat;
const offerCard = ({ screen }: RenderedApp) =>
  screen.queryByRole("region", { name: /^New chat from/ });
const findOfferCard = async ({ screen }: RenderedApp) =>
  within(await screen.findByRole("region", { name: /^New chat from/ }));
const findIndicator = ({ screen }: RenderedApp) =>
  screen.findByRole("button", { name: /waiting,? longest wait/ });

test("[CORE-152] nothing rings while away, and a banner says so until the operator is online again", async () => {
  const app = await renderApp("/inbox/all", {
    ...createThreeWaitingChats().answers,
    "PUT /me/presence": createOperator({ presence: "online" }),
  });
  const { screen, user, sockets } = app;
  within(await findIndicator(app)).getByText("3");
  await findOfferCard(app);
  sockets.sendFrame({ type: "presence", operator_id: ann.id, status: "away" });
  const banner = await screen.findByRole("region", { name: "You are away." });
  within(banner).getByText(/3 chats are waiting, but do not ring for you\./);
  expect(offerCard(app)).toBeNull();
  await findIndicator(app);
  await user.click(within(banner).getByRole("button", { name: "Go online" }));
  sockets.sendFrame({ type: "presence", operator_id: ann.id, status: "online" });
  await waitFor(() => expect(screen.queryByRole("region", { name: "You are away." })).toBeNull());
});

test("[CORE-151] [CORE-331] the card can be collapsed, the indicator in the rail opens the queue with its keys, and a skip is stored", async () => {
  const inbox = createThreeWaitingChats();
  const app = await renderApp("/inbox/all", {
    ...inbox.answers,
    "POST /chats/{id}/skip": ({ ids: [id = 0] }) => {
      const { wait } = inbox.get(id);
      return inbox.change(id, { wait: wait && { ...wait, skipped: [ann.id] } });
    },
  });
  const { screen, user, sockets, changes } = app;
  let card = await findOfferCard(app);
  card.getByRole("button", { name: "2 more waiting" });
  await user.click(card.getByRole("button", { name: "Collapse" }));
  within(await findIndicator(app)).getByText("3");
  expect(offerCard(app)).toBeNull();
  // A newly offered chat brings the card back.
  const dan = createWaitingChat(4, "Dan Roe", "Anybody?");
  sockets.sendEvent("chat_created", { chat: toEntity(dan) });
  card = await findOfferCard(app);
  card.getByRole("button", { name: "3 more waiting" });
  card.getByRole("button", { name: "Skip" }).focus();
  await user.keyboard("{Escape}");
  await findIndicator(app);
  expect(offerCard(app)).toBeNull();

  await user.keyboard("gw");
  const queue = await screen.findByRole("dialog", { name: /chats? (?:is|are) waiting/ });
  const focused = () => document.activeElement?.getAttribute("aria-label");
  await waitFor(() => expect(focused()).toBe("Reply to Anna Keller"));
  await user.keyboard("{ArrowDown}");
  expect(focused()).toBe("Reply to Ben Okafor");
  await user.keyboard("s");
  await within(queue).findByText(/Skipped by you: 1\./);
  expect(focused()).toBe("Reply to Cleo Brandt");
  await user.click(within(queue).getByRole("button", { name: "Show" }));
  await within(queue).findByRole("button", { name: "Reply to Ben Okafor" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(queue.isConnected).toBe(false));
  expect(document.activeElement?.className).toContain("waiting");
  expect(changes.at(-1)).toMatchObject({ method: "POST", path: "/chats/2/skip" });
});

test("[CORE-331] a skip counts on every device, and Enter in the queue replies", async () => {
  const inbox = createThreeWaitingChats();
  const skipped = inbox.get(2);
  inbox.change(2, { wait: skipped.wait && { ...skipped.wait, skipped: [ann.id] } });
  const app = await renderApp("/visitors", {
    ...inbox.answers,
    "POST /chats/{id}/accept": ({ ids: [id = 0] }) =>
      inbox.change(id, { state: "open", assignee: ann, participants: [ann], wait: null }),
  });
  const { screen, user } = app;
  const indicator = await findIndicator(app);
  within(indicator).getByText("2");
  await user.click(indicator);
  const queue = await screen.findByRole("dialog", { name: /chats? (?:is|are) waiting/ });
  await within(queue).findByText(/Skipped by you: 1\./);
  await user.keyboard("{Enter}");
  await waitFor(() =>
    expect(document.querySelector("section.talk")?.textContent).toContain("Where is my order?"),
  );
  expect(inbox.get(1).assignee).toEqual(ann);
});
