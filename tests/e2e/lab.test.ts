import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "@parlour/testkit";
import { openContext, collectPageErrors } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runLabCommand } from "../../packages/lab/src/main.ts";
import { openInboxFixture, waitUntilLive, type InboxFixture } from "./inbox-fixture.ts";
import { checkScreen, isLongRun } from "./screen-check.ts";
import { navigateTo } from "./screens-with-data.ts";

/**
 * The lab beside a complete Parlour. It has only an inbound URL and a key, and its page simulates
 * customer, bot and webhook receiver.
 */
let fixture: InboxFixture;
let page: Page;
let faults: string[];
const stopping = new AbortController();
const printedLines: string[] = [];
let labExit: Promise<number>;

// Through the proxy, so that the URLs that Parlour shows are reachable.
beforeAll(async () => {
  fixture = await openInboxFixture({ proxied: true });
});
afterAll(() => fixture.close());

/** Starts the lab and opens its page. */
async function startLab(): Promise<void> {
  const port = await findFreePort(5);
  await new Promise<void>((resolve) => {
    const put = (line: string) => {
      printedLines.push(line);
      if (line.startsWith("Ctrl+C")) resolve();
    };
    labExit = runLabCommand({
      argv: `--port ${port} --url ${fixture.url} --channel ${fixture.channel.inboundUrl} --services`.split(
        " ",
      ),
      env: {
        XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), "lab-")),
        PARLOUR_KEY: fixture.parlour.owner.key,
      },
      out: put,
      err: put,
      signal: stopping.signal,
    });
  });
  const { owner } = fixture.parlour;
  expect(
    (
      await owner.call("PATCH", `channels/${fixture.channel.id}`, {
        endpoint_url: `http://127.0.0.1:${port}/chat`,
      })
    ).status,
  ).toBe(200);
  const context = await openContext(fixture.browser);
  page = await context.newPage();
  faults = collectPageErrors(page);
  await page.goto(`http://127.0.0.1:${port}`);
}

const selectSide = (side: "Channel" | "Bot" | "Webhook") =>
  page
    .getByRole("group", { name: "Interface" })
    .getByRole("button", { name: new RegExp(`^${side}`) })
    .click();
/** Returns the position of each button of the choice. */
const readChoicePositions = () =>
  page
    .getByRole("group", { name: "Interface" })
    .getByRole("button")
    .evaluateAll((buttons) =>
      buttons.map((button) => {
        const { x, y, width } = button.getBoundingClientRect();
        return [x, y, width].map(Math.round);
      }),
    );
const countResources = async (path: string): Promise<number> =>
  (await fixture.parlour.owner.call("GET", path)).body.items.length;

