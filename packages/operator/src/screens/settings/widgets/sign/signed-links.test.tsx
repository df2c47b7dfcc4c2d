import type { Channel } from "@parlour/protocol";
import type { SignedLink } from "@parlour/protocol/api";
import { defaultWidgetSettings } from "@parlour/protocol/settings/widget-settings";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createWidget } from "../../../../../tests/channels.ts";
import { createOperator } from "../../../../../tests/entities.ts";
import { renderApp } from "../../../../../tests/render-app.tsx";

const snippet = `<script src="https://chat.example/widget/w7.js"></script>`;
const shop = createWidget(7, {
  snippet,
  has_identity_secret: true,
  widget: { ...defaultWidgetSettings, prefixes: ["acme"] },
});
const link: SignedLink = {
  url: `https://chat.example/chat/${shop.public_id}?user_token=a.b.c&fields=d.e.f`,
  fields: "d.e.f",
  user_token: "a.b.c",
  expires_at: new Date(Date.now() + 86_400_000).toISOString(),
};

async function openDialog(channel: Channel, role: "owner" | "developer") {
  const sent: unknown[] = [];
  const app = await renderApp("/settings/widgets/7?tab=api", {
    "GET /me": createOperator({ role }),
    "GET /channels": { items: [channel], next_cursor: null },
    "GET /channels/{id}": channel,
    "GET /bots": { items: [], next_cursor: null },
    "GET /fields": { items: [], next_cursor: null },
    "POST /channels/{id}/signed-links": ({ body }) => {
      sent.push(body);
      return link;
    },
  });
  await app.user.click(await app.screen.findByRole("button", { name: "Sign…" }));
  const dialog = within(await app.screen.findByRole("dialog", { name: "Sign a link" }));
  return { ...app, dialog, sent };
}

test("[API-573] a link with a field and a user is signed, with the code for a page and for a server", async () => {
  const { dialog, user, sent } = await openDialog(shop, "owner");
  const sign = dialog.getByRole("button", { name: "Sign" });
  expect(sign.getAttribute("aria-disabled")).toBe("true");
  dialog.getByText("Enter a field or a user.");
  const fields = within(dialog.getByRole("group", { name: "Fields" }));
  await user.type(fields.getByRole("combobox", { name: "Name" }), "order");
  await user.type(fields.getByRole("textbox", { name: "Value" }), "7781");
  const person = within(dialog.getByRole("group", { name: "User" }));
  await user.type(person.getByRole("textbox", { name: "Name" }), "Anna");
  // A name alone identifies nobody.
  await user.click(sign);
  await dialog.findByText("Enter the ID of the user, or clear name, email and phone.");
  expect(sent).toEqual([]);
  await user.type(person.getByRole("textbox", { name: /^ID of the user/ }), "anna-1");
  await user.click(sign);
  const result = await dialog.findByRole<HTMLInputElement>("textbox", { name: /^Signed link/ });
  expect(result.value).toBe(link.url);
  expect(sent).toEqual([
    { fields: { order: "7781" }, user: { id: "anna-1", name: "Anna" }, valid_s: 86_400 },
  ]);
  expect(dialog.getByRole<HTMLTextAreaElement>("textbox", { name: /^On a page/ }).value).toBe(
    'acme_api.setUserToken("a.b.c");\nacme_api.setFields({ order: "7781" });',
  );
  const code = () =>
    dialog.getByRole<HTMLTextAreaElement>("textbox", { name: /^(?:Node|PHP)/ }).value;
  expect(code()).toContain('sub: "anna-1", name: "Anna"');
  await user.click(dialog.getByRole("radio", { name: "PHP" }));
  await waitFor(() => expect(code()).toContain("'sub' => 'anna-1'"));
  // A change of the form makes the link old.
  await user.type(person.getByRole("textbox", { name: "Name" }), "s");
  await waitFor(() => expect(dialog.queryByRole("textbox", { name: /^Signed link/ })).toBeNull());
});

test("[API-573] without a secret and for developers the dialog says who can sign, and shows the code", async () => {
  const { dialog, user, sent } = await openDialog(
    {
      ...shop,
      has_identity_secret: false,
      widget: {
        ...defaultWidgetSettings,
        chat_page: { ...defaultWidgetSettings.chat_page, enabled: false },
      },
    },
    "owner",
  );
  dialog.getByText(/^First generate the secret/);
  dialog.getByText(/^The chat page is off/);
  await user.type(dialog.getByRole("textbox", { name: /^ID of the user/ }), "anna-1");
  dialog.getByRole("textbox", { name: "Node.js" });
  await user.click(dialog.getByRole("button", { name: "Sign" }));
  expect(sent).toEqual([]);
});

test("[API-573] [CORE-303] a developer gets the code for a server, and no link", async () => {
  const { dialog } = await openDialog(shop, "developer");
  dialog.getByText("Ask an owner or administrator to sign a link.");
  dialog.getByText("Enter a field or a user to see the code.");
});
