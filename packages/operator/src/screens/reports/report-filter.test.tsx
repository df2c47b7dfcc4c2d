import { waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createChannel } from "../../../tests/channels.ts";
import { createOperator, createOperatorEntry } from "../../../tests/entities.ts";
import { Refusal, type Answers } from "../../../tests/fake-server.ts";
import { renderApp } from "../../../tests/render-app.tsx";
import { createFigures } from "./report-figures.fixture.ts";

const answers: Answers = {
  "GET /me": createOperator({ role: "owner" }),
  "GET /reports": ({ query }) => ({
    timezone: "Europe/London",
    working_hours: false,
    now: {
      from: query.get("from") ?? "2026-11-01",
      to: query.get("to") ?? "2026-11-27",
      totals: createFigures(5),
      days: [{ date: "2026-11-01", open: true, figures: createFigures(5) }],
    },
    before: null,
    hours: [],
    weekdays: [1, 1, 1, 1, 1, 1, 1],
    channels: [],
    departments: [],
    people: [],
  }),
  "GET /channels": { items: [createChannel(1, { name: "Shop" })], next_cursor: null },
  "GET /operators": {
    items: [createOperatorEntry({ id: 4, name: "Ivan", active: false })],
    next_cursor: null,
  },
};
const failure = () => new Refusal(400, "invalid_request", "Broken.");
const never = () => new Promise<never>(() => {});

test.each([
  ["a person who left", "operator=4", {}, "Ivan (left)"],
  ["a deleted channel", "channel=2", {}, "Deleted channel"],
  ["a channel while the list loads", "channel=1", { "GET /channels": never }, "One channel"],
  ["a channel whose list failed", "channel=1", { "GET /channels": failure }, "One channel"],
] as const)("[CORE-485] the filter of a report names %s", async (_, query, more, name) => {
  const { screen } = await renderApp(`/reports?${query}`, { ...answers, ...more });
  const filter = await screen.findByRole("button", { name: /^Filter/ });
  await waitFor(() => expect(filter.textContent).toBe(`Filter: ${name}`));
});

test("[CORE-485] a list that failed is loaded again from the menu of the filter", async () => {
  const { screen, user, answer } = await renderApp("/reports?channel=1", {
    ...answers,
    "GET /channels": failure,
  });
  const filter = await screen.findByRole("button", { name: /^Filter/ });
  await user.click(filter);
  const retry = await screen.findByRole("menuitemradio", { name: "Could not be loaded. Retry" });
  answer({ "GET /channels": answers["GET /channels"]! });
  await user.click(retry);
  await screen.findByRole("button", { name: "Filter: Filter: Shop" });
});
