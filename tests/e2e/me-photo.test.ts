import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openInboxFixture,
  waitUntilLive,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { checkScreen, usualViews } from "./screen-check.ts";

let fixture: InboxFixture;
let operatorPage: OperatorPage;
beforeAll(async () => {
  fixture = await openInboxFixture();
  operatorPage = await fixture.openOperatorPage(fixture.operator, { path: "/me" });
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await fixture.close();
});

/** Creates a PNG that is red on the left and blue on the right. */
async function createRedAndBluePng(): Promise<Buffer> {
  const address = await operatorPage.page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 600;
    canvas.height = 300;
    const pen = canvas.getContext("2d");
    for (const [n, colour] of ["#f00", "#00f"].entries()) {
      if (pen) pen.fillStyle = colour;
      pen?.fillRect(n * 300, 0, 300, 300);
    }
    return canvas.toDataURL("image/png");
  });
  return Buffer.from(address.slice(address.indexOf(",") + 1), "base64");
}

/**
 * Returns the colours at the left and right edge of a visible picture: "red" or "blue", "" while it
 * loads.
 */
const getEdgeColours = (picture: Locator): Promise<readonly string[]> =>
  picture.evaluate((img) => {
    const canvas = document.createElement("canvas");
    canvas.width = 20;
    canvas.height = 20;
    const pen = canvas.getContext("2d");
    if (!(img instanceof HTMLImageElement) || !img.complete || !pen) return [];
    pen.drawImage(img, 0, 0, 20, 20);
    return [2, 17].map((x) => {
      const [red = 0, , blue = 0] = pen.getImageData(x, 10, 1, 1).data;
      return red > 200 ? "red" : blue > 200 ? "blue" : "";
    });
  });

test("[CORE-157] a person crops a photo in the profile and sees it in the rail, also after a reload, until they remove it", async () => {
  const { page } = operatorPage;
  await waitUntilLive(page);
  const inRail = page.getByRole("navigation", { name: "Main" }).locator(".avatar img");
  expect(await inRail.count()).toBe(0);
  const problems = [...(await checkScreen(page, "me", { views: usualViews }))];
  const file = { name: "me.png", mimeType: "image/png", buffer: await createRedAndBluePng() };
  await page.getByLabel("Upload a photo").and(page.locator("input")).setInputFiles(file);
  const dialog = page.getByRole("dialog", { name: "Crop the photo" });
  await dialog.waitFor();
  problems.push(...(await checkScreen(page, "me-crop", { views: usualViews })));
  await dialog.getByRole("slider", { name: "Left or right" }).press("End");
  await dialog.getByRole("button", { name: "Save photo" }).click();
  await page.getByText("Your photo was saved.").waitFor();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => getEdgeColours(inRail)).toEqual(["blue", "blue"]);
  // This page was opened without the inbox, so its own styles must clip the picture to a circle.
  expect(await inRail.boundingBox()).toMatchObject({ width: 28, height: 28 });
  problems.push(...(await checkScreen(page, "me-photo", { views: usualViews })));
  await page.reload();
  await waitUntilLive(page);
  await expect.poll(() => getEdgeColours(inRail)).toEqual(["blue", "blue"]);

  // Dragging to the right moves the left part of the picture into the square.
  await page.getByLabel("Upload a photo").and(page.locator("input")).setInputFiles(file);
  const preview = dialog.getByRole("img", { name: "The part of the picture that is kept" });
  const box = await preview.boundingBox();
  if (box === null) throw new Error("the preview is not shown");
  await page.mouse.move(box.x + 10, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 5, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await dialog.getByRole("button", { name: "Save photo" }).click();
  await expect.poll(() => getEdgeColours(inRail)).toEqual(["red", "red"]);
  await page.getByRole("button", { name: "Remove photo" }).click();
  await inRail.waitFor({ state: "detached" });
  expect(problems.join("\n")).toBe("");
});
