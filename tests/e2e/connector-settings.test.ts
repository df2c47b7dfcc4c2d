import type { Channel } from "@parlour/protocol";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { useSharedBrowser } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startMailService, type MailService } from "../../packages/lab/src/services/mail/index.ts";
import {
  startMessengerServices,
  type MessengerService,
} from "../../packages/lab/src/services/messenger/index.ts";
import { startSmsService, type SmsService } from "../../packages/lab/src/services/sms/index.ts";
import { startTelegramService } from "../../packages/lab/src/services/telegram/index.ts";
import {
  startViberService,
  type ViberService,
} from "../../packages/lab/src/services/viber/index.ts";
import {
  startWhatsAppService,
  type WhatsAppService,
} from "../../packages/lab/src/services/whatsapp/index.ts";
import { advanceTime, openOperatorPage, type OperatorPage } from "./inbox-fixture.ts";
import { checkScreen, isLongRun, usualViews } from "./screen-check.ts";
import { navigateTo } from "./screens-with-data.ts";

/** An administrator sets up channels of external services in three steps, and tests them. */
const address = "support@lab.example";
const browser = useSharedBrowser();
let parlour: TestParlour;
let mail: MailService;
let telegram: Awaited<ReturnType<typeof startTelegramService>>;
let whatsapp: WhatsAppService;
let viber: ViberService;
let sms: SmsService;
let metaServices: readonly MessengerService[];
let adminPage: OperatorPage;
let adminId: number;
let page: Page;

beforeAll(async () => {
  [mail, telegram, whatsapp, viber, sms, metaServices] = await Promise.all([
    startMailService({ accounts: { [address]: "secret" } }),
    startTelegramService({ now: () => Date.now() }),
    startWhatsAppService({ now: () => Date.now(), retryMs: 20 }),
    startViberService(),
    startSmsService({ gateway: "generic", number: "4930123456" }),
    startMessengerServices([{ product: "messenger" }, { product: "instagram" }]),
  ]);
  parlour = await startTestParlour({
    clock: "system",
    env: {
      EGRESS_ALLOW: "127.0.0.0/8",
      TELEGRAM_API_URL: telegram.url,
      WHATSAPP_API_URL: whatsapp.url,
      VIBER_API_URL: viber.url,
      MESSENGER_API_URL: metaServices[0]?.url ?? "",
    },
  });
  const admin = await parlour.operator("admin", "Ada");
  adminId = admin.id;
  adminPage = await openOperatorPage(browser, parlour.url, admin, {
    path: "/settings",
    clock: true,
  });
  ({ page } = adminPage);
  await page.getByRole("heading", { name: "Settings" }).first().waitFor();
});
afterAll(async () => {
  await adminPage.checkAndClose();
  await browser.close();
  await parlour.close();
  await Promise.all([mail.stop(), telegram.close(), whatsapp.close(), viber.close(), sms.close()]);
  await Promise.all(metaServices.map((service) => service.close()));
});

const check = async (name: string): Promise<void> =>
  expect(await checkScreen(page, name, { views: usualViews, tall: true })).toEqual([]);
const fill = (label: string, value: string): Promise<void> =>
  page.getByLabel(label, { exact: true }).fill(value);
async function choose(kind: string): Promise<void> {
  await navigateTo(page, "/settings/connectors/new");
  await page
    .getByRole("list", { name: "Service" })
    .getByRole("button", { name: kind })
    .press("Enter");
  const article = kind === "SMS" || kind === "Instagram" ? "an" : "a";
  await page.getByRole("heading", { name: `Add ${article} ${kind} channel` }).waitFor();
}
async function create(): Promise<void> {
  await page.getByRole("button", { name: "Create channel" }).press("Enter");
  await page.getByRole("button", { name: "Test now" }).waitFor();
}
const listChannels = async (): Promise<readonly Channel[]> =>
  ((await parlour.owner.call("GET", "channels")).body as { items: Channel[] }).items;
/** Runs the test of the channel on the screen. Returns its results. */
async function runTest(): Promise<string> {
  await page.getByRole("button", { name: "Test now" }).press("Enter");
  const results = page.getByRole("list", { name: "Results of the test" });
  await results.waitFor();
  return results.innerText();
}

