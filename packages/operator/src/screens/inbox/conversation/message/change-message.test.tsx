import type { Chat, Message, Operator, Reaction } from "@parlour/protocol";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createChannel } from "../../../../../tests/channels.ts";
import {
  createMessage,
  createOperator,
  createOperatorEntry,
  emptyPage,
} from "../../../../../tests/entities.ts";
import { Refusal, type Answers } from "../../../../../tests/fake-server.ts";
import {
  ann,
  conversation,
  createAnnsChat,
  createSystemMessage,
  createTestInbox,
  findOpenChat,
  max,
} from "../../../../../tests/inbox.ts";
import { renderApp, type RenderedApp } from "../../../../../tests/render-app.tsx";

const createdAt = "2026-11-20T10:31:00.000Z";
const by = ({ id, name }: { id: number; name: string }) => ({
  author: { kind: "operator" as const, id, name },
});
const hello = createMessage(5, 1, "Hello");
const answer = createMessage(5, 2, "It ships today", { ...by(ann), created_at: createdAt });
const note = createMessage(5, 3, "Call her", { ...by(ann), kind: "note" });
const othersNote = createMessage(5, 4, "She called", { ...by(max), kind: "note" });
const file = createMessage(5, 5, "The label", { ...by(ann), kind: "media" });
const widget = { id: 1, kind: "widget", name: "Site" } as const;

interface Options {
  readonly chat?: Partial<Chat>;
  readonly me?: Partial<Operator>;
  readonly answers?: Answers;
}

/** Renders a chat with an answer, two notes and a file. */
async function renderChat({ chat, me, answers }: Options = {}): Promise<RenderedApp> {
  const messages = [hello, answer, note, othersNote, file];
  const inbox = createTestInbox([
    createAnnsChat(5, "Eva Lind", { channel: widget, last_message: file, ...chat }),
  ]);
  const app = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    "GET /visitors/{number}/visits": emptyPage,
    "PUT /chats/{id}/draft": ({ body }) => ({
      ...(body as { mode: "text"; text: string; version: number }),
      chat_id: 5,
      updated_at: createdAt,
    }),
    "GET /me": createOperator(me),
    "GET /chats/{id}/messages": { items: messages, next_cursor: null },
    ...answers,
  });
  await findOpenChat("Eva Lind", "It ships today");
  return app;
}

const getBubble = (message: Message) =>
  within(document.querySelector<HTMLElement>(`.bubble[data-seq="${message.seq}"]`)!);

/** Opens the menu of a message, and returns it. */
async function openMenu({ user, screen }: RenderedApp, message: Message) {
  await user.click(await getBubble(message).findByRole("button", { name: "Message actions" }));
  return within(await screen.findByRole("menu", { name: "Message actions" }));
}

const listActions = async (app: RenderedApp, message: Message) => {
  const items = (await openMenu(app, message)).getAllByRole("menuitem");
  const names = items.map(({ textContent }) => textContent);
  await app.user.keyboard("{Escape}");
  return names;
};

const edit = async (app: RenderedApp, message: Message) => {
  await app.user.click((await openMenu(app, message)).getByRole("menuitem", { name: "Edit" }));
  const field = await conversation().findByRole<HTMLTextAreaElement>("textbox", {
    name: "New text",
  });
  await waitFor(() => expect(document.activeElement).toBe(field));
  return field;
};

