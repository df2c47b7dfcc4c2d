import type { TestOperator } from "@parlour/testkit";
import { isLongRun } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openDesk, ready, ring, row, talk, type Desk, type Seat } from "./desk.ts";
import { look } from "./look.ts";
import { go } from "./places.ts";

let desk: Desk;
let max: TestOperator;
let seat: Seat;
beforeAll(async () => {
  desk = await openDesk();
  max = await desk.parlour.operator("operator", "Max Weber");
  await desk.parlour.owner.call("PATCH", `channels/${desk.channel.id}`, { operators: [desk.operator.id, max.id] });
  // Time limits short enough for a test.
  await desk.parlour.owner.call("PATCH", "routing", { warn_s: 1, overdue_s: 2 });
  seat = await desk.sit();
  await ready(seat.page);
});
// Removes offers of the previous test.
afterEach(async () => {
  const { items } = (await desk.operator.call("GET", "chats?limit=50")).body as { items: { id: number }[] };
  for (const { id } of items) await desk.operator.call("POST", `chats/${id}/close`, {});
  await desk.parlour.owner.call("PATCH", "routing", { mode: "all", channel_s: 120, warn_s: 1, overdue_s: 2, ring_order: "longest" });
});
afterAll(async () => {
  await seat.leave();
  await desk.close();
});

test.runIf(isLongRun)(
  "[CORE-033] [CORE-035] settings of routing: times in plain words, what is wrong at its field, the preview follows",
  async () => {
    const boss = await desk.sit(desk.parlour.owner, { path: "/settings/routing" });
    const { page } = boss;
    await page.getByRole("heading", { name: "Routing", level: 1 }).waitFor();
    const preview = page.getByRole("region", { name: "What a visitor meets" });
    await preview.getByText("At once the chat rings with everybody who can answer.").waitFor();
    expect(await look(page, "routing")).toEqual([]);

    await page.getByRole("combobox", { name: "Offer it to" }).selectOption("least_busy");
    await preview.getByText("At once it rings with one person, the least busy first. After 30 s with the next.").waitFor();
    const channel = page.getByRole("textbox", { name: "Ask everybody on the channel after" });
    await channel.fill("20 s");
    await page.keyboard.press("Control+s");
    await page.getByText("This comes after “Ask the whole department after”").first().waitFor();
    expect(await look(page, "routing-faults")).toEqual([]);
    await channel.fill("3 min");
    await page.getByRole("textbox", { name: "Turns amber after" }).fill("1 s");
    await page.getByRole("textbox", { name: "Turns red after" }).fill("2 s");
    await page.keyboard.press("Control+s");
    const saved = { mode: "least_busy", channel_s: 180, offer_s: 30, warn_s: 1, overdue_s: 2 };
    await expect.poll(async () => (await desk.parlour.owner.call("GET", "routing")).body).toMatchObject(saved);
    // A page asks before it is left while a request is pending.
    await page.getByRole("button", { name: "Discard" }).waitFor({ state: "detached" });
    await page.reload();
    await expect.poll(() => channel.inputValue()).toBe("3 min");
    await boss.leave();
  },
);

/** Creates three chats that wait for Ann, in this order. */
async function threeWait(): Promise<void> {
  const { parlour, channel } = desk;
  await parlour.sendCustomerMessage(channel, "anna", "Where is my order?", { sender: { name: "Anna Keller" } });
  await parlour.sendCustomerMessage(channel, "ben", "Do you ship to Norway?", { sender: { name: "Ben Okafor" } });
  await parlour.sendCustomerMessage(channel, "cleo", "Hello?", { sender: { name: "Cleo Brandt" } });
}
const pill = (page: Page) => page.getByRole("button", { name: /waiting longest wait/ });
const queue = (page: Page) => page.getByRole("dialog", { name: "Waiting chats" });

