import fc from "fast-check";
import { openContext, collectPageErrors, isLongRun } from "@parlour/testkit/browser";
import type { Channel } from "@parlour/protocol";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectKeysIn,
  toPageHtml,
  openWidgetSite,
  getScriptUrl,
  type WidgetSite,
} from "./widget-site-fixture.ts";

/** The widget in single-page applications, and with the page's own button. */
let fixture: WidgetSite;
let widget: Channel;
let otherWidget: Channel;
beforeAll(async () => {
  fixture = await openWidgetSite();
  [widget, otherWidget] = await Promise.all([fixture.createWidget(), fixture.createWidget()]);
});
afterAll(() => fixture.close());

/** Actions of the page; each resolves when its effect is visible. */
const pageScript = `<script>
var loads=0,destroys=0,states=[];
function widget_onLoadCallback(){loads++;states.push(widget_config.chat_mode+" "+typeof widget_version)}
function widget_onWidgetDestroy(){destroys++}
function put(src){var s=document.createElement("script");s.src=src;document.head.append(s);return new Promise(function(done){s.onload=function(){done()}})}
function drop(){["api","config","destroy","init","version"].forEach(function(n){delete window["widget_"+n]})}
function own(){var b=document.createElement("button");b.id="widget_custom_widget";b.textContent="Ask us";b.onclick=function(){widget_api.open()};document.body.append(b)}
</script>`;
/** Counts listeners of window and document that are neither removed nor aborted. */
const countListeners = (): void => {
  const live = new Set<string>();
  let ids = 0;
  const listenerCounts = new WeakMap<object, number>();
  const nameOf = (target: EventTarget, type: string, listener: object): string => {
    if (!listenerCounts.has(listener)) listenerCounts.set(listener, ids++);
    return `${target === window ? "window" : "document"} ${type} ${listenerCounts.get(listener)}`;
  };
  // oxlint-disable-next-line typescript/unbound-method -- called with the target below
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if ((this === window || this === document) && listener !== null) {
      const name = nameOf(this, type, listener);
      live.add(name);
      if (typeof options === "object")
        add.call(options.signal ?? new EventTarget(), "abort", () => live.delete(name));
      if (typeof options === "object" && options.once === true) live.delete(name);
    }
    return add.call(this, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    if (listener !== null) live.delete(nameOf(this, type, listener));
    return remove.call(this, type, listener, options);
  };
  Object.assign(window, {
    listeners: () => [...live].map((one) => one.replace(/ \d+$/, "")).toSorted(),
  });
};

async function openPage(
  path: string,
  body: string,
  options: { readonly width?: number; readonly isEmpty?: boolean } = {},
): Promise<Page> {
  fixture.site.setPage(path, toPageHtml(body, pageScript));
  const context = await openContext(fixture.browser, { width: options.width ?? 1000, height: 800 });
  await context.addInitScript(countListeners);
  const page = await context.newPage();
  await page.goto(`${fixture.site.url}${path}`);
  if (options.isEmpty !== true) await page.waitForFunction("loads===1");
  return page;
}
const loadWidget = (page: Page, widgetChannel: Channel): Promise<unknown> =>
  page.evaluate(`put(${JSON.stringify(getScriptUrl(widgetChannel))})`);
const countLoads = (page: Page): Promise<unknown> => page.evaluate("loads");
const launcher = (page: Page) => page.locator("parlour-widget button.l");
const chatFrame = (page: Page) => page.frameLocator("parlour-widget iframe");

