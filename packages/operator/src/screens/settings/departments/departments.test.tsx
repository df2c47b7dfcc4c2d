import type { Department } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator, createOperatorEntry } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const olga = createOperator({ name: "Olga", role: "owner" });
const ivan = createOperator({ id: 8, name: "Ivan", active: false });
const nina = createOperator({ id: 9, name: "Nina", role: "viewer" });

async function openDepartments(path: string, departments: Department[]) {
  const sent: unknown[] = [];
  const answer = (given: Partial<Department>): Department => {
    const stored = { id: 3, name: "", operators: [], working_hours: null, ...given };
    const state = { match_language: false, skills: [], open_now: true, next_opening_at: null };
    return { ...state, created_at: "2026-11-20T10:00:00.000Z", managed: false, ...stored };
  };
  const app = await renderApp(path, {
    "GET /me": olga,
    "GET /operators": {
      items: [olga, ivan, nina].map(createOperatorEntry),
      next_cursor: null,
    },
    "GET /departments": () => ({ items: [...departments], next_cursor: null }),
    "GET /departments/{id}": () => departments[0]!,
    "POST /departments": ({ body }) => {
      sent.push(body);
      departments.push(answer(body as Partial<Department>));
      return departments.at(-1)!;
    },
    "PATCH /departments/{id}": ({ body }) => {
      sent.push(body);
      departments[0] = { ...answer({}), ...departments[0], ...(body as Partial<Department>) };
      return departments[0];
    },
  });
  return { ...app, sent };
}

test("[CORE-023] [CORE-091] [CORE-397] a department is created with operators, demands and hours of its own, and then has the account's", async () => {
  const { screen, user, sent } = await openDepartments("/settings/departments", []);
  await screen.findByText("No departments yet");
  await user.click(screen.getByRole("link", { name: "Add department" }));
  await user.click(await screen.findByRole("button", { name: "Create department" }));
  await screen.findByText("Enter a name of 1 to 100 characters.");
  await user.type(screen.getByRole("textbox", { name: "Name" }), "  Sales ");
  // Of the others, one is deactivated and one does not answer chats.
  const operators = within(screen.getByRole("group", { name: "Operators" }));
  expect(operators.getAllByRole("checkbox")).toHaveLength(1);
  await user.click(operators.getByRole("checkbox", { name: "Olga" }));
  await user.click(screen.getByRole("switch", { name: /^Operators who speak/ }));
  await user.type(screen.getByRole("textbox", { name: /^Operators with these/ }), "Returns");
  await user.click(screen.getByRole("switch", { name: /^Custom hours/ }));
  await user.click(screen.getByRole("button", { name: "Create department" }));
  await screen.findByRole("heading", { name: "Sales", level: 1 });
  const [created] = sent as Partial<Department>[];
  expect(created).toMatchObject({ name: "Sales", operators: [olga.id] });
  expect(created).toMatchObject({ match_language: true, skills: ["Returns"] });
  expect(created?.working_hours?.week).toMatchObject({ mon: ["09:00-18:00"] });

  await user.click(await screen.findByRole("switch", { name: /^Custom hours/ }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ working_hours: null });
});

test("[CORE-023] [CFG-025] a department that the file manages is read only, with its deactivated members", async () => {
  const managed = {
    id: 3,
    name: "Night",
    operators: [ivan.id],
    match_language: false,
    skills: [],
    working_hours: null,
    open_now: false,
    next_opening_at: null,
    created_at: "2026-11-20T10:00:00.000Z",
    managed: true,
  };
  const { screen, user } = await openDepartments("/settings/departments", [managed]);
  await screen.findByText("Closed");
  await screen.findByText("Account hours");
  await user.click(screen.getByRole("link", { name: /^Night/ }));
  const member = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Ivan" });
  expect([member.checked, member.disabled]).toEqual([true, true]);
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Name" }).readOnly).toBe(true);
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});
