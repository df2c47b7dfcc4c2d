import type { TestOperator } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFocus,
  openInboxFixture,
  waitUntilLive,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { addBot, addWebhook, type TestBot, type TestWebhook } from "./integrators.ts";
import { checkScreen } from "./screen-check.ts";
import { navigateTo } from "./screens-with-data.ts";
import { retryUntilVisible } from "./screen-state-checks.ts";

let fixture: InboxFixture;
let bot: TestBot;
let webhook: TestWebhook;
let operatorPage: OperatorPage;
beforeAll(async () => {
  fixture = await openInboxFixture();
  [bot, webhook] = [
    await addBot(fixture),
    await addWebhook(fixture, { events: ["chat_accepted", "chat_updated", "chat_finished"] }),
  ];
  const { owner } = fixture.parlour;
  const hours = {
    timezone: "Europe/Berlin",
    week: { mon: ["09:00-12:00", "13:00-18:00"], fri: ["22:00-06:00"] },
    exceptions: { "2026-12-24": [] },
  };
  const created = await owner.call("POST", "departments", {
    name: "Returns",
    operators: [owner.id],
    working_hours: hours,
  });
  expect(created.status, created.text).toBe(201);
  expect((await owner.call("PATCH", "working-hours", hours)).status).toBe(200);
  expect(
    (
      await owner.call("POST", "bot-providers", {
        name: "Botschmiede",
        contact: "a@bot.example",
        scope: "account",
      })
    ).status,
  ).toBe(201);
  operatorPage = await fixture.openOperatorPage(fixture.parlour.owner, {
    path: "/settings/bots",
    cuts: true,
  });
  await waitUntilLive(operatorPage.page);
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await bot.provider.close();
  await webhook.receiver.close();
  await fixture.close();
});

test("[API-002] a list that cannot be read says so with its code and is read again; an empty one says what it is for", async () => {
  const { page } = operatorPage;
  const pages = [
    { path: "/settings/bots", list: "bots", empty: "No bots yet" },
    { path: "/settings/bots", list: "bot-providers", empty: "No providers yet" },
    { path: "/settings/webhooks", list: "webhooks", empty: "No webhooks yet" },
    { path: "/settings/departments", list: "departments", empty: "No departments yet" },
    { path: "/integrations/deliveries", list: "deliveries", empty: "No deliveries yet" },
    { path: "/integrations/inspector", list: "inspector", empty: "No requests yet" },
  ];
  const problems: string[] = [];
  for (const { path, list, empty } of pages) {
    const url = new RegExp(`/api/v1/${list}(\\?|$)`);
    const body = JSON.stringify({
      error: { code: "overloaded", message: "Something broke.", request_id: "r-77" },
    });
    const none = { items: [], next_cursor: null };
    let fails = true;
    // One route for both states, so that no request between them reaches the server.
    await page.route(url, (route) =>
      fails
        ? route.fulfill({ status: 503, contentType: "application/json", body })
        : route.fulfill({ json: none }),
    );
    await page.goto(`${fixture.url}${path}`);
    await page.getByText("overloaded · HTTP 503 · r-77").waitFor();
    problems.push(...(await checkScreen(page, `error-${list}`, { views: ["light"] })));
    fails = false;
    await retryUntilVisible(page, page.getByText(empty, { exact: true }));
    problems.push(...(await checkScreen(page, `empty-${list}`, { views: ["light"] })));
    await page.unroute(url);
  }
  expect(problems.join("\n")).toBe("");
});

