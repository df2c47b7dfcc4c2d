import type { MailState, NewMail } from "@parlour/protocol/api";
import { waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const server = {
  host: "mail.example",
  port: 587,
  tls: "starttls",
  user: "us",
  from: "chat@shop.example",
  has_password: true,
} as const;

async function openMail(saved: MailState) {
  let state = saved;
  const app = await renderApp("/settings/mail", {
    "GET /me": createOperator({ role: "owner", instance_owner: true }),
    "GET /instance/mail": () => state,
    "PUT /instance/mail": ({ body }) => {
      const { password, user = null, ...values } = body as NewMail;
      state = { mail: { ...values, user, has_password: password != null }, managed: false };
      return state;
    },
    "POST /instance/mail/test": {
      ok: true,
      step: "sent",
      message: "Sent.",
      reply: null,
      to: "ann@example.test",
      duration_ms: 100,
    },
    "GET /instance/oauth-clients": { items: [], redirect_uri: "https://chat.example/settings" },
  });
  const { screen, user } = app;
  // The label of a changed field ends with a mark.
  const find = (label: string) =>
    screen.findByLabelText<HTMLInputElement>(new RegExp(`^${label}(?:edited)?$`));
  const fill = async (label: string, text: string) => {
    await user.clear(await find(label));
    await user.type(await find(label), text);
  };
  return { ...app, find, fill };
}

test("[CFG-032] [API-356] a mail server is entered, tested before it is saved, and saved as a whole", async () => {
  const { screen, user, changes, find, fill } = await openMail({ mail: null, managed: false });
  await screen.findByText("Email is not set up. No email is sent or queued.");
  expect([(await find("Port")).value, (await find("From")).value]).toEqual(["587", ""]);
  screen.getByText("No password saved.");
  await fill("Host", "mail.example:25/");
  await fill("From", "Shop <chat@shop.example>");
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  await waitFor(async () => expect((await find("Host")).getAttribute("aria-invalid")).toBe("true"));
  expect(changes).toEqual([]);
  await fill("Host", " mail.example ");
  await fill("User name", "us");
  await user.type(await find("Password"), "s3cret");
  const entered = {
    host: "mail.example",
    port: 587,
    tls: "starttls",
    user: "us",
    from: "Shop <chat@shop.example>",
    password: "s3cret",
  };
  await user.click(screen.getByRole("button", { name: "Send test email" }));
  await screen.findByText(/mail\.example accepted the email/);
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  await screen.findByRole("button", { name: "Switch off email" });
  expect(changes.map(({ method, body }) => [method, body])).toEqual([
    ["POST", { mail: entered }],
    ["PUT", entered],
  ]);
  expect((await find("Password")).value).toBe("");
  screen.getByText("A password is saved. Enter a new one to replace it.");
});

test("[CFG-032] another server needs the password again", async () => {
  const { screen, user, changes, fill } = await openMail({ mail: server, managed: false });
  await screen.findByText("A password is saved. Enter a new one to replace it.");
  await fill("Port", "465");
  await screen.findByText(/Enter the password again/);
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  const { has_password: _, ...values } = server;
  await waitFor(() => expect(changes.map(({ body }) => body)).toEqual([{ ...values, port: 465 }]));
});

test("[CFG-025] a mail server of the provisioning file is read-only", async () => {
  const { screen, find } = await openMail({ mail: server, managed: true });
  expect((await find("Host")).readOnly).toBe(true);
  expect(screen.queryByRole("button", { name: "Switch off email" })).toBeNull();
});