/** One run of the lab: its bot, then its webhook without the bot, then the removal of both. */
describe("one run of the lab", { shuffle: false }, () => {
  beforeAll(startLab);
  afterAll(async () => {
    stopping.abort();
    await labExit;
  });

  test("[CON-061] the page of the lab has a part for each service, with actions, messages and faults", async () => {
    const sides = page.getByRole("group", { name: "Interface" });
    const form = page.locator("#service-form");
    const feed = page.locator("#service-feed");
    const problems: string[] = [];
    for (const [service, label, text, fault] of [
      ["Telegram", "Bot token", "Is <b>this</b> text?", "Flood limit"],
      ["WhatsApp", "App secret", "", "Rate limit"],
      ["Mail", "IMAP password", "Where is my order?", "Try later"],
    ] as const) {
      await sides.getByRole("button", { name: service }).click();
      await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).not.toBe("");
      const fields = form.getByLabel("Text", { exact: true });
      await fields.fill(text);
      await form.getByRole("button", { name: "Send" }).click();
      if (text === "") await form.getByRole("alert").getByText("Enter a text.").waitFor();
      else await feed.getByText(text, { exact: true }).waitFor();
      // The field is empty for the next message, the customer stays.
      await expect.poll(() => fields.inputValue()).toBe("");
      expect(await form.getByLabel("Customer", { exact: true }).inputValue()).not.toBe("");
      const check = page.getByRole("checkbox", { name: fault });
      const saved = page.waitForResponse("**/do/service-fault");
      await check.check();
      await saved;
      // The state of the switch comes back from the lab.
      await page.reload();
      await sides.getByRole("button", { name: service }).click();
      await expect.poll(() => check.isChecked()).toBe(true);
      problems.push(
        ...(await checkScreen(page, `lab-${service.toLowerCase()}`, { axe: "chosen" })),
      );
      await check.uncheck();
    }
    await sides.getByRole("button", { name: "Telegram" }).click();
    await form
      .getByLabel("Action of the customer")
      .selectOption({ label: "Edit of the last text" });
    await form.getByLabel("Text", { exact: true }).fill("Better");
    await form.getByRole("button", { name: "Send" }).click();
    await feed.getByText("Better", { exact: true }).waitFor();
    expect(await feed.getByText("edited").count()).toBe(1);
    expect(problems).toEqual([]);
    await selectSide("Channel");
    await page.locator("#behaviour").waitFor();
    expect(faults).toEqual([]);
  });

  // lab.test.ts and bot-and-webhook.test.ts of packages/lab cover the lab in every run.
  test.runIf(isLongRun)(
    "[BOT-004] [BOT-070] the lab's bot hears its customer first, answers, calls an operator, and is out when he joins",
    async () => {
      await selectSide("Bot");
      await page.getByRole("button", { name: "Make it in Parlour" }).click();
      await page.getByRole("button", { name: "Take it away" }).waitFor();
      await expect
        .poll(() => page.locator("#bot-text").textContent())
        .toContain("the lab's channel");

      await selectSide("Channel");
      await page.getByLabel("Message of the customer").fill("Where is my parcel?");
      await page.keyboard.press("Enter");
      await selectSide("Bot");
      const log = page.locator("#bot-feed");
      await log.getByText("Where is my parcel?").waitFor();
      const composer = page.locator("#bot-composer");
      await composer.getByLabel("Message of the bot").fill("Let me see");
      await composer.getByRole("button", { name: "Send" }).click();
      await log.getByText("Accepted by Parlour").waitFor();
      await composer.getByLabel("Kind of answer").selectOption("BUTTONS");
      await composer.getByLabel("Message of the bot").fill("Which order?");
      await composer.getByLabel("Buttons").fill("1001, 1002");
      await composer.getByLabel("Plain text").fill("Reply 1001 or 1002");
      await composer.getByRole("button", { name: "Send" }).click();
      // Chat channels show the plain text (BOT-060).
      await selectSide("Channel");
      await page.locator("#feed").getByText("Reply 1001 or 1002").waitFor();
      expect(await page.locator("#feed").getByText("Let me see").count()).toBe(1);
      // What is done is folded away, and opens again.
      expect(await page.getByRole("button", { name: /^Connect/ }).count()).toBe(0);
      expect(await page.getByText("Give this to the channel").count()).toBe(0);
      await page.getByText("Parlour calls it").click();
      await page.getByLabel("Endpoint URL").first().waitFor();

      // An operator who is there is called, joins, and the bot hears of it.
      const status = page.getByRole("banner").getByRole("status");
      await status.getByText("Nobody available").waitFor();
      const before = await readChoicePositions();
      const operatorPage = await fixture.openOperatorPage();
      await waitUntilLive(operatorPage.page);
      await status.getByText(/^Available/).waitFor();
      // Nothing runs away from under the pointer when a word beside it changes.
      expect(await readChoicePositions()).toEqual(before);
      await selectSide("Bot");
      await composer.getByLabel("Kind of answer").selectOption("INVITE_AGENT");
      await composer.getByRole("button", { name: "Send" }).click();
      await log.getByText("Calls an operator.").waitFor();
      const chat = await fixture.parlour.findChat("anna-1");
      expect((await fixture.operator.call("POST", `chats/${chat.id}/accept`)).status).toBe(200);
      await log.getByText("An operator joined").waitFor();
      await expect.poll(() => page.locator("#bot-state").textContent()).toBe("with an operator");
      expect(await checkScreen(page, "lab-bot")).toEqual([]);
      await operatorPage.checkAndClose();
    },
  );

  test.runIf(isLongRun)(
    "[WH-010] [WH-042] the lab's webhook shows events with their bodies, and its reply reaches the operator",
    async () => {
      await selectSide("Webhook");
      await page.getByRole("button", { name: "Make it in Parlour" }).click();
      await page.getByRole("button", { name: "Take it away" }).waitFor();
      await page.getByLabel("custom_data").fill("Orders: 3 open");
      await page.getByLabel("crm_link").fill("https://crm.example/card/55");
      await selectSide("Channel");
      const { owner } = fixture.parlour;
      await selectSide("Bot");
      await page.getByRole("button", { name: "Take it away" }).click();
      await page.getByRole("button", { name: "Make it in Parlour" }).waitFor();
      await fixture.parlour.sendCustomerMessage(fixture.channel, "w-1", "Hello");
      const chat = await fixture.parlour.findChat("w-1");
      expect((await owner.call("POST", `chats/${chat.id}/accept`)).status).toBe(200);
      // The same when a number appears.
      const unseen = page
        .getByRole("group", { name: "Interface" })
        .getByRole("button", { name: /^Webhook \d/ });
      await unseen.waitFor();
      const counted = await readChoicePositions();
      await selectSide("Webhook");
      await unseen.waitFor({ state: "hidden" });
      expect(await readChoicePositions()).toEqual(counted);
      await page.locator("#events").getByText("chat_accepted").click();
      await expect
        .poll(() => page.locator("#event-body").textContent())
        .toContain(`"chat_id": ${chat.id}`);
      await expect
        .poll(async () => JSON.stringify((await owner.call("GET", `chats/${chat.id}`)).body))
        .toContain('"content":"3 open"');
      await page.locator("#wires").getByText("signed").first().waitFor();
      expect(await checkScreen(page, "lab-webhook")).toEqual([]);
      await selectSide("Channel");
      expect(await checkScreen(page, "lab-channel")).toEqual([]);
    },
  );

  test.runIf(isLongRun)(
    "[CORE-123] [CORE-249] at the end the lab takes away what it added",
    async () => {
      expect([
        await countResources("bots"),
        await countResources("bot-providers"),
        await countResources("webhooks"),
      ]).toEqual([0, 0, 1]);
      // The page then loses its event stream.
      expect(faults).toEqual([]);
      stopping.abort();
      expect(await labExit).toBe(0);
      expect([
        await countResources("bots"),
        await countResources("bot-providers"),
        await countResources("webhooks"),
      ]).toEqual([0, 0, 0]);
      expect(printedLines.join("\n")).toContain("The lab's webhook was taken away from Parlour.");
    },
  );
});

