import { afterAll, beforeAll, expect, test } from "vitest";
import { findAxeViolations, openContext, type SharedBrowser } from "@parlour/testkit/browser";
import type { Visitor } from "@parlour/protocol";
import {
  getScriptUrl,
  openWidgetSite,
  toPageHtml,
  type WidgetSite,
} from "./widget-site-fixture.ts";

/** The account's own fields in the contacts form, in a browser. */
let fixture: WidgetSite;
let browser: SharedBrowser;
beforeAll(async () => {
  fixture = await openWidgetSite();
  browser = fixture.browser;
});
afterAll(() => fixture.close());

test("[WG-264] [WG-265] [WG-088] [FLD-006] a visitor fills in fields of every kind before the chat; what is missing or invalid is said at its field", async () => {
  for (const [key, name, kind, more] of [
    ["company", "Company", "text", { required: "start", help: "As on the invoice" }],
    ["seats", "Seats", "number", {}],
    ["yearly", "Billed yearly", "flag", {}],
    ["since", "Customer since", "date", {}],
    [
      "plan",
      "Plan",
      "one_of",
      { options: ["Free", "Pro"], option_names: { en: { Pro: "Professional" } } },
    ],
    [
      "topics",
      "Topics",
      "several_of",
      {
        options: ["Prices", "Delivery"],
        option_names: { en: { Delivery: "Shipping" }, de: { Delivery: "Lieferung" } },
        required: "start",
      },
    ],
    ["site", "Your site", "link", {}],
  ] as const)
    await fixture.callApi("POST", "fields", { object: "visitor", key, name, kind, ...more });
  const widget = await fixture.createWidget({
    language: "en",
    contacts: { when: "before", name: "optional", email: "off", phone: "off", description: "off" },
    contact_fields: ["company", "seats", "yearly", "since", "plan", "topics", "site"],
  });
  fixture.site.setPage("/fields", toPageHtml(`<script src="${getScriptUrl(widget)}"></script>`));
  const page = await (await openContext(browser)).newPage();
  await page.goto(`${fixture.site.url}/fields`);
  await page.locator("parlour-widget button.l").click();
  const form = page.frameLocator("parlour-widget iframe");
  const company = form.getByRole("textbox", { name: "Company" });
  await company.waitFor();
  expect(await form.getByRole("button", { name: "Skip" }).count()).toBe(0);
  expect(await form.getByText("As on the invoice").count()).toBe(1);
  await form.getByRole("textbox", { name: "Your site" }).fill("not a link");
  await form.getByRole("button", { name: "Start chat" }).click();
  await expect.poll(() => form.getByText("Please fill this in.").count()).toBe(2);
  expect(await form.getByText("Please check this value.").count()).toBe(1);
  expect(await company.getAttribute("aria-invalid")).toBe("true");
  expect(await findAxeViolations(page)).toEqual([]);
  await company.fill("Acme");
  await form.getByRole("spinbutton", { name: "Seats" }).fill("4.5");
  await form.getByRole("combobox", { name: "Billed yearly" }).selectOption("Yes");
  await form.getByLabel("Customer since").fill("2026-11-20");
  await form.getByRole("combobox", { name: "Plan" }).selectOption("Professional");
  await form
    .getByRole("group", { name: "Topics" })
    .getByRole("checkbox", { name: "Shipping" })
    .check();
  await form.getByRole("textbox", { name: "Your site" }).fill("https://acme.example/");
  await form.getByRole("button", { name: "Start chat" }).click();
  const message = form.getByRole("textbox", { name: "Message" });
  await message.fill("Hello");
  await message.press("Enter");
  await form.getByText("Sent", { exact: true }).waitFor();
  const { items } = await fixture.callApi<{ items: Visitor[] }>("GET", "visitors");
  const values = Object.entries(items[0]?.fields ?? {}).map(([key, { value, source }]) => [
    key,
    value,
    source,
  ]);
  expect(values).toEqual(
    expect.arrayContaining([
      ["company", "Acme", "form"],
      ["seats", 4.5, "form"],
      ["yearly", true, "form"],
      ["since", "2026-11-20", "form"],
      ["plan", "Pro", "form"],
      ["topics", ["Delivery"], "form"],
      ["site", "https://acme.example/", "form"],
    ]),
  );
  await page.context().close();
});
