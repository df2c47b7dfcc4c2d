import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort, startTestParlour, type TestParlour } from "@parlour/testkit";
import { collectPageErrors, openContext, useSharedBrowser } from "@parlour/testkit/browser";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runLabCommand } from "../../packages/lab/src/main.ts";
import {
  conversationPane,
  messageBubble,
  messageField,
  openOperatorPage,
} from "./inbox-fixture.ts";
import { isLongRun } from "./screen-check.ts";
import { navigateTo } from "./screens-with-data.ts";

/**
 * An installation without channels beside the lab with its services. A person connects a channel on
 * the settings page with the values of the lab's page, and answers the first message.
 */
const browser = useSharedBrowser();
const stopping = new AbortController();
let parlour: TestParlour;
let labUrl: string;
let labExit: Promise<number>;

beforeAll(async () => {
  const port = await findFreePort(11);
  labUrl = `http://127.0.0.1:${port}`;
  parlour = await startTestParlour({
    clock: "system",
    env: {
      TELEGRAM_API_URL: `http://127.0.0.1:${port + 1}`,
      WHATSAPP_API_URL: `http://127.0.0.1:${port + 2}`,
    },
  });
  await new Promise<void>((resolve) => {
    const put = (line: string) => {
      if (line.startsWith("Ctrl+C")) resolve();
    };
    labExit = runLabCommand({
      argv: ["--port", String(port), "--url", parlour.url, "--services"],
      env: {
        XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), "lab-")),
        PARLOUR_KEY: parlour.owner.key,
      },
      out: put,
      err: put,
      signal: stopping.signal,
    });
  });
});
afterAll(async () => {
  await browser.close();
  stopping.abort();
  await labExit;
  await parlour.close();
});

/** Presses buttons and fills fields as a person does, and counts them. */
function createCounter() {
  const counts = { fields: 0, presses: 0 };
  return {
    counts,
    press: async (target: Locator) => {
      counts.presses += 1;
      await target.click();
    },
    fill: async (target: Locator, value: string) => {
      counts.fields += 1;
      await target.fill(value);
    },
    select: async (target: Locator, label: string) => {
      counts.fields += 1;
      await target.selectOption({ label });
    },
  };
}
type Counter = ReturnType<typeof createCounter>;

interface ConnectedService {
  readonly name: "Telegram" | "Mail";
  readonly customer: string;
  /** Fills the settings of the channel. `read` returns a value from the lab's page. */
  readonly enter: (
    page: Page,
    counter: Counter,
    read: (label: string) => Promise<string>,
  ) => Promise<void>;
}

/** Connects the service, answers the first message of its customer, and prints the counts. */
async function connect({ name, customer, enter }: ConnectedService): Promise<void> {
  const context = await openContext(browser);
  const lab = await context.newPage();
  const faults = collectPageErrors(lab);
  await lab.goto(labUrl);
  await lab.getByRole("group", { name: "Interface" }).getByRole("button", { name }).click();
  const operatorPage = await openOperatorPage(browser, parlour.url, parlour.owner);
  const { page } = operatorPage;
  await navigateTo(page, "/inbox/all");
  const began = performance.now();
  const settings = createCounter();
  await settings.press(page.getByRole("link", { name: "Settings" }).first());
  const menu = page.getByRole("navigation", { name: "Settings" });
  await menu.getByRole("link", { name: "Channels" }).waitFor();
  await settings.press(page.getByRole("link", { name: "Email and messengers" }).first());
  await settings.press(page.getByRole("link", { name: "Add channel" }).first());
  await settings.press(page.getByRole("button", { name }));
  await enter(page, settings, (label) => lab.getByLabel(label, { exact: true }).inputValue());
  await settings.press(page.getByRole("button", { name: "Create channel" }));
  await page.getByRole("button", { name: "Test now" }).waitFor();
  const connectedAfter = performance.now() - began;

  const text = `First message by ${name}`;
  await lab.locator("#service-form").getByLabel("Text", { exact: true }).fill(text);
  await lab.locator("#service-form").getByRole("button", { name: "Send" }).click();
  const inbox = createCounter();
  await navigateTo(page, "/inbox/all");
  await inbox.press(page.getByRole("grid").getByRole("row").filter({ hasText: customer }));
  await messageBubble(page, text).waitFor();
  await inbox.fill(messageField(page), `Answer by ${name}`);
  await inbox.press(conversationPane(page).getByRole("button", { name: "Send", exact: true }));
  const answeredAfter = performance.now() - began;
  await lab
    .locator("#service-feed")
    .getByText(`Answer by ${name}`)
    .first()
    .waitFor({ timeout: 120_000 });
  const arrivedAfter = performance.now() - began;
  const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
  console.info(
    `${name}: settings ${JSON.stringify(settings.counts)}, inbox ${JSON.stringify(inbox.counts)}; connected after ${seconds(connectedAfter)} s, answered after ${seconds(answeredAfter)} s, at the customer after ${seconds(arrivedAfter)} s`,
  );
  expect(faults).toEqual([]);
  await operatorPage.checkAndClose();
  await context.close();
}

test("[CON-060] [CON-061] [TG-001] from an installation without channels to the answered first message of a Telegram customer", () =>
  connect({
    name: "Telegram",
    customer: "Nadia Petrova",
    enter: async (page, { fill }, read) =>
      fill(page.getByLabel("Bot token"), await read("Bot token")),
  }));

// Answers by mail wait 60 s to be sent together (MAIL-062).
test.runIf(isLongRun)(
  "[CON-060] [CON-061] [MAIL-070] from an installation without channels to the answered first mail",
  () =>
    connect({
      name: "Mail",
      customer: "anna@customer.example",
      enter: async (page, { fill, press, select }, read) => {
        await fill(page.getByRole("textbox", { name: "Address" }), await read("Address"));
        await press(page.getByRole("button", { name: "Find provider" }));
        await press(page.getByRole("button", { name: "Continue" }));
        for (const [group, title] of [
          ["Receiving", "IMAP"],
          ["Sending", "SMTP"],
        ] as const) {
          const server = page.getByRole("group", { name: group });
          await fill(server.getByLabel("Host"), await read(`${title} server`));
          await fill(server.getByLabel("Port"), await read(`${title} port`));
          await select(server.getByLabel("Encryption"), "None (private networks only)");
        }
        await fill(page.getByLabel("User name", { exact: true }), await read("IMAP username"));
        await fill(page.getByLabel("Password", { exact: true }), await read("IMAP password"));
        await press(page.getByRole("button", { name: "Test both ways" }));
        await page.getByText("The email arrived").waitFor();
      },
    }),
);
