import type { Chat, NamedRef } from "@parlour/protocol";
import fc from "fast-check";
import { expect, test } from "vitest";
import { waitFor, within } from "@testing-library/dom";
import { createMessage, emptyPage } from "../../../tests/entities.ts";
import {
  ann,
  conversation,
  createAnnsChat,
  createTestInbox,
  createWaitingChat,
  draftAnswers,
  findOpenChat,
  max,
  sendAnswers,
  toChatEntity,
} from "../../../tests/inbox.ts";
import { Refusal, type Answers } from "../../../tests/fake-server.ts";
import { renderApp, type RenderedApp } from "../../../tests/render-app.tsx";
import { getDraft } from "../../state/drafts/drafts.ts";

/** Requests that wait until the test answers them. */
function createDelayedRequests() {
  const waiting: (() => void)[] = [];
  return {
    /** Returns an answer that is computed when the test lets the request go on. */
    delay: <T,>(compute: () => T): Promise<T> =>
      new Promise((resolve) => waiting.push(() => resolve(compute()))),
    count: () => waiting.length,
    answerNext: () => waiting.shift()?.(),
    answerAll() {
      while (waiting.length > 0) waiting.shift()?.();
    },
  };
}
type DelayedRequests = ReturnType<typeof createDelayedRequests>;

const offeredTo = (id: number, name: string) =>
  createWaitingChat(id, name, `Hello from ${name}`, { offered: [ann.id] });
const hasChat = (operator: NamedRef): Partial<Chat> => ({
  state: "open",
  assignee: operator,
  participants: [operator],
  wait: null,
});
const maxHas = hasChat(max);
const annHas = hasChat(ann);
const taken = () => new Refusal(409, "already_accepted", "Max Weber was faster.", { by: max });

/** The inbox of Ann: an own chat, three that wait, and one of Max. `isLost`: Max is faster. */
function createInbox(requests: DelayedRequests, isLost: (id: number) => boolean) {
  const inbox = createTestInbox([
    createAnnsChat(1, "Olga Own"),
    offeredTo(2, "Wanda Waiting"),
    offeredTo(3, "Walter Waiting"),
    offeredTo(4, "Wilma Waiting"),
    createAnnsChat(5, "Carl Colleague", maxHas),
    createAnnsChat(6, "Owen Own"),
  ]);
  const take = (id: number) => {
    if (!isLost(id)) return inbox.change(id, annHas);
    inbox.change(id, maxHas);
    return taken();
  };
  const answers: Answers = {
    ...inbox.answers,
    "GET /search": emptyPage,
    "POST /chats/{id}/accept": ({ ids: [id = 0] }) => requests.delay(() => take(id)),
    "POST /chats/{id}/join": ({ ids: [id = 0] }) =>
      requests.delay(() =>
        isLost(id)
          ? new Refusal(409, "at_limit", "You have reached your limit.", { limit: "chats" })
          : inbox.change(id, { participants: [max, ann] }),
      ),
    "POST /chats/{id}/close": ({ ids: [id = 0] }) => inbox.change(id, { state: "closed" }),
    ...sendAnswers,
    ...draftAnswers,
  };
  return { inbox, answers };
}

const shownChat = (): number =>
  Number(document.querySelector<HTMLElement>("section.conversation")?.dataset["chat"]);
const draftOf = (chat: number) => getDraft(ann.id, chat, "text");
const findCard = async ({ screen }: RenderedApp) =>
  within(await screen.findByRole("region", { name: /^New chat from/ }));
const writesTo = (app: RenderedApp, end: string) =>
  app.changes.filter(({ path }) => path.endsWith(end)).map(({ path }) => path);

test("[CORE-471] Ctrl J shows the chat and its composer in the same frame, and what is typed waits for the server", async () => {
  const requests = createDelayedRequests();
  const { answers } = createInbox(requests, () => false);
  const app = await renderApp("/inbox/mine/1", answers);
  const { user } = app;
  await findOpenChat("Olga Own");
  await findCard(app);
  await user.click(conversation().getByRole("textbox", { name: "Message" }));
  await user.keyboard("{Control>}j{/Control}");
  expect(shownChat()).toBe(2);
  expect(document.activeElement).toBe(conversation().getByRole("textbox", { name: "Message" }));
  await user.keyboard("Yes, you can.{Enter}More e l h");
  expect([draftOf(1), draftOf(2)]).toEqual(["", "More e l h"]);
  expect(writesTo(app, "/messages")).toEqual([]);
  requests.answerAll();
  await waitFor(() => expect(writesTo(app, "/messages")).toEqual(["/chats/2/messages"]));
  expect(app.changes.find(({ path }) => path.endsWith("/messages"))?.body).toMatchObject({
    text: "Yes, you can.",
  });
  expect(draftOf(2)).toBe("More e l h");
});

