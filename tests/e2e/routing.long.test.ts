import type { TestOperator } from "@parlour/testkit";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  openInboxFixture,
  waitUntilLive,
  offerCard,
  chatRow,
  conversationPane,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { checkScreen } from "./screen-check.ts";
import { navigateTo } from "./screens-with-data.ts";

let fixture: InboxFixture;
let max: TestOperator;
let operatorPage: OperatorPage;
beforeAll(async () => {
  fixture = await openInboxFixture();
  max = await fixture.parlour.operator("operator", "Max Weber");
  await fixture.parlour.owner.call("PATCH", `channels/${fixture.channel.id}`, {
    operators: [fixture.operator.id, max.id],
  });
  // Time limits short enough for a test.
  await fixture.parlour.owner.call("PATCH", "routing", { warn_s: 1, overdue_s: 2 });
  operatorPage = await fixture.openOperatorPage();
  await waitUntilLive(operatorPage.page);
});
// Removes offers of the previous test.
afterEach(async () => {
  const { items } = (await fixture.operator.call("GET", "chats?limit=50")).body as {
    items: { id: number }[];
  };
  for (const { id } of items) await fixture.operator.call("POST", `chats/${id}/close`, {});
  await fixture.parlour.owner.call("PATCH", "routing", {
    mode: "all",
    channel_s: 120,
    warn_s: 1,
    overdue_s: 2,
    ring_order: "longest",
  });
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await fixture.close();
});

test("[CORE-033] [CORE-035] settings of routing: times in plain words, what is wrong at its field, the preview follows", async () => {
  const boss = await fixture.openOperatorPage(fixture.parlour.owner, {
    path: "/settings/routing",
  });
  const { page } = boss;
  await page.getByRole("heading", { name: "Routing", level: 1 }).waitFor();
  const preview = page.getByRole("region", { name: "What the visitor experiences" });
  await preview.getByText("Immediately: offered to everyone available.").waitFor();
  expect(await checkScreen(page, "routing")).toEqual([]);

  await page.getByRole("combobox", { name: "Offer new chats to" }).selectOption("least_busy");
  await preview
    .getByText(
      "Immediately: offered to one operator (the least busy first), then to the next after 30 s.",
    )
    .waitFor();
  const channel = page.getByRole("textbox", { name: "Offer to everyone on the channel after" });
  await channel.fill("20 s");
  await page.keyboard.press("Control+s");
  await page
    .getByText("This step comes after “Offer to the whole department after”")
    .first()
    .waitFor();
  expect(await checkScreen(page, "routing-faults")).toEqual([]);
  await channel.fill("3 min");
  await page.getByRole("textbox", { name: "Turns amber after" }).fill("1 s");
  await page.getByRole("textbox", { name: "Turns red after" }).fill("2 s");
  await page.keyboard.press("Control+s");
  const saved = { mode: "least_busy", channel_s: 180, offer_s: 30, warn_s: 1, overdue_s: 2 };
  await expect
    .poll(async () => (await fixture.parlour.owner.call("GET", "routing")).body)
    .toMatchObject(saved);
  // A page asks before it is left while a request is pending.
  await page.getByRole("button", { name: "Discard" }).waitFor({ state: "detached" });
  await page.reload();
  await expect.poll(() => channel.inputValue()).toBe("3 min");
  await boss.checkAndClose();
});

/** Creates three chats that wait for Ann, in this order. */
async function createThreeWaitingChats(): Promise<void> {
  const { parlour, channel } = fixture;
  await parlour.sendCustomerMessage(channel, "anna", "Where is my order?", {
    sender: { name: "Anna Keller" },
  });
  await parlour.sendCustomerMessage(channel, "ben", "Do you ship to Norway?", {
    sender: { name: "Ben Okafor" },
  });
  await parlour.sendCustomerMessage(channel, "cleo", "Hello?", { sender: { name: "Cleo Brandt" } });
}
const waitingIndicator = (page: Page) =>
  page.getByRole("navigation").getByRole("button", { name: /waiting,? longest wait/ });
