import { afterAll, beforeAll, expect, test } from "vitest";
import { openDesk, type Desk, type Seat } from "./desk.ts";
import { addBot, addWebhook, type DeskBot, type DeskHook } from "./integrators.ts";
import { look } from "./look.ts";

let desk: Desk;
let bot: DeskBot;
let hook: DeskHook;
let seat: Seat;
let department = 0;
beforeAll(async () => {
  desk = await openDesk();
  [bot, hook] = [await addBot(desk), await addWebhook(desk, { events: ["chat_accepted", "chat_updated", "chat_finished"] })];
  const { owner } = desk.parlour;
  const hours = {
    timezone: "Europe/Berlin",
    week: { mon: ["09:00-12:00", "13:00-18:00"], fri: ["22:00-06:00"] },
    exceptions: { "2026-12-24": [] },
  };
  const made = await owner.call("POST", "departments", { name: "Returns", operators: [owner.id], working_hours: hours });
  expect(made.status, made.text).toBe(201);
  department = made.body.id;
  expect((await owner.call("PATCH", "working-hours", hours)).status).toBe(200);
  expect((await owner.call("POST", "bot-providers", { name: "Botschmiede", contact: "a@bot.example", scope: "account" })).status).toBe(201);
  seat = await desk.sit(undefined, { path: "/settings/bots" });
});
afterAll(async () => {
  await bot.provider.close();
  await hook.receiver.close();
  await desk.close();
});

async function at(name: string, path: string, heading: RegExp | string): Promise<readonly string[]> {
  const { page } = seat;
  await page.goto(`${desk.url}${path}`);
  await page.getByRole("heading", { name: heading }).first().waitFor();
  await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
  return look(page, name);
}

test("[BOT-001] [BOT-003] [WH-001] [CORE-023] [CORE-090] [WG-045] the settings of integrations read well in both themes and on a phone", async () => {
  const wrong = [
    ...(await at("settings-bots", "/settings/bots", "Bots")),
    ...(await at("settings-bot-new", "/settings/bots/new", "Add a bot")),
    ...(await at("settings-bot", `/settings/bots/${bot.id}`, "Shop assistant")),
    ...(await at("settings-providers", "/settings/providers", "Bot providers")),
    ...(await at("settings-webhooks", "/settings/webhooks", "Webhooks")),
    ...(await at("settings-webhook-new", "/settings/webhooks/new", "Add a webhook")),
    ...(await at("settings-webhook", `/settings/webhooks/${hook.id}`, /^127/)),
    ...(await at("settings-departments", "/settings/departments", "Departments")),
    ...(await at("settings-department", `/settings/departments/${department}`, "Returns")),
    ...(await at("settings-hours", "/settings/hours", "Working hours")),
    ...(await at("settings-links", "/settings/links", "Integration settings")),
    ...(await at("settings-instance-bots", "/settings/instance", "Instance")),
  ];
  expect(wrong.join("\n")).toBe("");
});
