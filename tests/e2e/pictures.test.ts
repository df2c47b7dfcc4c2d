import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openContext } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  messageBubble,
  messageField,
  openInboxFixture,
  waitUntilLive,
  offerCard,
  chatRow,
  conversationPane,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { seedReportFacts } from "./seed-report-facts.ts";
import { openNewInstallation } from "./new-installation.ts";
import { shrinkPng } from "./shrink-png.ts";
import { createSampleChats, type SampleChats } from "./sample-chats.ts";
import { takeSitePictures } from "./site-pictures.ts";

/** Takes the pictures of README and documentation if `PICTURES=1`. */
const folder = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));

test.runIf(process.env["PICTURES"] === "1")(
  "pictures of the documentation are made from the running product",
  async () => {
    mkdirSync(folder, { recursive: true });
    const fixture = await openInboxFixture();
    const sampleChats = await createSampleChats(fixture, fixture.parlour.owner);
    const take = async (page: Page, name: string): Promise<void> => {
      await page.evaluate(() => document.fonts.ready);
      const picture = shrinkPng(await page.screenshot());
      expect(picture.length, name).toBeLessThan(120 * 1024);
      writeFileSync(`${folder}${name}.png`, picture);
    };
    const operatorPage = await fixture.openOperatorPage(fixture.parlour.owner, {
      path: `/inbox/all/${sampleChats.chatId("1043")}`,
    });
    const { page } = operatorPage;
    await waitUntilLive(page);
    await messageField(page).fill("We can offer a replacement or a refund, whichever");
    await page.goto(`${fixture.url}/inbox/all/${sampleChats.chatId("anna")}`);
    await waitUntilLive(page);
    // Ivan's typing is an internal note, which is visible to operators only.
    await messageBubble(page, "It is the PDF above. Thank you for being so quick!").waitFor();
    sampleChats.respondWith("anna", "hang");
    for (const text of [
      "You can keep the teapot.",
      "It takes two to three working days to reach your card.",
    ]) {
      await messageField(page).fill(text);
      await messageField(page).press("Enter");
    }
    await messageField(page).fill(
      "One more thing from my side: we found a fault in this batch of lids, so I have put your order on our list for a new one. It ships on Monday with tracking. Is the address in Bristol still right for you?",
    );
    await fixture.parlour.sendCustomerMessage(
      fixture.channel,
      "max",
      "Do you ship to Norway, and what does it cost?",
      {
        sender: { name: "Max Lindqvist" },
      },
    );
    await chatRow(page, "Max Lindqvist").getByText("Do you ship to Norway").waitFor();
    await offerCard(page).waitFor();
    await fixture.parlour.call(
      "POST",
      `/channel/${fixture.channel.randomString}/${fixture.channel.publicId}`,
      {
        sender: { id: "anna" },
        message: { type: "typein" },
      },
    );
    await conversationPane(page).getByText("Anna Kovács is typing").waitFor();
    await messageBubble(page, "You can keep the teapot.")
      .getByText(/Retrying 2\/3 · next in/)
      .or(messageBubble(page, "You can keep the teapot.").getByText("Retrying 2/3"))
      .first()
      .waitFor();
    await page.emulateMedia({ colorScheme: "light" });
    await take(page, "inbox");
    await page.emulateMedia({ colorScheme: "dark" });
    await take(page, "inbox-dark");
    await page.emulateMedia({ colorScheme: "light" });
    await messageBubble(page, "You can keep the teapot.").getByText("Not delivered").waitFor();
    sampleChats.respondWith("anna", "ok");
    // No offered chat covers a corner of the following pictures.
    for (const customer of ["nadia", "lukas", "max"])
      await sampleChats.ivan.call(
        "POST",
        `chats/${(await fixture.parlour.findChat(customer)).id}/accept`,
      );

    const failed = (
      await fixture.parlour.owner.call(
        "GET",
        `deliveries?state=failed&chat=${sampleChats.chatId("anna")}`,
      )
    ).body as {
      items: { id: number; attempts: number }[];
    };
    await page.goto(
      `${fixture.url}/integrations/deliveries/${failed.items.find(({ attempts }) => attempts === 3)?.id ?? failed.items[0]?.id ?? 0}`,
    );
    await page.getByRole("button", { name: "Copy as curl" }).first().waitFor();
    await page.mouse.move(0, 0);
    await take(page, "deliveries");
    await takeInboxPictures(fixture, sampleChats, page, take);
    await takeSitePictures(fixture, page, take);
    await operatorPage.checkAndClose();

    const phone = await fixture.openOperatorPage(fixture.parlour.owner, {
      width: 320,
      height: 640,
      path: `/inbox/all/${sampleChats.chatId("tom")}`,
    });
    await conversationPane(phone.page).locator("[data-seq]").first().waitFor();
    await take(phone.page, "phone");
    await phone.checkAndClose();

    const tablet = await fixture.openOperatorPage(fixture.parlour.owner, {
      width: 768,
      height: 1024,
      path: `/inbox/all/${sampleChats.chatId("anna")}`,
    });
    await messageBubble(
      tablet.page,
      "It is the PDF above. Thank you for being so quick!",
    ).waitFor();
    await take(tablet.page, "tablet");
    await tablet.checkAndClose();

    const fresh = await openNewInstallation(fixture.integrator.port);
    const context = await openContext(fixture.browser);
    const setUp = await context.newPage();
    await setUp.goto(fresh.setupLink);
    await setUp.getByRole("textbox", { name: "Name" }).fill("Sofia Lind");
    await setUp.getByRole("textbox", { name: "Email" }).fill("sofia@shop.example");
    await setUp.getByRole("textbox", { name: "Password" }).fill("teapot lid violin meadow");
    await setUp.getByRole("button", { name: "Continue" }).click();
    await setUp.getByRole("heading", { name: "Your shop" }).waitFor();
    await setUp.getByRole("textbox", { name: "Name" }).fill("Teapots & Co");
    await setUp.getByRole("button", { name: "Continue" }).click();
    await setUp.getByText("Waiting for your site").waitFor();
    await setUp.mouse.move(0, 0);
    await take(setUp, "setup");
    await context.close();
    await fresh.close();
    await fixture.close();
  },
);