test("[API-170] [API-171] the settings are found: pages, fields, synonyms; by keyboard, with the field outlined", async () => {
  const { page } = operatorPage;
  await navigateTo(page, "/settings/routing");
  const menu = page.getByRole("navigation", { name: "Settings" });
  const field = menu.getByRole("search").getByRole("searchbox", { name: "Find a setting" });
  const outlined = page.locator("[data-target]");
  expect(await menu.locator("[aria-current]").allTextContents()).toEqual(["Automation"]);
  // The pages of the area are tabs. One resource has a path instead.
  const tabs = page.getByRole("navigation", { name: "Automation", exact: true });
  expect(await tabs.getByRole("link").allTextContents()).toEqual([
    "Routing",
    "Rules",
    "Triggers",
    "SLA",
    "Scheduled reports",
    "Working hours",
  ]);
  await tabs.getByRole("link", { name: "Triggers" }).click();
  await page.getByRole("heading", { name: "Triggers", level: 1 }).waitFor();
  expect(await tabs.locator("[aria-current]").allTextContents()).toEqual(["Triggers"]);
  await navigateTo(page, "/settings/triggers/new");
  await page.locator(".crumb").getByRole("link", { name: "Triggers" }).click();
  await tabs.getByRole("link", { name: "Routing" }).click();
  // Finds a page by a synonym.
  await page.locator(".area-title").click();
  await page.keyboard.press("/");
  await expectFocus(field);
  await page.keyboard.type("sso");
  await menu.getByRole("heading", { name: /^\d+ results?$/ }).waitFor();
  await menu.getByRole("link", { name: "Single sign-on Sign-in · SSO" }).waitFor();
  expect(await checkScreen(page, "settings-search", { views: ["light", "dark"] })).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Single sign-on", level: 2 }).first().waitFor();
  // Selects a field with the arrow keys. The outline stays until the next input.
  await field.fill("after closing");
  await page.keyboard.press("ArrowDown");
  const result = menu.getByRole("link", {
    name: /^After closing a chat Automation › Routing › /,
  });
  await expectFocus(result);
  expect(await result.locator("mark").allTextContents()).toEqual(["After", "closing"]);
  await page.keyboard.press("Enter");
  await expectFocus(page.getByRole("combobox", { name: "After closing a chat" }));
  expect(await outlined.getByText("After closing a chat").count()).toBe(1);
  expect(await checkScreen(page, "settings-outlined", { views: ["light", "dark"] })).toEqual([]);
  await page.keyboard.press("Tab");
  await expect.poll(() => outlined.count()).toBe(0);
  // The same field again, then a field of each bot: a bot has to be chosen first.
  await result.click();
  await expect.poll(() => outlined.count()).toBe(1);
  await field.fill("image url");
  await menu.getByRole("link", { name: /Channels › Bots › / }).click();
  await page.getByText(/is set for each entry\. Choose one/).waitFor();
  await page.getByRole("row").getByRole("link").first().click();
  await outlined.waitFor();
  expect(await page.getByText(/Choose one to see it/).count()).toBe(0);
  await field.fill("zzz");
  await menu.getByText("No setting found for “zzz”.").waitFor();
  expect(await menu.getByRole("link", { name: "Search the docs" }).getAttribute("href")).toBe(
    "/docs",
  );
  await page.keyboard.press("Escape");
  await expectFocus(field);
  expect(await field.inputValue()).toBe("");
  await menu.getByRole("link", { name: "Automation" }).waitFor();
});

test("[CORE-001] [WG-045] a developer sets bots and webhooks, reads Safe URL and does not see the team", async () => {
  expect(
    (await fixture.parlour.owner.call("PATCH", "instance", { bot_self_service: false })).status,
  ).toBe(200);
  const developer = await fixture.parlour.operator("developer", "Dev Eloper");
  const secondPage = await fixture.openOperatorPage(developer, { path: "/settings/links" });
  const { page } = secondPage;
  await page.getByText("Only owners and admins can change this.").waitFor();
  await expect
    .poll(() => page.getByRole("switch", { name: "Only allow links to your sites" }).isDisabled())
    .toBe(true);
  const menu = page.getByRole("navigation", { name: "Settings" });
  await expect
    .poll(() => menu.getByRole("link").allTextContents())
    .toEqual(["Overview", "Channels", "Inbox", "Automation", "Developers", "Account"]);
  const listPages = (area: string) =>
    page.getByRole("navigation", { name: area }).getByRole("link").allTextContents();
  await expect.poll(() => listPages("Account")).toEqual(["Data and privacy"]);
  await menu.getByRole("link", { name: "Developers" }).click();
  await expect
    .poll(() => listPages("Developers"))
    .toEqual(["Webhooks", "API keys", "Developer docs"]);
  await menu.getByRole("link", { name: "Channels" }).click();
  await page
    .getByRole("navigation", { name: "Channels" })
    .getByRole("link", { name: "Bots" })
    .click();
  await page.getByRole("button", { name: "Request a provider ID" }).click();
  const dialog = page.getByRole("dialog", { name: "Request a provider ID" });
  await dialog.getByLabel("Name").fill("Helfer");
  await dialog.getByLabel("Provider’s email").fill("ops");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectFocus(dialog.getByLabel("Provider’s email"));
  await dialog.getByLabel("Provider’s email").fill("ops@helfer.example");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page
    .getByText("Your request for Helfer was sent to the owner of this installation.")
    .waitFor();
  await page
    .getByRole("row", { name: /Helfer/ })
    .getByText("Requested")
    .waitFor();
  expect(await page.getByRole("button", { name: "Actions for Helfer" }).count()).toBe(0);
  await secondPage.checkAndClose();
  // The instance owner approves.
  await navigateTo(operatorPage.page, "/settings/bots");
  await operatorPage.page.getByRole("button", { name: "Actions for Helfer" }).click();
  await operatorPage.page.getByRole("menuitem", { name: "Approve" }).click();
  await operatorPage.page.getByText("Helfer: Active.").waitFor();
  const problems = [...(await checkScreen(operatorPage.page, "settings-providers-approved"))];
  expect(problems.join("\n")).toBe("");
});

