import { afterAll, beforeAll, expect, test } from "vitest";
import { expectFocus, openInboxFixture, type InboxFixture } from "./inbox-fixture.ts";
import { checkScreen } from "./screen-check.ts";

let fixture: InboxFixture;
let chat: number;
beforeAll(async () => {
  fixture = await openInboxFixture();
  const { parlour, channel } = fixture;
  const define = (field: object) => parlour.owner.call("POST", "fields", field);
  await define({ object: "visitor", key: "glaze", kind: "text", name: "Preferred glaze" });
  await define({
    object: "visitor",
    key: "likes",
    kind: "several_of",
    name: "Interested in",
    options: ["Bowls", "Jugs"],
  });
  await define({ object: "visitor", key: "admin", kind: "link", name: "Shop admin" });
  await define({ object: "chat", key: "order", kind: "number", name: "Order" });
  await parlour.sendCustomerMessage(channel, "anna", "My teapot broke");
  const found = await parlour.findChat("anna");
  chat = found.id;
  await parlour.owner.call("PUT", `visitors/${found.visitor.number}/fields`, {
    fields: { likes: ["Bowls"], admin: "https://shop.example/customers/anna/7781" },
  });
});
afterAll(() => fixture.close());

test("[FLD-018] [FLD-019] fields are filled in by keyboard, and look right in both themes", async () => {
  const { parlour } = fixture;
  const operatorPage = await fixture.openOperatorPage(fixture.operator, {
    path: `/inbox/all/${chat}`,
  });
  const { page } = operatorPage;
  const section = page.getByRole("region", { name: "Fields" });
  const row = (name: string) => section.locator(".ownfield").filter({ hasText: name });
  await section.getByRole("button", { name: "Edit Preferred glaze" }).press("Enter");
  await expectFocus(section.getByRole("textbox", { name: "Preferred glaze" }));
  await page.keyboard.type("Moss");
  await page.keyboard.press("Tab");
  await section.getByRole("checkbox", { name: "Bowls" }).press("Tab");
  await section.getByRole("checkbox", { name: "Jugs" }).press("Space");
  expect(
    await checkScreen(page, "panel-fields-edit", { views: ["light", "dark"], axe: true }),
  ).toEqual([]);
  await page.keyboard.press("Enter");
  await row("Preferred glaze").getByText("Moss").waitFor();
  // The list of values replaces the form, which says "Jugs" too, and moves the rows below it.
  await row("Interested in").getByRole("listitem").filter({ hasText: "Jugs" }).waitFor();
  // A press beside the name opens the row too.
  await row("Order").click();
  await section.getByRole("textbox", { name: "Order" }).fill("12 pots");
  await page.keyboard.press("Enter");
  await row("Order").getByText("fields.order must be a number.").waitFor();
  expect(await checkScreen(page, "panel-fields", { views: ["light", "dark"], axe: true })).toEqual(
    [],
  );
  await section.getByRole("textbox", { name: "Order" }).press("Escape");
  await row("Order").getByText("–").waitFor();
  const { body } = await parlour.owner.call("GET", `chats/${chat}`);
  expect(body).toMatchObject({
    visitor: {
      fields: {
        glaze: { value: "Moss", source: "operator" },
        likes: { value: ["Bowls", "Jugs"], source: "operator" },
      },
    },
  });
  await operatorPage.checkAndClose();
});
