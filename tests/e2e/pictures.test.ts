import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openContext } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { bubble, message, openDesk, ready, ring, talk } from "./desk.ts";
import { openFresh } from "./fresh.ts";
import { shrinkPng } from "./png.ts";
import { playScene } from "./scene.ts";

/** The pictures of README and documentation, made with `PICTURES=1`. */
const folder = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));

test.runIf(process.env["PICTURES"] === "1")("pictures of the documentation are made from the running product", async () => {
  mkdirSync(folder, { recursive: true });
  const desk = await openDesk();
  const scene = await playScene(desk);
  const take = async (page: Page, name: string): Promise<void> => {
    await page.evaluate(() => document.fonts.ready);
    const picture = shrinkPng(await page.screenshot());
    expect(picture.length, name).toBeLessThan(150 * 1024);
    writeFileSync(`${folder}${name}.png`, picture);
  };
  const seat = await desk.sit(undefined, { path: `/inbox/all/${scene.id("1043")}` });
  const { page } = seat;
  await ready(page);
  await message(page).fill("We can offer a replacement or a refund, whichever");
  await page.goto(`${desk.url}/inbox/all/${scene.id("anna")}`);
  await ready(page);
  // What Ivan writes is his note to his colleagues.
  await bubble(page, "It is the PDF above. Thank you for being so quick!").waitFor();
  scene.answer("anna", "hang");
  for (const text of ["You can keep the teapot.", "It takes two to three working days to reach your card."]) {
    await message(page).fill(text);
    await message(page).press("Enter");
  }
  await message(page).fill(
    "One more thing from my side: we found a fault in this batch of lids, so I have put your order on our list for a new one. It ships on Monday with tracking. Is the address in Bristol still right for you?",
  );
  await desk.parlour.say(desk.channel, "max", "Do you ship to Norway, and what does it cost?", { sender: { name: "Max Lindqvist" } });
  await ring(page).getByText("Do you ship to Norway").waitFor();
  await desk.parlour.call("POST", `/channel/${desk.channel.randomString}/${desk.channel.publicId}`, {
    sender: { id: "anna" },
    message: { type: "typein" },
  });
  await talk(page).getByText("Anna Kovács is typing").waitFor();
  await bubble(page, "You can keep the teapot.")
    .getByText(/Retrying 2\/3 · next in/)
    .or(bubble(page, "You can keep the teapot.").getByText("Retrying 2/3"))
    .first()
    .waitFor();
  await page.emulateMedia({ colorScheme: "light" });
  await take(page, "inbox");
  await page.emulateMedia({ colorScheme: "dark" });
  await take(page, "inbox-dark");
  await page.emulateMedia({ colorScheme: "light" });
  await bubble(page, "You can keep the teapot.").getByText("Not delivered").waitFor({ timeout: 15_000 });
  scene.answer("anna", "ok");

  const failed = (await desk.parlour.owner.call("GET", `deliveries?state=failed&chat=${scene.id("anna")}`)).body as {
    items: { id: number; attempts: number }[];
  };
  await page.goto(
    `${desk.url}/integrations/deliveries/${failed.items.find(({ attempts }) => attempts === 3)?.id ?? failed.items[0]?.id ?? 0}`,
  );
  await page.getByRole("button", { name: "Copy as curl" }).first().waitFor();
  for (const name of ["Max Lindqvist", "Lukas Weber", "Nadia Ross"])
    await page
      .getByRole("region", { name: `New chat from ${name}` })
      .getByRole("button", { name: "Skip" })
      .click();
  await page.mouse.move(0, 0);
  await take(page, "deliveries");
  await seat.leave();

  const phone = await desk.sit(undefined, { width: 320, height: 640, path: `/inbox/all/${scene.id("tom")}` });
  await talk(phone.page).locator("[data-seq]").first().waitFor();
  await take(phone.page, "phone");
  await phone.leave();

  const fresh = await openFresh(desk.integrator.port);
  const context = await openContext(desk.browser);
  const setUp = await context.newPage();
  await setUp.goto(fresh.link);
  await setUp.getByRole("textbox", { name: "Name" }).fill("Sofia Lind");
  await setUp.getByRole("textbox", { name: "E-mail" }).fill("sofia@shop.example");
  await setUp.getByRole("textbox", { name: "Password" }).fill("teapot lid violin meadow");
  await setUp.getByRole("button", { name: "Create owner" }).click();
  await setUp.getByRole("heading", { name: "Your site" }).waitFor();
  await setUp.getByRole("textbox", { name: "Name" }).fill("Teapots & Co");
  await setUp.getByRole("button", { name: "Continue" }).click();
  await setUp.getByRole("button", { name: "Create channel" }).click();
  await setUp.getByRole("heading", { name: "Waiting for your first message…" }).waitFor();
  await setUp.getByText(/^live, \d+ ms$/).waitFor();
  await setUp.mouse.move(0, 0);
  await take(setUp, "setup");
  await context.close();
  await fresh.close();
  await desk.close();
});
