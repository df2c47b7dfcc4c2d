import { startIntegrator, type Integrator } from "@parlour/testkit";
import { openContext, shareBrowser, sideways, watchPage } from "@parlour/testkit/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bubble, message, talk } from "./desk.ts";
import { openFresh, type Fresh } from "./fresh.ts";

let fresh: Fresh;
let integrator: Integrator;
const browser = shareBrowser();
beforeAll(async () => {
  integrator = await startIntegrator();
  fresh = await openFresh(null);
});
afterAll(async () => {
  await browser.close();
  await fresh.close();
  await integrator.close();
});

test("[CH-031] [CH-043] [CORE-123] [WG-001] from the set-up link of a fresh installation to the first delivered answer", async () => {
  const context = await openContext(browser);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  const faults = watchPage(page);
  const began = performance.now();

  await page.goto(fresh.link);
  await page.getByRole("heading", { name: "Welcome. Who is the owner?" }).waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill("Sofia Lind");
  await page.getByRole("textbox", { name: "E-mail" }).fill("sofia@shop.example");
  await page.getByRole("textbox", { name: "Password" }).fill("teapot lid violin meadow");
  // What is typed is not lost by a tab that is closed unasked.
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => faults.join("\n")).toMatch(/^dialog: beforeunload/);
  faults.length = 0;
  await page.getByRole("button", { name: "Create owner" }).click();

  await page.getByRole("heading", { name: "Your site" }).waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill("Teapots & Co");
  await page.getByRole("button", { name: "Continue" }).click();

  await page.getByRole("heading", { name: "Your first channel" }).waitFor();
  // The widget comes first: its code, and a page to write from.
  await page.getByRole("button", { name: "Create widget" }).click();
  await page.getByRole("heading", { name: "Waiting for your first message…" }).waitFor();
  await expect.poll(() => page.getByRole("textbox", { name: "Code for your pages" }).inputValue()).toContain("/widget/");
  expect(await page.getByRole("link", { name: "Open the test page" }).getAttribute("href")).toMatch(/^\/widget-test\/\w{10}\?lang=en$/);
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("radio", { name: /In my own front end/ }).check();
  await page.getByRole("textbox", { name: "Endpoint URL" }).fill(`${integrator.url}/chat`);
  // Back keeps what was typed.
  await page.getByRole("button", { name: "Back" }).click();
  await expect.poll(() => page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Teapots & Co");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => page.getByRole("textbox", { name: "Endpoint URL" }).inputValue()).toBe(`${integrator.url}/chat`);
  await page.getByRole("button", { name: "Continue" }).click();
  // The address of this machine is refused until its owner allows it, there and then.
  await page.getByRole("button", { name: `Allow 127.0.0.1:${integrator.port} and save` }).click();

  await page.getByRole("heading", { name: "Waiting for your first message…" }).waitFor();
  const shown = await page.getByRole("textbox", { name: "Inbound URL" }).inputValue();
  await page.getByRole("button", { name: "Copy", exact: true }).first().click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
  expect(await sideways(page)).toEqual([]);

  const said = await fetch(shown, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"sender":{"id":12345678901234567890,"name":"Anna Keller"},"message":{"type":"text","text":"Where is my order?"}}',
  });
  expect([said.status, await said.text()]).toEqual([200, '{"result":"ok"}']);

  await page.waitForURL(/\/inbox\/all\/\d+$/);
  await talk(page).getByRole("heading", { name: "Anna Keller" }).waitFor();
  await bubble(page, "Where is my order?").waitFor();
  await talk(page).getByRole("banner").or(talk(page).locator("header")).getByRole("button", { name: "Reply" }).click();
  await expect.poll(() => message(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type("It left our warehouse this morning.");
  await page.keyboard.press("Enter");
  await bubble(page, "It left our warehouse this morning.").getByText("Delivered", { exact: true }).waitFor();
  const took = (performance.now() - began) / 1000;
  console.info(`set-up link to delivered answer: ${took.toFixed(1)} s without the time a person types`);
  expect(took).toBeLessThan(60);

  const answers = integrator.messages();
  expect(answers).toHaveLength(1);
  expect(answers[0]?.body).toMatch(/"recipient":\{"id":12345678901234567890[,}]/);
  expect(JSON.parse(answers[0]?.body ?? "")).toMatchObject({ message: { type: "text", text: "It left our warehouse this morning." } });
  expect(await sideways(page)).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});
