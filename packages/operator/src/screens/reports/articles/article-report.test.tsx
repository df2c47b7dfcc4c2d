import type { ArticleReport } from "@parlour/protocol/api";
import { expect, test } from "vitest";
import { createOperator, emptyPage } from "../../../../tests/entities.ts";
import { createTestInbox } from "../../../../tests/inbox.ts";
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
const answers = {
  ...createTestInbox([]).answers,
  "GET /me": createOperator({ role: "owner" }),
  "GET /reports/articles": report,
  "GET /articles": emptyPage,
  "GET /article-sections": emptyPage,
};

test("[ART-041] the report shows readers and gaps, and a gap becomes a new article", async () => {
  const { screen, user } = await renderApp("/reports/articles?last=7", answers);
  const row = await screen.findByRole("row", { name: /^Oven/u });
  expect(row.textContent).toBe("Oven975%42");
  expect(screen.getByRole("row", { name: /^gift card/u }).textContent).toMatch(
    /^gift cardEnglish4Write$/u,
  );
  await user.click(screen.getByRole("link", { name: "Write an article about gift card" }));
  const title = await screen.findByLabelText<HTMLInputElement>("Title");
  expect(title.value).toBe("gift card");
});

test("[ART-041] operators who may not write articles see no button for gaps", async () => {
  const { screen } = await renderApp("/reports/articles?last=7", {
    ...answers,
    "GET /me": createOperator({ role: "viewer" }),
  });
  await screen.findByText("gift card");
  expect(screen.queryByRole("link", { name: /^Write an article/u })).toBeNull();
});
