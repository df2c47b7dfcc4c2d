import { afterAll, beforeAll, expect, test } from "vitest";
import {
  getDescription,
  openInboxFixture,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { checkScreen, isLongRun, type View } from "./screen-check.ts";

const views: readonly View[] = isLongRun
  ? ["light", "forced", "phone", "large"]
  : ["light", "large"];
let fixture: InboxFixture;
let operatorPage: OperatorPage;
beforeAll(async () => {
  fixture = await openInboxFixture();
  const { owner } = fixture.parlour;
  await owner.call("POST", "departments", { name: "Sales", operators: [owner.id] });
  await owner.call("POST", "tags", { name: "VIP" });
  for (const name of ["Anna", "Ben"])
    await fixture.parlour.sendCustomerMessage(fixture.channel, name, "Hi", { sender: { name } });
  operatorPage = await fixture.openOperatorPage(fixture.parlour.owner);
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await fixture.close();
});

test("[API-072] the audit log shows who changed what, before and after, and that nobody touched it", async () => {
  const { page } = operatorPage;
  await fixture.parlour.owner.call("PATCH", "account", { name: "Ember & Clay" });
  await page.goto(`${fixture.url}/settings/audit`);
  await page.getByText(/Log intact/).waitFor();
  const changed = page.getByRole("row").filter({ hasText: "Account changed" }).first();
  expect(await changed.getByText("Account changed").getAttribute("title")).toBe("account.change");
  await changed.getByText(/^Changes/).click();
  await changed.locator("ins", { hasText: "Ember & Clay" }).waitFor();
  // The machine name is shown on demand.
  await changed.getByText("account.change", { exact: true }).waitFor();
  expect(await checkScreen(page, "settings-audit", { views })).toEqual([]);
  await page.getByRole("searchbox", { name: "Filter the audit log" }).fill("VIP");
  await page.getByRole("row").getByText("Tag added").waitFor();
  await expect.poll(() => page.getByRole("row").getByText("Account changed").count()).toBe(0);
  await page.getByRole("searchbox", { name: "Filter the audit log" }).fill("nothing like it");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("row").getByText("Account changed").first().waitFor();
  // Back and a reload restore the search.
  await page.getByRole("searchbox", { name: "Filter the audit log" }).fill("VIP");
  await page.getByRole("combobox", { name: "Time" }).selectOption("7");
  const menu = page.getByRole("navigation", { name: "Settings" });
  await menu.getByRole("link", { name: "Inbox" }).click();
  await page.getByRole("link", { name: "Tags" }).click();
  await page.getByRole("heading", { name: "Tags", level: 1 }).waitFor();
  await page.goBack();
  await page.goBack();
  await page.getByRole("row").getByText("Tag added").waitFor();
  await page.reload();
  await page.getByRole("row").getByText("Tag added").waitFor();
  expect(await page.getByRole("searchbox", { name: "Filter the audit log" }).inputValue()).toBe(
    "VIP",
  );
  expect(await page.getByRole("combobox", { name: "Time" }).inputValue()).toBe("7");
  expect(await page.getByRole("row").getByText("Account changed").count()).toBe(0);
  await menu.getByRole("link", { name: "Account" }).click();
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("row").getByText("Account changed").first().waitFor();
  expect(await page.getByRole("link", { name: "CSV" }).getAttribute("href")).toContain(
    "/api/v1/audit/export?",
  );
});

test("[CORE-115] [CORE-116] [CORE-148] times are tried before they are saved; a visitor is erased by typing the number, and the proof stays", async () => {
  const { page } = operatorPage;
  const { number } = (await fixture.parlour.findChat("Ben")).visitor;
  await page.goto(`${fixture.url}/settings/data`);
  const files = page.getByRole("textbox", { name: /^Files/ });
  await files.fill("soon");
  await page.getByRole("button", { name: /^Save/ }).click();
  await page.getByText("Enter a whole number of days from 0 to 36,500.").first().waitFor();
  await files.fill("30");
  await page.getByRole("button", { name: "Preview deletion" }).click();
  await page.getByText("Nothing will be deleted.").waitFor();
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect
    .poll(async () => (await fixture.parlour.owner.call("GET", "retention")).body.days.files_days)
    .toBe(30);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download export" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^parlour-account-[0-9-]+\.zip$/);
  // Enter in this field checks the visitor and saves none of the times.
  await files.fill("365");
  await page.getByRole("textbox", { name: "Visitor number" }).fill(String(number));
  await page.getByRole("textbox", { name: "Visitor number" }).press("Enter");
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText(/^Ben has 1 chat/).waitFor();
  const sure = dialog.getByRole("button", { name: "Erase permanently" });
  await expect.poll(() => sure.getAttribute("aria-disabled")).toBe("true");
  expect(await getDescription(sure)).toBe(`Type ${number} first.`);
  await dialog.getByRole("textbox").fill(String(number));
  await sure.click();
  await page.getByText(`Visitor ${number} ·`).click();
  await page
    .getByText(/message/)
    .first()
    .waitFor();
  expect((await fixture.parlour.owner.call("GET", `visitors/${number}`)).body).toMatchObject({
    erased: true,
    name: null,
  });
  expect((await fixture.parlour.owner.call("GET", "retention")).body.days.files_days).toBe(30);
  await page.getByRole("button", { name: "Discard" }).click();
  expect(await checkScreen(page, "settings-data", { views })).toEqual([]);
});

test("[CORE-013] [CORE-023] days of grace stand as they were given; a name of one long word breaks in its list", async () => {
  const { page } = operatorPage;
  await page.goto(`${fixture.url}/settings/security`);
  const [asked, grace] = [
    page.getByRole("switch", { name: /^Require a second factor/ }),
    page.getByRole("textbox", { name: /^Grace period/ }),
  ];
  await asked.check();
  await grace.fill(" 7 ");
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect.poll(() => grace.inputValue()).toBe("7");
  await page.getByRole("button", { name: "Discard" }).waitFor({ state: "detached" });
  await page.reload();
  await expect.poll(() => grace.inputValue()).toBe("7");
  await asked.uncheck();
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect
    .poll(async () => (await fixture.parlour.owner.call("GET", "security")).body.second_factor)
    .toBe("optional");
  await page.getByRole("button", { name: "Discard" }).waitFor({ state: "detached" });
  const name = "Donaudampfschifffahrt".repeat(4);
  expect(
    (await fixture.parlour.owner.call("POST", "departments", { name, operators: [] })).status,
  ).toBe(201);
  await page.goto(`${fixture.url}/settings/departments`);
  await page.getByRole("link", { name }).waitFor();
  expect(await checkScreen(page, "settings-long-name", { views: ["phone"] })).toEqual([]);
});