const waitingDialog = (page: Page) =>
  page.getByRole("dialog", { name: /chats? (?:is|are) waiting/ });

test("[CORE-152] [API-041] [API-296] the longest wait rings first, red at the account's limit; a newer chat does not replace it; Ctrl J answers the one shown, or the newest if the account says so", async () => {
  const { page } = operatorPage;
  await page.goto(`${fixture.url}/inbox/all`);
  await waitUntilLive(page);
  await fixture.parlour.sendCustomerMessage(fixture.channel, "anna", "Where is my order?", {
    sender: { name: "Anna Keller" },
  });
  await offerCard(page).getByText("Where is my order?").waitFor();
  await Promise.all([
    chatRow(page, "Anna Keller").locator(".timer.bad").waitFor(),
    offerCard(page).locator(".timer.bad").waitFor(),
  ]);
  await page.evaluate(() => document.body.focus());
  await fixture.parlour.sendCustomerMessage(fixture.channel, "ben", "Do you ship to Norway?", {
    sender: { name: "Ben Okafor" },
  });
  await offerCard(page).getByRole("button", { name: "1 more waiting" }).waitFor();
  await offerCard(page)
    .getByRole("heading", { name: /Longest wait/ })
    .waitFor();
  expect(await offerCard(page).getByText("Where is my order?").count()).toBe(1);
  expect(await page.evaluate(() => document.activeElement?.closest(".ringstack") === null)).toBe(
    true,
  );
  expect(await checkScreen(page, "ring-card")).toEqual([]);
  await page.keyboard.press("Control+j");
  await conversationPane(page).getByText("Where is my order?").waitFor();
  await conversationPane(page).getByRole("textbox", { name: "Message", exact: true }).waitFor();

  await fixture.parlour.owner.call("PATCH", "routing", { ring_order: "newest" });
  await fixture.parlour.sendCustomerMessage(fixture.channel, "cleo", "Hello?", {
    sender: { name: "Cleo Brandt" },
  });
  await offerCard(page)
    .getByRole("heading", { name: /Newest chat/ })
    .waitFor();
  await offerCard(page).getByText("Hello?").waitFor();
  // The card does not change under the pointer.
  await offerCard(page).getByRole("button", { name: "Skip" }).hover();
  await fixture.parlour.sendCustomerMessage(fixture.channel, "dan", "Anybody?", {
    sender: { name: "Dan Roe" },
  });
  await offerCard(page).getByRole("button", { name: "2 more waiting" }).waitFor();
  expect(await offerCard(page).getByText("Hello?").count()).toBe(1);
  await page.mouse.move(700, 300);
  await offerCard(page).getByText("Anybody?").waitFor();
});