/** Ann writes in an open chat while the list of chats loads, and presses Ctrl J. */
async function pressBeforeList(listed: (chats: readonly Chat[]) => Chat[]) {
  const requests = createDelayedRequests();
  const lists = createDelayedRequests();
  const { inbox, answers } = createInbox(requests, () => false);
  const chats = [1, 2, 3].map((id) => inbox.get(id));
  const app = await renderApp("/inbox/mine/1", {
    ...answers,
    "GET /chats": () => lists.delay(() => ({ items: listed(chats), next_cursor: null })),
  });
  await findOpenChat("Olga Own");
  const field = conversation().getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  await app.user.click(field);
  await app.user.keyboard("My text{Control>}j{/Control}");
  await app.user.keyboard("Yes{Enter}, you can.");
  expect(draftOf(1)).toBe("My text");
  return { app, field, requests, lists };
}

test("[CORE-473] Ctrl J before the list is loaded opens the first waiting chat when it is there, with what was typed", async () => {
  const { app, requests, lists } = await pressBeforeList((chats) => [...chats]);
  lists.answerAll();
  await waitFor(() => expect(shownChat()).toBe(2));
  expect(document.activeElement).toBe(conversation().getByRole("textbox", { name: "Message" }));
  await app.user.keyboard(" More");
  expect([draftOf(1), draftOf(2)]).toEqual(["My text", "Yes, you can. More"]);
  expect([writesTo(app, "/accept"), writesTo(app, "/messages")]).toEqual([["/chats/2/accept"], []]);
  requests.answerAll();
});

test("[CORE-473] if nobody waits when the list is there, the focus goes back, and a notice says so with what was typed", async () => {
  const { app, field, lists } = await pressBeforeList(([own]) => [own!]);
  lists.answerAll();
  await app.screen.findByText("Nobody is waiting. Not sent: Yes, you can.");
  expect(document.activeElement).toBe(field);
  await app.user.keyboard(", more");
  expect([shownChat(), draftOf(1), field.value]).toEqual([1, "My text, more", "My text, more"]);
  await app.user.keyboard("{Control>}j{/Control}");
  await app.screen.findByText("Nobody is waiting.");
  expect([document.activeElement, writesTo(app, "/accept")]).toEqual([field, []]);
});

test("[CORE-473] Escape and a click elsewhere end the wait for the list", async () => {
  const { app, field, lists } = await pressBeforeList((chats) => [...chats]);
  await app.user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(field));
  await app.user.keyboard("{Control>}j{/Control}");
  await app.user.click(field);
  lists.answerAll();
  await findCard(app);
  await waitFor(() =>
    expect([shownChat(), document.activeElement, writesTo(app, "/accept")]).toEqual([1, field, []]),
  );
});

test("[CORE-472] if another operator was faster, the text stays in the field, nothing is sent, and the next chat is one press away", async () => {
  const requests = createDelayedRequests();
  const { answers, inbox } = createInbox(requests, (id) => id === 2);
  const app = await renderApp("/inbox/mine/1", answers);
  const { user, screen, sockets } = app;
  await findOpenChat("Olga Own");
  await user.click((await findCard(app)).getByRole("button", { name: /^Reply/ }));
  expect(shownChat()).toBe(2);
  // A space types a space, and does not press the button again.
  await user.keyboard("Yes, we can{Enter}and ");
  requests.answerAll();
  const bar = within(await screen.findByRole("region", { name: "Max Weber took it." }));
  sockets.sendEvent("chat_accepted", { chat: toChatEntity(inbox.get(2)), by: max });
  await user.keyboard("deliver e");
  const field = conversation().getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe("Yes, we can\nand deliver e");
  await user.keyboard("{Enter}");
  expect(writesTo(app, "/accept")).toEqual(["/chats/2/accept"]);
  expect(writesTo(app, "/messages")).toEqual([]);
  await user.click(bar.getByRole("button", { name: /^Next: W/ }));
  expect(shownChat()).toBe(3);
  await user.keyboard("Hello");
  requests.answerAll();
  await waitFor(() => expect(inbox.get(3).assignee).toEqual(ann));
  expect([draftOf(2), draftOf(3)]).toEqual(["Yes, we can\nand deliver e", "Hello"]);
});