test("[CORE-133] the pages for integrators read well and are filled with the account's own addresses", async () => {
  const operatorPage = await fixture.openOperatorPage(fixture.parlour.owner, { path: "/docs" });
  const problems: string[] = [];
  for (const [path, heading] of [
    ["", "For integrators"],
    ["channel", "Interface A: chat channel"],
    ["bot", "Interface B: bot provider"],
    ["webhook", "Interface C: event webhooks"],
    ["widget", "Interface D: the site widget"],
    ["script", "Interface D: the page script API"],
    ["frameworks", "Widget in frameworks"],
    ["events", "Follow events over HTTP"],
    ["sdk-python", "Python SDK"],
    ["mcp", "Connect a language model (MCP)"],
    ["signatures", "Signatures"],
    ["errors", "Errors"],
    ["silent", "Where the specification was silent"],
  ] as const) {
    await navigateTo(operatorPage.page, path === "" ? "/docs" : `/docs/${path}`);
    await operatorPage.page.getByRole("heading", { level: 1, name: heading }).waitFor();
    if (isLongRun || path === "" || path === "script")
      problems.push(...(await checkScreen(operatorPage.page, `docs-${path || "overview"}`)));
  }
  expect(problems.join("\n")).toBe("");
  await navigateTo(operatorPage.page, "/docs/channel");
  await operatorPage.page
    .getByLabel("Fill in the values of")
    .selectOption({ label: fixture.channel.entity.name });
  const { randomString, publicId } = fixture.channel;
  await expect
    .poll(async () =>
      (await operatorPage.page.locator("article").textContent())?.includes(
        `${randomString}/${publicId}/status`,
      ),
    )
    .toBe(true);
  await operatorPage.checkAndClose();
});
