import type { Field, NewField } from "@parlour/protocol/api";
import { waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const createField = (body: NewField): Field => ({
  id: 1,
  names: {},
  help: "",
  helps: {},
  option_names: {},
  options: [],
  edit_roles: ["admin", "operator"],
  required: "never",
  sources: ["page", "api"],
  ...body,
  created_at: "2026-11-20T10:00:00.000Z",
  managed: false,
});

test("[FLD-001] [FLD-004] [FLD-006] a field of several options is created, and listed with its key and kind", async () => {
  const fields: Field[] = [];
  const app = await renderApp("/settings/fields", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /fields": () => ({ items: [...fields], next_cursor: null }),
    "POST /fields": ({ body }) => {
      const created = createField(body as NewField);
      fields.push(created);
      return created;
    },
  });
  const { screen, user, changes } = app;
  await screen.findByText("No fields yet");
  await user.click(screen.getByRole("link", { name: "Add field" }));
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Plan");
  await user.type(screen.getByRole("textbox", { name: "Key" }), "plan");
  expect(screen.queryByRole("textbox", { name: "Options" })).toBeNull();
  await user.selectOptions(screen.getByRole("combobox", { name: "Kind" }), "One of");
  const create = () => user.click(screen.getByRole("button", { name: "Create field" }));
  await create();
  await screen.findAllByText("Enter at least one option.");
  await user.type(screen.getByRole("textbox", { name: "Options" }), "free{Enter}pro");
  screen.getByRole("textbox", { name: "Options", description: /^One option per line/u });
  await user.click(screen.getAllByRole("button", { name: "Add a language" })[1]!);
  await user.click(await screen.findByRole("menuitem", { name: "German" }));
  const translation = screen.getByRole("textbox", { name: "Options in German" });
  await user.type(translation, "gratis");
  await create();
  await screen.findAllByText(/one line for each of them in every language/u);
  await user.type(translation, "{Enter}Profi");
  await create();
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]?.body).toMatchObject({
    object: "visitor",
    key: "plan",
    kind: "one_of",
    name: "Plan",
    options: ["free", "pro"],
    option_names: { de: { free: "gratis", pro: "Profi" } },
  });
  await screen.findByRole("link", { name: "Plan" });
  screen.getByText("visitor.plan");
  screen.getByText("One of");
});

test("[FLD-003] [FLD-006] object, kind and key of a stored field cannot be changed, its texts in each language can", async () => {
  const stored = createField({ object: "chat", key: "order", kind: "text", name: "Order" });
  const { screen, user, changes } = await renderApp("/settings/fields/1", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /fields": { items: [stored], next_cursor: null },
    "GET /fields/{id}": stored,
    "PATCH /fields/{id}": ({ body }) => ({ ...stored, ...(body as Partial<Field>) }),
  });
  const name = await screen.findByRole("textbox", { name: "Name" });
  const key = screen.queryByRole<HTMLInputElement>("textbox", { name: "Key" });
  expect(key === null || key.readOnly || key.disabled).toBe(true);
  await user.type(name, " number{Enter}");
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]?.body).toEqual({ name: "Order number", names: {} });
  await user.click(screen.getAllByRole("button", { name: "Add a language" })[0]!);
  await user.click(await screen.findByRole("menuitem", { name: "German" }));
  await user.type(screen.getByRole("textbox", { name: "Name in German" }), "Bestellung{Enter}");
  await waitFor(() => expect(changes).toHaveLength(2));
  expect(changes[1]?.body).toMatchObject({ names: { de: "Bestellung" } });
});