test("[WG-096] the configuration holds mode, colour and language, and the version says that the widget is ready", async () => {
  const page = await openPage("/config", `<script src="${getScriptUrl(widget)}" async></script>`);
  const config = {
    widget_id: widget.public_id,
    chat_mode: "online",
    widget_color: "#0B6B5D",
    locale: "en",
  };
  expect(await page.evaluate("widget_config")).toEqual(config);
  expect(await page.evaluate("states")).toEqual(["online string"]);
  await page.evaluate("widget_api.setWidgetColor('#123456')");
  expect(await page.evaluate("widget_config.widget_color")).toBe("#123456");
  // A custom button that holds the object sees a change without reading it again.
  await page.evaluate("window.kept=widget_config");
  await fixture.callApi("PUT", "me/presence", { status: "offline" });
  await expect
    .poll(() => page.evaluate("[kept.chat_mode,widget_api.chatMode()]"))
    .toEqual(["offline", "offline"]);
  await fixture.callApi("PUT", "me/presence", { status: "online" });
  await expect.poll(() => page.evaluate("kept.chat_mode")).toBe("online");
  await page.evaluate("widget_destroy()");
  expect(await page.evaluate("'widget_version' in window")).toBe(false);
  await page.context().close();
});

test("[WG-097] the script after destroy starts the widget again; the names of a destroyed widget are free for another id", async () => {
  const page = await openPage("/again", `<script src="${getScriptUrl(widget)}" async></script>`);
  const faults = collectPageErrors(page);
  await page.evaluate("window.first=widget_api;widget_destroy()");
  await expect
    .poll(() => page.evaluate("[destroys,document.querySelectorAll('parlour-widget').length]"))
    .toEqual([1, 0]);
  await loadWidget(page, widget);
  await expect.poll(() => countLoads(page)).toBe(2);
  expect(
    await page.evaluate(
      "[first===widget_api,first.open(),document.querySelectorAll('parlour-widget').length]",
    ),
  ).toEqual([true, { result: "ok" }, 1]);
  await page.evaluate("widget_destroy()");
  await loadWidget(page, otherWidget);
  await expect.poll(() => countLoads(page)).toBe(3);
  expect(
    await page.evaluate(
      "[first===widget_api,widget_config.widget_id,widget_api.open(),first.open()]",
    ),
  ).toEqual([
    false,
    otherWidget.public_id,
    { result: "ok" },
    { result: "fail", reason: "Widget is destroyed" },
  ]);
  await chatFrame(page).getByRole("textbox").waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test("[WG-097] a document that writes itself anew keeps a widget that works, and its conversation", async () => {
  const page = await openPage("/written", `<script src="${getScriptUrl(widget)}" async></script>`);
  await launcher(page).click();
  await chatFrame(page)
    .getByRole("textbox", { name: "Message" })
    .fill("Before the document was written anew");
  await chatFrame(page).getByRole("textbox", { name: "Message" }).press("Enter");
  await expect.poll(async () => (await fixture.listChats("waiting")).length).toBe(1);
  const script = `<script src="${getScriptUrl(widget)}" async></script>`;
  await page.evaluate((text) => {
    document.open();
    document.write(text);
    document.close();
  }, `<!doctype html><html lang="en"><title>Anew</title><main><h1>Anew</h1></main>${script}</html>`);
  await expect.poll(() => countLoads(page)).toBe(2);
  await expect.poll(() => page.locator("parlour-widget").count()).toBe(1);
  await chatFrame(page).getByText("Before the document was written anew").waitFor();
  await launcher(page).click();
  await expect.poll(() => page.locator("parlour-widget iframe").isVisible()).toBe(false);
  await page.locator("parlour-widget .b button").first().click();
  await chatFrame(page).getByText("Before the document was written anew").waitFor();
  expect(await countLoads(page)).toBe(2);
  await page.context().close();
});

/** The possible actions of a page on its widget, and the expected state after each. */
interface PageModel {
  isAlive: boolean;
  hasNames: boolean;
  loads: number;
  destroys: number;
  isHidden: boolean;
  hasOwn: boolean;
}
const steps: Readonly<
  Record<
    string,
    {
      readonly can: (m: PageModel) => boolean;
      readonly run: string;
      readonly change: (m: PageModel) => void;
    }
  >
> = {
  load: {
    can: () => true,
    run: "put(src)",
    change(m) {
      if (!m.isAlive || !m.hasNames) m.loads++;
      m.isAlive = m.hasNames = true;
    },
  },
  destroy: {
    can: (m) => m.hasNames,
    run: "widget_destroy()",
    change(m) {
      if (m.isAlive) m.destroys++;
      m.isAlive = false;
    },
  },
  init: {
    can: (m) => m.hasNames,
    run: "widget_init()",
    change(m) {
      if (!m.isAlive) m.loads++;
      m.isAlive = true;
    },
  },
  forgetNames: { can: () => true, run: "drop()", change: (m) => void (m.hasNames = false) },
  swapBody: {
    can: () => true,
    run: "document.body.replaceWith(document.createElement('body'))",
    change: (m) => void (m.hasOwn = false),
  },
  swapDocument: {
    can: () => true,
    run: "document.documentElement.replaceChildren(document.createElement('head'),document.createElement('body'))",
    change: (m) => void (m.hasOwn = false),
  },
  ownButton: { can: (m) => !m.hasOwn, run: "own()", change: (m) => void (m.hasOwn = true) },
  noOwnButton: {
    can: (m) => m.hasOwn,
    run: "document.querySelector('#widget_custom_widget').remove()",
    change: (m) => void (m.hasOwn = false),
  },
  hide: {
    can: (m) => m.hasNames && m.isAlive,
    run: "widget_api.hide()",
    change: (m) => void (m.isHidden = true),
  },
  show: {
    can: (m) => m.hasNames && m.isAlive,
    run: "widget_api.show()",
    change: (m) => void (m.isHidden = false),
  },
  openAndClose: {
    can: (m) => m.hasNames && m.isAlive,
    run: "widget_api.open();widget_api.close()",
    change: () => undefined,
  },
};
const runCount = isLongRun ? 60 : 2;

test("[WG-093] [WG-095] [WG-097] whatever a page does in whatever order: one button, one frame, one load callback for each start, no listener left", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.keys(steps)), { minLength: 6, maxLength: 14 }),
      async (plan) => {
        const page = await openPage(
          "/random",
          `<script src="${getScriptUrl(widget)}" async></script>`,
        );
        const faults = collectPageErrors(page);
        await page.evaluate(`window.src=${JSON.stringify(getScriptUrl(widget))}`);
        const listeners = await page.evaluate("listeners()");
        const m: PageModel = {
          isAlive: true,
          hasNames: true,
          loads: 1,
          destroys: 0,
          isHidden: false,
          hasOwn: false,
        };
        const done: string[] = [];
        for (const name of plan) {
          const step = steps[name];
          if (step === undefined || !step.can(m)) continue;
          done.push(name);
          await page.evaluate(
            `(async function(){${step.run.startsWith("put") ? "await " : ""}${step.run}})()`,
          );
          step.change(m);
          const expected = {
            hosts: m.isAlive ? 1 : 0,
            frames: m.isAlive ? 1 : 0,
            buttons: m.isAlive && !m.isHidden && !m.hasOwn ? 1 : 0,
            loads: m.loads,
            destroys: m.destroys,
            names: m.hasNames,
          };
          await expect
            .poll(() => page.evaluate(readWidgetState), { message: done.join(", ") })
            .toEqual(expected);
        }
        if (!m.isAlive || !m.hasNames) await loadWidget(page, widget);
        await expect
          .poll(() => page.evaluate("listeners()"), { message: done.join(", ") })
          .toEqual(listeners);
        await page.evaluate("widget_api.open()");
        await chatFrame(page).getByRole("textbox", { name: "Message" }).waitFor();
        expect(faults, done.join(", ")).toEqual([]);
        await page.context().close();
      },
    ),
    { numRuns: runCount, endOnFailure: true },
  );
});
/** Runs in the page: returns the state of the widget. */
const readWidgetState = (): object => {
  const hosts = [...document.querySelectorAll("parlour-widget")];
  const all = (selector: string): Element[] =>
    hosts.flatMap((host) => [...(host.shadowRoot?.querySelectorAll(selector) ?? [])]);
  const { loads: loadCount, destroys } = globalThis as unknown as {
    loads: number;
    destroys: number;
  };
  return {
    hosts: hosts.length,
    frames: all("iframe").length,
    buttons: all("button.l").filter((one) => one.getClientRects().length > 0).length,
    loads: loadCount,
    destroys,
    names: "widget_api" in globalThis,
  };
};

