import type { Account } from "@parlour/protocol";
import type { ArticleGaps, ArticleReport, ArticleSection } from "@parlour/protocol/api";
import { waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator, defaultAnswers, emptyPage } from "../../../../tests/entities.ts";
import { createTestInbox } from "../../../../tests/inbox.ts";
import { Refusal } from "../../../../tests/fake-server.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const figures = { views: 9, helpful: 3, not_helpful: 1, chats: 2 };
const report: ArticleReport = {
  timezone: "UTC",
  from: "2026-11-01",
  to: "2026-11-07",
  totals: figures,
  articles: [{ id: 5, section_id: 1, title: "Oven", ...figures }],
  searches: 20,
  without_result: [{ query: "gift card", language: "en", times: 4, similar: ["gift cards"] }],
};
const gaps: ArticleGaps = {
  timezone: "UTC",
  from: "2026-11-01",
  to: "2026-11-07",
  gaps: [
    {
      title: "gift card",
      language: "en",
      asked: 1,
      searched: 4,
      questions: [
        {
          chat: { id: 71, number: 971 },
          seq: 4,
          text: "Do you sell gift cards?",
          asked_at: "2026-11-05T10:00:00.000Z",
          reply: { text: "Yes, from 10 pounds on.", name: "Ivan" },
          noted_by: { id: 2, name: "Olga" },
        },
      ],
      searches: ["gift card"],
    },
  ],
};
const section: ArticleSection = {
  id: 1,
  name: "Care",
  names: {},
  description: "",
  descriptions: {},
  icon: "box",
  slug: "care",
  managed: false,
  created_at: "2026-11-20T10:00:00.000Z",
};
const answers = {
  ...createTestInbox([]).answers,
  "GET /me": createOperator({ role: "owner" }),
  "GET /reports/articles": report,
  "GET /reports/articles/gaps": gaps,
  "GET /articles": emptyPage,
  "GET /article-sections": emptyPage,
};

test("[ART-041] the report shows readers and gaps, and a gap becomes a new article", async () => {
  const { screen, user, changes } = await renderApp("/reports/articles?last=7", {
    ...answers,
    "GET /article-sections": { items: [section], next_cursor: null },
    "POST /articles": new Refusal(409, "not_available", "Not in this test."),
  });
  const row = await screen.findByRole("row", { name: /^Oven/u });
  expect(row.textContent).toBe("Oven975%42");
  expect((await screen.findByRole("row", { name: /^gift card/u })).textContent).toMatch(
    /^gift card#971 noted by OlgaEnglish14DismissWrite$/u,
  );
  await user.click(screen.getByRole("link", { name: "Write an article about gift card" }));
  const title = await screen.findByLabelText<HTMLInputElement>("Title");
  expect(title.value).toBe("gift card");
  // Its section is chosen, and the draft begins with how people answered.
  const chosen = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Section" });
  await waitFor(() => expect(chosen.value).toBe("1"));
  await user.click(screen.getByRole("button", { name: "Create" }));
  await waitFor(() =>
    expect(changes.at(-1)?.body).toMatchObject({
      title: "gift card",
      body: "## Do you sell gift cards?\n\nYes, from 10 pounds on.",
    }),
  );
});

test("[ART-048] a draft that fails says why, and the article begins with how people answered", async () => {
  const { screen, user, changes } = await renderApp("/reports/articles?last=7", {
    ...answers,
    "GET /account": { ...(defaultAnswers["GET /account"] as Account), has_model: true },
    "GET /article-sections": { items: [section], next_cursor: null },
    "POST /article-drafts": new Refusal(409, "model_timeout", "Late."),
    "POST /articles": new Refusal(409, "not_available", "Not in this test."),
  });
  const name = "Write a draft of an article about gift card";
  await user.click(await screen.findByRole("link", { name }));
  await screen.findByText("No draft. The model did not answer in time.");
  const text = screen.getByLabelText<HTMLTextAreaElement>("Text");
  expect(text.value).toBe("## Do you sell gift cards?\n\nYes, from 10 pounds on.");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(changes).toHaveLength(2));
  const asked = { body: { language: "en", questions: [{ chat_id: 71, seq: 4 }] } };
  expect(changes).toMatchObject([asked, asked]);
});

test("[ART-045] the questions of a gap are dismissed", async () => {
  const { screen, user, changes } = await renderApp("/reports/articles?last=7", {
    ...answers,
    "PUT /chats/{id}/messages/{seq}/gap": null,
  });
  const name = "Dismiss the questions about gift card";
  await user.click(await screen.findByRole("button", { name }));
  await waitFor(() =>
    expect(changes).toMatchObject([
      { path: "/chats/71/messages/4/gap", body: { state: "dismissed" } },
    ]),
  );
});

test("[ART-041] operators who may not write articles see no button for gaps", async () => {
  const { screen } = await renderApp("/reports/articles?last=7", {
    ...answers,
    "GET /me": createOperator({ role: "viewer" }),
  });
  await screen.findByText("gift card");
  expect(screen.queryByRole("link", { name: /^Write an article/u })).toBeNull();
});