test("[CORE-151] [CORE-331] the card can be collapsed, the indicator in the rail opens the queue with its keys, and a skip survives a reload and counts on every device", async () => {
  const { page } = operatorPage;
  await page.goto(`${fixture.url}/inbox/all`);
  await waitUntilLive(page);
  await createThreeWaitingChats();
  await offerCard(page).getByRole("button", { name: "2 more waiting" }).waitFor();
  await offerCard(page).getByRole("button", { name: "Collapse" }).click();
  await waitingIndicator(page).getByText("3", { exact: true }).waitFor();
  expect(await offerCard(page).count()).toBe(0);
  // A newly offered chat brings the card back.
  await fixture.parlour.sendCustomerMessage(fixture.channel, "dan", "Anybody?", {
    sender: { name: "Dan Roe" },
  });
  await offerCard(page).getByRole("button", { name: "3 more waiting" }).waitFor();
  await offerCard(page).getByRole("button", { name: "Skip" }).focus();
  await page.keyboard.press("Escape");
  await waitingIndicator(page).waitFor();

  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await waitingDialog(page).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await expect.poll(focused).toBe("Reply to Anna Keller");
  expect(await checkScreen(page, "ring-queue")).toEqual([]);
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe("Reply to Ben Okafor");
  await page.keyboard.press("s");
  await waitingDialog(page).getByText("Skipped by you: 1.").waitFor();
  expect(await focused()).toBe("Reply to Cleo Brandt");
  await waitingDialog(page).getByRole("button", { name: "Show", exact: true }).click();
  await waitingDialog(page).getByRole("button", { name: "Reply to Ben Okafor" }).waitFor();
  await page.keyboard.press("Escape");
  await waitingDialog(page).waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.className)).toContain("waiting");
  await page.reload();
  await waitingIndicator(page).getByText("3", { exact: true }).waitFor();
  const device = await fixture.openOperatorPage(undefined, { path: "/visitors" });
  await waitingIndicator(device.page).getByText("3", { exact: true }).waitFor();
  expect(await offerCard(device.page).count()).toBe(0);
  await waitingIndicator(device.page).click();
  await waitingDialog(device.page).getByText("Skipped by you: 1.").waitFor();
  await device.page.keyboard.press("Enter");
  await conversationPane(device.page).getByText("Where is my order?").waitFor();
  await device.checkAndClose();
});

test("[CORE-152] nothing rings while away, and a banner says so until the operator is online again", async () => {
  const { page } = operatorPage;
  await navigateTo(page, "/visitors");
  await createThreeWaitingChats();
  await waitingIndicator(page).getByText("3", { exact: true }).waitFor();
  const banner = page.getByRole("note").filter({ hasText: "You are away." });
  await page.evaluate(async () => {
    await fetch("/api/v1/me/presence", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: '{"status":"away"}',
    });
  });
  await banner.getByText("3 chats are waiting, but do not ring for you.").waitFor();
  expect(await offerCard(page).count()).toBe(0);
  expect(await checkScreen(page, "ring-away")).toEqual([]);
  await waitingIndicator(page).waitFor();
  await banner.getByRole("button", { name: "Go online" }).click();
  await banner.waitFor({ state: "detached" });
});

test("[CORE-152] what rings covers no composer, no save bar, no dialog and no live preview, wide and on a phone", async () => {
  // The owner has all screens with a save bar.
  const { owner } = fixture.parlour;
  const chosen = [fixture.operator.id, max.id];
  await owner.call("PATCH", `channels/${fixture.channel.id}`, {
    operators: [...chosen, owner.id],
  });
  await createThreeWaitingChats();
  const { id } = await fixture.parlour.findChat("anna");
  const widget = { kind: "widget", name: "Shop", operators: [owner.id], widget: {} };
  const created = (await owner.call("POST", "channels", widget)).body as { id: number };
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    const secondPage = await fixture.openOperatorPage(owner, {
      width,
      height,
      path: "/visitors",
    });
    const { page } = secondPage;
    const paths = [
      "/visitors",
      "/archive",
      "/reports",
      "/calls",
      "/settings/routing",
      "/settings/widgets",
      `/settings/widgets/${created.id}`,
      "/me",
      "/inbox/all",
      `/inbox/all/${id}`,
    ];
    for (const path of paths) {
      await navigateTo(page, path);
      if (path.startsWith("/settings/widgets/")) await page.locator(".preview-stage").waitFor();
      if (!path.startsWith("/inbox/all/") || width > 719) await waitingIndicator(page).waitFor();
      expect(await findCoveredControls(page), `${path} at ${width}`).toEqual([]);
    }
    await navigateTo(page, "/visitors");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    expect(await findCoveredControls(page), `dialog at ${width}`).toEqual([]);
    await secondPage.checkAndClose();
  }
  await owner.call("PATCH", `channels/${fixture.channel.id}`, { operators: chosen });
});

