import { afterAll, beforeAll, expect, test } from "vitest";
import { openInboxFixture, waitUntilLive, type InboxFixture } from "./inbox-fixture.ts";
import { navigateTo, openChat } from "./screens-with-data.ts";

let fixture: InboxFixture;
beforeAll(async () => {
  fixture = await openInboxFixture();
});
afterAll(() => fixture.close());

test("[CORE-355] [CH-045] a chat has one number in row, head, palette, search and delivery log; pressing it in the head copies it", async () => {
  const { parlour, channel } = fixture;
  for (const customer of ["anna", "ben"])
    await parlour.sendCustomerMessage(channel, customer, "Where is my order?");
  const { id, number } = await parlour.findChat("ben");
  const shown = String(number);
  const { page } = await fixture.openOperatorPage(parlour.owner, { path: "/inbox/all" });
  await waitUntilLive(page);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const row = page.locator(`[data-chat="${id}"]`);
  await row.getByText(shown, { exact: true }).waitFor();
  await row.getByRole("link", { name: "Visitor", exact: true }).waitFor();

  await openChat(page, id);
  await page.getByRole("button", { name: `Copy chat number ${shown}` }).press("Enter");
  await page.getByText(`Chat number ${shown} copied`).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);

  await navigateTo(page, "/inbox/all");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill(`#${shown}`);
  await page.getByRole("option").first().getByText(`${shown} · `).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/inbox/all/${id}`);

  await navigateTo(page, `/archive/${id}?q=order`);
  await page.getByRole("button", { name: `Copy chat number ${shown}` }).waitFor();
  await page
    .getByRole("link", { name: `Visitor ${shown} ` })
    .first()
    .waitFor();
  await parlour.owner.call("POST", `chats/${id}/messages`, {
    kind: "text",
    text: "On its way",
    client_id: "one",
  });
  await navigateTo(page, "/integrations/deliveries");
  await page.getByRole("link", { name: shown, exact: true }).first().waitFor();
});
