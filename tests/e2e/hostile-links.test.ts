import { readFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDesk, ready, talk, type Desk, type Seat } from "./desk.ts";
import { addBot, addWebhook, type DeskBot, type DeskHook } from "./integrators.ts";
import { openChat } from "./places.ts";

/**
 * Entries of tests/hostile-inputs.json for bots and webhook replies whose effect is visible to an
 * operator.
 */
type Generated = string | { readonly generate: string };
interface Entry {
  readonly id: string;
  readonly interface: string;
  readonly title: string;
  readonly request?: { readonly body: string };
  readonly input?: {
    readonly to: string;
    readonly reply: { readonly status: number; readonly headers?: Record<string, string>; readonly body: Generated };
  };
  readonly expect: { readonly rendered?: string; readonly links?: number; readonly data_shown?: boolean };
}
const entries = JSON.parse(readFileSync(new URL("../hostile-inputs.json", import.meta.url), "utf8")) as Entry[];
const seen = ({ expect: want }: Entry): boolean => want.rendered !== undefined || want.links !== undefined || want.data_shown !== undefined;
const messages = entries.filter((entry) => entry.interface === "B" && entry.request && seen(entry));
const replies = entries.filter((entry) => entry.interface === "C-reply" && entry.input?.to === "chat_accepted" && seen(entry));
const generated = (value: Generated): string | Buffer =>
  typeof value === "string" ? value : (runInNewContext(value.generate, { Buffer, zlib: { gzipSync, gunzipSync } }) as string | Buffer);

let desk: Desk;
let bot: DeskBot;
let hook: DeskHook;
let seat: Seat;
beforeAll(async () => {
  desk = await openDesk();
  hook = await addWebhook(desk, { events: ["chat_accepted"] });
  bot = await addBot(desk);
  seat = await desk.sit();
  await ready(seat.page);
});
afterAll(async () => {
  await seat.leave();
  await bot.provider.close();
  await hook.receiver.close();
  await desk.close();
});

/** Checks that no part of a text became an element, ran as a script, or links elsewhere. */
async function harmless(): Promise<void> {
  const found = await seat.page.evaluate(() =>
    [
      ...document.querySelectorAll(
        "iframe, object, embed, img, [onerror], [onload], .bubble h1, .panel h1, a[href^='javascript'], a[href^='data'], a[href*='evil.example'], main script",
      ),
    ].map((element) => element.outerHTML.slice(0, 120)),
  );
  expect(found).toEqual([]);
  // Delivery status links lead to deliveries; every other link comes from outside.
  expect(await seat.page.locator(".bubble a:not(.tolink), .panel .part a[target], .panel dd a[target]").count()).toBe(0);
}

for (const entry of messages) {
  test(`[BOT-045] ${entry.id} ${entry.title}: is text to the operator`, async () => {
    await desk.parlour.sendCustomerMessage(desk.channel, entry.id, "Hello");
    const chat = await desk.parlour.findChat(entry.id);
    const body = (entry.request?.body ?? "").replaceAll("{BOT_CHAT}", String(chat.id)).replaceAll("{CLIENT}", entry.id);
    expect(await bot.post(JSON.parse(body) as object)).toBe(200);
    const { message } = JSON.parse(body) as { message: { type: string; content?: string; title?: string; buttons?: { text: string }[] } };
    await openChat(seat.page, chat.id);
    const said = talk(seat.page).locator(".bot .bubble .said");
    await said.waitFor();
    if (message.type === "BUTTONS") {
      await expect.poll(() => said.textContent()).toBe(message.title);
      await expect
        .poll(() => talk(seat.page).getByRole("listitem").allTextContents())
        .toEqual(message.buttons?.map((button) => button.text));
    } else await expect.poll(async () => (await said.textContent())?.replaceAll(/\s/g, "")).toContain("[a](");
    await harmless();
  });
}

for (const entry of replies) {
  test(`[WH-041] [WH-043] [WH-046] ${entry.id} ${entry.title}: the operator sees no more than he may`, async () => {
    const { status = 200, headers = {}, body = "" } = entry.input?.reply ?? {};
    const before = hook.receiver.requests.length;
    hook.receiver.setMode({ status, headers, body: generated(body) });
    await desk.parlour.sendCustomerMessage(desk.channel, entry.id, "Hello");
    const chat = await desk.parlour.findChat(entry.id);
    await openChat(seat.page, chat.id);
    expect((await desk.operator.call("POST", `chats/${chat.id}/accept`)).status).toBe(200);
    await hook.receiver.waitForRequests(before + 1);
    await expect
      .poll(async () => (await desk.parlour.owner.call("GET", `deliveries?chat=${chat.id}&event=chat_accepted`)).body.items[0]?.state)
      .toMatch(/^(delivered|failed|dead)$/);
    // The journal has the changes of the acceptance, so the panel has them too.
    await talk(seat.page).getByRole("button", { name: "Close", exact: true }).waitFor();
    const custom = seat.page.getByRole("region", { name: "Custom data" });
    if (entry.expect.data_shown === true) await custom.waitFor();
    else expect(await custom.count()).toBe(0);
    await harmless();
  });
}

test("[CORE-126] the page had no error, no dialog and no refusal by the content policy", async () => {
  expect(await seat.page.evaluate(() => "__hit" in window)).toBe(false);
});
