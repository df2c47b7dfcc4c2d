import type { Article } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { emptyPage } from "../../../../tests/entities.ts";
import {
  conversation,
  createAnnsChat,
  createTestInbox,
  draftAnswers,
  findOpenChat,
  sendAnswers,
} from "../../../../tests/inbox.ts";
import { renderApp } from "../../../../tests/render-app.tsx";
import { createReply } from "../../../../tests/replies.ts";

const replies = [
  createReply(1, { shortcut: "helpful", text: "Was this helpful?", language: "en" }),
  createReply(2, {
    shortcut: "hello",
    text: "Hello {visitor.name|there}, {operator.name} here.{visitor.phone}",
    folder: "Greetings",
  }),
  createReply(3, {
    shortcut: "refund",
    text: "We refund within {channel.name} in 3 days.",
    folder: "Orders/Returns",
  }),
];

/** A published article with a German text. */
const createArticle = (): Article => {
  const at = "2026-11-20T10:00:00.000Z";
  const text = {
    language: "en",
    title: "Helium balloons",
    slug: "balloons",
    state: "published",
    has_changes: false,
    outdated: false,
    path: "/help/en/balloons",
    version: 1,
    updated_at: at,
    published_at: at,
  } as const;
  return {
    ...text,
    id: 9,
    section_id: 1,
    position: 1,
    texts: [text],
    views: 0,
    helpful: 0,
    not_helpful: 0,
    updated_by: null,
    body: "Float.",
    url: "https://help.shop.example/help/en/balloons",
    created_at: at,
    broken_links: [],
  };
};

test("[ART-068] articles are listed behind the quick replies, and Enter inserts the public address", async () => {
  const inbox = createTestInbox([createAnnsChat(5, "Anna Keller")]);
  const article = createArticle();
  const { screen, user } = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    "GET /canned-replies": { items: replies, next_cursor: null },
    "GET /articles": ({ query }) => ({
      items: query.get("q") === "heli" && query.get("state") === "published" ? [article] : [],
      next_cursor: null,
    }),
    "GET /articles/{id}": article,
    ...draftAnswers,
  });
  await findOpenChat("Anna Keller");
  const field = conversation().getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  await user.type(field, "See /heli");
  await screen.findByRole("option", { name: /Helium balloons/ });
  await user.keyboard("{Enter}");
  await waitFor(() => expect(field.value).toBe(`See ${article.url}`));
  await user.clear(field);
});

test("[API-048] a quick reply is found with a slash, previewed and written filled", async () => {
  const inbox = createTestInbox([createAnnsChat(5, "Anna Keller")]);
  const used: number[] = [];
  const app = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    "GET /canned-replies": () => ({
      items: replies.map((one) => ({ ...one, uses: used.filter((id) => id === one.id).length })),
      next_cursor: null,
    }),
    "GET /articles": emptyPage,
    "POST /canned-replies/{id}/use": ({ ids: [id = 0] }) => {
      used.push(id);
      return null;
    },
    ...draftAnswers,
    ...sendAnswers,
  });
  const { screen, user, changes } = app;
  await findOpenChat("Anna Keller");
  const field = conversation().getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  const options = () =>
    within(screen.getByRole("listbox", { name: "Quick replies" })).getAllByRole("option");
  await user.type(field, "Well, /he");
  await waitFor(() => expect(options()).toHaveLength(2));
  await screen.findByRole("option", { name: /\/hello/ });
  const preview = await screen.findByRole("region", { name: "Preview" });
  await waitFor(() => expect(preview.textContent).toMatch(/Anna Keller|Was this helpful/));
  const first = screen.getByRole("option", { selected: true }).textContent;
  await user.keyboard("{ArrowDown}");
  const second = screen.getByRole("option", { selected: true, name: /\/helpful|\/hello/ });
  expect(second.textContent).not.toBe(first);
  await user.keyboard("{Escape}");
  const waitForEnd = (): Promise<void> =>
    waitFor(() => expect(screen.queryByRole("listbox", { name: "Quick replies" })).toBeNull());
  await waitForEnd();
  expect(field.value).toBe("Well, /he");
  // The list stays closed for this word; another one opens it again.
  await user.keyboard("l");
  await waitForEnd();
  await user.clear(field);
  await user.type(field, "Well, /hello");
  await screen.findByRole("option", { name: /\/hello/ });
  await user.keyboard("{Enter}");
  const filled = "Well, Hello Anna Keller, Ann here.";
  await waitFor(() => expect(field.value).toBe(filled));
  await user.keyboard("{Enter}");
  await waitFor(() => conversation().getByText(filled));
  await waitFor(() =>
    expect(changes.filter(({ path }) => path.endsWith("/messages"))).toMatchObject([
      { method: "POST", path: "/chats/5/messages", body: { kind: "text", text: filled } },
    ]),
  );
  // Replies that were inserted before come first; folder and text are searched too.
  expect(used).toEqual([2]);
  await user.type(field, "/");
  await waitFor(() => expect(options()[0]?.textContent).toContain("/hello"));
  await user.keyboard("retur");
  await screen.findByRole("option", { name: /\/refund/ });
  await user.clear(field);
});

/** Renders Ann's chat. The quick replies arrive when the test says so. */
async function renderSlowReplies() {
  const inbox = createTestInbox([createAnnsChat(5, "Anna Keller")]);
  let answer: () => void = () => undefined;
  const loaded = new Promise<void>((resolve) => (answer = resolve));
  const app = await renderApp("/inbox/all/5", {
    ...inbox.answers,
    "GET /canned-replies": () => loaded.then(() => ({ items: replies, next_cursor: null })),
    "GET /articles": emptyPage,
    "POST /canned-replies/{id}/use": null,
    ...draftAnswers,
    ...sendAnswers,
  });
  await findOpenChat("Anna Keller");
  const field = conversation().getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  const sent = () => app.changes.filter(({ path }) => path.endsWith("/messages"));
  return { ...app, field, sent, answerReplies: () => answer() };
}

test("[CORE-474] Enter after a shortcut waits while the quick replies load, and takes the first match", async () => {
  const { user, field, sent, answerReplies } = await renderSlowReplies();
  await user.type(field, "/ref{Enter}");
  expect(field.value).toBe("/ref");
  answerReplies();
  await waitFor(() => expect(field.value).toBe("We refund within Shop in 3 days."));
  expect(sent()).toEqual([]);
});

test("[CORE-474] Enter waits for no list that is opened after the field was left", async () => {
  const { user, field, screen, answerReplies } = await renderSlowReplies();
  await user.type(field, "/ref{Enter}");
  await user.click(screen.getByRole("heading", { name: "Anna Keller" }));
  answerReplies();
  await user.click(conversation().getByRole("button", { name: "Quick replies" }));
  await screen.findByRole("option", { name: /\/refund/ });
  expect(field.value.trim()).toBe("/ref /");
});

test("[CORE-474] a shortcut that no quick reply has is sent only with a second Enter", async () => {
  const { user, field, screen, sent, answerReplies } = await renderSlowReplies();
  answerReplies();
  await user.type(field, "/nosuch");
  await user.keyboard("{Enter}");
  await waitFor(async () => {
    if (screen.queryByText(/No quick reply is called/) === null) await user.keyboard("{Enter}");
    screen.getByText("No quick reply is called “nosuch”. Press Enter again to send it as text.");
  });
  expect([field.value, sent()]).toEqual(["/nosuch", []]);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(sent()).toMatchObject([{ body: { text: "/nosuch" } }]));
});
