import { waitFor, within } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
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

test("[MAIL-124] [CORE-481] a sign-in at the provider leaves the page, and the browser does not ask first", async () => {
  const left: string[] = [];
  vi.spyOn(location, "assign").mockImplementation((url) => {
    const isAsked = !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    left.push(isAsked ? "asked first" : String(url));
  });
  const { screen, user } = await renderApp("/settings/connectors/new", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /operators": emptyPage,
    "POST /channels/connection-lookup": {
      source: "provider",
      provider: "google",
      settings: {},
      needs_proof: false,
      has_receiver: false,
      has_mail_server: false,
      sign_ins: [{ provider: "google", name: "Google" }],
    },
    "POST /channels/mail-sign-ins": { url: "https://accounts.example/auth" },
  });
  const services = within(await screen.findByRole("list", { name: "Service" }));
  await user.click(services.getByRole("button", { name: "Email" }));
  await user.type(await screen.findByRole("textbox", { name: "Address" }), "shop@gmail.com");
  await user.click(screen.getByRole("button", { name: "Find provider" }));
  await user.click(await screen.findByRole("button", { name: "Continue" }));
  for (const [n, name] of ["imap.example", "smtp.example"].entries())
    await user.type((await screen.findAllByRole("textbox", { name: "Host" }))[n]!, name);
  await user.click(screen.getByRole("button", { name: "Sign in with Google" }));
  await waitFor(() => expect(left).toEqual(["https://accounts.example/auth"]));
});
