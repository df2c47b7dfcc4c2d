import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import type { Page } from "playwright-core";
import type { ReceivedRequest } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openInboxFixture,
  waitUntilLive,
  conversationPane,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { openChat } from "./screens-with-data.ts";

/**
 * The entries of tests/hostile-inputs.json for interface A whose effect is visible to an operator.
 */
type Generated = string | { readonly generate: string };
interface HostileEntry {
  readonly id: string;
  readonly interface: string;
  readonly title: string;
  readonly request?: { readonly path?: Generated; readonly body?: Generated };
  readonly input?: {
    readonly to: string;
    readonly reply: { readonly status: number; readonly body?: Generated };
  };
  readonly expect: {
    readonly rendered?: string;
    readonly links?: number;
    readonly outcome?: string;
    readonly behaviour?: string;
  };
}
const entries = (
  JSON.parse(
    readFileSync(new URL("../hostile-inputs.json", import.meta.url), "utf8"),
  ) as HostileEntry[]
).filter((entry) => entry.interface === "A");
const generateValue = (value: Generated): string =>
  typeof value === "string" ? value : (runInNewContext(value.generate, { Buffer }) as string);

/**
 * Expectations about the screen. Those about the server are checked in
 * packages/server/tests/hostile-a*.test.ts.
 */
const screenChecks: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  "H-072": async (page) =>
    expect(await conversationPane(page).locator(".bubble a").count()).toBe(0),
  "H-073": async (page) => {
    await page.locator(".row .timer").first().waitFor();
    const isolated = await page.evaluate(() =>
      [".row .visitorname", ".conversation h2 .cut", ".bubble .freetext"].map(
        (part) => getComputedStyle(document.querySelector(part) ?? document.body).unicodeBidi,
      ),
    );
    for (const how of isolated) expect(how).toMatch(/^(isolate|plaintext)$/);
    // The text around the name keeps its direction.
    const order = await page.evaluate(() =>
      [".row .visitorname", ".row .via", ".row .timer"].map(
        (part) => document.querySelector(part)?.getBoundingClientRect().x ?? 0,
      ),
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  },
  "H-074": async (page) =>
    expect
      .poll(() =>
        conversationPane(page)
          .locator(".bubble")
          .first()
          .evaluate((bubble) => getComputedStyle(bubble).overflowY),
      )
      .toMatch(/clip|hidden/),
  "H-078": async (page) => expect(await page.locator("img").count()).toBe(0),
  "H-079": async (page) => expect(await page.locator("img").count()).toBe(0),
  "H-082": async (page) =>
    expect(await page.locator("body").textContent()).not.toContain("[object"),
  "H-083": async (page) =>
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0),
  "H-086": async (page) => {
    await expect
      .poll(() => page.getByRole("complementary").textContent())
      .toMatch(/a@b\.example\s+Bcc: all@evil\.example/);
    expect(await page.locator("a[href^='mailto']").count()).toBe(0);
  },
  "H-096": async (page) => {
    await conversationPane(page).getByRole("link", { name: "gnp.exe" }).waitFor();
    expect(await conversationPane(page).textContent()).not.toMatch(/etc|\u202e/);
  },
  "H-126": async (page) =>
    conversationPane(page).getByText("The channel’s server: “refused” (3 attempts)").waitFor(),
  "H-129": async (page) =>
    conversationPane(page)
      .locator('.meta [title="The channel’s server replied, but without result “ok”."]')
      .getByText("Delivered", { exact: true })
      .waitFor(),
  "H-133": async (page) => {
    await expect
      .poll(() => conversationPane(page).locator(".fail p").textContent())
      .toContain(`“<b>${"e".repeat(297)}”`);
    expect(await conversationPane(page).locator(".fail b").count()).toBe(0);
  },
  "H-134": async (page) => {
    const failureText = (await conversationPane(page).locator(".fail").textContent()) ?? "";
    expect(failureText).not.toContain("[object");
    expect(failureText.length).toBeGreaterThan(10);
  },
  "H-356": async (page) =>
    conversationPane(page).getByText("The channel’s server: “fail” (3 attempts)").waitFor(),
  "H-357": async (page) => {
    await conversationPane(page).locator(".meta").getByText("Delivered", { exact: true }).waitFor();
    expect(
      await conversationPane(page)
        .locator('[title="The channel’s server replied, but without result “ok”."]')
        .count(),
    ).toBe(0);
  },
};
const hasScreenEffect = ({ id, expect: want }: HostileEntry): boolean =>
  want.rendered === "text" || want.links !== undefined || id in screenChecks;
