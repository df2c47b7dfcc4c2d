import type { OperatorStatus } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator, createOperatorEntry, emptyPage } from "../../../tests/entities.ts";
import { renderApp } from "../../../tests/render-app.tsx";

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
const statuses = { ...emptyPage, items: [lunch] };

test("[STATUS-007] the menu chooses a status, and one with an end in words and a comment", async () => {
  const { screen, user, changes } = await renderApp("/settings/tags", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /tags": emptyPage,
    "GET /statuses": statuses,
    "PUT /me/presence": createOperator(),
  });
  const [button] = await screen.findAllByRole("button", { name: /Change status/ });
  await user.click(button!);
  await user.click(await screen.findByRole("menuitemradio", { name: /^🍜 Lunch/ }));
  await waitFor(() => expect(changes.at(-1)?.body).toEqual({ status_id: 4 }));
  await user.click((await screen.findAllByRole("button", { name: /Change status/ }))[0]!);
  await user.click(await screen.findByRole("menuitemradio", { name: /^Status with an end/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Set a status" }));
  await user.type(dialog.getByRole("textbox", { name: /^Comment/ }), "Dentist");
  await user.type(dialog.getByRole("combobox", { name: "Until" }), "tomorrow 9{Enter}");
  await waitFor(() =>
    expect(changes.at(-1)?.body).toMatchObject({ status_id: 4, status_comment: "Dentist" }),
  );
});

test("[STATUS-007] the palette chooses a status by its name", async () => {
  const { screen, user, changes } = await renderApp("/settings/tags", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /tags": emptyPage,
    "GET /search": emptyPage,
    "GET /operators": emptyPage,
    "GET /statuses": statuses,
    "PUT /me/presence": createOperator(),
  });
  await screen.findAllByRole("button", { name: /Change status/ });
  for (const [text, choice] of [
    ["lunch", { status_id: 4 }],
    ["away", { status: "away" }],
  ] as const) {
    await user.keyboard("{Control>}k{/Control}");
    const palette = within(await screen.findByRole("dialog", { name: "Search" }));
    await user.type(palette.getByRole("combobox"), text);
    await user.click(await palette.findByRole("option", { name: new RegExp(text, "i") }));
    await waitFor(() => expect(changes.at(-1)?.body).toEqual(choice));
  }
});

test("[STATUS-006] [STATUS-007] people and the menu show a status with its end, and the presence without its name", async () => {
  const owner = createOperatorEntry({ id: 1, name: "Olga", role: "owner" });
  const app = await renderApp("/settings/people", {
    "GET /me": owner,
    "GET /operators": {
      ...emptyPage,
      items: [owner, createOperatorEntry({ id: 2, name: "Nina" })],
    },
    "GET /departments": emptyPage,
    "GET /push/reach": { items: [] },
    "GET /statuses": statuses,
  });
  const { screen, sockets } = app;
  const row = await screen.findByRole("row", { name: /Nina/ });
  const until = new Date();
  until.setHours(23, 59, 0, 0);
  const frame = { type: "presence", operator_id: 2, status: "away" } as const;
  const custom = { status_until: until.toISOString(), status_comment: "Dentist" };
  sockets.sendFrame({ ...frame, status_id: 4, ...custom });
  await within(row).findByText("🍜 Lunch until 23:59 · Dentist");
  sockets.sendFrame({ ...frame, operator_id: 1, status_id: 4, ...custom });
  await screen.findAllByRole("button", { name: /Olga, 🍜 Lunch until 23:59 · Dentist/ });
  sockets.sendFrame({ ...frame, status_id: 99, ...custom });
  await within(row).findByText("Away");
});
