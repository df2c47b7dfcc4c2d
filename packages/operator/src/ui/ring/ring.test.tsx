import type { Chat } from "@parlour/protocol";
import { defaultRouting } from "@parlour/protocol/settings/default-routing";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../tests/entities.ts";
import {
  ann,
  conversation,
  createTestInbox,
  createWaitingChat,
  max,
  toChatEntity,
  type TestInbox,
} from "../../../tests/inbox.ts";
import { renderApp, type RenderedApp } from "../../../tests/render-app.tsx";

const createOffer = (id: number, name: string, text: string): Chat =>
  createWaitingChat(id, name, text, { offered: [ann.id] });
/** Creates three chats that are offered to Ann. The first one waits longest. */
const createThreeWaitingChats = (): TestInbox =>
  createTestInbox([
    createOffer(1, "Anna Keller", "Where is my order?"),
    createOffer(2, "Ben Okafor", "Do you ship to Norway?"),
    createOffer(3, "Cleo Brandt", "Hello?"),
  ]);

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
  const dan = createOffer(4, "Dan Roe", "Anybody?");
  sockets.sendEvent("chat_created", { chat: toChatEntity(dan) });
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
    expect(document.querySelector("section.conversation")?.textContent).toContain(
      "Where is my order?",
    ),
  );
  expect(inbox.get(1).assignee).toEqual(ann);
});

test("[CORE-152] [API-041] [API-296] the longest wait rings first, red at the account's limit; a newer chat does not replace it; Ctrl J answers the one shown, or the newest if the account says so", async () => {
  const inbox = createTestInbox([createOffer(1, "Anna Keller", "Where is my order?")]);
  const app = await renderApp("/inbox/all", {
    ...inbox.answers,
    "GET /routing": { ...defaultRouting, managed: false },
    "POST /chats/{id}/accept": ({ ids: [id = 0] }) =>
      inbox.change(id, { state: "open", assignee: ann, participants: [ann], wait: null }),
  });
  const { screen, user, sockets, answer } = app;
  const row = (name: RegExp) => within(screen.getByRole("grid")).getByRole("row", { name });
  const add = (id: number, name: string, text: string): void => {
    inbox.change(id, {
      ...createOffer(id, name, text),
      wait: { since: new Date().toISOString(), offered: [ann.id] },
    });
    sockets.sendEvent("chat_created", { chat: toChatEntity(inbox.get(id)) });
    sockets.sendEvent("message_created", { message: inbox.get(id).last_message! });
  };
  let card = await findOfferCard(app);
  card.getByText("Where is my order?");
  expect(offerCard(app)?.querySelector(".timer.bad")).not.toBeNull();
  expect(row(/Anna Keller/).querySelector(".timer.bad")).not.toBeNull();
  add(2, "Ben Okafor", "Do you ship to Norway?");
  card = await findOfferCard(app);
  await card.findByRole("button", { name: "1 more waiting" });
  card.getByRole("heading", { name: /Longest wait/ });
  card.getByText("Where is my order?");
  expect(row(/Ben Okafor/).querySelector(".timer.bad")).toBeNull();
  expect(document.activeElement?.closest(".ringstack") ?? null).toBeNull();
  await user.keyboard("{Control>}j{/Control}");
  await waitFor(() => conversation().getByText("Where is my order?"));
  await waitFor(() => conversation().getByRole("textbox", { name: "Message" }));
  expect(inbox.get(1).assignee).toEqual(ann);

  answer({ "GET /routing": { ...defaultRouting, ring_order: "newest", managed: false } });
  sockets.sendEvent("settings_changed", { kind: "routing", id: null });
  add(3, "Cleo Brandt", "Hello?");
  card = await findOfferCard(app);
  await card.findByRole("heading", { name: /Newest chat/ });
  await card.findByText("Hello?");
  // The card does not change under the pointer.
  const skip = card.getByRole("button", { name: "Skip" });
  await user.hover(skip);
  add(4, "Dan Roe", "Anybody?");
  await card.findByRole("button", { name: "2 more waiting" });
  card.getByText("Hello?");
  await user.unhover(skip);
  await waitFor(async () => (await findOfferCard(app)).getByText("Anybody?"));
});

test("[CORE-033] a chat that is offered to one rings with them alone and says how long", async () => {
  const inbox = createTestInbox([
    createWaitingChat(5, "Dora Lind", "Is the lid sold alone?", {
      offered: [ann.id],
      offer_until: new Date(Date.now() + 30_000).toISOString(),
    }),
  ]);
  const app = await renderApp("/inbox/all", inbox.answers);
  const card = await findOfferCard(app);
  card.getByText("Is the lid sold alone?");
  card.getByText(/Offered to you,/);
  inbox.change(5, { wait: { since: "2026-11-20T09:05:00.000Z", offered: [max.id] } });
  app.sockets.sendEvent("chat_updated", { chat: toChatEntity(inbox.get(5)) });
  await waitFor(() => expect(offerCard(app)).toBeNull());
  within(app.screen.getByRole("grid")).getByRole("row", { name: /Dora Lind/ });
});
