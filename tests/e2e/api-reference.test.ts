import { afterAll, beforeAll, expect, test } from "vitest";
import { findHorizontalOverflow } from "@parlour/testkit/browser";
import { expectFocus, openInboxFixture, type InboxFixture } from "./inbox-fixture.ts";
import { checkScreen, takeScreenshot, usualViews } from "./screen-check.ts";

let fixture: InboxFixture;
/** A key that may read its own profile only. */
let key = "";
beforeAll(async () => {
  fixture = await openInboxFixture();
  const created = await fixture.parlour.owner.call("POST", "api-keys", {
    name: "Reference",
    scopes: ["profile.read"],
  });
  expect(created.status, created.text).toBe(201);
  key = (created.body as { key: string }).key;
});
afterAll(() => fixture.close());

test("[API-396] [API-397] [API-398] a developer finds an operation, sends it with a key, and reads which scope another one needs", async () => {
  const developer = await fixture.parlour.operator("developer", "Dev Eloper");
  const opened = await fixture.openOperatorPage(developer, { path: "/docs/reference" });
  const { page } = opened;
  const list = page.getByRole("navigation", { name: "Operations" });
  const search = list.getByRole("searchbox", { name: "Find an operation" });
  const problems: string[] = [];

  // Each document for generators is served.
  const links = page.getByRole("link", { name: /\.(?:json|yaml)$/ });
  await expect.poll(() => links.count()).toBe(6);
  for (const href of await links.evaluateAll((all) => all.map((a) => a.getAttribute("href"))))
    expect((await fixture.parlour.call("GET", href ?? "")).status, href ?? "").toBe(200);
  problems.push(...(await checkScreen(page, "reference", { views: usualViews, axe: "chosen" })));

  await search.fill("profile own get me");
  await list.getByText("No operation found").waitFor();
  await search.fill("get /api/v1/me profile.read");
  await list.getByRole("link", { name: "getProfile" }).click();
  await page.getByRole("heading", { name: "getProfile", level: 1 }).waitFor();
  await page.getByText("Scope profile.read").waitFor();
  const send = page.getByRole("button", { name: "Send request" });
  await send.click();
  await page.getByText("Enter a value.").waitFor();

  const keyField = page.getByLabel("API key", { exact: true });
  await keyField.fill(key);
  await keyField.press("Enter");
  const response = page.getByRole("region", { name: "Response" }).locator("pre");
  await expect.poll(() => response.textContent()).toMatch(/^200\n/);
  expect(await response.textContent()).toContain('"email"');
  problems.push(
    ...(await checkScreen(page, "reference-operation", {
      views: usualViews,
      axe: "chosen",
    })),
  );

  // The key stays while the operation changes, and only in memory.
  await search.fill("listTags");
  await list.getByRole("link", { name: "listTags" }).click();
  await page.getByRole("heading", { name: "listTags", level: 1 }).waitFor();
  expect(await keyField.inputValue()).toBe(key);
  await send.click();
  await page.getByText(/^This key lacks the scope \w+\.read\.$/).waitFor();
  await expect.poll(() => response.textContent()).toMatch(/^403\n/);
  const stored = await page.evaluate(() =>
    JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      location.href,
    ]),
  );
  expect(stored).not.toContain(key);
  // Back before the overview is shown would never leave the page with the key.
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("heading", { name: "For integrators", level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "listTags", level: 1 }).waitFor();
  expect(await keyField.inputValue()).toBe("");
  expect(problems.join("\n")).toBe("");
  await opened.checkAndClose();
});

test("[API-396] the example of a body is sent, a required parameter is asked for, and an operator does not see the reference", async () => {
  const opened = await fixture.openOperatorPage(fixture.parlour.owner, {
    path: "/docs/reference/updateTag",
  });
  const { page } = opened;
  const tag = await fixture.parlour.owner.call("POST", "tags", { name: "refunds" });
  const id = String((tag.body as { id: number }).id);
  await page.getByText("This request changes data of your account.").waitFor();
  await page.getByLabel("API key", { exact: true }).fill(fixture.parlour.owner.key);
  await page.getByRole("button", { name: "Send request" }).click();
  await page.getByText("Enter a value.").waitFor();
  await page.getByLabel(/^id/).fill(id);
  await page.getByRole("button", { name: "Send request" }).click();
  await page.getByRole("region", { name: "Response" }).getByText("200").first().waitFor();
  const renamed = await fixture.parlour.owner.call("GET", `tags/${id}`);
  expect(renamed.body).toMatchObject({ name: "refund" });
  // A narrow screen shows the list or the operation, and moves the focus with them.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("link", { name: "All operations" }).click();
  await page.getByRole("link", { name: "GET listTags" }).click();
  await expectFocus(page.getByRole("heading", { name: "listTags", level: 1 }));
  expect(await findHorizontalOverflow(page)).toEqual([]);
  await takeScreenshot(page, "reference-narrow");
  await page.goto(`${fixture.url}/docs/reference/nothing`);
  await page.getByRole("heading", { name: "There is no operation “nothing”." }).waitFor();
  await opened.checkAndClose();

  const operator = await fixture.openOperatorPage(fixture.operator, { path: "/docs/reference" });
  await operator.page.getByText("Your role does not allow this.").waitFor();
  await operator.checkAndClose();
});