type TakePicture = (page: Page, name: string) => Promise<void>;

/**
 * Takes the operators' work beside the inbox: media, transfer, archive, visitors; and the settings
 * of an owner.
 */
async function takeInboxPictures(
  fixture: InboxFixture,
  sampleChats: SampleChats,
  page: Page,
  take: TakePicture,
): Promise<void> {
  const { owner } = fixture.parlour;
  const beside = await fixture.openOperatorPage(sampleChats.ivan);
  await waitUntilLive(beside.page);
  const returns = await owner.call("POST", "departments", {
    name: "Returns",
    operators: [sampleChats.ivan.id],
  });

  const photos = await createPhotos(beside);
  await page.goto(`${fixture.url}/inbox/all/${sampleChats.chatId("long")}`);
  await waitUntilLive(page);
  await page
    .locator("input[type=file]")
    .setInputFiles(
      photos.map((buffer, n) => ({ name: `pot-${n + 1}.png`, mimeType: "image/png", buffer })),
    );
  await expect.poll(() => page.getByText("Ready to send").count()).toBe(photos.length);
  await messageField(page).fill("These three leave today. Which colour would she like?");
  await page.getByRole("button", { name: /^Send as/ }).click();
  await messageBubble(page, "These three leave today. Which colour would she like?")
    .getByText("Delivered")
    .waitFor();
  await expect
    .poll(() =>
      conversationPane(page)
        .locator(".bubble img")
        .evaluateAll((all) => all.every((one) => (one as HTMLImageElement).complete)),
    )
    .toBe(true);
  await page.mouse.move(0, 0);
  await take(page, "media");

  await page.goto(`${fixture.url}/inbox/all/${sampleChats.chatId("anna")}`);
  await waitUntilLive(page);
  await conversationPane(page).getByRole("button", { name: "Transfer", exact: true }).click();
  const giving = page.getByRole("dialog", { name: /^Transfer/ });
  await giving.getByRole("radio", { name: /Ivan Petrov/ }).check();
  await giving.getByRole("textbox", { name: "Comment" }).fill("She speaks Hungarian, as you do");
  await take(page, "transfer");
  await giving.getByRole("button", { name: "Cancel" }).click();

  await page.goto(`${fixture.url}/archive?q=teapot`);
  await waitUntilLive(page);
  const found = page.getByRole("list", { name: "Results" });
  await found.locator("mark").first().waitFor();
  await found.getByRole("link", { name: /My teapot came today/ }).click();
  await conversationPane(page).locator(".bubble[data-hit]").first().waitFor();
  await take(page, "archive");

  const { visitor } = (await owner.call("GET", `chats/${sampleChats.chatId("anna")}`)).body as {
    visitor: { number: number };
  };
  await page.goto(`${fixture.url}/visitors/${visitor.number}`);
  await page.locator("aside.one").getByText("anna.kovacs@example.com").first().waitFor();
  await take(page, "visitors");

  await owner.call("PATCH", "routing", { mode: "least_busy" });
  await page.goto(`${fixture.url}/settings/routing`);
  await page
    .getByText("Immediately: offered to one operator (the least busy first)")
    .first()
    .waitFor();
  await take(page, "routing");

  for (const [kind, value, reason] of [
    ["email", "spam@offers.example", "Offers, five times a day"],
    ["range", "198.51.100.0/24", "Scripts that try passwords"],
    ["phone", "+44 20 7946 0321", "Shouts"],
    ["country", "AQ", "Nobody ships there"],
  ] as const)
    expect((await owner.call("POST", "blacklist", { kind, value, reason })).status).toBe(201);
  await page.goto(`${fixture.url}/settings/blocklist`);
  await page.getByRole("rowheader", { name: /spam@offers/ }).waitFor();
  await take(page, "blacklist");

  await page.goto(`${fixture.url}/settings/audit`);
  await page
    .getByText(/^Changes: /)
    .first()
    .click();
  await page.mouse.move(0, 0);
  await take(page, "audit");

  const jonas = await fixture.parlour.operator("operator", "Jonas Berg");
  await seedReportFacts(fixture.parlour, fixture.channel.id, Number(returns.body.id), [
    owner.id,
    sampleChats.ivan.id,
    jonas.id,
  ]);
  await page.goto(`${fixture.url}/reports`);
  await page.getByRole("heading", { name: /^By operator/ }).waitFor();
  await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
  await take(page, "reports");
  await beside.checkAndClose();
}

