import type { ApiKey, NewApiKey } from "@parlour/protocol/api";
import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator, emptyPage } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

test("[SSO-020] a SCIM token is created and shown once, and can be revoked; other API keys are not listed", async () => {
  const olga = createOperator({ name: "Olga", role: "owner" });
  const createKey = (id: number, name: string, scopes: string[]): ApiKey => ({
    id,
    name,
    operator: { id: olga.id, name: olga.name },
    scopes,
    hint: "…3Y",
    created_at: olga.created_at,
    last_used_at: null,
    expires_at: null,
    managed: false,
  });
  const keys: ApiKey[] = [createKey(1, "Shop backend", ["*"])];
  const { screen, user, changes } = await renderApp("/settings/scim", {
    "GET /me": olga,
    "GET /security": {
      second_factor: "optional",
      grace_days: 14,
      required_from: null,
      without: [],
      managed: false,
    },
    "GET /sessions": { items: [] },
    "GET /sign-ins": emptyPage,
    "GET /api-keys": () => ({ items: [...keys], next_cursor: null }),
    "POST /api-keys": ({ body }) => {
      const { name, scopes = [] } = body as NewApiKey;
      keys.push(createKey(2, name, scopes));
      return { ...keys.at(-1)!, key: "pk_8sJ2mQpXv4Lr9ZbN6wTc3Y" };
    },
  });
  await screen.findByText("No SCIM tokens yet");
  await screen.findByDisplayValue("https://chat.example/scim/v2");
  await user.click(screen.getByRole("button", { name: "Create token" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Create SCIM token" }));
  expect(dialog.getByLabelText<HTMLInputElement>("Name").value).toBe("SCIM");
  await user.clear(dialog.getByLabelText("Name"));
  await user.type(dialog.getByLabelText("Name"), "Entra");
  await user.click(dialog.getByRole("button", { name: "Create token" }));
  await screen.findByDisplayValue("pk_8sJ2mQpXv4Lr9ZbN6wTc3Y");
  expect(changes.map(({ body }) => body)).toMatchObject([{ name: "Entra", scopes: ["scim"] }]);
  await screen.findByRole("row", { name: /Entra.*Olga/ });
  expect(screen.queryByText("Shop backend")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Revoke: Entra" }));
  await screen.findByRole("alertdialog", { name: "Revoke SCIM token Entra?" });
});
