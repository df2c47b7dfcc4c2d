import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { useSharedBrowser } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startMailService, type MailService } from "../../packages/lab/src/services/mail/index.ts";
import { startTelegramService } from "../../packages/lab/src/services/telegram/index.ts";
import {
  startWhatsAppService,
  type WhatsAppService,
} from "../../packages/lab/src/services/whatsapp/index.ts";
import { openOperatorPage, type OperatorPage } from "./inbox-fixture.ts";
import { checkScreen, isLongRun, narrowViews, usualViews } from "./screen-check.ts";
import { navigateTo } from "./screens-with-data.ts";

/** An administrator sets up channels of external services in three steps, and tests them. */
const address = "support@lab.example";
const browser = useSharedBrowser();
let parlour: TestParlour;
let mail: MailService;
let telegram: Awaited<ReturnType<typeof startTelegramService>>;
let whatsapp: WhatsAppService;
let adminPage: OperatorPage;
let page: Page;

beforeAll(async () => {
  [mail, telegram, whatsapp] = await Promise.all([
    startMailService({ accounts: { [address]: "secret" } }),
    startTelegramService({ now: () => Date.now() }),
    startWhatsAppService({ now: () => Date.now(), retryMs: 20 }),
  ]);
  parlour = await startTestParlour({
    clock: "system",
    env: {
      EGRESS_ALLOW: "127.0.0.0/8",
      TELEGRAM_API_URL: telegram.url,
      WHATSAPP_API_URL: whatsapp.url,
    },
  });
  const admin = await parlour.operator("admin", "Ada");
  adminPage = await openOperatorPage(browser, parlour.url, admin, { path: "/settings" });
  ({ page } = adminPage);
  await page.getByRole("heading", { name: "Settings" }).first().waitFor();
});
afterAll(async () => {
  await adminPage.checkAndClose();
  await browser.close();
  await parlour.close();
  await Promise.all([mail.stop(), telegram.close(), whatsapp.close()]);
});

const views = isLongRun ? usualViews : narrowViews;
const check = async (name: string): Promise<void> =>
  expect(await checkScreen(page, name, { views, tall: true })).toEqual([]);
const fill = (label: string, value: string): Promise<void> =>
  page.getByLabel(label, { exact: true }).fill(value);
async function choose(kind: string): Promise<void> {
  await navigateTo(page, "/settings/connectors/new");
  await page
    .getByRole("list", { name: "Service" })
    .getByRole("button", { name: kind })
    .press("Enter");
  await page.getByRole("heading", { name: `Add a ${kind} channel` }).waitFor();
}
async function create(): Promise<void> {
  await page.getByRole("button", { name: "Create channel" }).press("Enter");
  await page.getByRole("button", { name: "Test connection" }).waitFor();
}
/** Runs the test of the channel on the screen. Returns its results. */
async function runTest(): Promise<string> {
  await page.getByRole("button", { name: "Test connection" }).press("Enter");
  const results = page.getByRole("list", { name: "Results of the test" });
  await results.waitFor();
  return results.innerText();
}

test("[CON-010] [CON-011] [CON-040] a mail channel is created, corrected where the service refuses it, and tested", async () => {
  await navigateTo(page, "/settings/connectors");
  await page.getByText("No email or messenger channels yet").waitFor();
  await check("connectors empty");
  await navigateTo(page, "/settings/connectors/new");
  await page.getByRole("list", { name: "Service" }).waitFor();
  await check("connectors choice");
  await choose("Email");
  await check("connectors new mail");
  await page
    .getByLabel("Send", { exact: true })
    .selectOption({ label: "Use a separate mail server" });
  await fill("Address", address);
  for (const [part, port, hostLabel, userLabel] of [
    ["Mailbox", mail.imapPort, "IMAP server", "Username"],
    ["Sending", mail.smtpPort, "Sending: host", "Sending: user"],
  ] as const) {
    await fill(hostLabel, mail.host);
    await fill(`${part}: port`, String(port));
    await page.getByLabel(`${part}: encryption`).selectOption({ index: 2 });
    await fill(userLabel, address);
    await fill(`${part}: password`, part === "Mailbox" ? "wrong" : "secret");
  }
  await page.getByRole("button", { name: "Create channel" }).press("Enter");
  await page.getByRole("alert").first().waitFor();
  await check("connectors mail refused");
  await fill("Mailbox: password", "secret");
  await create();
  expect(await runTest()).toMatch(/Sending[^]*Receiving/);
  await check("connectors mail tested");
});

test("[CON-010] [CON-011] [CON-040] [TG-001] a Telegram channel is created and tested", async () => {
  const bot = telegram.addBot();
  await choose("Telegram");
  await fill("Bot token", bot.token);
  await check("connectors new telegram");
  await create();
  expect(await runTest()).toMatch(/Sending[^]*Receiving/);
  await check("connectors telegram tested");

  const setLanguage = async (locale: string): Promise<void> => {
    await page.evaluate(
      (preferences) => localStorage.setItem("parlour.preferences", preferences),
      JSON.stringify({ locale }),
    );
    await page.reload();
  };
  await setLanguage("ru");
  await page.getByRole("button", { name: "Проверить соединение" }).press("Enter");
  const results = page.getByRole("list", { name: "Результаты проверки" });
  await results.getByText("Telegram знает бота @shop_bot. Посетители ещё не писали.").waitFor();
  await results.getByText("Напишите на https://t.me/shop_bot и повторите проверку.").waitFor();
  await check("connectors telegram tested in russian");
  await setLanguage("en");
  await page.getByRole("button", { name: "Test connection" }).waitFor();
});

test("[CON-010] [CON-011] [CON-040] [WA-003] a WhatsApp channel is created and tested", async () => {
  await choose("WhatsApp");
  await fill("Phone number ID", whatsapp.phoneNumberId);
  await fill("WhatsApp Business Account ID", whatsapp.wabaId);
  await fill("Access token", whatsapp.accessToken);
  await fill("App secret", whatsapp.appSecret);
  await check("connectors new whatsapp");
  await create();
  expect(await runTest()).toMatch(/Sending[^]*Receiving/);
  await check("connectors whatsapp tested");
});

test("[CON-041] the list and the system page show the health of the channels", async () => {
  await navigateTo(page, "/settings/connectors");
  await page.getByRole("row").filter({ hasText: "Telegram" }).waitFor();
  await check("connectors list");
  const ownerPage = await openOperatorPage(browser, parlour.url, parlour.owner, {
    path: "/settings/system",
  });
  await ownerPage.page.getByText("3 channels work.").waitFor();
  expect(await checkScreen(ownerPage.page, "connectors system", { views })).toEqual([]);
  await ownerPage.checkAndClose();
});
