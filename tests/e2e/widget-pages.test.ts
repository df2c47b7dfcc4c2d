import { afterAll, beforeAll, expect, test } from "vitest";
import { openContext, collectPageErrors, type SharedBrowser } from "@parlour/testkit/browser";
import { startTestParlour, type HostSite, type TestParlour } from "@parlour/testkit";
import type { Channel } from "@parlour/protocol";
import type { Page } from "playwright-core";
import {
  expectKeysIn,
  toPageHtml,
  openWidgetSite,
  getScriptUrl,
  type WidgetSite,
} from "./widget-site-fixture.ts";

/**
 * Strict, careless and noisy host pages. The widget works on each and leaves the page unchanged.
 */
let fixture: WidgetSite;
let site: HostSite;
let browser: SharedBrowser;
let widget: Channel;
beforeAll(async () => {
  fixture = await openWidgetSite();
  ({ site, browser } = fixture);
  widget = await fixture.createWidget();
});
afterAll(() => fixture.close());
/** Creates a widget of another installation. */
const createWidget = async (installation: TestParlour, settings: object): Promise<Channel> => {
  const created = await installation.owner.call("POST", "channels", {
    kind: "widget",
    name: "Shop",
    operators: [installation.owner.id],
    widget: settings,
  });
  expect(created.status, created.text).toBe(201);
  return created.body as Channel;
};

/** Opens the window, sends a message, and waits until it is shown. */
async function startConversation(page: Page, text: string): Promise<void> {
  const host = page.locator("parlour-widget").first();
  await host.locator("button.l").click();
  const frame = page.frameLocator("parlour-widget >> nth=0 >> iframe");
  await expect
    .poll(async () => {
      const box = await host.locator("iframe").boundingBox();
      return [box?.width, box?.height];
    })
    .toEqual([380, 640]);
  await frame.getByRole("textbox", { name: /message|question/i }).fill(text);
  await frame.getByRole("textbox", { name: /message|question/i }).press("Enter");
  await expect
    .poll(async () => (await fixture.parlour.owner.call("GET", "chats?state=waiting")).text)
    .toContain(text);
  await frame.getByText(text).first().waitFor();
}

