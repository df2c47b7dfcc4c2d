import type { NewSamlProvider, SamlProvider } from "@parlour/protocol/api/people/saml";
import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator, emptyPage } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const certificate = "MIIC".padEnd(100, "A");

test("[SSO-001] [SSO-006] metadata fill in the form of a SAML provider, which shows its certificates as PEM", async () => {
  const providers: SamlProvider[] = [];
  const { screen, user, changes } = await renderApp("/settings/saml", {
    "GET /me": createOperator({ role: "owner", instance_owner: true }),
    "GET /accounts": emptyPage,
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
    "GET /instance/oidc": { items: [], redirect_uri: "https://chat.example/signin/oidc" },
    "GET /instance/saml": () => ({
      items: [...providers],
      entity_id: "https://chat.example/saml/metadata",
      acs_url: "https://chat.example/saml/acs",
    }),
    "POST /instance/saml/metadata": {
      entity_id: "https://id.example.test/entity",
      sso_url: "https://id.example.test/sso",
      certificates: [certificate],
    },
    "POST /instance/saml": ({ body }) => {
      const { name, entity_id, sso_url, certificates } = body as NewSamlProvider;
      const created: SamlProvider = {
        id: "abcdefgh",
        name,
        entity_id,
        sso_url,
        certificates,
        email_attribute: "",
        domains: [],
        role: null,
        account_id: null,
        certificates_end: "2030-01-01T00:00:00.000Z",
        managed: false,
      };
      providers.push(created);
      return created;
    },
  });
  await screen.findByDisplayValue("https://chat.example/saml/acs");
  await user.click(screen.getByRole("button", { name: "Add SAML provider" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add SAML provider" }));
  await user.type(dialog.getByLabelText("Button label"), "Acme");
  await user.type(dialog.getByLabelText("Metadata of the provider"), "https://id.example.test/m");
  await user.click(dialog.getByRole("button", { name: "Read metadata" }));
  await dialog.findByDisplayValue("https://id.example.test/entity");
  expect(dialog.getByLabelText<HTMLTextAreaElement>("Signing certificates").value).toMatch(
    /^-----BEGIN CERTIFICATE-----\nMIIC/,
  );
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved.");
  expect(changes.map(({ body }) => body)).toMatchObject([
    { metadata: "https://id.example.test/m" },
    {
      name: "Acme",
      entity_id: "https://id.example.test/entity",
      sso_url: "https://id.example.test/sso",
      certificates: [certificate],
    },
  ]);
  await screen.findByRole("row", { name: /Acme.*rejected/ });
});
