import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import type { Page } from "playwright-core";
import type { ReceivedRequest } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDesk, ready, talk, type Desk, type Seat } from "./desk.ts";
import { openChat } from "./places.ts";

/**
 * The entries of tests/hostile-inputs.json for interface A whose effect is visible to an operator.
 */
type Generated = string | { readonly generate: string };
interface Entry {
  readonly id: string;
  readonly interface: string;
  readonly title: string;
  readonly request?: { readonly path?: Generated; readonly body?: Generated };
  readonly input?: { readonly to: string; readonly reply: { readonly status: number; readonly body?: Generated } };
  readonly expect: { readonly rendered?: string; readonly links?: number; readonly outcome?: string; readonly behaviour?: string };
}
const entries = (JSON.parse(readFileSync(new URL("../hostile-inputs.json", import.meta.url), "utf8")) as Entry[]).filter(
  (entry) => entry.interface === "A",
);
const generated = (value: Generated): string =>
  typeof value === "string" ? value : (runInNewContext(value.generate, { Buffer }) as string);

/**
 * Expectations about the screen. Those about the server are checked in
 * packages/server/tests/hostile-a*.test.ts.
 */
const onScreen: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  "H-072": async (page) => expect(await talk(page).locator(".bubble a").count()).toBe(0),
  "H-073": async (page) => {
    await page.locator(".row .timer").first().waitFor();
    const isolated = await page.evaluate(() =>
      [".row .who", ".talk h2 .cut", ".bubble .said"].map(
        (part) => getComputedStyle(document.querySelector(part) ?? document.body).unicodeBidi,
      ),
    );
    for (const how of isolated) expect(how).toMatch(/^(isolate|plaintext)$/);
    // The text around the name keeps its direction.
    const order = await page.evaluate(() =>
      [".row .who", ".row .via", ".row .timer"].map((part) => document.querySelector(part)?.getBoundingClientRect().x ?? 0),
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  },
  "H-074": async (page) =>
    expect
      .poll(() =>
        talk(page)
          .locator(".bubble")
          .first()
          .evaluate((bubble) => getComputedStyle(bubble).overflowY),
      )
      .toMatch(/clip|hidden/),
  "H-078": async (page) => expect(await page.locator("img").count()).toBe(0),
  "H-079": async (page) => expect(await page.locator("img").count()).toBe(0),
  "H-082": async (page) => expect(await page.locator("body").textContent()).not.toContain("[object"),
  "H-083": async (page) => expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0),
  "H-086": async (page) => {
    await expect.poll(() => page.getByRole("complementary").textContent()).toMatch(/a@b\.example\s+Bcc: all@evil\.example/);
    expect(await page.locator("a[href^='mailto']").count()).toBe(0);
  },
  "H-096": async (page) => {
    await talk(page).getByRole("link", { name: "gnp.exe" }).waitFor();
    expect(await talk(page).textContent()).not.toMatch(/etc|\u202e/);
  },
  "H-126": async (page) => talk(page).getByText("Your server: “refused” (3 tries)").waitFor(),
  "H-129": async (page) =>
    talk(page).locator('.meta [title="Your server answered without saying ok."]').getByText("Delivered", { exact: true }).waitFor(),
  "H-133": async (page) => {
    await expect.poll(() => talk(page).locator(".fail p").textContent()).toContain(`“<b>${"e".repeat(297)}”`);
    expect(await talk(page).locator(".fail b").count()).toBe(0);
  },
  "H-134": async (page) => {
    const said = (await talk(page).locator(".fail").textContent()) ?? "";
    expect(said).not.toContain("[object");
    expect(said.length).toBeGreaterThan(10);
  },
  "H-356": async (page) => talk(page).getByText("Your server: “fail” (3 tries)").waitFor(),
  "H-357": async (page) => {
    await talk(page).locator(".meta").getByText("Delivered", { exact: true }).waitFor();
    expect(await talk(page).locator('[title="Your server answered without saying ok."]').count()).toBe(0);
  },
};
const concerns = ({ id, expect: want }: Entry): boolean => want.rendered === "text" || want.links !== undefined || id in onScreen;
const requests = entries.filter((entry) => entry.request && concerns(entry));
const replies = entries.filter((entry) => entry.input?.to === "operator_message" && concerns(entry));

let desk: Desk;
let seat: Seat;
beforeAll(async () => {
  desk = await openDesk();
  const bodies = new Map(replies.map((entry) => [entry.id, entry.input?.reply]));
  const customerOf = ({ body }: ReceivedRequest): string => String((JSON.parse(body) as { recipient: { id: string } }).recipient.id);
  desk.integrator.respondWith((request) => {
    const reply = bodies.get(customerOf(request));
    return reply ? { status: reply.status, body: generated(reply.body ?? "") } : "ok";
  });
  // Three attempts take 6 s, so all messages are sent at once while the requests are checked.
  for (const { id } of replies) {
    await desk.parlour.sendCustomerMessage(desk.channel, id, "Hello");
    const chat = (await desk.parlour.findChat(id)).id;
    await desk.operator.call("POST", `chats/${chat}/accept`);
    await desk.operator.call("POST", `chats/${chat}/messages`, { kind: "text", text: "An answer", client_id: id });
  }
  seat = await desk.sit();
  await ready(seat.page);
});
afterAll(async () => {
  await seat.leave();
  await desk.close();
});

/** Checks that no part of a text became an element, ran as a script, or left the window. */
async function harmless({ page }: Seat): Promise<void> {
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

for (const entry of requests) {
  test(`[CH-030] ${entry.id} ${entry.title}: is text to the operator`, async () => {
    const body = generated(entry.request?.body ?? "");
    const answer = await desk.parlour.call("POST", `/channel/${desk.channel.randomString}/${desk.channel.publicId}`, body);
    expect(answer.status).toBe(200);
    const sent = JSON.parse(body) as { sender: { id: string; name?: unknown; invite?: string }; message: { text?: string } };
    const chat = await desk.parlour.findChat(sent.sender.id);
    await openChat(seat.page, chat.id);
    if (sent.message.text === undefined) await talk(seat.page).locator(".bubble").first().waitFor();
    else await expect.poll(() => talk(seat.page).locator(".bubble .said").first().textContent()).toBe(sent.message.text);
    if (typeof sent.sender.name === "string" && sent.sender.name.length < 256)
      await expect.poll(() => talk(seat.page).getByRole("heading").textContent()).toBe(sent.sender.name);
    if (sent.sender.invite !== undefined)
      await talk(seat.page).getByText(`Invitation shown to the customer: ${sent.sender.invite}`).waitFor();
    if (entry.expect.links === 0) expect(await seat.page.locator(".bubble a, .panel a[target]").count()).toBe(0);
    await onScreen[entry.id]?.(seat.page);
    await harmless(seat);
  });
}
for (const entry of replies) {
  test(`[CH-083] ${entry.id} ${entry.title}: is text to the operator`, async () => {
    await openChat(seat.page, (await desk.parlour.findChat(entry.id)).id);
    await talk(seat.page)
      .locator(".bubble .meta")
      .filter({ hasText: entry.expect.outcome === "failed" ? /Not delivered$/ : /\dDelivered$/ })
      .waitFor();
    await onScreen[entry.id]?.(seat.page);
    await harmless(seat);
  });
}
test("[CH-083] the page had no error, no dialog and no refusal by the content policy", async () => {
  expect(await seat.page.evaluate(() => "__hit" in window)).toBe(false);
});