test("[WG-004] a page that allows nothing but nonces, and the instance in frames", async () => {
  const { origin } = new URL(getScriptUrl(widget));
  site.setPage(
    "/strict",
    toPageHtml(`<script nonce="abc" src="${getScriptUrl(widget)}" async></script>`),
    {
      "content-security-policy": `default-src 'none'; script-src 'nonce-abc' 'strict-dynamic'; frame-src ${origin}; connect-src ${origin}; base-uri 'none'; require-trusted-types-for 'script'`,
    },
  );
  const page = await (await openContext(browser, { width: 1000, height: 800 })).newPage();
  const faults = collectPageErrors(page);
  await page.goto(`${site.url}/strict`);
  await startConversation(page, "from a strict page");
  // The page contains only one element of the widget, none of its styles, and only the documented
  // names.
  expect(
    await page.evaluate(() => [...document.documentElement.children].map((one) => one.localName)),
  ).toEqual(["head", "body", "parlour-widget"]);
  expect(
    await page.evaluate(() => {
      const host = document.querySelector("parlour-widget");
      return [host, ...(host?.shadowRoot?.querySelectorAll("*") ?? [])].filter(
        (one) => one?.hasAttribute("style") || one?.localName === "style",
      ).length;
    }),
  ).toBe(0);
  expect(
    await page.evaluate(() =>
      Object.keys(globalThis).filter((name) => /widget|parlour/i.test(name)),
    ),
  ).toEqual(["widget_api", "widget_config", "widget_destroy", "widget_init", "widget_version"]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("[WG-004] styles of the page do not reach in, ours do not leak out", async () => {
  const rules = `* { all: revert !important } *:not(html), *::before { display: inline !important; position: static !important; opacity: .1 !important; background: red !important; width: 1px !important; transform: rotate(9deg) !important }
iframe { display: none !important } button { visibility: hidden !important; font-size: 99px !important }`;
  site.setPage(
    "/css",
    toPageHtml(
      `<p id="own">Text</p><script src="${getScriptUrl(widget)}" async></script>`,
      `<style>${rules}</style>`,
    ),
  );
  site.setPage("/plain", toPageHtml(`<p id="own">Text</p>`, `<style>${rules}</style>`));
  const page = await (await openContext(browser, { width: 1000, height: 800 })).newPage();
  const faults = collectPageErrors(page);
  const styles = (): Promise<string> =>
    page.evaluate(() => {
      const style = getComputedStyle(document.querySelector("#own") as Element);
      return [...style].map((name) => `${name}:${style.getPropertyValue(name)}`).join();
    });
  await page.goto(`${site.url}/plain`);
  const plain = await styles();
  await page.goto(`${site.url}/css`);
  const button = page.locator("parlour-widget button.l");
  await button.waitFor();
  await expect
    .poll(async () => {
      const { x, y, width, height } = (await button.boundingBox()) ?? {
        x: 0,
        y: 0,
        width: 0,
        height: 0,
      };
      return [width, height, x + width, y + height].map(Math.round);
    })
    .toEqual([56, 56, 976, 776]);
  expect(await styles()).toBe(plain);
  await startConversation(page, "from a loud page");
  expect(faults).toEqual([]);
  await page.context().close();
});

test("[WG-002] [WG-004] [WG-012] a page that has it thrice, clobbers its names and swaps its body keeps one widget", async () => {
  const src = getScriptUrl(widget);
  const id = /(\w{10})\.js/.exec(src)?.[1] ?? "";
  site.setPage(
    "/many",
    toPageHtml(
      `<form id="widget_api"><input name="open"><input name="q"></form><form name="widget_config"></form>
<script>var loads=0;window.widget_onLoadCallback=function(){loads++}</script>${widget.snippet ?? ""}
<script src="${src.replace(".js", "%7D?v=1")}" async></script><script src="${fixture.parlour.url}/script/widget/${id}" async></script><script src="${fixture.parlour.url}/script/widget/${id}.js?x" async></script>`,
    ),
  );
  const page = await (await openContext(browser, { width: 1000, height: 800 })).newPage();
  const faults = collectPageErrors(page);
  await page.goto(`${site.url}/many`);
  await page.waitForFunction(() => (globalThis as unknown as { loads: number }).loads > 0);
  expect(
    await page.evaluate(
      () => typeof (globalThis as unknown as { widget_api: { open: unknown } }).widget_api.open,
    ),
  ).toBe("function");
  for (const swap of [
    () => document.body.replaceWith(document.createElement("body")),
    () => void (document.body.textContent = "other view"),
    () =>
      document.documentElement.replaceChildren(
        document.createElement("head"),
        document.createElement("body"),
      ),
    () => document.replaceChild(document.createElement("html"), document.documentElement).remove(),
    () => document.documentElement.append(document.createElement("body")),
  ])
    await page.evaluate(swap);
  await page.locator("parlour-widget button.l").waitFor();
  await expect.poll(() => page.locator("parlour-widget").count()).toBe(1);
  await startConversation(page, "from a page that changes");
  expect(await page.evaluate(() => (globalThis as unknown as { loads: number }).loads)).toBe(1);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("[WG-084] a page whose storage throws keeps the visitor as long as it stands; cookies are not used", async () => {
  site.setPage("/blocked", toPageHtml(`<script src="${getScriptUrl(widget)}" async></script>`));
  const context = await openContext(browser, { width: 1000, height: 800 });
  await context.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage", "indexedDB"])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("blocked", "SecurityError");
        },
      });
    Object.defineProperty(Document.prototype, "cookie", {
      get() {
        throw new DOMException("blocked", "SecurityError");
      },
    });
  });
  const page = await context.newPage();
  const faults = collectPageErrors(page);
  await page.goto(`${site.url}/blocked`);
  await startConversation(page, "from a page without storage");
  expect(faults).toEqual([]);
  await context.close();
});

