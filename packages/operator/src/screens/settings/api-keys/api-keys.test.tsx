import type { ApiKey, NewApiKey } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator, createOperatorEntry } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

test("[MCP-011] a person allows a new key to send through MCP, which no key may without it", async () => {
  const olga = createOperator({ name: "Olga", role: "owner" });
  const keys: ApiKey[] = [];
  const app = await renderApp("/settings/keys", {
    "GET /me": olga,
    "GET /operators": {
      items: [createOperatorEntry({ ...olga, channels: [] })],
      next_cursor: null,
    },
    "GET /api-keys": () => ({ items: [...keys], next_cursor: null }),
    "POST /api-keys": ({ body }) => {
      const { name, scopes = ["*"] } = body as NewApiKey;
      const created: ApiKey = {
        id: keys.length + 1,
        name,
        operator: { id: olga.id, name: olga.name },
        scopes,
        hint: "…3Y",
        created_at: olga.created_at,
        last_used_at: null,
        expires_at: null,
        managed: false,
      };
      keys.push(created);
      return { ...created, key: "pk_8sJ2mQpXv4Lr9ZbN6wTc3Y" };
    },
  });
  const { screen, user } = app;
  for (const isAllowed of [false, true]) {
    const [create] = await screen.findAllByRole("button", { name: "Create key" });
    await user.click(create!);
    const dialog = within(await screen.findByRole("dialog", { name: "Create API key" }));
    await user.type(dialog.getByLabelText("Name"), isAllowed ? "Agent that sends" : "Agent");
    const allowed = dialog.getByRole<HTMLInputElement>("switch", {
      name: /^May send messages to visitors/,
    });
    expect(allowed.checked).toBe(false);
    if (isAllowed) await user.click(allowed);
    await user.click(dialog.getByRole("button", { name: "Create key" }));
    await waitFor(() =>
      expect(screen.queryByRole("dialog", { name: "Create API key" })).toBeNull(),
    );
    // The button of the empty list goes when the key is listed.
    await screen.findByText(isAllowed ? "Agent that sends" : "Agent");
  }
  expect(keys.map(({ scopes }) => scopes)).toEqual([["*"], ["*", "mcp.send"]]);
  await screen.findByText("may send through MCP");
});
