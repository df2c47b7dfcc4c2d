import { afterAll, beforeAll, expect, test } from "vitest";
import { openInboxFixture, type InboxFixture, type OperatorPage } from "./inbox-fixture.ts";
import { checkScreen } from "./screen-check.ts";
import { navigateTo } from "./screens-with-data.ts";

/** Settings of resources that the provisioning file manages: readable, marked, and read-only. */

const provisioningFile = `version: 1
account: { name: Teapots }
operators: [{ email: ann@shop.example, name: Ann, password: "correct horse battery staple", role: owner }]
departments:
  - { name: Returns, operators: [ann@shop.example], working_hours: { timezone: Asia/Tokyo, week: { fri: ["22:00-06:00"] } } }
channels:
  - { kind: api, name: App, public_id: AbCdEf1234, endpoint_url: "http://127.0.0.1:9100/chat", operators: [ann@shop.example] }
  - { kind: widget, name: Site, public_id: WiDgEt1234 }
bot_providers: [{ id: night, name: Night bot, endpoint_url: "http://127.0.0.1:9101/bot" }]
bots: [{ provider: night, token: t0ken-that-is-long-enough-for-all, channels: [AbCdEf1234] }]
webhooks: [{ url: "http://127.0.0.1:9102/hook" }]
working_hours: { timezone: Europe/London, week: { mon: ["09:00-12:00"] } }
mail: { host: mail.shop.example, port: 587, from: "chat@shop.example" }
egress: { allow: ["127.0.0.1:9100", "127.0.0.1:9101", "127.0.0.1:9102"] }
`;

let fixture: InboxFixture;
let operatorPage: OperatorPage;
beforeAll(async () => {
  fixture = await openInboxFixture({ file: provisioningFile });
  operatorPage = await fixture.openOperatorPage(fixture.parlour.owner, { path: "/settings/bots" });
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await fixture.close();
});

const findId = async (list: string, name?: string): Promise<number> => {
  const { items } = (await fixture.parlour.owner.call("GET", list)).body as {
    items: { id: number; name?: string }[];
  };
  return items.find((one) => name === undefined || one.name === name)?.id ?? 0;
};

test("[CFG-025] what the file manages is marked and can only be read: bots, webhooks, departments, hours, channels, mail", async () => {
  const { page } = operatorPage;
  const problems: string[] = [];
  const pages: Readonly<Record<string, string>> = {
    bot: `bots/${await findId("bots")}`,
    webhook: `webhooks/${await findId("webhooks")}`,
    department: `departments/${await findId("departments")}`,
    hours: "hours",
    channel: `channels/${await findId("channels", "App")}`,
    widget: `widgets/${await findId("channels", "Site")}`,
    mail: "mail",
  };
  for (const [name, path] of Object.entries(pages)) {
    await navigateTo(page, `/settings/${path}`);
    await page
      .getByText("Managed by parlour.yaml and read-only here. Edit that file to make changes.")
      .waitFor();
    // The nonce is no setting: it is a part of the code to copy.
    const fields = page.locator(
      ".formpage .formcolumn > .fields :is(input, textarea, select):not([aria-labelledby='g-csp'] *)",
    );
    await fields.first().waitFor();
    const open = fields.and(page.locator(":not([readonly], :disabled)"));
    expect([name, await open.evaluateAll((all) => all.map((one) => one.outerHTML))]).toEqual([
      name,
      [],
    ]);
    expect([
      name,
      await page
        .getByRole("button", { name: /^(Save|Delete|Rotate|More|Generate|Stop|Switch)/ })
        .count(),
    ]).toEqual([name, 0]);
    problems.push(
      ...(await checkScreen(page, `managed-${name}`, {
        views: name === "bot" ? ["light", "phone"] : ["light"],
      })),
    );
  }
  for (const [list, count] of [
    // Bots and their providers.
    ["bots", 2],
    ["webhooks", 1],
    ["departments", 1],
  ] as const) {
    await navigateTo(page, `/settings/${list}`);
    const marks = page.getByRole("rowheader").getByText("parlour.yaml");
    await expect.poll(() => marks.count(), { message: list }).toBe(count);
  }
  expect(problems.join("\n")).toBe("");
});
