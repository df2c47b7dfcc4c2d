import type { Department } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperatorEntry } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const createDepartment = (
  id: number,
  name: string,
  week?: Record<string, string[]>,
): Department => ({
  id,
  name,
  operators: [],
  match_language: false,
  skills: [],
  working_hours:
    week === undefined
      ? null
      : { timezone: "Europe/Paris", week, exceptions: {}, exception_details: {} },
  open_now: true,
  next_opening_at: null,
  created_at: "2026-11-20T10:00:00.000Z",
  managed: false,
});
const workday = ["09:00-17:30"];

test("[CORE-322] [CORE-323] the list of people says which chats each gets: channels, departments and their hours", async () => {
  const olga = createOperatorEntry({ id: 1, name: "Olga", role: "owner" });
  const { screen, user, changes } = await renderApp("/settings/people", {
    "GET /me": olga,
    "GET /operators": {
      items: [
        createOperatorEntry({ id: 2, name: "Gone", active: false }),
        olga,
        createOperatorEntry({ id: 3, name: "Nina", departments: [5, 6] }),
        createOperatorEntry({ id: 4, name: "Jonas", channels: [] }),
        createOperatorEntry({ id: 7, name: "Vera", role: "viewer", channels: [] }),
        createOperatorEntry({
          id: 8,
          name: "Priya",
          invite_expires_at: "2099-01-01T10:00:00.000Z",
        }),
      ],
      next_cursor: null,
    },
    "GET /departments": {
      items: [
        createDepartment(5, "Orders", {
          mon: workday,
          tue: workday,
          wed: workday,
          fri: ["10:00-12:00", "13:00-18:00"],
        }),
        createDepartment(6, "Care"),
      ],
      next_cursor: null,
    },
    "GET /push/reach": { items: [] },
    "PATCH /operators/{id}": () => createOperatorEntry({ id: 4, name: "Jonas" }),
  });
  await screen.findByText("Orders, Care");
  const [head, ...rows] = screen
    .getAllByRole("row")
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(head).toEqual(["Name", "Role", "Answers chats of", "Departments", "Hours", "Status"]);
  expect(
    rows.map(([name = "", role, channels, departments, hours]) => [
      /Olga|Nina|Jonas|Vera|Priya|Gone/.exec(name)?.[0],
      role,
      channels,
      departments,
      hours,
    ]),
  ).toEqual([
    ["Olga", "Owner", "All channels", "None", "Account hours"],
    [
      "Nina",
      "Operator",
      "All channels",
      "Orders, Care",
      "Mon–Wed 9–17:30, Fri 10–12, 13–18; Account hours",
    ],
    ["Jonas", "Operator", "On no channel", "None", "Account hours"],
    ["Vera", "Viewer", "answers no chats", "", ""],
    ["Priya", "Operator", "All channels", "None", "Account hours"],
    ["Gone", "Operator", "", "", ""],
  ]);
  within(screen.getByRole("row", { name: /^PPriya|Priya/ })).getByText("Invited");
  // The filter is in the URL, so a link and Back keep it.
  const people = () => screen.getAllByRole("row").length - 1;
  await user.type(screen.getByRole("searchbox", { name: "Filter people" }), "nin");
  await waitFor(() => expect(people()).toBe(1));
  await user.selectOptions(screen.getByRole("combobox", { name: "Department" }), "Care");
  await waitFor(() => expect(location.search).toBe("?q=nin&department=6"));
  await user.selectOptions(screen.getByRole("combobox", { name: "Role" }), "Owner");
  await screen.findByText("No people match");
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(people()).toBe(6));
  await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Invited");
  await waitFor(() => expect(people()).toBe(1));
  await user.click(screen.getByRole("button", { name: "Put Jonas on all channels" }));
  await screen.findByText("Jonas answers chats of all channels now.");
  expect(changes.map(({ path, body }) => [path, body])).toEqual([
    ["/operators/4", { channels: "all" }],
  ]);
});

test("[CORE-396] a person who answers chats gets hours of their own, which the list then names", async () => {
  const olga = createOperatorEntry({ id: 1, name: "Olga", role: "owner" });
  let nina = createOperatorEntry({ id: 3, name: "Nina" });
  const { screen, user, changes } = await renderApp("/settings/people/3", {
    "GET /me": olga,
    "GET /operators": () => ({ items: [olga, nina], next_cursor: null }),
    "GET /departments": { items: [], next_cursor: null },
    "GET /push/reach": { items: [] },
    "PATCH /operators/{id}": ({ body }) => (nina = { ...nina, ...(body as Partial<typeof nina>) }),
  });
  await user.click(await screen.findByRole("switch", { name: /^Custom hours/ }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]?.body).toMatchObject({ hours: { week: { fri: ["09:00-18:00"] } } });
  await user.click(screen.getByRole("link", { name: "People" }));
  const row = (await screen.findByText("Nina")).closest("tr")!;
  expect(row.textContent).toContain("Mon–Fri 9–18");
});

test("[CORE-397] a person gets languages and skills, and a wrong language is refused", async () => {
  const olga = createOperatorEntry({ id: 1, name: "Olga", role: "owner" });
  let nina = createOperatorEntry({ id: 3, name: "Nina" });
  const { screen, user, changes } = await renderApp("/settings/people/3", {
    "GET /me": olga,
    "GET /operators": () => ({ items: [olga, nina], next_cursor: null }),
    "GET /departments": { items: [], next_cursor: null },
    "PATCH /operators/{id}": ({ body }) => (nina = { ...nina, ...(body as Partial<typeof nina>) }),
  });
  const languages = await screen.findByRole("textbox", { name: /^Languages/ });
  await user.type(languages, "English");
  await user.type(screen.getByRole("textbox", { name: /^Skills/ }), "Returns\nGift cards");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Enter language codes such as en or pt-BR.");
  await user.clear(languages);
  await user.type(languages, "en pt-BR");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]?.body).toEqual({
    languages: ["en", "pt-BR"],
    skills: ["Returns", "Gift cards"],
  });
});