test("[CORE-471] [CORE-472] letters after Join in the bar of a lost chat wait for the server as a reply", async () => {
  const requests = createDelayedRequests();
  const { answers } = createInbox(requests, (id) => id === 2);
  const app = await renderApp("/inbox/mine/1", {
    ...answers,
    "POST /chats/{id}/join": () => requests.delay(() => new Refusal(503, "unavailable", "Busy.")),
  });
  const { user, screen, sockets } = app;
  await findOpenChat("Olga Own");
  await user.click((await findCard(app)).getByRole("button", { name: /^Reply/ }));
  requests.answerAll();
  const bar = within(await screen.findByRole("region", { name: "Max Weber took it." }));
  sockets.sendEvent("chat_accepted", {
    chat: toChatEntity({ ...offeredTo(2, "Wanda Waiting"), ...maxHas }),
    by: max,
  });
  await user.click(await bar.findByRole("button", { name: "Join" }));
  await user.keyboard("Hello{Enter}there");
  expect([draftOf(2), getDraft(ann.id, 2, "note")]).toEqual(["there", ""]);
  expect(writesTo(app, "/messages")).toEqual([]);
  requests.answerAll();
  await screen.findByRole("region", { name: /^Could not join\./ });
  expect([draftOf(2), writesTo(app, "/messages")]).toEqual(["Hello\nthere", []]);
});

test("[CORE-471] [CORE-472] if the visitor of a closed chat has an open one, what was typed and sent meanwhile is added to its draft", async () => {
  const requests = createDelayedRequests();
  const { answers, inbox } = createInbox(requests, () => false);
  const closed = createAnnsChat(7, "Olga Closed", { state: "closed" });
  const app = await renderApp("/inbox/mine/1", {
    ...answers,
    "GET /chats/{id}": ({ ids: [id = 0] }) => (id === 7 ? closed : inbox.get(id)),
    "POST /chats/{id}/continue": () =>
      requests.delay(() => new Refusal(409, "already_running", "There is one.", { chat_id: 1 })),
  });
  const { user, screen } = app;
  await findOpenChat("Olga Own");
  await user.click(conversation().getByRole("textbox", { name: "Message" }));
  await user.keyboard("Written before");
  app.navigate("/inbox/closed/7");
  await findOpenChat("Olga Closed", "Hello");
  await user.click(conversation().getByRole("button", { name: "Continue" }));
  await user.keyboard("Sent{Enter}Typed");
  requests.answerAll();
  await screen.findByText("This visitor already has an open chat.");
  await waitFor(() => expect(shownChat()).toBe(1));
  expect([draftOf(7), draftOf(1)]).toEqual(["", "Written before\n\nSent\n\nTyped"]);
  expect(writesTo(app, "/messages")).toEqual([]);
});

test("[CORE-478] if another operator takes the waiting chat in which one writes, the field stays a reply", async () => {
  const requests = createDelayedRequests();
  const { answers, inbox } = createInbox(requests, () => false);
  const app = await renderApp("/inbox/all/1", answers);
  const { user, screen, sockets } = app;
  await findOpenChat("Olga Own");
  screen.getByRole("row", { name: /Wanda Waiting/ }).focus();
  await user.keyboard("{Enter}Yes, w");
  const field = conversation().getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  inbox.change(2, maxHas);
  sockets.sendEvent("chat_accepted", { chat: toChatEntity(inbox.get(2)), by: max });
  await screen.findByRole("region", { name: "Max Weber took it." });
  await user.keyboard("e can{Enter}");
  expect([document.activeElement, field.value, draftOf(2)]).toEqual([
    field,
    "Yes, we can",
    "Yes, we can",
  ]);
  expect([writesTo(app, "/messages"), writesTo(app, "/join")]).toEqual([[], []]);
});

test("[CORE-478] if a chat is assigned while one writes, a reply stays a reply, and a note goes to no customer", async () => {
  const { answers, inbox } = createInbox(createDelayedRequests(), () => false);
  const app = await renderApp("/inbox/all/5", answers);
  const { user, screen, sockets } = app;
  const assign = (id: number, change: Partial<Chat>) => {
    inbox.change(id, change);
    sockets.sendEvent("chat_updated", { chat: toChatEntity(inbox.get(id)) });
  };
  await findOpenChat("Carl Colleague");
  const note = conversation().getByRole<HTMLTextAreaElement>("textbox", { name: "Note" });
  await user.click(note);
  await user.keyboard("He is ");
  assign(5, annHas);
  await waitFor(() => expect(conversation().queryByRole("button", { name: "Join" })).toBeNull());
  await user.keyboard("angry");
  expect([note.getAttribute("aria-label"), note.value, draftOf(5)]).toEqual([
    "Note",
    "He is angry",
    "",
  ]);
  assign(5, maxHas);
  await conversation().findAllByRole("button", { name: "Join" });
  expect([note.value, screen.queryByRole("region", { name: /took it/ })]).toEqual([
    "He is angry",
    null,
  ]);
  screen.getByRole("row", { name: /Olga Own/ }).focus();
  await user.keyboard("{Enter}Yes, w");
  assign(1, maxHas);
  await screen.findByRole("region", { name: "Max Weber took it." });
  await user.keyboard("e can{Enter}");
  expect([draftOf(1), getDraft(ann.id, 1, "note"), writesTo(app, "/messages")]).toEqual([
    "Yes, we can",
    "",
    [],
  ]);
});

