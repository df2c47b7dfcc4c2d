import type { CustomRole } from "@parlour/protocol/api";
import { waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperatorEntry, emptyPage } from "../../../../tests/entities.ts";
import { Refusal, type Answers } from "../../../../tests/fake-server.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const olga = createOperatorEntry({ id: 1, name: "Olga", role: "owner", answers_chats: true });
const nina = createOperatorEntry({
  id: 3,
  name: "Nina",
  custom_role_id: 9,
  departments: [5],
  channels: [7],
});
const lead: CustomRole = {
  id: 9,
  name: "Lead",
  base: "operator",
  permissions: [],
  created_at: "2026-11-20T10:00:00.000Z",
  managed: false,
};
const unavailable = () => new Refusal(400, "invalid_request", "Broken.");
const teamAnswers: Answers = {
  "GET /me": olga,
  "GET /operators": { items: [olga, nina], next_cursor: null },
  "GET /push/reach": { items: [] },
};
const secondLists = ["GET /roles", "GET /departments", "GET /channels"] as const;
const never = Object.fromEntries(
  secondLists.map((route) => [route, () => new Promise(() => {})]),
) as Answers;
const failing = Object.fromEntries(secondLists.map((route) => [route, unavailable])) as Answers;

test.each([
  ["load", never, "Loading…"],
  ["fail", failing, "Unknown"],
] as const)(
  "[CORE-485] while its lists %s, the page of people says so instead of None, no channel and the base of a role",
  async (_, answers, text) => {
    const { screen, answer, user } = await renderApp("/settings/people", {
      ...teamAnswers,
      ...answers,
    });
    const row = (await screen.findByText("Nina")).closest("tr")!;
    await waitFor(() =>
      expect([...row.children].slice(1, 5).map((cell) => cell.textContent)).toEqual(
        Array(4).fill(text),
      ),
    );
    if (answers === never) return;
    // One line for all lists.
    await screen.findByText(/^This part of the page could not be loaded/);
    answer({ "GET /roles": { items: [lead], next_cursor: null, built_in: [] } });
    answer({ "GET /departments": emptyPage });
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() =>
      expect([row.children[1], row.children[3]].map((cell) => cell?.textContent)).toEqual([
        "Lead",
        "Deleted",
      ]),
    );
  },
);

test("[CORE-485] a person’s form shows their own role and department, never the first ones, and keeps what no longer exists", async () => {
  const { screen, answer, user, changes } = await renderApp("/settings/people/3", {
    ...teamAnswers,
    ...failing,
    "PATCH /operators/{id}": nina,
  });
  const role = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Role" });
  await waitFor(() => expect(role.selectedOptions[0]?.textContent).toBe("Unknown"));
  expect(role.value).toBe("9");
  answer({
    "GET /roles": { items: [lead], next_cursor: null, built_in: [] },
    "GET /departments": emptyPage,
    "GET /channels": emptyPage,
  });
  for (const one of screen.getAllByRole("button", { name: "Retry" })) await user.click(one);
  await waitFor(() => expect(role.selectedOptions[0]?.textContent).toBe("Lead"));
  expect(changes).toEqual([]);
});

test("[CORE-485] a filter for a department that is not known says so, and not All", async () => {
  const { screen } = await renderApp("/settings/people?department=5&role=9", {
    ...teamAnswers,
    ...failing,
  });
  for (const name of ["Department", "Role"]) {
    const filter = await screen.findByRole<HTMLSelectElement>("combobox", { name });
    await waitFor(() => expect(filter.selectedOptions[0]?.textContent).toBe("Unknown"));
  }
});
