import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator, emptyPage } from "../../../../../../tests/entities.ts";
import { renderApp } from "../../../../../../tests/render-app.tsx";

test("[CON-069] [MAIL-122] a developer cannot connect an email address, and reads who can", async () => {
  const app = await renderApp("/settings/connectors/new", {
    "GET /me": createOperator({ name: "Dev", role: "developer" }),
    "GET /operators": emptyPage,
  });
  const { screen, user } = app;
  const services = within(await screen.findByRole("list", { name: "Service" }));
  services.getByRole("button", { name: "Email" }).focus();
  await user.keyboard("{Enter}");
  await screen.findByText("Only owners and admins can change this.");
  await waitFor(() => expect(screen.queryByRole("textbox", { name: "Address" })).toBeNull());
});