test("[CORE-413] an answer is edited in the place of the composer, whose draft stays; Esc leaves it as it was", async () => {
  const app = await renderChat({
    answers: { "PATCH /chats/{id}/messages/{seq}": { ...answer, text: "It ships on Monday" } },
  });
  const { user, changes } = app;
  await user.type(conversation().getByRole("textbox", { name: "Message" }), "One more");
  const field = await edit(app, answer);
  expect(field.value).toBe("It ships today");
  const form = within(conversation().getByRole("form", { name: /^Edit your message of \d/ }));
  form.getByText("Eva Lind sees “Edited”. Your team can read both versions.");
  await user.keyboard(", I think{Escape}");
  const composer = conversation().getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  expect(composer.value).toBe("One more");
  expect(document.activeElement).toBe(composer);

  await edit(app, answer);
  await user.clear(conversation().getByRole("textbox", { name: "New text" }));
  await user.keyboard("{Enter}It ships on Monday{Enter}");
  await waitFor(() => conversation().getByRole("textbox", { name: "Message" }));
  const edits = changes.filter(({ method }) => method === "PATCH");
  expect(edits).toEqual([
    expect.objectContaining({
      path: "/chats/5/messages/2",
      body: { text: "It ships on Monday" },
    }),
  ]);
});

test("[CORE-436] [API-046] an edited note mentions those whom its text names, and a line tells them", async () => {
  const app = await renderChat({
    answers: {
      "GET /operators": {
        items: [createOperatorEntry(ann), createOperatorEntry({ ...max, role: "admin" })],
        next_cursor: null,
      },
      "PATCH /chats/{id}/messages/{seq}": note,
    },
  });
  const field = await edit(app, note);
  // The list of names opens as in the composer, and Esc closes it before the editor.
  await app.user.type(field, " @");
  const names = () => app.screen.findByRole("listbox", { name: "Operators" });
  await within(await names()).findByRole("option", { name: new RegExp(max.name, "u") });
  await app.user.keyboard("{Escape}");
  expect(app.screen.queryByRole("listbox")).toBeNull();
  await app.user.type(field, "{Backspace}@we");
  await names();
  await app.user.keyboard("{Enter}");
  expect(field.value).toBe(`Call her @${max.name} `);
  await app.user.keyboard("{Enter}");
  await waitFor(() =>
    expect(app.changes.find(({ method }) => method === "PATCH")?.body).toEqual({
      text: `Call her @${max.name} `,
      mentions: [max.id],
    }),
  );
  const line = { code: "mentioned", by: max, detail: ann.name };
  app.sockets.sendEvent("message_created", {
    message: { ...createSystemMessage(5, 6, line), mentions: [ann.id] },
  });
  await app.screen.findByText(`${max.name} mentioned you in the chat with Eva Lind`);
  await conversation().findByText(`${max.name} mentioned ${ann.name} in an earlier note`);
});

test("[CORE-413] the arrow up in an empty field edits the latest message or note that can be edited", async () => {
  const app = await renderChat();
  const { user } = app;
  await getBubble(note).findByRole("button", { name: "Message actions" });
  const composer = conversation().getByRole("textbox", { name: "Message" });
  await user.type(composer, "One more{ArrowUp}");
  expect(conversation().queryByRole("textbox", { name: "New text" })).toBeNull();
  await user.clear(composer);
  await user.keyboard("{ArrowUp}");
  const getField = () =>
    conversation().findByRole<HTMLTextAreaElement>("textbox", { name: "New text" });
  expect((await getField()).value).toBe("It ships today");
  await user.keyboard("{Escape}{Escape}n{ArrowUp}");
  expect((await getField()).value).toBe("Call her");
  await user.keyboard("{Escape}");
});

test("[CORE-413] a refused edit keeps the new text and says why", async () => {
  const app = await renderChat({
    answers: {
      "PATCH /chats/{id}/messages/{seq}": new Refusal(
        409,
        "chat_closed",
        "This chat is closed, so its messages cannot be changed.",
      ),
    },
  });
  const field = await edit(app, note);
  within(conversation().getByRole("form", { name: /^Edit your note of/ })).getByText(
    "Your team can read both versions.",
  );
  await app.user.keyboard(" today{Enter}");
  await conversation().findByText(/Could not save the message\. This chat is closed/);
  expect(field.value).toBe("Call her today");
  await app.user.keyboard("{Escape}");
});

