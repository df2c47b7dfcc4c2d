import type { NewOidcProvider, OidcProvider } from "@parlour/protocol/api/people/session";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator, emptyPage } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const acme: OidcProvider = {
  id: "provider",
  name: "Acme login",
  issuer: "https://id.example.test",
  client_id: "parlour",
  domains: ["acme.test"],
  role: null,
  account_id: null,
  has_secret: true,
  managed: false,
};

async function openProviders(...saved: OidcProvider[]) {
  const providers = [...saved];
  const app = await renderApp("/settings/oidc", {
    "GET /me": createOperator({ role: "owner", instance_owner: true }),
    "GET /accounts": {
      items: [
        {
          id: 1,
          name: "Acme",
          suspended: false,
          managed: false,
          allowed_addresses: [],
          created_at: "2026-11-20T10:00:00.000Z",
          owners: [],
        },
      ],
      next_cursor: null,
    },
    "GET /security": {
      second_factor: "optional",
      grace_days: 14,
      required_from: null,
      without: [],
      managed: false,
    },
    "GET /sessions": { items: [] },
    "GET /sign-ins": emptyPage,
    "GET /api-keys": emptyPage,
    "GET /instance/saml": {
      items: [],
      entity_id: "https://chat.example/saml/metadata",
      acs_url: "https://chat.example/saml/acs",
    },
    "GET /instance/oidc": () => ({
      items: [...providers],
      redirect_uri: "https://chat.example/signin/oidc",
    }),
    "POST /instance/oidc": ({ body }) => {
      const { client_secret, ...values } = body as NewOidcProvider;
      providers.push({ ...acme, ...values, has_secret: client_secret != null });
      return providers.at(-1)!;
    },
    "PATCH /instance/oidc/{id}": ({ body }) => ({ ...acme, ...(body as Partial<OidcProvider>) }),
  });
  return app;
}

test("[API-206] [CFG-034] a provider is added with domains, and with an account for new users", async () => {
  const { screen, user, changes } = await openProviders();
  await user.click((await screen.findAllByRole("button", { name: "Add provider" }))[0]!);
  const dialog = within(await screen.findByRole("dialog", { name: "Add provider" }));
  expect(dialog.getByLabelText<HTMLInputElement>("Issuer URL").value).toBe("https://");
  expect(dialog.queryByLabelText("in the account")).toBeNull();
  await user.type(dialog.getByLabelText("Button label"), "Acme");
  await user.type(dialog.getByLabelText("Issuer URL"), "id.example.test/");
  await user.type(dialog.getByLabelText("Client ID"), "parlour");
  await user.type(dialog.getByLabelText("Email domains"), "acme.test, acme");
  await user.selectOptions(dialog.getByLabelText("New users"), "viewer");
  expect(dialog.getByLabelText<HTMLSelectElement>("in the account").value).toBe("1");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(dialog.getByLabelText("Email domains").getAttribute("aria-invalid")).toBe("true"),
  );
  expect(changes).toEqual([]);
  await user.type(dialog.getByLabelText("Email domains"), ".example");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved.");
  expect(changes.map(({ body }) => body)).toEqual([
    {
      name: "Acme",
      issuer: "https://id.example.test",
      client_id: "parlour",
      domains: ["acme.test", "acme.example"],
      role: "viewer",
      account_id: 1,
    },
  ]);
  await screen.findByRole("row", { name: /Acme.*become viewers/ });
});

test("[API-206] another client needs its secret again", async () => {
  const { screen, user, changes } = await openProviders(acme);
  await user.click(await screen.findByRole("button", { name: "Edit Acme login" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Acme login" }));
  dialog.getByText("Leave empty to keep the current secret.");
  await user.type(dialog.getByLabelText("Client ID"), "2");
  dialog.getByText("You changed the issuer or client. Enter its secret.");
  await user.type(dialog.getByLabelText("Client secret"), "new");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved.");
  expect(changes.map(({ body }) => body)).toEqual([
    { client_id: "parlour2", client_secret: "new" },
  ]);
});