test("[CORE-152] [API-041] the longest wait rings first, red at the account's limit; a newer chat does not replace it; Ctrl J answers the one shown, or the newest if the account says so", async () => {
  const { page } = seat;
  await page.goto(`${desk.url}/inbox/all`);
  await ready(page);
  await desk.parlour.sendCustomerMessage(desk.channel, "anna", "Where is my order?", { sender: { name: "Anna Keller" } });
  await ring(page).getByText("Where is my order?").waitFor();
  await Promise.all([row(page, "Anna Keller").locator(".timer.bad").waitFor(), ring(page).locator(".timer.bad").waitFor()]);
  await page.evaluate(() => document.body.focus());
  await desk.parlour.sendCustomerMessage(desk.channel, "ben", "Do you ship to Norway?", { sender: { name: "Ben Okafor" } });
  await ring(page).getByRole("button", { name: "1 more waiting" }).waitFor();
  await ring(page)
    .getByRole("heading", { name: /Longest wait/ })
    .waitFor();
  expect(await ring(page).getByText("Where is my order?").count()).toBe(1);
  expect(await page.evaluate(() => document.activeElement?.closest(".ringstack") === null)).toBe(true);
  expect(await look(page, "ring-card")).toEqual([]);
  await page.keyboard.press("Control+j");
  await talk(page).getByText("Where is my order?").waitFor();
  await talk(page).getByRole("textbox", { name: "Message", exact: true }).waitFor();

  await desk.parlour.owner.call("PATCH", "routing", { ring_order: "newest" });
  await desk.parlour.sendCustomerMessage(desk.channel, "cleo", "Hello?", { sender: { name: "Cleo Brandt" } });
  await ring(page)
    .getByRole("heading", { name: /Newest chat/ })
    .waitFor();
  await ring(page).getByText("Hello?").waitFor();
  // The card does not change under the pointer.
  await ring(page).getByRole("button", { name: "Skip" }).hover();
  await desk.parlour.sendCustomerMessage(desk.channel, "dan", "Anybody?", { sender: { name: "Dan Roe" } });
  await ring(page).getByRole("button", { name: "2 more waiting" }).waitFor();
  expect(await ring(page).getByText("Hello?").count()).toBe(1);
  await page.mouse.move(700, 300);
  await ring(page).getByText("Anybody?").waitFor();
});

test("[CORE-151] the card folds to a pill, the pill opens the queue with its keys, and a skip survives a reload and counts on every device", async () => {
  const { page } = seat;
  await page.goto(`${desk.url}/inbox/all`);
  await ready(page);
  await threeWait();
  await ring(page).getByRole("button", { name: "2 more waiting" }).waitFor();
  await ring(page).getByRole("button", { name: "Fold" }).click();
  await pill(page).getByText("3 waiting").waitFor();
  expect(await ring(page).count()).toBe(0);
  await page.reload();
  await pill(page).waitFor();
  // A newly offered chat expands the card in the inbox.
  await desk.parlour.sendCustomerMessage(desk.channel, "dan", "Anybody?", { sender: { name: "Dan Roe" } });
  await ring(page).getByRole("button", { name: "3 more waiting" }).waitFor();
  await ring(page).getByRole("button", { name: "Skip" }).focus();
  await page.keyboard.press("Escape");
  await pill(page).waitFor();

  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await queue(page).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await expect.poll(focused).toBe("Reply to Anna Keller");
  expect(await look(page, "ring-queue")).toEqual([]);
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe("Reply to Ben Okafor");
  await page.keyboard.press("s");
  await queue(page).getByText("Skipped by you: 1.").waitFor();
  expect(await focused()).toBe("Reply to Cleo Brandt");
  await queue(page).getByRole("button", { name: "Show", exact: true }).click();
  await queue(page).getByRole("button", { name: "Reply to Ben Okafor" }).waitFor();
  await page.keyboard.press("Escape");
  await queue(page).waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.className)).toContain("pill");
  await page.reload();
  await pill(page).getByText("3 waiting").waitFor();
  const device = await desk.sit(undefined, { path: "/visitors" });
  await pill(device.page).getByText("3 waiting").waitFor();
  expect(await ring(device.page).count()).toBe(0);
  await pill(device.page).click();
  await queue(device.page).getByText("Skipped by you: 1.").waitFor();
  await device.page.keyboard.press("Enter");
  await talk(device.page).getByText("Where is my order?").waitFor();
  await device.leave();
});

test("[CORE-152] nothing rings while away, and a banner says so until the operator is online again", async () => {
  const { page } = seat;
  await go(page, "/visitors");
  await threeWait();
  await pill(page).getByText("3 waiting").waitFor();
  const banner = page.getByRole("note").filter({ hasText: "You are away." });
  await page.evaluate(async () => {
    await fetch("/api/v1/me/presence", { method: "PUT", headers: { "content-type": "application/json" }, body: '{"status":"away"}' });
  });
  await banner.getByText("3 chats are waiting; they do not ring for you.").waitFor();
  expect((await pill(page).count()) + (await ring(page).count())).toBe(0);
  expect(await look(page, "ring-away")).toEqual([]);
  await banner.getByRole("button", { name: "Go online" }).click();
  await pill(page).waitFor();
  expect(await banner.count()).toBe(0);
});