/** Draws three photographs. */
async function createPhotos({ context }: OperatorPage): Promise<Buffer[]> {
  const page = await context.newPage();
  await page.setViewportSize({ width: 640, height: 480 });
  const photos: Buffer[] = [];
  for (const [pot, wall] of [
    ["#2f6f8f", "#f2e6d5"],
    ["#b5533c", "#dfe7e2"],
    ["#3f7d58", "#efe3ea"],
  ]) {
    await page.setContent(`<body style="margin:0"><svg viewBox="0 0 640 480" width="640" height="480">
      <rect width="640" height="480" fill="${wall}"/><rect y="350" width="640" height="130" fill="#8a6a4f"/>
      <ellipse cx="320" cy="385" rx="190" ry="18" fill="#0003"/>
      <path d="M470 215c90-20 90 120-10 110" fill="none" stroke="${pot}" stroke-width="24"/>
      <path d="M185 300c-60-10-70-70-110-90l22-22c60 20 80 60 110 66z" fill="${pot}"/>
      <ellipse cx="325" cy="280" rx="160" ry="108" fill="${pot}"/><ellipse cx="325" cy="180" rx="74" ry="20" fill="${pot}"/>
      <circle cx="325" cy="152" r="17" fill="${pot}"/><ellipse cx="270" cy="240" rx="34" ry="22" fill="#fff5"/></svg>`);
    photos.push(await page.screenshot());
  }
  await page.close();
  return photos;
}