/** Finds composers, bars, dialogs and live previews that the card of an offer covers. */
const findCoveredControls = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const problems: string[] = [];
    for (const box of document.querySelectorAll(
      ".composer, .savebar, .footbar, .preview-stage, [role=dialog]:not(.queue)",
    )) {
      const { left, right, top, bottom } = box.getBoundingClientRect();
      for (let x = left + 2; x < right; x += 12)
        for (let y = top + 2; y < bottom; y += 12)
          if (
            document.elementFromPoint(x, y)?.closest(".ringstack") != null &&
            !box.closest(".ringstack")
          )
            problems.push(`${box.className} ${x},${y}`);
    }
    return problems.slice(0, 3);
  });

test("[CORE-037] [CORE-158] [CORE-209] one quiet line says how long a chat waits and how it was taken; its steps unfold, and the panel has the rule", async () => {
  const { page } = operatorPage;
  await fixture.parlour.sendCustomerMessage(fixture.channel, "emma", "Where is my order?", {
    sender: { name: "Emma Keller" },
  });
  await navigateTo(page, `/inbox/all/${(await fixture.parlour.findChat("emma")).id}`);
  await chatRow(page, "Emma Keller").getByText("Where is my order?").waitFor();
  await page.getByRole("complementary").getByText("Routing", { exact: true }).click();
  await page.getByRole("complementary").getByText("Offered to all eligible operators").waitFor();
  const line = conversationPane(page).locator(".story > summary");
  await expect
    .poll(() => line.allInnerTexts())
    .toEqual([expect.stringMatching(/^Waiting \d+ s · offered to Ann$/)]);
  await line.press("Enter");
  const why = conversationPane(page).locator(".story .card");
  await why
    .getByRole("list", { name: "How this chat was routed" })
    .getByText("Offered to Ann")
    .waitFor();
  await why.getByText("Offered to all eligible operators").waitFor();
  await why.getByText("Max Weber").waitFor();
  await why.getByText("offline", { exact: true }).waitFor();
  expect(await checkScreen(page, "routing-details")).toEqual([]);
  await fixture.operator.call(
    "POST",
    `chats/${(await fixture.parlour.findChat("emma")).id}/accept`,
  );
  await expect
    .poll(() => line.allInnerTexts())
    .toEqual([expect.stringMatching(/^You joined · took it from the list(, after \d+ s wait)?$/)]);
  expect(await line.getAttribute("aria-label")).toMatch(
    /^You joined · took it from the list.*\. Show routing details$/,
  );
});

test("[CORE-033] a chat that is offered to one rings with him alone and says how long", async () => {
  await fixture.parlour.owner.call("PATCH", "routing", { mode: "least_busy" });
  await fixture.parlour.sendCustomerMessage(fixture.channel, "fay", "Hello");
  expect(
    (
      await fixture.operator.call(
        "POST",
        `chats/${(await fixture.parlour.findChat("fay")).id}/accept`,
      )
    ).status,
  ).toBe(200);
  await navigateTo(operatorPage.page, "/inbox/all");
  const other = await fixture.openOperatorPage(max);
  await waitUntilLive(other.page);
  await fixture.parlour.sendCustomerMessage(fixture.channel, "dora", "Is the lid sold alone?", {
    sender: { name: "Dora Lind" },
  });
  // Ann has open chats, Max has none.
  await offerCard(other.page).getByText("Is the lid sold alone?").waitFor();
  await offerCard(other.page)
    .getByText(/Offered to you,/)
    .waitFor();
  await chatRow(operatorPage.page, "Dora Lind").waitFor();
  expect(await offerCard(operatorPage.page).count()).toBe(0);
  // An operator who only closes the browser counts as online for a while.
  const response = await other.context.request.put(`${fixture.url}/api/v1/me/presence`, {
    data: { status: "offline" },
    headers: { origin: fixture.url },
  });
  expect(response.status()).toBe(200);
  await other.checkAndClose();
});
