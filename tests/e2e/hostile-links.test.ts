import { readFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openInboxFixture,
  waitUntilLive,
  conversationPane,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { addBot, addWebhook, type TestBot, type TestWebhook } from "./integrators.ts";
import { openChat } from "./screens-with-data.ts";

/**
 * Entries of tests/hostile-inputs.json for bots and webhook replies whose effect is visible to an
 * operator.
 */
type Generated = string | { readonly generate: string };
interface HostileEntry {
  readonly id: string;
  readonly interface: string;
  readonly title: string;
  readonly request?: { readonly body: string };
  readonly input?: {
    readonly to: string;
    readonly reply: {
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body: Generated;
    };
  };
  readonly expect: {
    readonly rendered?: string;
    readonly links?: number;
    readonly data_shown?: boolean;
  };
}
const entries = JSON.parse(
  readFileSync(new URL("../hostile-inputs.json", import.meta.url), "utf8"),
) as HostileEntry[];
const hasScreenEffect = ({ expect: want }: HostileEntry): boolean =>
  want.rendered !== undefined || want.links !== undefined || want.data_shown !== undefined;
const messages = entries.filter(
  (entry) => entry.interface === "B" && entry.request && hasScreenEffect(entry),
);
const replies = entries.filter(
  (entry) =>
    entry.interface === "C-reply" && entry.input?.to === "chat_accepted" && hasScreenEffect(entry),
);
const generateValue = (value: Generated): string | Buffer =>
  typeof value === "string"
    ? value
    : (runInNewContext(value.generate, { Buffer, zlib: { gzipSync, gunzipSync } }) as
        | string
        | Buffer);

let fixture: InboxFixture;
let bot: TestBot;
let webhook: TestWebhook;
let operatorPage: OperatorPage;
beforeAll(async () => {
  fixture = await openInboxFixture();
  webhook = await addWebhook(fixture, { events: ["chat_accepted"] });
  bot = await addBot(fixture);
  operatorPage = await fixture.openOperatorPage();
  await waitUntilLive(operatorPage.page);
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await bot.provider.close();
  await webhook.receiver.close();
  await fixture.close();
});

/** Checks that no part of a text became an element, ran as a script, or links elsewhere. */
async function expectHarmless(): Promise<void> {
  const found = await operatorPage.page.evaluate(() =>
    [
      ...document.querySelectorAll(
        "iframe, object, embed, img, [onerror], [onload], .bubble h1, .panel h1, a[href^='javascript'], a[href^='data'], a[href*='evil.example'], main script",
      ),
    ].map((element) => element.outerHTML.slice(0, 120)),
  );
  expect(found).toEqual([]);
  // Delivery status links lead to deliveries; every other link comes from outside.
  expect(
    await operatorPage.page
      .locator(".bubble a:not(.tolink), .panel .part a[target], .panel dd a[target]")
      .count(),
  ).toBe(0);
}

for (const entry of messages) {
  test(`[BOT-045] ${entry.id} ${entry.title}: is text to the operator`, async () => {
    await fixture.parlour.sendCustomerMessage(fixture.channel, entry.id, "Hello");
    const chat = await fixture.parlour.findChat(entry.id);
    const body = (entry.request?.body ?? "")
      .replaceAll("{BOT_CHAT}", String(chat.id))
      .replaceAll("{CLIENT}", entry.id);
    expect(await bot.post(JSON.parse(body) as object)).toBe(200);
    const { message } = JSON.parse(body) as {
      message: { type: string; content?: string; title?: string; buttons?: { text: string }[] };
    };
    await openChat(operatorPage.page, chat.id);
    const botText = conversationPane(operatorPage.page).locator(".bot .bubble .freetext");
    await botText.waitFor();
    if (message.type === "BUTTONS") {
      await expect.poll(() => botText.textContent()).toBe(message.title);
      await expect
        .poll(() => conversationPane(operatorPage.page).getByRole("listitem").allTextContents())
        .toEqual(message.buttons?.map((button) => button.text));
    } else
      await expect
        .poll(async () => (await botText.textContent())?.replaceAll(/\s/g, ""))
        .toContain("[a](");
    await expectHarmless();
  });
}

for (const entry of replies) {
  test(`[WH-041] [WH-043] [WH-046] ${entry.id} ${entry.title}: the operator sees no more than he may`, async () => {
    const { status = 200, headers = {}, body = "" } = entry.input?.reply ?? {};
    const before = webhook.receiver.requests.length;
    webhook.receiver.setMode({ status, headers, body: generateValue(body) });
    await fixture.parlour.sendCustomerMessage(fixture.channel, entry.id, "Hello");
    const chat = await fixture.parlour.findChat(entry.id);
    await openChat(operatorPage.page, chat.id);
    expect((await fixture.operator.call("POST", `chats/${chat.id}/accept`)).status).toBe(200);
    await webhook.receiver.waitForRequests(before + 1);
    await expect
      .poll(
        async () =>
          (
            await fixture.parlour.owner.call(
              "GET",
              `deliveries?chat=${chat.id}&event=chat_accepted`,
            )
          ).body.items[0]?.state,
      )
      .toMatch(/^(delivered|failed|dead)$/);
    // The journal has the changes of the acceptance, so the panel has them too.
    await conversationPane(operatorPage.page)
      .getByRole("button", { name: "Close", exact: true })
      .waitFor();
    const custom = operatorPage.page.getByRole("region", { name: "Custom data" });
    if (entry.expect.data_shown === true) await custom.waitFor();
    else expect(await custom.count()).toBe(0);
    await expectHarmless();
  });
}

test("[CORE-126] the page had no error, no dialog and no refusal by the content policy", async () => {
  expect(await operatorPage.page.evaluate(() => "__hit" in window)).toBe(false);
});
