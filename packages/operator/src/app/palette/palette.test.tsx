import type { Chat } from "@parlour/protocol";
import type { ChatHit, SearchResult, VisitorHit } from "@parlour/protocol/api";
import { createTestChat } from "@parlour/protocol/entity/chat.fixture";
import { waitFor, within } from "@testing-library/dom";
import { expect, onTestFinished, test } from "vitest";
import { stubMicrophone } from "@parlour/client/uploads/microphone.fixture";
import { createAnnsChat, createTestInbox, findOpenChat } from "../../../tests/inbox.ts";
import { createContact, createMessage, createVisitor, emptyPage } from "../../../tests/entities.ts";
import { renderApp, type RenderedApp } from "../../../tests/render-app.tsx";

const anna = createVisitor(3, "Anna Kovács", { phone: createContact("+44 20 7946 0958") });
const { last_seen_at: _seen, chat: _chat, chats: _chats, blocked: _blocked, ...visitor } = anna;
const annasChat = createTestChat(3, { visitor });
const priyasChat = createTestChat(4, { state: "closed" });
const parcel = "The parcel left our warehouse this morning";

const person: VisitorHit = { visitor: anna, channel: annasChat.channel, exact: true, data: null };
const toChatHit = (chat: Chat): ChatHit => ({ chat, hits: [], count: 0 });
const toGroups = (people: VisitorHit[], chats: ChatHit[]): SearchResult => ({
  ...emptyPage,
  people: { items: people, count: people.length },
  chats: { items: chats, count: chats.length },
});

/** The palette on a screen, and the operations of a person with it. */
function openPalette({ screen, user }: RenderedApp) {
  const dialog = () => within(screen.getByRole("dialog", { name: "Search" }));
  const field = () => dialog().getByRole<HTMLInputElement>("combobox", { name: "Search" });
  const group = (name: string) => within(dialog().getByRole("group", { name }));
  return {
    async open() {
      await user.keyboard("{Control>}k{/Control}");
      await waitFor(() => expect(document.activeElement).toBe(field()));
    },
    async search(text: string) {
      await user.clear(field());
      await user.type(field(), text);
    },
    group,
    titles: () =>
      dialog()
        .getAllByRole("group")
        .map((one) => one.getAttribute("aria-label")),
    selected: () => dialog().getByRole("option", { selected: true }),
    isSelectedIn: (name: string) => group(name).queryByRole("option", { selected: true }) !== null,
  };
}

test("[API-120] on another screen a phone in any spelling puts the person first, and Enter opens the visitor", async () => {
  const searches: (string | null)[] = [];
  const app = await renderApp("/archive", {
    "GET /search": ({ query }) => {
      searches.push(query.get("q"));
      return query.get("scope") === "all" ? toGroups([person], [toChatHit(annasChat)]) : emptyPage;
    },
    "GET /visitors": { items: [anna], next_cursor: null },
    "GET /visitors/{number}": { ...anna, person: null },
    "GET /visitors/{number}/matches": { items: [] },
    "GET /visitors/{number}/visits": emptyPage,
    "GET /visitors/online": { items: [], total: 0 },
  });
  const palette = openPalette(app);
  await app.screen.findByRole("heading", { name: "Search", level: 1 });
  await palette.open();
  for (const phone of ["020 7946 0958", "+442079460958", "0044 20/7946-0958"]) {
    await palette.search(phone);
    await waitFor(() => expect(searches.at(-1)).toBe(phone));
    await waitFor(() => {
      palette.group("People").getByRole("option", { name: /Anna Kovács.*\+44 20 7946 0958/ });
      expect(palette.titles()).toEqual(["People", "Chats"]);
    });
  }
  expect(palette.selected().textContent).toMatch(/Anna Kovács/);
  await app.user.keyboard("{Enter}");
  await waitFor(() => expect(location.pathname).toBe("/visitors/3"));
  await app.screen.findAllByRole("heading", { name: "Anna Kovács" });
});

test("[API-120] [CORE-036] keys: groups, messages at their place, all results in the archive", async () => {
  const hit = {
    seq: 2,
    author: { kind: "operator" as const, id: 1, name: "Ann" },
    kind: "text" as const,
    file: false,
    created_at: annasChat.created_at,
    excerpt: [
      { text: "The ", hit: false },
      { text: "parcel", hit: true },
    ],
  };
  const app = await renderApp("/visitors", {
    "GET /search": ({ query }) =>
      query.get("q") === "parcel"
        ? { items: [{ chat: priyasChat, hits: [hit], count: 1 }], next_cursor: null }
        : toGroups([{ ...person, exact: false }], [toChatHit(annasChat)]),
    "GET /visitors/online": { items: [], total: 0 },
    "GET /visitors": { items: [anna], next_cursor: null },
    "GET /chats/{id}": priyasChat,
    "GET /chats/{id}/messages": {
      items: [createMessage(4, 1, "Where is it?"), createMessage(4, 2, parcel)],
      next_cursor: null,
    },
    "GET /chats/{id}/matches": { seqs: [2] },
  });
  const palette = openPalette(app);
  await app.screen.findByRole("heading", { name: "Visitors", level: 1 });
  await palette.open();
  await palette.search("parcel");
  await waitFor(() => palette.group("Messages").getAllByRole("option"));
  await waitFor(() => expect(palette.selected().textContent).toContain("parcel"));
  await app.user.keyboard("{Enter}");
  await waitFor(() => expect(location.pathname).toBe("/archive/4"));
  expect(location.search).toContain("q=parcel");
  await waitFor(() =>
    expect(document.querySelector(".bubble[data-hit]")?.textContent).toContain(parcel),
  );
  await palette.open();
  await palette.search("anna");
  await waitFor(() => palette.group("People").getAllByRole("option"));
  await app.user.keyboard("{PageDown}");
  expect(palette.isSelectedIn("People")).toBe(true);
  await app.user.keyboard("{PageUp}");
  expect(palette.isSelectedIn("Chats")).toBe(true);
  await app.user.keyboard("{Shift>}{Enter}{/Shift}");
  await waitFor(() => expect(location.pathname + location.search).toBe("/archive?q=anna"));
});

test("[CORE-036] all parts of a chat have their commands in one group, a note first", async () => {
  onTestFinished(stubMicrophone().remove);
  const inbox = createTestInbox([createAnnsChat(5, "Tom Tag")]);
  const app = await renderApp("/inbox/all/5", { ...inbox.answers, "GET /search": emptyPage });
  await findOpenChat("Tom Tag");
  await app.screen.findByRole("button", { name: "Record a voice message" });
  const palette = openPalette(app);
  await palette.open();
  const names = () =>
    palette
      .group("This chat")
      .getAllByRole("option")
      .map((option) => option.textContent);
  expect(names()).toEqual(expect.arrayContaining(["Record a voice messageV", "Write a noteN"]));
  expect(names()[0]).toBe("Write a noteN");
  expect(palette.titles().filter((title) => title === "This chat")).toHaveLength(1);
});