test("[MAIL-122] [MAIL-130] [CON-077] an email channel is found, corrected where the server refuses it, tested, and only then created", async () => {
  await navigateTo(page, "/settings/connectors");
  await page.getByText("No email or messenger channels yet").waitFor();
  await check("connectors empty");
  await navigateTo(page, "/settings/connectors/new");
  await page.getByRole("list", { name: "Service" }).waitFor();
  await check("connectors choice");
  await page
    .getByRole("list", { name: "Service" })
    .getByRole("button", { name: "Email" })
    .press("Enter");
  await page.getByRole("heading", { name: "Connect an email address" }).waitFor();
  await fill("Address", address);
  await page.getByRole("button", { name: "Find provider" }).press("Enter");
  await page.getByRole("group", { name: "Provider" }).waitFor();
  await check("connectors mail address");
  // The provider that was found has the focus.
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Sign in to the mailbox" }).waitFor();
  for (const [part, port] of [
    ["Receiving", mail.imapPort],
    ["Sending", mail.smtpPort],
  ] as const) {
    const server = page.getByRole("group", { name: part });
    await server.getByLabel("Host").fill(mail.host);
    await server.getByLabel("Port").fill(String(port));
    await server.getByLabel("Encryption").selectOption("none");
  }
  await fill("Password", "wrong");
  await check("connectors mail sign-in");
  await page.getByRole("button", { name: "Test both ways" }).press("Enter");
  await page.getByText("It answered: “wrong user or password”.").waitFor();
  await check("connectors mail refused");
  expect(await listChannels()).toEqual([]);

  await page.getByRole("button", { name: "Change user name or password" }).press("Enter");
  await fill("Password", "secret");
  await page.getByRole("button", { name: "Test both ways" }).press("Enter");
  await page.getByRole("list", { name: "Results of the test" }).waitFor();
  await page.getByText("The email arrived").waitFor();
  await check("connectors mail passed");
  await page.getByRole("button", { name: "Create channel" }).press("Enter");
  await page.getByText(/^Tested at .*: works both ways$/).waitFor();
  const [channel] = await listChannels();
  // Everybody who answers chats gets the channel.
  expect(new Set(channel?.operators)).toEqual(new Set([parlour.owner.id, adminId]));
  expect(await page.getByText("never").count()).toBe(0);
  expect(await page.getByText(/Prepare the account|Test both directions/).count()).toBe(0);
  await page.getByText("No emails received or sent yet.").waitFor();
  await check("connectors mail status");

  const sent = await parlour.owner.call("POST", "emails", {
    channel_id: channel?.id,
    email: { subject: "Your order", to: [{ address: "ann@customer.example" }] },
    text: "Hello Ann",
  });
  expect(sent.status, sent.text).toBe(201);
  for (const [id, ...headers] of [
    ["kettle", "From: Greta Hoffmann <greta@customer.example>", "Subject: Damaged kettle"],
    [
      "news",
      "From: News <news@brand.example>",
      "Subject: Sale",
      "Precedence: bulk",
      "List-Unsubscribe: <https://news.example/u>",
    ],
  ] as const)
    mail.deliver(
      address,
      [...headers, `To: ${address}`, `Message-ID: <${id}@customer.example>`, "", "Hello"].join(
        "\r\n",
      ),
    );
  const lastEmails = page.getByRole("region", { name: "Last emails" });
  // The page reads them every 10 s.
  await expect
    .poll(async () => {
      await advanceTime(page, 10_000);
      return lastEmails.getByText(/^(to ann@customer\.example|Greta Hoffmann|News)$/).count();
    })
    .toBe(3);
  await lastEmails.getByText("to ann@customer.example").waitFor();
  await lastEmails.getByText("Your order", { exact: true }).waitFor();
  await lastEmails.getByText("Waiting").waitFor();
  await lastEmails.getByText("Greta Hoffmann").waitFor();
  await lastEmails.getByText("Ignored: Newsletter").waitFor();
  await lastEmails.getByText("Not verified", { exact: true }).waitFor();
  expect(await lastEmails.getByRole("link", { name: /^Chat \d+$/ }).count()).toBe(2);
  await check("connectors mail sent");
});

test.runIf(isLongRun)(
  "[CON-010] [CON-011] [CON-040] [TG-001] a Telegram channel is created and tested",
  async () => {
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
    await page.getByRole("button", { name: "Проверить", exact: true }).press("Enter");
    const results = page.getByRole("list", { name: "Результаты проверки" });
    await results.getByText("Telegram знает бота @shop_bot. Посетители ещё не писали.").waitFor();
    await results.getByText("Напишите на https://t.me/shop_bot и повторите проверку.").waitFor();
    await check("connectors telegram tested in russian");
    await setLanguage("en");
    await page.getByRole("button", { name: "Test now" }).waitFor();
  },
);

