import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { axeViolations, openContext, shareBrowser, sideways, watchPage } from "@parlour/testkit/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generate } from "otplib";

let parlour: TestParlour;
const browser = shareBrowser();
beforeAll(async () => {
  parlour = await startTestParlour();
});
afterAll(async () => {
  await browser.close();
  await parlour.close();
});

test("[CORE-013] [CORE-014] [API-013] [API-016] an application, recovery codes, a passkey; each opens the desk; secrets ask again", async () => {
  const kim = await parlour.operator("admin", "Kim");
  const context = await openContext(browser);
  const page = await context.newPage();
  const faults = watchPage(page);
  // Passkeys belong to a host name, so the address of PUBLIC_URL, not its number.
  const home = `http://localhost:${parlour.port}`;
  const devices = await context.newCDPSession(page);
  await devices.send("WebAuthn.enable");
  await devices.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const withPassword = async (): Promise<void> => {
    await page.goto(`${home}/signin`);
    await page.getByRole("textbox", { name: "E-mail" }).fill(kim.email);
    await page.getByRole("textbox", { name: "Password" }).fill(kim.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  };
  const atDesk = () => page.waitForURL(/\/inbox\//);

  await withPassword();
  await atDesk();
  await page.goto(`${home}/me`);
  await page.getByRole("button", { name: "Set up an application" }).click();
  const dialog = page.getByRole("dialog", { name: "Application with codes" });
  await dialog.getByRole("img", { name: "Picture for the application" }).waitFor();
  const secret = (await dialog.getByRole("textbox", { name: "Or type this" }).inputValue()).replaceAll(" ", "");
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole("textbox", { name: "Code", exact: true }).fill("000000");
  await dialog.getByRole("button", { name: "Set up" }).click();
  await dialog.getByText("This code is not right").waitFor();
  await dialog
    .getByRole("textbox", { name: "Code", exact: true })
    .fill(await generate({ secret, epoch: Math.floor(parlour.clock.now() / 1000) }));
  await dialog.getByRole("button", { name: "Set up" }).click();
  const codes = page.getByRole("alertdialog", { name: "Recovery codes" });
  await codes.getByRole("listitem").first().waitFor();
  const recovery = await codes.getByRole("listitem").allTextContents();
  expect(recovery).toHaveLength(10);
  await codes.getByRole("button", { name: "I have kept them" }).click();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText(/^Passkey: /).waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await context.clearCookies();
  await page.goto(`${home}/signin`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await atDesk();

  await context.clearCookies();
  await withPassword();
  await page.getByRole("heading", { name: "One more step" }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Code" }).fill("123456");
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByText("This code is not right").waitFor();
  await page.getByRole("textbox", { name: "Code" }).fill(recovery[0] ?? "");
  await page.getByRole("button", { name: "Go on" }).click();
  await atDesk();

  await context.clearCookies();
  await withPassword();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await atDesk();

  // A quarter of an hour later a new key wants a proof; the request that met this goes on by itself.
  await parlour.settle();
  await parlour.clock.advance(15 * 60_000);
  await page.goto(`${home}/settings/keys`);
  await page.getByRole("button", { name: "Create key" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("Warehouse");
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  const confirm = page.getByRole("dialog", { name: "Confirm that it is you" });
  await confirm.getByRole("textbox", { name: "Password" }).or(confirm.getByLabel("Password")).first().fill(kim.password);
  expect(await axeViolations(page)).toEqual([]);
  await confirm.getByRole("button", { name: "Confirm", exact: true }).click();
  await page.getByText(/pk_/).first().waitFor();
  expect(await sideways(page)).toEqual([]);
  // A socket that dials while its session ends is refused, and the browser writes that down by itself.
  expect(faults.filter((fault) => !fault.includes("HTTP Authentication failed"))).toEqual([]);
  await context.close();
});

test("[CORE-013] [CORE-015] [API-014] [API-015] [API-019] [API-043] settings: a second factor asked of everybody, sessions and sign-ins; who has none is led to one", async () => {
  const context = await openContext(browser, { width: 360 });
  const page = await context.newPage();
  const faults = watchPage(page);
  await page.goto(`${parlour.url}/signin`);
  await page.getByRole("textbox", { name: "E-mail" }).fill(parlour.owner.email);
  await page.getByRole("textbox", { name: "Password" }).fill(parlour.owner.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/inbox\//);
  await page.goto(`${parlour.url}/settings/security`);
  await page.getByRole("heading", { name: "Sign-ins" }).waitFor();
  await page.getByRole("row").filter({ hasText: "this one" }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await sideways(page)).toEqual([]);
  for (const [path, title] of [
    ["oidc", "Sign-in by others"],
    ["accounts", "Accounts"],
  ] as const) {
    await page.goto(`${parlour.url}/settings/${path}`);
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
    await page.getByRole("button", { name: path === "oidc" ? "Add a provider" : "New account" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await sideways(page)).toEqual([]);
  }
  await page.goto(`${parlour.url}/settings/security`);
  await page.getByRole("switch", { name: "Ask everybody" }).check();
  await page.getByRole("textbox", { name: "Days until" }).fill("0");
  await page.getByRole("button", { name: /^Save/ }).click();
  // From that moment on there is one page.
  await page.waitForURL(/\/secure$/);
  await page.getByRole("heading", { name: "Set up a second factor" }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await sideways(page)).toEqual([]);
  expect(faults).toEqual([]);
  await parlour.sql("update account set second_factor_from = null");
  await context.close();
});