test("[CORE-478] if a chat is closed while one writes, no letter is a command", async () => {
  const { answers, inbox } = createInbox(createDelayedRequests(), () => false);
  const app = await renderApp("/inbox/all/1", {
    ...answers,
    "POST /chats/{id}/continue": () => inbox.get(6),
  });
  const { user, screen, sockets } = app;
  await findOpenChat("Olga Own");
  await user.click(conversation().getByRole("textbox", { name: "Message" }));
  await user.keyboard("Yes, w");
  inbox.change(1, { state: "closed", closed_at: "2026-11-20T10:10:00.000Z" });
  sockets.sendEvent("chat_closed", { chat: toChatEntity(inbox.get(1)) });
  const bar = within(await screen.findByRole("region", { name: "This chat is closed." }));
  await user.keyboard("e ship red ones{Enter}");
  expect([draftOf(1), writesTo(app, "")]).toEqual(["Yes, we ship red ones", []]);
  await user.click(bar.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(shownChat()).toBe(6));
  expect([draftOf(1), draftOf(6)]).toEqual(["", "Yes, we ship red ones"]);
});

test("[CORE-471] letters after Join are a reply to the customer, no note and no command", async () => {
  const requests = createDelayedRequests();
  const { answers } = createInbox(requests, () => false);
  const app = await renderApp("/inbox/all/5", answers);
  const { user, screen } = app;
  await findOpenChat("Carl Colleague");
  await user.click(conversation().getAllByRole("button", { name: "Join" })[0]!);
  await user.keyboard("Hello there");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(draftOf(5)).toBe("Hello there");
  requests.answerAll();
  await waitFor(() => expect(conversation().queryByRole("button", { name: "Join" })).toBeNull());
  expect(conversation().getByRole<HTMLTextAreaElement>("textbox", { name: "Message" }).value).toBe(
    "Hello there",
  );
});

test("[CORE-471] on another screen the letters are kept until the composer of the chat is there", async () => {
  const requests = createDelayedRequests();
  const { answers } = createInbox(requests, () => false);
  const app = await renderApp("/visitors", answers);
  const { user, screen } = app;
  await screen.findByRole("button", { name: /waiting,? longest wait/ });
  const messages: (() => void)[] = [];
  app.answer({
    "GET /chats/{id}/messages": ({ ids: [id = 0] }) =>
      new Promise((resolve) =>
        messages.push(() => resolve({ items: [createMessage(id, 1, "Hello")], next_cursor: null })),
      ),
  });
  await user.keyboard("{Control>}j{/Control}Good morning");
  for (const answer of messages) answer();
  const field = await waitFor(() =>
    conversation().getByRole<HTMLTextAreaElement>("textbox", { name: "Message" }),
  );
  await waitFor(() => expect(field.value).toBe("Good morning"));
  await user.keyboard(", Wanda");
  expect([field.value, document.activeElement]).toEqual(["Good morning, Wanda", field]);
  requests.answerAll();
  await waitFor(() => expect(writesTo(app, "/accept")).toEqual(["/chats/2/accept"]));
});

test("[CORE-471] what was typed for a chat that is not loaded yet stays as its draft when another chat is opened", async () => {
  const requests = createDelayedRequests();
  const { answers } = createInbox(requests, () => false);
  const found = createAnnsChat(9, "Nina New");
  const app = await renderApp("/inbox/mine/1", {
    ...answers,
    "GET /search": {
      ...emptyPage,
      people: { items: [], count: 0 },
      chats: { items: [{ chat: found, hits: [], count: 0 }], count: 1 },
    },
    "GET /chats/{id}": ({ ids: [id = 0] }) => requests.delay(() => createAnnsChat(id, "Nina New")),
  });
  const { user, screen } = app;
  await findOpenChat("Olga Own");
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox"), "nina");
  await user.click(await screen.findByRole("option", { name: /Nina New/ }));
  await user.keyboard("Good morning");
  expect(shownChat()).toBe(NaN);
  await user.keyboard("{Control>}j{/Control}And you");
  expect([shownChat(), draftOf(9), draftOf(2)]).toEqual([2, "Good morning", "And you"]);
});