test.runIf(isLongRun)(
  "[CON-010] [CON-011] [CON-040] [WA-003] a WhatsApp channel is created and tested",
  async () => {
    await choose("WhatsApp");
    await fill("Phone number ID", whatsapp.phoneNumberId);
    await fill("WhatsApp Business Account ID", whatsapp.wabaId);
    await fill("Access token", whatsapp.accessToken);
    await fill("App secret", whatsapp.appSecret);
    await check("connectors new whatsapp");
    await create();
    expect(await runTest()).toMatch(/Sending[^]*Receiving/);
    await check("connectors whatsapp tested");
  },
);

/** The fields of the form of each kind, in its language. */
const forms: Readonly<Record<string, () => readonly (readonly [label: string, value: string])[]>> =
  {
    Messenger: () => describeMetaFields("messenger"),
    Instagram: () => describeMetaFields("instagram"),
    Viber: () => [["Token", viber.token]],
    SMS: () => [
      ["Number", "+4930123456"],
      ["Secret", sms.secret],
      ["Address", `${sms.url}/send`],
    ],
  };
function describeMetaFields(product: string) {
  const service = metaServices.find((one) => one.product === product) ?? expect.fail();
  return [
    ["App ID", service.appId],
    ["App secret", service.appSecret],
    ["Page access token", service.accessToken],
  ] as const;
}

test.runIf(isLongRun).each(["Messenger", "Instagram", "Viber", "SMS"])(
  "[CON-010] [CON-011] [CON-040] [ME-003] [VB-001] [SMS-001] a channel of %s is created and tested",
  async (kind) => {
    await choose(kind);
    if (kind === "SMS")
      await page.getByLabel("Gateway", { exact: true }).selectOption({ label: "JSON by POST" });
    for (const [label, value] of forms[kind]?.() ?? []) await fill(label, value);
    await check(`connectors new ${kind}`);
    if (kind === "SMS") {
      await page.getByLabel("Gateway", { exact: true }).selectOption({ label: "Another gateway" });
      await page.getByLabel("Definition", { exact: true }).waitFor();
      await check("connectors new SMS definition");
      await page.getByLabel("Gateway", { exact: true }).selectOption({ label: "JSON by POST" });
    }
    await create();
    await check(`connectors ${kind}`);
    const service = metaServices.find(({ product }) => product === kind.toLowerCase());
    if (service !== undefined) {
      // Two values of the page are entered in the dashboard of the app.
      const [address, token] = await Promise.all(
        ["Callback URL", "Verify token"].map((label) => page.getByLabel(label).inputValue()),
      );
      expect(await service.connect(address!, token!)).toBe(true);
    }
    expect(await runTest()).toMatch(/Sending[^]*Receiving/);
    await check(`connectors ${kind} tested`);
  },
);

test.runIf(isLongRun)(
  "[CON-041] the list and the system page show the health of the channels",
  async () => {
    await navigateTo(page, "/settings/connectors");
    await page.getByRole("row").filter({ hasText: "Telegram" }).waitFor();
    await check("connectors list");
    const ownerPage = await openOperatorPage(browser, parlour.url, parlour.owner, {
      path: "/settings/system",
    });
    await ownerPage.page.getByText(/channels work/).waitFor();
    expect(await checkScreen(ownerPage.page, "connectors system", { views: usualViews })).toEqual(
      [],
    );
    await ownerPage.checkAndClose();
  },
);

test.runIf(isLongRun)(
  "[CON-069] [MAIL-122] a developer cannot connect an email address, and reads who can",
  async () => {
    const developer = await parlour.operator("developer", "Dev");
    const developerPage = await openOperatorPage(browser, parlour.url, developer, {
      path: "/settings",
    });
    await navigateTo(developerPage.page, "/settings/connectors/new");
    const services = developerPage.page.getByRole("list", { name: "Service" });
    await services.getByRole("button", { name: "Email" }).press("Enter");
    await developerPage.page.getByText("Only owners and admins can change this.").waitFor();
    expect(await developerPage.page.getByRole("textbox", { name: "Address" }).count()).toBe(0);
    expect(
      await checkScreen(developerPage.page, "connectors mail developer", { views: usualViews }),
    ).toEqual([]);
    await developerPage.checkAndClose();
  },
);