test.runIf(isLongRun)(
  "[CORE-152] what rings covers no composer, no save bar, no dialog and no live preview, wide and on a phone",
  async () => {
    // The owner has all screens with a save bar.
    const { owner } = desk.parlour;
    const chosen = [desk.operator.id, max.id];
    await owner.call("PATCH", `channels/${desk.channel.id}`, { operators: [...chosen, owner.id] });
    await threeWait();
    const { id } = await desk.parlour.findChat("anna");
    const widget = { kind: "widget", name: "Shop", operators: [owner.id], widget: {} };
    const made = (await owner.call("POST", "channels", widget)).body as { id: number };
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      const own = await desk.sit(owner, { width, height, path: "/visitors" });
      const { page } = own;
      const paths = [
        "/visitors",
        "/archive",
        "/reports",
        "/calls",
        "/settings/routing",
        "/settings/widgets",
        `/settings/widgets/${made.id}`,
        "/me",
        "/inbox/all",
        `/inbox/all/${id}`,
      ];
      for (const path of paths) {
        await go(page, path);
        if (path.startsWith("/settings/widgets/")) await page.locator(".preview-stage").waitFor();
        if (!path.startsWith("/inbox/all/") || width > 719) await page.locator(".pill, .ring").first().waitFor();
        for (const isUnfolded of [false, true]) {
          if (isUnfolded && (await pill(page).isVisible())) {
            await pill(page).click();
            await queue(page).getByRole("button", { name: "Show as a card" }).click();
            await ring(page).waitFor();
          }
          expect(await covered(page), `${path} at ${width}, ${isUnfolded ? "card" : "pill"}`).toEqual([]);
        }
        if (await ring(page).isVisible()) await ring(page).getByRole("button", { name: "Fold" }).click();
      }
      await go(page, "/visitors");
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
      expect(await covered(page), `dialog at ${width}`).toEqual([]);
      await own.leave();
    }
    await owner.call("PATCH", `channels/${desk.channel.id}`, { operators: chosen });
  },
);

/** Finds composers, bars, dialogs and live previews that the card or pill of an offer covers. */
const covered = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const wrong: string[] = [];
    for (const box of document.querySelectorAll(".composer, .savebar, .footbar, .preview-stage, [role=dialog]:not(.queue)")) {
      const { left, right, top, bottom } = box.getBoundingClientRect();
      for (let x = left + 2; x < right; x += 12)
        for (let y = top + 2; y < bottom; y += 12)
          if (document.elementFromPoint(x, y)?.closest(".ringstack") != null && !box.closest(".ringstack"))
            wrong.push(`${box.className} ${x},${y}`);
    }
    return wrong.slice(0, 3);
  });

test("[CORE-037] [CORE-158] one quiet line says how long a chat waits and how it was taken; its steps unfold, and the panel has the rule", async () => {
  const { page } = seat;
  await desk.parlour.sendCustomerMessage(desk.channel, "emma", "Where is my order?", { sender: { name: "Emma Keller" } });
  await go(page, `/inbox/all/${(await desk.parlour.findChat("emma")).id}`);
  await row(page, "Emma Keller").getByText("Where is my order?").waitFor();
  await page.getByRole("complementary").getByText("Routing", { exact: true }).click();
  await page.getByRole("complementary").getByText("Offered to everybody who may answer here").waitFor();
  const line = talk(page).locator(".story > summary");
  await expect.poll(() => line.allInnerTexts()).toEqual([expect.stringMatching(/^Waiting \d+ s · offered to Ann$/)]);
  await line.press("Enter");
  const why = talk(page).locator(".story .card");
  await why.getByRole("list", { name: "How this chat was routed" }).getByText("Offered to Ann").waitFor();
  await why.getByText("Offered to everybody who may answer here").waitFor();
  await why.getByText("Max Weber").waitFor();
  await why.getByText("offline", { exact: true }).waitFor();
  expect(await look(page, "routing-details")).toEqual([]);
  await desk.operator.call("POST", `chats/${(await desk.parlour.findChat("emma")).id}/accept`);
  await expect
    .poll(() => line.allInnerTexts())
    .toEqual([expect.stringMatching(/^You joined · took it from the list(, after \d+ s wait)?$/)]);
  expect(await line.getAttribute("aria-label")).toMatch(/^You joined · took it from the list.*\. Show routing details$/);
});

test("[CORE-033] a chat that is offered to one rings with him alone and says how long", async () => {
  await desk.parlour.owner.call("PATCH", "routing", { mode: "least_busy" });
  await desk.parlour.sendCustomerMessage(desk.channel, "fay", "Hello");
  expect((await desk.operator.call("POST", `chats/${(await desk.parlour.findChat("fay")).id}/accept`)).status).toBe(200);
  await go(seat.page, "/inbox/all");
  const other = await desk.sit(max);
  await ready(other.page);
  await desk.parlour.sendCustomerMessage(desk.channel, "dora", "Is the lid sold alone?", { sender: { name: "Dora Lind" } });
  // Ann has open chats, Max has none.
  await ring(other.page).getByText("Is the lid sold alone?").waitFor();
  await ring(other.page)
    .getByText(/Offered to you,/)
    .waitFor();
  await row(seat.page, "Dora Lind").waitFor();
  expect(await ring(seat.page).count()).toBe(0);
  // An operator who only closes the browser counts as online for a while.
  const gone = await other.context.request.put(`${desk.url}/api/v1/me/presence`, {
    data: { status: "offline" },
    headers: { origin: desk.url },
  });
  expect(gone.status()).toBe(200);
  await other.leave();
});