test("[CORE-023] [CORE-090] [BOT-003] what is typed is checked at its field, saved, and read again as it is", async () => {
  const { page } = operatorPage;
  await navigateTo(page, "/settings/hours");
  const from = page.getByLabel("Tuesday, from");
  await page.getByRole("button", { name: "Add hours on Tuesday" }).click();
  await from.fill("25:00");
  await page.getByRole("button", { name: /^Save/ }).click();
  await page
    .getByText("Enter times such as 09:00 and 18:00. The end can be 24:00.")
    .first()
    .waitFor();
  await from.fill("8:30");
  await page.getByRole("button", { name: /^Save/ }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.reload();
  await expect.poll(() => from.inputValue()).toBe("08:30");
  expect((await fixture.parlour.owner.call("GET", "working-hours")).body.week.tue).toEqual([
    "08:30-18:00",
  ]);

  await navigateTo(page, "/settings/departments/new");
  await page.getByLabel("Name").fill("Sales");
  await page.getByRole("button", { name: "Create department" }).click();
  await page.getByRole("heading", { name: "Sales" }).first().waitFor();

  await navigateTo(page, `/settings/bots/${bot.id}`);
  await page.getByLabel("Operator timeout (seconds)").fill("5");
  await page.getByRole("button", { name: /^Save/ }).click();
  await page.getByText("Enter a whole number from 10 to 600.").first().waitFor();
  await page.getByLabel("Operator timeout (seconds)").fill("90");
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect
    .poll(
      async () => (await fixture.parlour.owner.call("GET", `bots/${bot.id}`)).body.invite_wait_s,
    )
    .toBe(90);
  await page.getByRole("button", { name: "Discard" }).waitFor({ state: "detached" });
  // A secret is removed from its field after it is saved.
  const token = page.getByRole("textbox", { name: /^Token/ });
  await token.fill("tk_another-one-of-24-letters");
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect.poll(() => token.inputValue()).toBe("");
  expect(await page.getByRole("button", { name: "Discard" }).count()).toBe(0);
  const address = bot.address.replace(/[^/]+$/, "tk_another-one-of-24-letters");
  await expect.poll(() => page.getByLabel("Without authorization").inputValue()).toBe(address);
});

test("[CORE-343] [CORE-344] [CORE-345] working hours: a time zone by its city, a date in words, and what the changes do", async () => {
  const { page } = operatorPage;
  await navigateTo(page, "/settings/hours");
  const zone = page.getByRole("combobox", { name: "Time zone" });
  await expect.poll(() => zone.inputValue()).toMatch(/^Berlin UTC\+\d, \d\d:\d\d now$/);
  await zone.fill("kolk");
  await page.getByRole("option", { name: /^Kolkata Asia UTC\+5:30/ }).waitFor();
  expect(await checkScreen(page, "hours-zone")).toEqual([]);
  await zone.press("Enter");
  await expect.poll(() => zone.inputValue()).toMatch(/^Kolkata UTC\+5:30/);
  await page.getByRole("heading", { name: "With your changes" }).waitFor();
  const monday = page.getByRole("textbox", { name: "Monday, from" }).first();
  await monday.fill("8:00");
  await page.getByText("On Monday").waitFor();
  await page.getByText("8:00 to 12:00, 13:00 to 18:00").waitFor();
  await page.getByText(/^Chat window, \w{3} \d+ \w{3} at 06:00$/).waitFor();
  await page.getByText(/Back today at 0?8:00/).waitFor();
  expect(
    await page.getByRole("group", { name: "Monday", exact: true }).locator(".daybar > i").count(),
  ).toBe(2);
  // The bars of all days begin and end at the same place, one day below the other.
  const bars = await page.locator(".week .daybar").evaluateAll((list) =>
    list.map((bar) => {
      const { left, width } = bar.getBoundingClientRect();
      return `${left} ${width}`;
    }),
  );
  expect(bars).toHaveLength(7);
  expect(new Set(bars).size).toBe(1);
  expect(await checkScreen(page, "hours-changed")).toEqual([]);
  await monday.fill("8 o");
  await page.getByText("Correct the marked fields to see what changes.").waitFor();
  await monday.fill("8:00");
  const date = page.getByRole("textbox", { name: "Date" });
  await date.fill("tomorow 25");
  await date.press("Enter");
  await page.getByText("No date found in “tomorow 25”.").waitFor();
  await date.fill("30 Dec 2026 – 1 Jan 2027");
  await page.getByText("Wed, 30 Dec 2026 – Fri, 1 Jan 2027").waitFor();
  expect(await checkScreen(page, "hours-date")).toEqual([]);
  await date.press("Enter");
  await page.getByRole("group", { name: "Edit Wed, 30 Dec 2026 – Fri, 1 Jan 2027" }).waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("heading", { name: "Now" }).waitFor();
});

test("[BOT-108] an own bot needs a name and a URL; its page then shows where it posts", async () => {
  const { page } = operatorPage;
  await navigateTo(page, "/settings/bots/new");
  await page.getByRole("radio", { name: "A provider" }).check({ force: true });
  await page.getByRole("textbox", { name: /^Token/ }).waitFor();
  expect(await checkScreen(page, "bot-of-provider")).toEqual([]);
  await page.getByRole("radio", { name: "We do" }).check({ force: true });
  expect(await page.getByRole("textbox", { name: /^Token/ }).count()).toBe(0);
  await page.getByRole("textbox", { name: /^Name/ }).fill("Tea helper");
  await page.getByRole("textbox", { name: /^Endpoint URL/ }).fill(bot.provider.endpoint);
  expect(await checkScreen(page, "own-bot")).toEqual([]);
  await page.getByRole("button", { name: "Create bot" }).click();
  await page.getByRole("heading", { name: "Tea helper", level: 1 }).waitFor();
  await page.getByText("Bot by Tea helper").waitFor();
  expect(await page.getByLabel("Without authorization").inputValue()).toMatch(
    /\/bot\/webhooks\/tea-helper\/[A-Za-z0-9_-]{32}$/,
  );
  expect(await checkScreen(page, "own-bot-created")).toEqual([]);
});

test("[API-010] [API-011] what is typed when the session ends stands there again after the sign-in; nobody else sees it", async () => {
  const path = `/settings/bots/${bot.id}`;
  const secondPage = await fixture.openOperatorPage(fixture.parlour.owner, { path, cuts: true });
  const { page } = secondPage;
  const [name, wait] = [
    page.getByRole("textbox", { name: /^Name/ }),
    page.getByLabel("Operator timeout (seconds)"),
  ];
  const signIn = async ({ email, password }: TestOperator): Promise<void> => {
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await waitUntilLive(page);
  };
  const type = async (): Promise<void> => {
    await waitUntilLive(page);
    await name.fill("Nobody saved this");
    await wait.fill("77");
    await secondPage.context.clearCookies();
    await page.keyboard.press("Control+s");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  };
  await type();
  await signIn(fixture.parlour.owner);
  await expect
    .poll(async () => [await name.inputValue(), await wait.inputValue()])
    .toEqual(["Nobody saved this", "77"]);
  await page.getByText(/^Not saved: .+, .+/).waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  expect(await wait.inputValue()).not.toBe("77");
  await type();
  await signIn(await fixture.parlour.operator("admin", "Somebody else"));
  await expect.poll(() => name.inputValue()).toBe("Shop assistant");
  expect(await page.getByText("Not saved:").count()).toBe(0);
  await secondPage.context.close();
});