test("[WG-088] [WG-255] opened while its window still comes: the focus waits with the button, then what is typed lands in the window", async () => {
  site.setPage(
    "/early",
    toPageHtml(
      `<input id="own" aria-label="Own"><script src="${getScriptUrl(widget)}" async></script>`,
    ),
  );
  const page = await (await openContext(browser, { width: 1000, height: 800 })).newPage();
  const faults = collectPageErrors(page);
  let come = (): void => undefined;
  let pendingFrame = new Promise<void>((resolve) => (come = resolve));
  await page.route(/\/widget\/frame\/\w+\?/, async (route) => {
    await pendingFrame;
    await route.continue();
  });
  await page.goto(`${site.url}/early`);
  await page.locator("parlour-widget button.l").click();
  await page.locator("parlour-widget iframe").waitFor();
  // An iframe that has the focus while its document loads returns it to the page; typed text was
  // lost.
  const focused = () =>
    page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.localName);
  expect(await focused()).toBe("button");
  come();
  const field = page
    .frameLocator("parlour-widget >> nth=0 >> iframe")
    .getByRole("textbox", { name: "Message" });
  await field.waitFor();
  await expect.poll(focused).toBe("iframe");
  await expectKeysIn(field);
  await page.keyboard.type("typed at once");
  await expect.poll(() => field.inputValue()).toBe("typed at once");

  // A visitor who continued in the page keeps the focus there.
  await page.evaluate(() => sessionStorage.clear());
  pendingFrame = new Promise<void>((resolve) => (come = resolve));
  await page.reload();
  await page.locator("parlour-widget button.l").click();
  await page.locator("parlour-widget iframe").waitFor();
  await page.getByRole("textbox", { name: "Own" }).focus();
  come();
  await field.waitFor();
  await page.keyboard.type("in the page");
  const ownField = page.getByRole("textbox", { name: "Own" });
  await expect.poll(() => ownField.inputValue()).toBe("in the page");

  // The same if the button was pressed before the page had the script that opens the window.
  await page.evaluate(() => sessionStorage.clear());
  pendingFrame = new Promise<void>((resolve) => (come = resolve));
  const hostScript = /\/widget\/assets\/host-[^?]+$/;
  await page.route(hostScript, async (route) => {
    await pendingFrame;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await page.locator("parlour-widget button.l").click();
  await ownField.focus();
  come();
  await field.waitFor();
  await page.keyboard.type("before the script");
  await expect.poll(() => ownField.inputValue()).toBe("before the script");
  await page.unroute(hostScript);

  // The same if the focus was already in the window, before there was a field to write in.
  await page.evaluate(() => sessionStorage.clear());
  pendingFrame = new Promise<void>((resolve) => (come = resolve));
  await page.route(/\/assets\/render-/, async (route) => {
    await pendingFrame;
    await route.continue();
  });
  await page.unroute(/\/widget\/frame\/\w+\?/);
  await page.reload();
  await page.locator("parlour-widget button.l").click();
  await expect.poll(focused).toBe("iframe");
  await ownField.focus();
  come();
  await field.waitFor();
  await page.keyboard.type("in the page");
  await expect.poll(() => ownField.inputValue()).toBe("in the page");
  // After reopening the window with its button, the caret is in the text.
  await page.locator("parlour-widget button.l").click();
  await page.locator("parlour-widget button.l").click();
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("[WG-003] [WG-006] [WG-005] two widgets of two installations; one that is off, one that is not for this site, one that nobody knows", async () => {
  const other = await startTestParlour({ clock: "system" });
  try {
    const [second, foreign, off] = await Promise.all([
      createWidget(other, { prefixes: ["second"] }),
      createWidget(other, { prefixes: ["foreign"], origins: ["https://*.shop.example"] }),
      createWidget(other, { prefixes: ["off"] }),
    ]);
    expect((await other.owner.call("PATCH", `channels/${off.id}`, { enabled: false })).status).toBe(
      200,
    );
    const tags = [widget, second, foreign, off]
      .map((one) => `<script src="${getScriptUrl(one)}" async></script>`)
      .join("");
    site.setPage(
      "/two",
      toPageHtml(`${tags}<script src="${other.url}/widget/AAAAAAAAAA.js" async></script>`),
    );
    const page = await (await openContext(browser, { width: 1000, height: 800 })).newPage();
    const faults = collectPageErrors(page);
    await page.goto(`${site.url}/two`);
    await page.waitForFunction(() => "widget_api" in globalThis && "second_api" in globalThis);
    const answers = await page.evaluate(() => {
      const number = (name: string) =>
        new Promise((done) =>
          (
            globalThis as unknown as Record<
              string,
              { getVisitorNumber(run: (error: unknown, number: unknown) => void): void }
            >
          )[`${name}_api`]?.getVisitorNumber((error, value) => done(value ?? error)),
        );
      return Promise.all([number("widget"), number("second")]);
    });
    expect(answers.map((one) => typeof one)).toEqual(["number", "number"]);
    expect(
      await page.evaluate(() => ["foreign_api" in globalThis, "off_api" in globalThis]),
    ).toEqual([false, false]);
    const at = async (which: number): Promise<number> =>
      (await page.locator("parlour-widget button.l").nth(which).boundingBox())?.y ?? Number.NaN;
    await expect.poll(async () => Math.abs((await at(0)) - (await at(1)))).toBe(72);
    expect(
      (await other.call("GET", `/widget/${/(\w{10})\.js/.exec(getScriptUrl(off))?.[1] ?? ""}.js`))
        .text,
    ).toBe("");
    expect((await other.call("GET", "/widget/AAAAAAAAAA.js")).status).toBe(404);
    expect(faults.filter((one) => !/AAAAAAAAAA|status of 404/.test(one))).toEqual([]);
    await page.context().close();
  } finally {
    await other.close();
  }
});

test("[WG-088] on a phone the window covers the screen, Back closes it, an invitation is half high until it is touched", async () => {
  site.setPage(
    "/phone",
    toPageHtml(
      `<div id="long">Text</div><script src="${getScriptUrl(widget)}" async></script>`,
      `<meta name="viewport" content="width=device-width">`,
    ),
  );
  site.setPage("/before", toPageHtml("Before"));
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const faults = collectPageErrors(page);
  await page.goto(`${site.url}/before`);
  await page.goto(`${site.url}/phone`);
  const frame = page.locator("parlour-widget iframe");
  const box = async (): Promise<readonly (number | undefined)[]> => {
    const found = await frame.boundingBox();
    return [found?.x, found?.y, found?.width, found?.height].map((one) => one && Math.round(one));
  };
  await page.locator("parlour-widget button.l").tap();
  await expect.poll(box).toEqual([0, 0, 360, 640]);
  const overflow = () =>
    expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).overflow));
  await overflow().toBe("hidden");
  await page.goBack();
  await expect.poll(() => frame.isVisible()).toBe(false);
  expect(new URL(page.url()).pathname).toBe("/phone");
  await overflow().toBe("visible");
  // In landscape it is as low as it was narrow.
  await page.setViewportSize({ width: 640, height: 360 });
  await page.locator("parlour-widget button.l").tap();
  await expect.poll(box).toEqual([0, 0, 640, 360]);
  await page.goBack();
  await expect.poll(() => frame.isVisible()).toBe(false);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.evaluate(() =>
    (
      globalThis as unknown as { widget_api: { showProactiveInvitation(text: string): void } }
    ).widget_api.showProactiveInvitation("Help?"),
  );
  await expect.poll(box).toEqual([0, 320, 360, 320]);
  await overflow().toBe("visible");
  expect(faults).toEqual([]);

  // A slow connection: nothing of the window is rendered yet, and the button that opened it closes
  // it.
  await page.evaluate("widget_api.close()");
  let isHeld = true;
  await page.route("**/render-*.js", (route) => (isHeld ? route.abort() : route.continue()));
  await page.reload();
  const button = page.locator("parlour-widget button.l");
  await button.tap();
  await expect.poll(box).toEqual([0, 0, 360, 640]);
  await button.tap();
  await expect.poll(() => frame.isVisible()).toBe(false);
  isHeld = false;
  await page.reload();
  await button.tap();
  await page.frameLocator("parlour-widget iframe").getByRole("textbox").waitFor();
  // The page gets the event after the window is rendered.
  await expect.poll(() => button.isVisible()).toBe(false);
  await context.close();
});

test("[WG-052] a page that is rendered ahead is no visit before somebody comes to it", async () => {
  site.setPage("/ahead", toPageHtml(`<script src="${getScriptUrl(widget)}" async></script>`));
  const page = await (await openContext(browser)).newPage();
  // Chromium prerenders nothing under a debugger, so the test simulates it for the page.
  await page.addInitScript(
    "Object.defineProperty(document,'prerendering',{get:function(){return !window.isSeen}})",
  );
  await page.goto(`${site.url}/ahead`);
  const countStoredKeys = () => page.evaluate("Object.keys(localStorage).length");
  expect([await page.locator("parlour-widget").count(), await countStoredKeys()]).toEqual([0, 0]);
  await page.evaluate("isSeen=true;document.dispatchEvent(new Event('prerenderingchange'))");
  await page.locator("parlour-widget button.l").waitFor();
  expect(await countStoredKeys()).toBe(1);
  await page.context().close();
});