const requests = entries.filter((entry) => entry.request && hasScreenEffect(entry));
const replies = entries.filter(
  (entry) => entry.input?.to === "operator_message" && hasScreenEffect(entry),
);

let fixture: InboxFixture;
let operatorPage: OperatorPage;
beforeAll(async () => {
  fixture = await openInboxFixture();
  const bodies = new Map(replies.map((entry) => [entry.id, entry.input?.reply]));
  const customerOf = ({ body }: ReceivedRequest): string =>
    String((JSON.parse(body) as { recipient: { id: string } }).recipient.id);
  fixture.integrator.respondWith((request) => {
    const reply = bodies.get(customerOf(request));
    return reply ? { status: reply.status, body: generateValue(reply.body ?? "") } : "ok";
  });
  // Three attempts take 6 s, so all messages are sent at once while the requests are checked.
  for (const { id } of replies) {
    await fixture.parlour.sendCustomerMessage(fixture.channel, id, "Hello");
    const chat = (await fixture.parlour.findChat(id)).id;
    await fixture.operator.call("POST", `chats/${chat}/accept`);
    await fixture.operator.call("POST", `chats/${chat}/messages`, {
      kind: "text",
      text: "An answer",
      client_id: id,
    });
  }
  operatorPage = await fixture.openOperatorPage();
  await waitUntilLive(operatorPage.page);
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await fixture.close();
});

/** Checks that no part of a text became an element, ran as a script, or left the window. */
async function expectHarmless({ page }: OperatorPage): Promise<void> {
  const found = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        "iframe, object, embed, img, [onerror], [onload], a[href^='javascript'], a[href*='evil.example'], main script, .toasts script",
      ),
    ].map((element) => element.outerHTML.slice(0, 120)),
  );
  expect(found).toEqual([]);
  expect(await page.evaluate(() => "polluted" in {})).toBe(false);
}

/** Names contain no marks that change the direction of the text after them (CORE-310). */
const removeDirectionMarks = (name: string): string =>
  name.replaceAll(/[\u202a-\u202e]/g, "").trim();

for (const entry of requests) {
  test(`[CH-030] ${entry.id} ${entry.title}: is text to the operator`, async () => {
    const body = generateValue(entry.request?.body ?? "");
    const answer = await fixture.parlour.call(
      "POST",
      `/channel/${fixture.channel.randomString}/${fixture.channel.publicId}`,
      body,
    );
    expect(answer.status).toBe(200);
    const sent = JSON.parse(body) as {
      sender: { id: string; name?: unknown; invite?: string };
      message: { text?: string };
    };
    const chat = await fixture.parlour.findChat(sent.sender.id);
    await openChat(operatorPage.page, chat.id);
    if (sent.message.text === undefined)
      await conversationPane(operatorPage.page).locator(".bubble").first().waitFor();
    else
      await expect
        .poll(() =>
          conversationPane(operatorPage.page).locator(".bubble .freetext").first().textContent(),
        )
        .toBe(sent.message.text);
    if (typeof sent.sender.name === "string" && sent.sender.name.length < 256)
      await expect
        .poll(() => conversationPane(operatorPage.page).getByRole("heading").textContent())
        .toBe(removeDirectionMarks(sent.sender.name));
    if (sent.sender.invite !== undefined)
      await conversationPane(operatorPage.page)
        .getByText(`Invitation shown to the customer: ${sent.sender.invite}`)
        .waitFor();
    if (entry.expect.links === 0)
      expect(await operatorPage.page.locator(".bubble a, .panel a[target]").count()).toBe(0);
    await screenChecks[entry.id]?.(operatorPage.page);
    await expectHarmless(operatorPage);
  });
}
for (const entry of replies) {
  test(`[CH-083] ${entry.id} ${entry.title}: is text to the operator`, async () => {
    await openChat(operatorPage.page, (await fixture.parlour.findChat(entry.id)).id);
    await conversationPane(operatorPage.page)
      .locator(".bubble .meta")
      .filter({ hasText: entry.expect.outcome === "failed" ? /Not delivered$/ : /\dDelivered$/ })
      .waitFor();
    await screenChecks[entry.id]?.(operatorPage.page);
    await expectHarmless(operatorPage);
  });
}
test("[CH-083] the page had no error, no dialog and no refusal by the content policy", async () => {
  expect(await operatorPage.page.evaluate(() => "__hit" in window)).toBe(false);
});
