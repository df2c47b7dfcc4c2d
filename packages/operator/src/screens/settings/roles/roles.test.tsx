import type { CustomRole } from "@parlour/protocol/api";
import { addablePermissions, rolePermissions } from "@parlour/protocol/permissions";
import { operatorRoles } from "@parlour/protocol/settings/kinds/people/operator";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator, createOperatorEntry, emptyPage } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";
import { permissionGroups } from "./permission-groups.ts";

const lead: CustomRole = {
  id: 7,
  name: "Team lead",
  base: "operator",
  permissions: ["reports.read"],
  created_at: "2026-11-20T10:00:00.000Z",
  managed: false,
};
const owner = createOperatorEntry({ id: 1, name: "Olga", role: "owner" });
const ivan = createOperatorEntry({ id: 2, name: "Ivan", custom_role_id: 7 });
const page = <T,>(items: T[]) => ({ items, next_cursor: null });
const answers = {
  "GET /me": owner,
  "GET /operators": page([owner, ivan]),
  "GET /departments": emptyPage,
  "GET /push/reach": { items: [] },
  "GET /roles": {
    ...page([lead]),
    built_in: operatorRoles.map((role) => ({ role, permissions: [...rolePermissions[role]] })),
  },
  "GET /roles/{id}": lead,
};

test("[ROLE-011] every permission that a role can add is in one group", () => {
  expect(Object.values(permissionGroups).flat().toSorted()).toEqual(addablePermissions.toSorted());
});

test("[ROLE-011] the list has the built-in and the custom roles, with the number of people", async () => {
  const { screen } = await renderApp("/settings/roles", answers);
  const custom = await screen.findByRole("row", { name: /^Team lead/ });
  await waitFor(() =>
    expect([...custom.children].map(({ textContent }) => textContent)).toEqual([
      "Team lead",
      "Operator",
      "1",
      "1",
    ]),
  );
  const builtIn = screen.getByRole("row", { name: /^Operator/ });
  expect(within(builtIn).queryByRole("link")).toBeNull();
  expect(builtIn.lastElementChild?.textContent).toBe("0");
});

test("[ROLE-011] the form keeps the permissions of the base and says what a change allows", async () => {
  const { screen, user, changes } = await renderApp("/settings/roles/7", {
    ...answers,
    "PATCH /roles/{id}": lead,
  });
  const answer = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Answer chats" });
  expect([answer.checked, answer.disabled]).toEqual([true, true]);
  const side = within(await screen.findByRole("region", { name: "1 person has this role" }));
  side.getByText("Ivan");
  await user.click(screen.getByRole("checkbox", { name: "Read the audit log" }));
  await user.click(screen.getByRole("checkbox", { name: "Read reports" }));
  const list = (name: string) =>
    within(side.getByRole("region", { name }))
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
  expect(list("With your change they can also")).toEqual(["Read the audit log"]);
  expect(list("With your change they can no longer")).toEqual(["Read reports"]);
  await user.selectOptions(screen.getByRole("combobox", { name: "Based on" }), "Viewer");
  expect([answer.checked, answer.disabled]).toEqual([false, false]);
  expect(list("With your change they can no longer")).toContain("Answer chats");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(changes[0]?.body).toEqual({ base: "viewer", permissions: ["audit.read"] }),
  );
});

test("[ROLE-005] [ROLE-011] a role with a permission that the operator lacks is read only", async () => {
  const { permissions = [] } = createOperator();
  const { screen } = await renderApp("/settings/roles/7", {
    ...answers,
    "GET /me": createOperator({ permissions: [...permissions, "operators.manage"] }),
  });
  await screen.findByText(/You cannot change this role/);
  expect(screen.queryByRole("button", { name: "More" })).toBeNull();
});

test("[ROLE-006] [ROLE-011] people are shown with their custom roles, and get one", async () => {
  const viewer = createOperatorEntry({ id: 3, name: "Vera", role: "viewer", channels: [] });
  const desk: CustomRole = { ...lead, id: 8, base: "viewer", permissions: ["chats.answer"] };
  const app = await renderApp("/settings/people/3", {
    ...answers,
    "GET /operators": page([owner, ivan, viewer]),
    "GET /roles": { ...answers["GET /roles"], items: [lead, { ...desk, name: "Reception" }] },
    "PATCH /operators/{id}": viewer,
  });
  const { screen, user, changes } = app;
  const select = await screen.findByRole("combobox", { name: /^Role/ });
  await screen.findByText("This role answers no chats.");
  await within(select).findByRole("option", { name: "Reception" });
  await user.selectOptions(select, "Reception");
  await user.click(await screen.findByRole("checkbox", { name: /^All channels/ }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(changes[0]?.body).toEqual({ role: "viewer", custom_role_id: 8, channels: "all" }),
  );
  app.navigate("/settings/people?role=7");
  const row = await screen.findByRole("row", { name: /Ivan/ });
  within(row).getByText("Team lead");
  expect(screen.getAllByRole("row")).toHaveLength(2);
});
