import { afterAll, beforeAll, expect, test } from "vitest";
import { startWebhookReceiver, type FakeWebhook } from "@parlour/testkit";
import { openContext, collectPageErrors, isLongRun } from "@parlour/testkit/browser";
import {
  messageField,
  openInboxFixture,
  waitUntilLive,
  conversationPane,
  type InboxFixture,
} from "./inbox-fixture.ts";
import { addWebhook } from "./integrators.ts";
import { checkScreen } from "./screen-check.ts";

let fixture: InboxFixture;
let receiver: FakeWebhook;
beforeAll(async () => {
  [fixture, receiver] = [await openInboxFixture(), await startWebhookReceiver()];
  await fixture.parlour.owner.call("POST", "instance/egress-allow", {
    add: [`127.0.0.1:${receiver.port}`],
  });
});
afterAll(async () => {
  await receiver.close();
  await fixture.close();
});

test("[WH-001] [WH-070] [CORE-124] [CORE-125] the first webhook: from sign-in to a received test event; its secret is shown once and replaced; it is deleted by its name", async () => {
  const context = await openContext(fixture.browser);
  const page = await context.newPage();
  const faults = collectPageErrors(page);
  await page.goto(`${fixture.url}/settings/webhooks`);
  await page.getByLabel("Email").fill(fixture.parlour.owner.email);
  await page.getByLabel("Password", { exact: true }).fill(fixture.parlour.owner.password);
  await page.keyboard.press("Enter");
  await page.getByText("No webhooks yet").waitFor();
  await page.getByRole("link", { name: "Add webhook" }).click();
  await page.getByRole("button", { name: "Create webhook" }).click();
  await page
    .getByText("Enter a URL that starts with http:// or https://, without a user name.")
    .first()
    .waitFor();
  // Nothing is "changed" in a resource that does not exist yet: the label is only the field's name.
  const url = page.getByLabel("URL", { exact: true });
  await url.fill(`${receiver.url}/first`);
  expect(await url.inputValue()).toBe(`${receiver.url}/first`);
  await page.keyboard.press("Enter");
  const secret = page.getByLabel("New signing secret", { exact: true });
  await secret.waitFor();
  const first = await secret.inputValue();
  expect(first).toMatch(/^whsec_/);
  receiver.setMode({
    reply: {
      result: "ok",
      contact_info: { name: "Nadia R." },
      custom_data: [{ title: "Plan", key: "Level", content: "Gold" }],
    },
  });
  await page.getByLabel("Event", { exact: true }).selectOption("chat_accepted");
  await page.getByRole("button", { name: "Send test event" }).click();
  await page.getByText("Level: Gold").waitFor();
  await page.getByText("Nadia R.").waitFor();
  const [event] = await receiver.waitForRequests(1);
  expect([event?.event, event?.chatId, event?.headers["parlour-test"], event?.path]).toEqual([
    "chat_accepted",
    0,
    "1",
    "/first",
  ]);
  const problems = [...(await checkScreen(page, "webhook-tested"))];
  // The secret was shown once.
  await page.reload();
  await page.getByRole("button", { name: "Send test event" }).waitFor();
  expect(await page.getByLabel("New signing secret", { exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: "Rotate: Signing secret" }).click();
  await page
    .getByRole("alertdialog")
    .getByText("For 24 hours, requests carry two signatures")
    .waitFor();
  await page.getByRole("button", { name: "Rotate secret" }).click();
  await secret.waitFor();
  const second = await secret.inputValue();
  expect([second.startsWith("whsec_"), second === first]).toEqual([true, false]);
  await page.getByRole("button", { name: "Send test event" }).click();
  await page.getByText("Level: Gold").waitFor();
  await expect
    .poll(() => receiver.requests.at(-1)?.headers["webhook-signature"])
    .toMatch(/^v1,\S+ v1,\S+$/);
  await page.getByRole("button", { name: "More: switch off, delete" }).click();
  await page.getByRole("menuitem", { name: "Delete webhook…" }).click();
  const remove = page.getByRole("alertdialog").getByRole("button", { name: "Delete webhook" });
  await expect.poll(() => remove.getAttribute("aria-disabled")).toBe("true");
  await page.getByLabel(/^Type 127/).fill(`127.0.0.1:${receiver.port}`);
  await remove.click();
  await page.getByText("No webhooks yet").waitFor();
  expect(problems.join("\n")).toBe("");
  expect(faults).toEqual([]);
  await context.close();
});

test.runIf(isLongRun)(
  "[WH-043] [WH-044] [WH-045] [WH-046] [WG-045] what a webhook answers stands in the visitor panel; the chat is assigned to its CRM card",
  async () => {
    receiver.setMode("ok");
    const webhook = await addWebhook(fixture);
    webhook.receiver.setMode((event) =>
      event.event === "chat_accepted"
        ? {
            reply: {
              result: "ok",
              contact_info: { email: "anna@crm.example" },
              custom_data: [
                {
                  title: "Order",
                  key: "No",
                  content: "7781",
                  link: "https://crm.example/orders/7781",
                },
                { title: "<img src=x onerror=alert(1)>", content: "<b>text</b>" },
              ],
              enable_assign: true,
              crm_link: "https://crm.example/card/55",
            },
          }
        : "ok",
    );
    const operatorPage = await fixture.openOperatorPage();
    const { page } = operatorPage;
    await waitUntilLive(page);
    await fixture.parlour.sendCustomerMessage(
      fixture.channel,
      "anna",
      "Hello, see https://other.example/x",
      {
        sender: { name: "Anna Kovács" },
      },
    );
    const chat = await fixture.parlour.findChat("anna");
    await page.goto(`${fixture.url}/inbox/all/${chat.id}`);
    await messageField(page).fill("Hello Anna");
    await messageField(page).press("Enter");
    const panel = page.getByRole("region", { name: "Custom data" });
    await panel.getByRole("link", { name: "7781" }).waitFor();
    expect(await panel.locator("dd").first().textContent()).toBe("No: 7781");
    await page.getByText("anna@crm.example").waitFor();
    await page.getByText("your webhook").first().waitFor();
    await panel.getByRole("link", { name: "Open in CRM" }).waitFor();
    const problems = [...(await checkScreen(page, "webhook-data"))];
    await panel.getByRole("button", { name: "Assign to CRM card" }).click();
    await panel.getByRole("button", { name: "Assigned" }).waitFor();
    await expect
      .poll(
        () =>
          webhook.receiver.requests.find((one) => one.event === "chat_assigned")?.body.assign_to,
      )
      .toBe("https://crm.example/card/55");
    await conversationPane(page).getByRole("link", { name: "https://other.example/x" }).waitFor();
    // Safe URL: foreign links become text.
    expect(
      (await fixture.parlour.owner.call("PATCH", "account", { safe_url: ["shop.example"] })).status,
    ).toBe(200);
    await conversationPane(page).getByText("Link blocked: not one of your sites").waitFor();
    await expect
      .poll(() => page.getByRole("link", { name: /other\.example|7781|Open in CRM/ }).count())
      .toBe(0);
    problems.push(...(await checkScreen(page, "webhook-safe-url")));
    expect(
      (await fixture.parlour.owner.call("PATCH", "account", { trust_webhook_links: true })).status,
    ).toBe(200);
    await panel.getByRole("link", { name: "Open in CRM" }).waitFor();
    await conversationPane(page).getByText("Link blocked: not one of your sites").waitFor();
    expect(problems.join("\n")).toBe("");
    await operatorPage.checkAndClose();
    // The other test starts without a webhook.
    expect((await fixture.parlour.owner.call("DELETE", `webhooks/${webhook.id}`)).status).toBe(204);
    await webhook.receiver.close();
  },
);