const words = ["Hello", "e l h t a", "Yes, you can.", "please", "je n r b", "gi", "mup", "1 2 3"];
/** How a press opens a chat. Each returns false if there was nothing to press. */
type Opener = (app: RenderedApp, random: () => number) => Promise<boolean>;
const press =
  (name: RegExp): Opener =>
  async ({ screen, user }) => {
    const [button] = screen.queryAllByRole("button", { name });
    if (button) await user.click(button);
    return button !== undefined;
  };
const openers: Readonly<Record<string, Opener>> = {
  async accept({ user, screen }) {
    if (screen.queryByRole("button", { name: /waiting,? longest wait/ }) === null) return false;
    await user.keyboard("{Control>}j{/Control}");
    return true;
  },
  card: press(/^Reply Ctrl/),
  join: press(/^Join/),
  next: press(/^Next: /),
  async row({ user, screen }, random) {
    const rows = screen.getAllByRole("row");
    rows[Math.floor(random() * rows.length)]?.focus();
    await user.keyboard("{Enter}");
    return true;
  },
  async palette({ user, screen }, random) {
    await user.keyboard("{Control>}k{/Control}");
    const field = await screen.findByRole("combobox");
    await user.type(field, random() < 0.5 ? "Olga" : "Owen");
    await screen.findAllByRole("option");
    await user.keyboard("{Enter}");
    return true;
  },
};

/**
 * Opens a chat, types, and lets the server answer anywhere in between. Adds the letters to those of
 * the chat that was shown at the press.
 */
async function typeAfterPress(
  app: RenderedApp,
  requests: DelayedRequests,
  random: () => number,
  typed: Map<number, string>,
): Promise<boolean> {
  const pick = <T,>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const opened = await pick(Object.values(openers))(app, random);
  if (!opened) return false;
  const chat = shownChat();
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement)) throw new Error("no composer has the focus");
  if (field.getAttribute("aria-label") === "Note") return false;
  field.setSelectionRange(field.value.length, field.value.length);
  const text = `${pick(words)}|`;
  for (const letter of text) {
    if (random() < 0.1) requests.answerNext();
    await app.user.keyboard(letter);
  }
  typed.set(chat, (typed.get(chat) ?? "") + text);
  return true;
}

/** Opens chats and types, so many times, and checks where each letter is. */
async function runRandomTypings(random: () => number, typings: number): Promise<void> {
  const requests = createDelayedRequests();
  const lost = [2, 3, 4, 5].filter(() => random() < 0.5);
  const { answers } = createInbox(requests, (id) => lost.includes(id));
  const app = await renderApp("/inbox/all/1", answers);
  await findOpenChat("Olga Own");
  await findCard(app);
  const typed = new Map<number, string>();
  for (let n = 0; n < typings;) if (await typeAfterPress(app, requests, random, typed)) n += 1;
  requests.answerAll();
  await waitFor(() => expect(requests.count()).toBe(0));
  for (const chat of [1, 2, 3, 4, 5, 6])
    expect(draftOf(chat), `chat ${chat}`).toBe(typed.get(chat) ?? "");
  // No letter was a command: nothing but accepts, joins, read marks and drafts was requested.
  const requested = app.changes.map(({ path }) => path.replace(/^.*\//u, ""));
  const expected = ["accept", "join", "read", "draft", "typing", "viewing", "presence"];
  expect(requested.filter((name) => !expected.includes(name))).toEqual([]);
  expect(app.screen.queryByRole("dialog")).toBeNull();
}

const randomNumbers = fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true }));
const isLongRun = (globalThis as { process?: { env: object } }).process?.env;

test("[CORE-471] [CORE-472] however late the server answers, each letter is in the composer of the chat that was opened before it", async () => {
  await fc.assert(
    fc.asyncProperty(randomNumbers, (numbers) => runRandomTypings(() => numbers.next().value, 10)),
    { numRuns: 1, endOnFailure: true },
  );
});

/** 300 random typings over all ways to open a chat. */
test
  .runIf(isLongRun !== undefined && "LONG" in isLongRun)
  .each([...Array.from({ length: 30 }).keys()])(
  "[CORE-471] [CORE-472] ten random typings with the seed %i",
  async (seed) => {
    const [numbers] = fc.sample(randomNumbers, { numRuns: 1, seed });
    await runRandomTypings(() => numbers!.next().value, 10);
  },
);