test("[CORE-413] [CORE-411] a message is deleted after a question, and its text stays readable", async () => {
  const deleted: Message = {
    ...answer,
    text: "",
    edited_at: createdAt,
    deleted_at: createdAt,
    deleted_by: ann,
    earlier: [{ text: answer.text, at: createdAt }],
  };
  const app = await renderChat({ answers: { "DELETE /chats/{id}/messages/{seq}": deleted } });
  const { user, screen, changes, sockets } = app;
  await user.click((await openMenu(app, answer)).getByRole("menuitem", { name: "Delete" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Delete this message?" }));
  dialog.getByText("Eva Lind sees “Message deleted”. Your team can still read the text.");
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  await waitFor(() =>
    expect(changes.at(-1)).toMatchObject({ method: "DELETE", path: "/chats/5/messages/2" }),
  );
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  sockets.sendEvent("message_updated", { message: deleted });
  await waitFor(() => getBubble(answer).getByText("Deleted by Ann"));
  expect(getBubble(answer).queryByRole("button", { name: "Message actions" })).toBeNull();
  await user.click(getBubble(answer).getByRole("button", { name: "Earlier texts" }));
  getBubble(answer).getByText("It ships today");
});

test("[CORE-413] [CORE-412] the menu has what the server allows", async () => {
  const app = await renderChat();
  expect(await listActions(app, answer)).toEqual(["Reply with a quoteR", "Edit", "Delete"]);
  expect(await listActions(app, file)).toEqual(["Reply with a quoteR", "Delete"]);
  const hasMenu = (message: Message) =>
    getBubble(message).queryByRole("button", { name: "Message actions" }) !== null;
  expect(hasMenu(othersNote)).toBe(false);
});

test("[CORE-413] [CORE-412] administrators delete messages of others, and other channels change only notes", async () => {
  const app = await renderChat({
    chat: { channel: { ...widget, kind: "whatsapp" } },
    me: { role: "admin" },
  });
  expect(await listActions(app, note)).toEqual(["Edit", "Delete"]);
  expect(await listActions(app, othersNote)).toEqual(["Delete"]);
  expect(await listActions(app, answer)).toEqual(["Reply with a quoteR"]);
});

test.each([
  [true, ["Reply with a quoteR", "Edit", "Delete"]],
  [false, ["Reply with a quoteR"]],
])(
  "[CH-126] [CORE-432] a chat API channel with message_changes %s has %j, and its app is asked",
  async (message_changes, actions) => {
    const app = await renderChat({
      chat: { channel: { ...widget, kind: "api" } },
      answers: {
        "GET /channels": { items: [createChannel(1, { message_changes })], next_cursor: null },
      },
    });
    await waitFor(async () => expect(await listActions(app, answer)).toEqual(actions));
    const composer = conversation().getByRole("textbox", { name: "Message" });
    await app.user.type(composer, "{ArrowUp}");
    expect(conversation().queryByRole("textbox", { name: "New text" }) !== null).toBe(
      message_changes,
    );
    if (!message_changes) return;
    conversation().getByText(/^Your app is asked to change it\. The message then shows/);
    await app.user.keyboard("{Escape}");
    await app.user.click((await openMenu(app, answer)).getByRole("menuitem", { name: "Delete" }));
    const dialog = within(await app.screen.findByRole("alertdialog"));
    dialog.getByText(/^Your app is asked to take it back\. The message then shows/);
    await app.user.keyboard("{Escape}");
  },
);

test("[CORE-434] R on a message quotes it in the next answer, and elsewhere only starts an answer", async () => {
  const app = await renderChat({ answers: { "POST /chats/{id}/messages": answer } });
  const { user, changes } = app;
  await getBubble(answer).findByRole("button", { name: "Message actions" });
  // The Tab key passes the messages that can only be quoted.
  const getMenu = (message: Message) =>
    getBubble(message).getByRole<HTMLButtonElement>("button", { name: "Message actions" });
  expect([hello, answer].map((message) => getMenu(message).tabIndex)).toEqual([-1, 0]);
  const getQuote = () => conversation().queryByRole("region", { name: "Quoted message" });
  document.querySelector<HTMLElement>("[data-article]")!.focus();
  await user.keyboard("r");
  const quote = await conversation().findByRole("region", { name: "Quoted message" });
  within(quote).getByText("Reply to Eva Lind");
  within(quote).getByText("Hello");
  const composer = conversation().getByRole("textbox", { name: "Message" });
  await waitFor(() => expect(document.activeElement).toBe(composer));
  await user.click(within(quote).getByRole("button", { name: "Remove the quote" }));
  expect(getQuote()).toBeNull();
  // An answer without a chosen message has no quote.
  const quoteEntry = { name: /^Reply with a quote/ };
  await user.click((await openMenu(app, answer)).getByRole("menuitem", quoteEntry));
  await waitFor(() => expect(getQuote()).not.toBeNull());
  await user.type(composer, "As I said{Enter}");
  await waitFor(() =>
    expect(changes.filter(({ method }) => method === "POST")).toContainEqual(
      expect.objectContaining({ body: expect.objectContaining({ text: "As I said", quotes: 2 }) }),
    ),
  );
  expect(getQuote()).toBeNull();
});

test("[CORE-432] Telegram takes a message back until a time, and the message says whether it did", async () => {
  const sent = { ...answer, created_at: new Date().toISOString() };
  const deleted: Message = {
    ...sent,
    text: "",
    edited_at: sent.created_at,
    deleted_at: sent.created_at,
    deleted_by: ann,
    change: { delivery_id: 9, state: "pending", at: createdAt, error: null },
  };
  const app = await renderChat({
    chat: { channel: { ...widget, kind: "telegram" } },
    answers: {
      "GET /chats/{id}/messages": {
        items: [hello, sent, note, othersNote, file],
        next_cursor: null,
      },
      "DELETE /chats/{id}/messages/{seq}": deleted,
    },
  });
  const { user, screen, sockets } = app;
  const editor = await edit(app, answer);
  within(editor.form!).getByText(
    /^Eva Lind sees “Edited”\. Telegram accepts it until \d.+:\d\d\. Your team can/,
  );
  await user.keyboard("{Escape}");
  await user.click((await openMenu(app, answer)).getByRole("menuitem", { name: "Delete" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  dialog.getByText(/^Telegram takes it back until \d.+:\d\d\. Your team can still read/);
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  const report = async (change: Partial<NonNullable<Message["change"]>>, text: RegExp) => {
    sockets.sendEvent("message_updated", {
      message: { ...deleted, change: { ...deleted.change!, ...change } },
    });
    await waitFor(() => getBubble(answer).getByText(text));
  };
  await report({}, /^Waits to be taken back from Telegram$/);
  await report({ state: "confirmed" }, /^Taken back from Telegram at \d\d:\d\d, confirmed$/);
  const error = { code: "refused", message: "Telegram refused it" };
  await report({ state: "refused", error }, /^The customer still has it\./);
  getBubble(answer).getByText("Telegram refused it");
});

test("[CORE-443] [CORE-442] operators react in a row of emoji, and take the reaction of the team back", async () => {
  const theirs = { emoji: "🔥", by: "visitor" as const, at: createdAt };
  const sent = { ...answer, reactions: [theirs] };
  const app = await renderChat({
    chat: { channel: { ...widget, kind: "telegram" } },
    answers: {
      "GET /chats/{id}/messages": { items: [hello, sent], next_cursor: null },
      "PUT /chats/{id}/messages/{seq}/reaction": hello,
      "DELETE /chats/{id}/messages/{seq}/reaction": hello,
    },
  });
  const { user, screen, changes, sockets } = app;
  // The mark of the visitor cannot be pressed.
  await waitFor(() => getBubble(answer).getByTitle(/^Eva Lind, 20 Nov 2026, /));
  expect(getBubble(answer).queryByRole("button", { name: /🔥/ })).toBeNull();
  const openRow = async () => {
    await user.click((await openMenu(app, hello)).getByRole("menuitem", { name: "React" }));
    return within(await screen.findByRole("toolbar", { name: "Choose a reaction" }));
  };
  const listNames = (row: Awaited<ReturnType<typeof openRow>>) =>
    row.getAllByRole("button").map(({ textContent }) => textContent);
  expect(listNames(await openRow())).toEqual(["👍", "🙏", "👀", "🎉", "😁", "😢"]);
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("toolbar", { name: "Choose a reaction" })).toBeNull();
  await openRow();
  await waitFor(() => expect(document.activeElement?.textContent).toBe("👍"));
  await user.keyboard("{ArrowRight}{Enter}");
  await waitFor(() =>
    expect(changes.at(-1)).toMatchObject({
      method: "PUT",
      path: "/chats/5/messages/1/reaction",
      body: { emoji: "🙏" },
    }),
  );
  const change = { delivery_id: 9, state: "pending" as const, at: createdAt, error: null };
  const report = (reaction: Partial<Reaction>) =>
    sockets.sendEvent("message_updated", {
      message: {
        ...hello,
        reactions: [
          { emoji: "🙏", by: "operator", operator: max, at: createdAt, change, ...reaction },
        ],
      },
    });
  report({});
  const getMark = () =>
    getBubble(hello).findByRole("button", { name: /^🙏 Max Weber, 20 Nov 2026, / });
  expect((await getMark()).title).toMatch(/Telegram has not confirmed it yet\.$/);
  const error = { code: "refused", message: "Telegram refused it" };
  report({ change: { ...change, state: "refused", error } });
  await waitFor(() =>
    getBubble(hello).getByText("The customer does not see your team’s reaction."),
  );
  getBubble(hello).getByText("Telegram refused it");
  await user.click(await getMark());
  await waitFor(() => expect(changes.at(-1)).toMatchObject({ method: "DELETE" }));
  report({ emoji: null });
  await waitFor(() => expect(getBubble(hello).queryByRole("button", { name: /🙏/ })).toBeNull());
});

test("[CORE-443] Enter on a message leads to the row, from which the focus returns to the message", async () => {
  const app = await renderChat({ chat: { channel: { ...widget, kind: "telegram" } } });
  const { user, screen } = app;
  await getBubble(hello).findByRole("button", { name: "Message actions" });
  const group = document.querySelector<HTMLElement>("[data-article]")!;
  group.focus();
  await user.keyboard("{Enter}");
  await user.click(await screen.findByRole("menuitem", { name: "React" }));
  await screen.findByRole("toolbar", { name: "Choose a reaction" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(group));
});

test("[CORE-443] a channel without reactions does not offer them", async () => {
  const app = await renderChat({ chat: { channel: { ...widget, kind: "api" } } });
  expect(await listActions(app, hello)).toEqual(["Reply with a quoteR", "Note as gap"]);
});

test("[CORE-413] [ART-046] of the messages of a closed chat, only the question has a menu, for gaps", async () => {
  const app = await renderChat({ chat: { state: "closed" }, me: { role: "owner" } });
  await conversation().findByText(/^This chat is closed\./);
  expect(await listActions(app, hello)).toEqual(["Note as gap"]);
  expect(conversation().getAllByRole("button", { name: "Message actions" })).toHaveLength(1);
});

test("[ART-046] a question of the customer is noted as a gap by its menu and the palette", async () => {
  const app = await renderChat({ answers: { "PUT /chats/{id}/messages/{seq}/gap": null } });
  const { user, screen, changes } = app;
  const noted = { path: "/chats/5/messages/1/gap", body: { state: "noted" } };
  await user.click((await openMenu(app, hello)).getByRole("menuitem", { name: "Note as gap" }));
  await waitFor(() => expect(changes).toMatchObject([noted]));
  await screen.findByText(/the question as a gap/u);
  expect(await listActions(app, answer)).not.toContain("Note as gap");
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox"), ">note as gap");
  await screen.findByRole("option", { name: /^Note as gap/ });
  await user.keyboard("{Enter}");
  await waitFor(() => expect(changes).toMatchObject([noted, noted]));
});
