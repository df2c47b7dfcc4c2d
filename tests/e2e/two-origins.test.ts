import { afterAll, beforeAll, expect, test } from "vitest";
import { findFreePort } from "@parlour/testkit";
import { openContext, collectPageErrors, isLongRun } from "@parlour/testkit/browser";
import type { Channel } from "@parlour/protocol";
import type { BrowserContext } from "playwright-core";
import { messageBubble, conversationPane } from "./inbox-fixture.ts";
import { createPng } from "./media-samples.ts";
import {
  toPageHtml,
  openWidgetSite,
  getScriptUrl,
  type WidgetSite,
} from "./widget-site-fixture.ts";

/**
 * Visitors and operators on two origins of one server (CFG-052), with two host names of this
 * machine.
 */
let fixture: WidgetSite;
let widget: Channel;
let operatorOrigin: string;
let visitorOrigin: string;
beforeAll(async () => {
  const port = await findFreePort();
  operatorOrigin = `http://127.0.0.1:${port}`;
  visitorOrigin = `http://localhost:${port}`;
  fixture = await openWidgetSite({
    PORT: String(port),
    PUBLIC_URL: operatorOrigin,
    WIDGET_URL: visitorOrigin,
  });
  widget = await fixture.createWidget();
});
afterAll(() => fixture.close());

async function signIn(context: BrowserContext): Promise<void> {
  const { email, password } = fixture.parlour.owner;
  const answer = await context.request.post(`${operatorOrigin}/api/v1/sessions`, {
    data: { email, password },
    headers: { origin: operatorOrigin },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

test("[CFG-053] [CFG-054] [WG-115] a page with the code of one origin opens the window at the other, and its message and picture reach the operator", async () => {
  // The embed code as it was copied before WIDGET_URL was set.
  const script = getScriptUrl(widget).replace(visitorOrigin, operatorOrigin);
  expect(script).not.toBe(getScriptUrl(widget));
  fixture.site.setPage("/old", toPageHtml(`<script src="${script}" async></script>`));
  const site = await (await openContext(fixture.browser, { width: 1000, height: 800 })).newPage();
  const faults = collectPageErrors(site);
  await site.goto(`${fixture.site.url}/old`);
  const host = site.locator("parlour-widget").first();
  await host.locator("button.l").click();
  const frame = site.frameLocator("parlour-widget >> nth=0 >> iframe");
  const field = frame.getByRole("textbox", { name: /message|question/i });
  await field.fill("The bowl has a crack");
  await field.press("Enter");
  await frame.getByText("The bowl has a crack").first().waitFor();
  await frame
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "bowl.png", mimeType: "image/png", buffer: createPng(320, 240) });
  const shown = frame.locator(`img[src^="${visitorOrigin}/files/"]`).first();
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(
    site
      .frames()
      .flatMap((one) => (one.url().startsWith("http") ? [new URL(one.url()).origin] : [])),
  ).toEqual([fixture.site.url, visitorOrigin]);
  expect(faults).toEqual([]);

  const context = await openContext(fixture.browser);
  await signIn(context);
  const [chat] = await fixture.listChats("waiting");
  const inboxPage = await context.newPage();
  const deskFaults = collectPageErrors(inboxPage);
  await inboxPage.goto(`${operatorOrigin}/inbox/all/${chat?.id}`);
  await messageBubble(inboxPage, "The bowl has a crack").waitFor();
  const picture = conversationPane(inboxPage).locator(`img[src^="${visitorOrigin}/files/"]`);
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await conversationPane(inboxPage).locator("button.picture").click();
  const enlarged = inboxPage.getByRole("dialog").locator("img");
  await expect
    .poll(() => enlarged.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(320);
  // The file opens in a tab of the visitors' origin, which has no cookie.
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    inboxPage.getByRole("dialog").getByRole("link", { name: "bowl.png" }).click(),
  ]);
  await tab.waitForURL(`${visitorOrigin}/files/**`);
  expect(await context.cookies(visitorOrigin)).toEqual([]);
  expect(deskFaults).toEqual([]);
  await Promise.all([context.close(), site.context().close()]);
});

test("[CFG-053] neither origin shows pages of the other", async () => {
  const context = await openContext(fixture.browser);
  await signIn(context);
  const page = await context.newPage();
  for (const path of [
    `/widget/frame/${widget.public_id}`,
    new URL(getScriptUrl(widget)).pathname,
  ]) {
    await page.goto(operatorOrigin + path);
    expect(page.url()).toBe(visitorOrigin + path);
  }
  for (const path of ["/", "/inbox/all", "/signin", "/api/v1/me"])
    expect((await page.goto(visitorOrigin + path))?.status(), path).toBe(404);
  await context.close();
});

test.runIf(isLongRun)(
  "[CFG-053] [WG-115] the test page and the preview of the settings show the window of the other origin",
  async () => {
    const context = await openContext(fixture.browser, { width: 1300, height: 900 });
    await signIn(context);
    const page = await context.newPage();
    const faults = collectPageErrors(page);
    await page.goto(`${operatorOrigin}/widget-test/${widget.public_id}`);
    // It opens by itself.
    const field = page
      .frameLocator("parlour-widget >> nth=0 >> iframe")
      .getByRole("textbox", { name: /message|question/i });
    await field.waitFor();
    await page.goto(`${operatorOrigin}/settings/widgets/${widget.id}`);
    const preview = page.frameLocator('iframe[title="Live preview"]:not(.behind)');
    await preview.frameLocator("iframe").getByRole("textbox").first().waitFor();
    expect(faults).toEqual([]);
    await context.close();
  },
);
