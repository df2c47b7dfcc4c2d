import type { OperatorStatus } from "@parlour/protocol/api";
import { waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator, emptyPage } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const lunch: OperatorStatus = {
  id: 4,
  name: "Lunch",
  emoji: "🍜",
  counts_as: "away",
  ends_after_s: 2700,
  ends_at: null,
  created_at: "2026-11-20T10:00:00.000Z",
  managed: false,
};

test("[STATUS-001] a status is made with one end, and the list says what it counts as and when it ends", async () => {
  const statuses: OperatorStatus[] = [];
  const { screen, user, changes } = await renderApp("/settings/statuses/new", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /statuses": () => ({ ...emptyPage, items: [...statuses] }),
    "POST /statuses": () => {
      statuses.push(lunch);
      return lunch;
    },
  });
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Lunch");
  await user.type(screen.getByRole("textbox", { name: "Emoji" }), "🍜");
  await user.type(screen.getByRole("textbox", { name: "After" }), "45 min");
  const time = screen.getByRole("textbox", { name: "At" });
  await user.type(time, "17:00");
  await user.click(screen.getByRole("button", { name: "Create status" }));
  await screen.findAllByText("Enter a duration or a time of day, not both.");
  await user.clear(time);
  await user.click(screen.getByRole("button", { name: "Create status" }));
  await waitFor(() =>
    expect(changes[0]?.body).toEqual({
      name: "Lunch",
      emoji: "🍜",
      counts_as: "away",
      ends_after_s: 2700,
      ends_at: null,
    }),
  );
  const row = await screen.findByRole("row", { name: /^Lunch/ });
  expect([...row.children].map(({ textContent }) => textContent)).toEqual([
    "Lunch",
    "🍜",
    "Away, no new chats",
    "after 45 min",
  ]);
});
