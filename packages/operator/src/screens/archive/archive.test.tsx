import type { VisitorHit } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createBot } from "../../../tests/channels.ts";
import {
  createContact,
  createOperator,
  createVisitor,
  emptyPage,
} from "../../../tests/entities.ts";
import { conversation, createAnnsChat, createTestInbox } from "../../../tests/inbox.ts";
import { renderApp } from "../../../tests/render-app.tsx";

const createHit = (number: number, name: string, email: string): VisitorHit => ({
  visitor: createVisitor(number, name, { email: createContact(email) }),
  channel: { id: 1, kind: "api", name: "Shop" },
  exact: false,
  data: null,
});
const anna = createHit(5, "Anna Kovács", "anna.kovacs@example.com");
const marie = createHit(6, "Marie Dubois", "marie@example.com");

test("[API-120] [CORE-223] an operator finds a person by phone, and a press on the card narrows the list to that person; Back widens it", async () => {
  const chats = [createAnnsChat(5, "Anna Kovács"), createAnnsChat(6, "Marie Dubois")];
  const app = await renderApp("/archive", {
    ...createTestInbox(chats).answers,
    "GET /search": ({ query }) => {
      const q = query.get("q") ?? "";
      const found = q.startsWith("0044") ? [anna] : q.includes("example.com") ? [marie, anna] : [];
      const isOfMarie = q.includes("visitor:6");
      const items = chats
        .filter(({ id }) =>
          isOfMarie ? id === 6 : found.some(({ visitor: { number } }) => number === id),
        )
        .map((chat) => ({ chat, hits: [], count: 0 }));
      return {
        items,
        next_cursor: null,
        people: { items: found, count: found.length },
        chats: { items, count: items.length },
      };
    },
  });
  const { screen, user } = app;
  const field = await screen.findByRole<HTMLInputElement>("combobox", {
    name: "Search people, chats and messages",
  });
  const findPeople = async () => within(await screen.findByRole("region", { name: /^People/ }));
  const search = async (text: string): Promise<void> => {
    await user.clear(field);
    await user.type(field, text);
  };
  await search("0044 20/7946-0958");
  await (
    await findPeople()
  ).findByRole("button", { name: /Anna Kovács.*anna\.kovacs@example\.com.*1 chat/ });
  const results = () => within(screen.getByRole("list", { name: "Results" }));
  await waitFor(() => results().getAllByText("Anna Kovács"));
  await search("example.com");
  const card = await (await findPeople()).findByRole("button", { name: /Marie Dubois/ });
  await user.click(card);
  await waitFor(() => expect(location.search).toMatch(/visitor(%3A|:)\d+/));
  await waitFor(async () =>
    expect(
      (await findPeople())
        .getByRole("button", { name: /Marie Dubois/ })
        .getAttribute("aria-pressed"),
    ).toBe("true"),
  );
  screen.getByRole("button", { name: "Remove the filter Person Marie Dubois" });
  await waitFor(() => results().getByText("Open · you"));
  window.history.back();
  await waitFor(() => expect(location.search).toMatch(/q=example\.com$/));
  await waitFor(() => expect(field.value).toBe("example.com"));
});

test("[CORE-332] [CORE-471] a chat opened from the palette has the focus in its composer", async () => {
  const chat = createAnnsChat(5, "Anna Kovács");
  const app = await renderApp("/visitors", {
    ...createTestInbox([chat, createAnnsChat(6, "Marie Dubois")]).answers,
    "GET /visitors": emptyPage,
    "GET /search": {
      ...emptyPage,
      people: { items: [], count: 0 },
      chats: { items: [{ chat, hits: [], count: 0 }], count: 1 },
    },
  });
  const { screen, user } = app;
  await screen.findByRole("heading", { name: "Visitors", level: 1 });
  for (const start of ["/visitors", "/inbox/mine"]) {
    app.navigate(start);
    await waitFor(() => expect(location.pathname).toBe(start));
    await user.keyboard("{Control>}k{/Control}");
    const dialog = within(await screen.findByRole("dialog", { name: "Search" }));
    await user.type(dialog.getByRole("combobox", { name: "Search" }), "anna");
    const found = within(await dialog.findByRole("group", { name: "Chats" }));
    await user.click(found.getByRole("option", { name: /Anna Kovács/ }));
    await waitFor(() => expect(location.pathname).toBe("/inbox/all/5"));
    await waitFor(() =>
      expect(document.activeElement).toBe(conversation().getAllByRole("textbox")[0]),
    );
  }
});

test("[CORE-224] a chat opened without a match shows the last one, and only a step changes the address", async () => {
  const chat = createAnnsChat(5, "Anna Kovács");
  const found = { items: [{ chat, hits: [], count: 2 }], count: 1 };
  const { screen, user } = await renderApp("/archive/5?q=order", {
    ...createTestInbox([chat]).answers,
    "GET /chats/{id}/matches": { seqs: [1, 2] },
    "GET /search": { ...emptyPage, people: { items: [], count: 0 }, chats: found, ...found },
  });
  await screen.findByText("Match 2 of 2 in this chat");
  expect(location.search).toBe("?q=order");
  await user.click(screen.getByRole("button", { name: "Previous" }));
  await screen.findByText("Match 1 of 2 in this chat");
  expect(location.search).toContain("at=1");
});

test("[CORE-147] [CORE-001] a developer, who reads no texts, requests no matches of a found chat", async () => {
  const chat = createAnnsChat(5, "Anna Kovács");
  const found = { items: [{ chat, hits: [], count: 0 }], count: 1 };
  const { screen } = await renderApp("/archive/5?q=order", {
    ...createTestInbox([chat]).answers,
    "GET /me": createOperator({ name: "Dev", role: "developer" }),
    "GET /search": { ...emptyPage, people: { items: [], count: 0 }, chats: found, ...found },
  });
  await screen.findByRole("heading", { name: /^Anna Kovács/, level: 2 });
  await screen.findByRole("feed");
});

test.each(["owner", "operator"] as const)(
  "[API-253] [CORE-001] the search suggests bots to those who may list them, and requests no list for others: %s",
  async (role) => {
    const { screen, user } = await renderApp("/archive", {
      ...createTestInbox([]).answers,
      "GET /me": createOperator({ role }),
      "GET /search": emptyPage,
      ...(role === "owner" && {
        "GET /bots": { items: [createBot(3, { name: "Helper" })], next_cursor: null },
      }),
    });
    const field = await screen.findByRole("combobox", {
      name: "Search people, chats and messages",
    });
    await user.type(field, "bot:");
    if (role === "owner") await screen.findByRole("option", { name: /Helper/ });
    else await waitFor(() => expect(location.search).toContain("bot"));
  },
);