/** The ways in which a page declares its own button. */
const ownButtonWays: Readonly<
  Record<
    string,
    {
      readonly settings?: object;
      readonly head?: string;
      readonly before?: string;
      readonly after?: string;
    }
  >
> = {
  "by the setting": { settings: { launcher: "none" } },
  "by hide()": { after: "widget_api.hide()" },
  "by its own element": { before: `<button id="widget_custom_widget">Ask us</button>` },
  "by its own element, later": { after: "own()" },
  "by its style sheet": { head: "<style>parlour-widget{display:none}</style>" },
};
const wayNames = Object.keys(ownButtonWays);
/** Each code path once. The other ways hide the button by the same paths. */
const shortRunWays = ["by the setting", "by hide()", "by its own element"];
test.each(isLongRun ? wayNames : shortRunWays)(
  "[WG-088] [WG-095] [WG-218] a page with its own button, %s: nothing of ours is drawn, and the window opens",
  async (way) => {
    const { settings = {}, head: styles = "", before = "", after = "" } = ownButtonWays[way] ?? {};
    const widgetChannel = await fixture.createWidget(settings);
    const opener = before === "" ? `<button id="opener">Ask us</button>` : before;
    const page = await openPage(
      `/own-${wayNames.indexOf(way)}`,
      `${styles}${opener}<script>document.querySelector("button").onclick=function(){widget_api.open()}</script><script src="${getScriptUrl(widgetChannel)}" async></script>`,
    );
    const faults = collectPageErrors(page);
    if (after !== "") await page.evaluate(after);
    await expect.poll(() => launcher(page).isVisible()).toBe(false);
    const window = page.locator("parlour-widget iframe");
    expect(
      await page.evaluate("[widget_api.getUnreadMessagesCount(),widget_config.chat_mode]"),
    ).toEqual([0, "online"]);
    const ask = page.getByRole("button", { name: "Ask us" }).last();
    await ask.click();
    const field = chatFrame(page).getByRole("textbox", { name: "Message" });
    await field.waitFor();
    expect(
      await window.evaluate((one) => Math.round(innerHeight - one.getBoundingClientRect().bottom)),
    ).toBe(24);
    // The visitor pressed the button, so the focus moves into the window and later back to the
    // page's button.
    await expectKeysIn(field);
    await page.keyboard.type("Is it food-safe?");
    await page.keyboard.press("Enter");
    await chatFrame(page).getByText("Is it food-safe?").first().waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => window.isVisible()).toBe(false);
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Ask us");
    // An open chat shows no bar either. The page itself shows unread messages.
    expect(await page.locator("parlour-widget .b").isVisible()).toBe(false);
    // The window shows the message before it is stored.
    const findChat = async () =>
      (await fixture.listChats("waiting")).find(({ channel }) => channel.id === widgetChannel.id)
        ?.id ?? 0;
    await expect.poll(findChat).toBeGreaterThan(0);
    const chatId = await findChat();
    await fixture.callApi("POST", `chats/${chatId}/accept`, {});
    await fixture.callApi("POST", `chats/${chatId}/messages`, {
      kind: "text",
      text: "It is.",
      client_id: "a1",
    });
    await expect.poll(() => page.evaluate("widget_api.getUnreadMessagesCount()")).toBe(1);
    expect(await page.locator("parlour-widget .t").isVisible()).toBe(false);
    await ask.click();
    await chatFrame(page).getByText("It is.").first().waitFor();
    if (way === "by hide()") {
      await page.evaluate("widget_api.close();widget_api.show()");
      await launcher(page).waitFor();
    }
    expect(faults).toEqual([]);
    await page.context().close();
  },
);

test("[WG-004] [WG-095] a page that hides undefined elements until its own are defined does not hide the widget", async () => {
  const page = await openPage(
    "/undefined",
    `<style>:not(:defined){display:none}</style><script src="${getScriptUrl(widget)}" async></script>`,
  );
  await launcher(page).waitFor();
  await page.context().close();
});
