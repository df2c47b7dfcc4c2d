import { findFreePort } from "@parlour/testkit";
import { collectPageErrors, openContext } from "@parlour/testkit/browser";
import { describe, expect, test } from "vitest";
import { getScriptUrl, openWidgetSite, toPageHtml } from "./widget-site-fixture.ts";

/** Pages that are isolated from other origins, and pages that keep the window from loading. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const isolating = (policy: string) => ({
  "cross-origin-embedder-policy": policy,
  "cross-origin-opener-policy": "same-origin",
});

describe.each(["one origin", "a separate WIDGET_URL"])("%s", (origins) => {
  test("[WG-232] the window opens on isolated pages, and shows a picture", async () => {
    const port = await findFreePort();
    const fixture = await openWidgetSite(
      origins === "one origin"
        ? {}
        : {
            PORT: String(port),
            PUBLIC_URL: `http://127.0.0.1:${port}`,
            WIDGET_URL: `http://localhost:${port}`,
          },
    );
    const widget = await fixture.createWidget();
    for (const policy of ["require-corp", "credentialless"]) {
      fixture.site.setPage(
        "/isolated",
        toPageHtml(`<script src="${getScriptUrl(widget)}" async></script>`),
        isolating(policy),
      );
      const context = await openContext(fixture.browser, { width: 1000, height: 800 });
      const page = await context.newPage();
      const faults = collectPageErrors(page);
      // Chromium isolates only pages of trustworthy origins.
      await page.goto(`${fixture.site.url.replace("127.0.0.1", "localhost")}/isolated`);
      expect(await page.evaluate("crossOriginIsolated")).toBe(true);
      await page.locator("parlour-widget button.l").click();
      const frame = page.frameLocator("parlour-widget iframe");
      await frame.getByRole("textbox", { name: "Message" }).waitFor();
      await frame
        .locator("input[type=file]")
        .setInputFiles({ name: "cup.png", mimeType: "image/png", buffer: picture });
      const shown = frame.locator(".pw-log img").first();
      await expect
        .poll(() => shown.evaluate((one) => (one as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0);
      expect(faults).toEqual([]);
      await context.close();
    }
    await fixture.close();
  });
});

test("[WG-233] while a page's policy or the network keeps the window away, the button says why; then the window opens", async () => {
  const fixture = await openWidgetSite();
  const widget = await fixture.createWidget();
  fixture.setPage("/blocked", widget);
  const page = await (await openContext(fixture.browser, { width: 1000, height: 800 })).newPage();
  // The page's clock moves only when the test moves it.
  await page.clock.install();
  let isBlocked = true;
  await page.route("**/widget/frame/*?r=*", (route) =>
    isBlocked ? route.abort("blockedbyresponse") : route.continue(),
  );
  await page.goto(`${fixture.site.url}/blocked`);
  const launcher = page.locator("parlour-widget button.l");
  const failed = page.waitForEvent("requestfailed");
  await launcher.click();
  await failed;
  await page.clock.runFor(2_000);
  const notice = page.locator("parlour-widget").getByRole("status");
  await notice.waitFor();
  expect(await notice.textContent()).toBe(
    "The chat can't open here: this page or your network blocks it. We'll keep trying.",
  );
  expect(await page.locator("parlour-widget iframe").isVisible()).toBe(false);
  // The button closes the window, and with it the notice.
  await launcher.click();
  await expect.poll(() => notice.isVisible()).toBe(false);
  await launcher.click();
  await expect.poll(() => notice.isVisible()).toBe(true);
  isBlocked = false;
  await page.clock.runFor(10_000);
  await page.frameLocator("parlour-widget iframe").getByRole("textbox").first().waitFor();
  await expect.poll(() => notice.isVisible()).toBe(false);
  await page.context().close();
  await fixture.close();
});
