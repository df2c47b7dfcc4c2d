import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  findAxeViolations,
  openContext,
  useSharedBrowser,
  collectPageErrors,
  type SharedBrowser,
} from "@parlour/testkit/browser";
import { startHostSite, startTestParlour, type HostSite, type TestParlour } from "@parlour/testkit";
import type { Channel } from "@parlour/protocol";
import type { BrowserContext, Page } from "playwright-core";

/**
 * The script API (interface D) as a page uses it: one Parlour, one widget with two names, pages of
 * a foreign site.
 */
let parlour: TestParlour;
let site: HostSite;
let browser: SharedBrowser;
let widget: Channel;
let context: BrowserContext;
let page: Page;
let faults: string[];
const callbackNames = [
  "LoadCallback",
  "Open",
  "Close",
  "MessageSent",
  "MessageReceived",
  "Accept",
  "Introduction",
  "ResizeCallback",
  "CallStart",
  "CallEnd",
  "ChangeState",
  "ClientStartChat",
  "WidgetDestroy",
];
/**
 * Records each callback of the first name with its arguments, and the results of earlier API calls.
 */
const recorderScript = `<script>window.heard=[];${JSON.stringify(callbackNames)}.forEach(function(n){window["widget_on"+n]=function(){heard.push([n].concat([].slice.call(arguments)))}})</script>`;
type CallbackLog = readonly (readonly unknown[])[];

beforeAll(async () => {
  browser = useSharedBrowser();
  [parlour, site] = await Promise.all([startTestParlour({ clock: "system" }), startHostSite()]);
  const created = await parlour.owner.call("POST", "channels", {
    kind: "widget",
    name: "Shop",
    operators: [parlour.owner.id],
    widget: { prefixes: ["widget", "other"] },
  });
  expect(created.status, created.text).toBe(201);
  widget = created.body as Channel;
  site.setPage(
    "/",
    `<!doctype html><html lang="en"><title>Shop</title>${recorderScript}<h1>Shop</h1><a href="/next?utm_source=late">Next</a>${widget.snippet ?? ""}
<script>window.early=[widget_api.setCustomData("x"),widget_api.setCustomData([{title:"Cart",content:"3 bowls"}]),widget_api.setUserToken(5),widget_api.setUserToken({}),
widget_api.on("load",function(){heard.push(["on load"])}),widget_api.open(),widget_api.chatMode(),widget_api.getContactInfo()]</script></html>`,
  );
  site.setPage(
    "/next",
    `<!doctype html><html lang="en"><title>Next</title>${recorderScript}<main><h1>Next</h1></main>${getScriptTag()}</html>`,
  );
  context = await openContext(browser);
  page = await context.newPage();
  faults = collectPageErrors(page);
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await parlour.close();
});
const getScriptTag = (): string => /<script src=.*$/.exec(widget.snippet ?? "")?.[0] ?? "";
const readCallbacks = (): Promise<CallbackLog> =>
  page.evaluate(() => (globalThis as unknown as { heard: unknown[][] }).heard.splice(0));
/** Waits until there are `count` callbacks. */
async function waitForCallbacks(count: number): Promise<CallbackLog> {
  await expect.poll(() => evaluate("heard.length")).toBeGreaterThanOrEqual(count);
  return readCallbacks();
}
const excludeCallback = (list: CallbackLog, name: string): CallbackLog =>
  list.filter(([one]) => one !== name);
/** Evaluates a JavaScript expression in the page. */
const evaluate = (code: string): Promise<unknown> => page.evaluate(code);
const waitUntilLoaded = (): Promise<unknown> =>
  page.waitForFunction(() =>
    (globalThis as unknown as { heard: CallbackLog }).heard.some(
      ([name]) => name === "LoadCallback",
    ),
  );
const widgetElement = () => page.locator("parlour-widget");
const getState = () => widgetElement().locator(".p").getAttribute("data-state");

/**
 * One tab for all steps: contacts, number and state of one step must be available on the next page.
 */
describe("one tab from its first page to its end", { shuffle: false }, () => {
  test("[WG-001] [WG-011] [WG-021] calls before the script are answered, kept and carried out in order, before the load callback", async () => {
    await page.goto(`${site.url}/?utm_source=news&utm_medium=mail`);
    await waitUntilLoaded();
    expect(await evaluate("early")).toEqual([
      { result: "fail", reason: "Custom data must be array." },
      { result: "ok" },
      { result: "ok", token: "5" },
      { result: "fail", token: false },
      { result: "ok", queued: true },
      { result: "ok", queued: true },
      "offline",
      { name: null, client_name: null, email: null, phone: null, description: null },
    ]);
    expect(await waitForCallbacks(5)).toEqual([
      ["ChangeState", "chat"],
      ["Open"],
      ["ResizeCallback"],
      ["LoadCallback"],
      ["on load"],
    ]);
    expect(
      await evaluate("widget_api===other_api&&!('q' in widget_api)&&widget_config.widget_id"),
    ).toBe(/widget\/(\w{10})\.js/.exec(widget.snippet ?? "")?.[1]);
  });

  test("[WG-010] [WG-020] [WG-030] [WG-031] [WG-072] functions answer as the table says; callbacks come once, in order, never inside a call", async () => {
    expect(
      await evaluate(
        "[widget_api.open(),widget_api.open({}),widget_api.open({start:'x'}),widget_api.open(null)]",
      ),
    ).toEqual(Array(4).fill({ result: "ok" }));
    expect(await readCallbacks()).toEqual([]);
    // Asynchronous: no callback runs before the call has returned.
    expect(
      await evaluate(
        "(function(){var c=widget_api.close,r=c();return [r,heard.length,widget_api.close()]})()",
      ),
    ).toEqual([{ result: "ok" }, 0, { result: "ok" }]);
    expect(await waitForCallbacks(3)).toEqual([
      ["ChangeState", "label"],
      ["Close"],
      ["ResizeCallback"],
    ]);
    expect(await evaluate("widget_api.open({start:'call'})")).toEqual({
      result: "fail",
      reason: "Callback disabled",
    });
    expect(await evaluate("widget_api.startCall('12')")).toEqual({
      result: "fail",
      reason: "Invalid phone number",
    });
    expect(await evaluate("widget_api.startCall('+44 20 7946 0018')")).toEqual({
      result: "fail",
      reason: "Callback disabled",
    });
    expect(
      await evaluate("new Promise(function(done){widget_api.isCallbackEnabled(done)})"),
    ).toEqual({
      result: "fail",
      reason: "Callback disabled",
    });
    expect(await evaluate("widget_api.setRules('x')")).toEqual({
      result: "fail",
      reason: "Rules must be object.",
    });
    expect(await evaluate("[widget_api.setRules([]),widget_api.setRules({})]")).toEqual([
      { result: "ok" },
      { result: "ok" },
    ]);
    expect(await evaluate("widget_api.showProactiveInvitation('')")).toEqual({
      result: "fail",
      reason: "Invitation text is required",
    });
    expect(await evaluate("widget_api.getUtm()")).toEqual({
      source: "news",
      medium: "mail",
      campaign: null,
      content: null,
      term: null,
    });
    expect(
      await evaluate("[widget_api.getUnreadMessagesCount(),typeof widget_api.chatMode()]"),
    ).toEqual([0, "string"]);
    expect(
      await evaluate(
        "[widget_api.setWidgetColor('red'),widget_api.setWidgetColor('#abc','#123456')]",
      ),
    ).toEqual([{ result: "fail", reason: "Invalid color" }, { result: "ok" }]);
    expect(await evaluate("widget_api.setClientAttributes({plan:'pro',seats:3})")).toEqual({
      result: "ok",
    });
    expect(
      await evaluate("[widget_api.setFields([]),widget_api.setFields({likes:['a']})]"),
    ).toEqual([{ result: "fail", reason: "Attributes must be object." }, { result: "ok" }]);
    expect(
      await evaluate("widget_api.sendPageTitle('Cart',true,'https://shop.example/cart')"),
    ).toEqual({ result: "ok" });
    expect(await evaluate("[widget_api.sendMessage({}),widget_api.sendMessage('')]")).toEqual(
      Array(2).fill({ result: "fail", reason: "Text is required" }),
    );
    expect(await evaluate("widget_api.sendOfflineMessage({message:'x'})")).toEqual({
      result: "fail",
      error: "Email or phone is required",
    });
    expect(
      await evaluate(
        "Object.keys(widget_api).every(function(n){return typeof widget_api[n]=='function'})",
      ),
    ).toBe(true);
    expect(excludeCallback(await readCallbacks(), "ResizeCallback")).toEqual([]);
    expect(faults).toEqual([]);
  });

  test("[WG-032] [WG-033] [WG-034] [WG-084] a visitor has one number on all pages; contacts are what the page said of him", async () => {
    const number = await evaluate(
      "new Promise(function(done){widget_api.getVisitorNumber(function(e,n){done([e,n])})})",
    );
    expect(number).toEqual([null, expect.any(Number)]);
    expect(await evaluate("widget_api.getVisitorNumber()")).toBeUndefined();
    expect(await evaluate("widget_api.setContactInfo({name:'Ann',email:'no'})")).toEqual({
      result: "fail",
      reason: "Invalid email",
    });
    expect(await evaluate("widget_api.getContactInfo()")).toEqual({
      name: "Ann",
      client_name: "Ann",
      email: null,
      phone: null,
      description: null,
    });
    expect(await evaluate("widget_api.setContactInfo('Ann','ann@shop.example')")).toEqual({
      result: "ok",
    });
    expect(await evaluate("widget_api.getContactInfo().email")).toBe("ann@shop.example");
    for (const bad of ["null", "1", "[]", "'x'", "{}", ""])
      expect(await evaluate(`widget_api.setContactInfo(${bad})`), bad).toEqual({
        result: "fail",
        reason: "Contact info must be object.",
      });
    await expect
      .poll(() =>
        evaluate(`typeof JSON.parse(localStorage["parlour:"+widget_config.widget_id]).token`),
      )
      .toBe("string");
    expect(await context.cookies()).toEqual([]);
    await page.goto(`${site.url}/next`);
    await waitUntilLoaded();
    expect(
      await evaluate(
        "new Promise(function(done){widget_api.getVisitorNumber(function(e,n){done([e,n])})})",
      ),
    ).toEqual(number);
    expect(await evaluate("widget_api.getUtm().source")).toBe("news");
  });

  test("[WG-022] [WG-071] [WG-085] [WG-088] a tab is as it was on the page before; focus goes in by hand only, and comes back", async () => {
    await page.goto(`${site.url}/next`);
    await waitUntilLoaded();
    await readCallbacks();
    const button = page.getByRole("button", { name: "Chat" });
    await button.click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.tagName))
      .toBe("IFRAME");
    await expect.poll(() => button.getAttribute("aria-expanded")).toBe("true");
    expect(await waitForCallbacks(3)).toEqual([
      ["ChangeState", "chat"],
      ["Open"],
      ["ResizeCallback"],
    ]);
    const other = await context.newPage();
    await other.goto(`${site.url}/next`);
    await other.waitForFunction(
      () => (globalThis as unknown as { heard: CallbackLog }).heard.length > 0,
    );
    expect(await other.locator("parlour-widget .p").getAttribute("data-state")).toBe("label");
    await other.close();
    await page.reload();
    await waitUntilLoaded();
    expect(await waitForCallbacks(4)).toEqual([
      ["LoadCallback"],
      ["ChangeState", "chat"],
      ["Open"],
      ["ResizeCallback"],
    ]);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
    await button.focus();
    await page.keyboard.press("Escape");
    await expect.poll(getState).toBe("label");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.tagName))
      .toBe("BUTTON");
    await page.reload();
    await waitUntilLoaded();
    expect(await getState()).toBe("label");
  });

  test("[WG-060] [WG-064] [WG-013] an invitation opens without focus; clearHistory makes another visitor", async () => {
    await readCallbacks();
    await page.evaluate(() => document.body.focus());
    expect(await evaluate("widget_api.showProactiveInvitation('Need help?',7)")).toEqual({
      result: "ok",
    });
    await expect.poll(getState).toBe("chat");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
    const numberOf = (): Promise<unknown> =>
      evaluate("new Promise(function(done){widget_api.getVisitorNumber(function(e,n){done(n)})})");
    const first = await numberOf();
    const before = await evaluate(
      `JSON.parse(localStorage["parlour:"+widget_config.widget_id]).token`,
    );
    expect(await evaluate("widget_api.clearHistory()")).toEqual({ result: "ok" });
    await expect.poll(getState).toBe("label");
    expect(
      await evaluate("[widget_api.getContactInfo().name,widget_api.getUnreadMessagesCount()]"),
    ).toEqual([null, 0]);
    await page.reload();
    await waitUntilLoaded();
    expect(await numberOf()).not.toBe(first);
    expect(
      await evaluate(`JSON.parse(localStorage["parlour:"+widget_config.widget_id]).token`),
    ).not.toBe(before);
    expect(faults).toEqual([]);
  });

  test("[WG-093] destroy takes everything away, init starts it again, as often as one likes", async () => {
    await evaluate("widget_destroy()");
    await expect
      .poll(async () => (await readCallbacks()).map(([name]) => name))
      .toContain("WidgetDestroy");
    await expect.poll(() => widgetElement().count()).toBe(0);
    for (const call of [
      "open()",
      "sendPageTitle('Cart')",
      "setWidgetColor('#333')",
      "clearHistory()",
      "sendMessage('hi')",
    ])
      expect([call, await evaluate(`widget_api.${call}`)]).toEqual([
        call,
        { result: "fail", reason: "Widget is destroyed" },
      ]);
    expect(await evaluate("widget_api.setUserToken('u1')")).toEqual({
      result: "fail",
      reason: "Widget is destroyed",
      token: "u1",
    });
    await evaluate("widget_destroy()");
    await evaluate("widget_init(),other_init()");
    await waitUntilLoaded();
    expect(await widgetElement().count()).toBe(1);
    expect((await readCallbacks()).filter(([name]) => name === "LoadCallback")).toHaveLength(1);
    expect(await evaluate("widget_api.open()")).toEqual({ result: "ok" });
    await expect.poll(getState).toBe("chat");
    expect(faults).toEqual([]);
  });
});

test("[WG-014] [WG-020] [WG-021] [WG-022] [WG-023] [WG-071] a conversation tells its page in order; minimised it is a bar that ends with the chat", async () => {
  const otherContext = await openContext(browser);
  const [one, two] = [await otherContext.newPage(), await otherContext.newPage()];
  const errors = [collectPageErrors(one), collectPageErrors(two)];
  for (const tab of [one, two]) {
    await tab.goto(`${site.url}/next`);
    await tab.waitForFunction(() =>
      (globalThis as unknown as { heard: CallbackLog }).heard.some(
        ([name]) => name === "LoadCallback",
      ),
    );
    // The mode must be current from now on, so the window's connection replaces the page's own
    // requests (WG-103).
    const connected = tab.waitForRequest(
      (request) => request.postData()?.includes('"left"') === true,
    );
    await tab.evaluate(
      `heard.splice(0);["accept","messageReceived","open","changeState"].forEach(function(n){widget_api.on(n,function(d){heard.push([n,d])})});widget_api.chatMode()`,
    );
    await connected;
  }
  const readFrom = async (tab: Page): Promise<CallbackLog> =>
    excludeCallback(
      await tab.evaluate(() => (globalThis as unknown as { heard: CallbackLog }).heard),
      "ResizeCallback",
    );
  expect(await one.evaluate(`widget_api.sendMessage({},"Where is my order?")`)).toEqual({
    result: "ok",
  });
  await expect.poll(() => readFrom(one)).toEqual([["ClientStartChat"], ["MessageSent"]]);
  const chats = async () =>
    ((await parlour.owner.call("GET", "chats?state=waiting")).body as { items: { id: number }[] })
      .items;
  await expect.poll(async () => (await chats()).length).toBe(1);
  const id = (await chats())[0]?.id ?? 0;
  const photo = `${site.url}/ann.png`;
  expect(
    (await parlour.owner.call("PATCH", `operators/${parlour.owner.id}`, { photo })).status,
  ).toBe(200);
  expect((await parlour.owner.call("POST", `chats/${id}/accept`, {})).status).toBe(200);
  expect(
    (
      await parlour.owner.call("POST", `chats/${id}/messages`, {
        kind: "text",
        text: "On its way.",
        client_id: "a1",
      })
    ).status,
  ).toBe(201);
  const arrived = [
    ["Accept"],
    ["accept", { agent: { name: "Ann", photo } }],
    ["MessageReceived"],
    [
      "messageReceived",
      { id: expect.any(Number) as number, text: "On its way.", from: "operator" },
    ],
  ];
  await expect.poll(() => readFrom(two)).toEqual(arrived);
  await expect
    .poll(() => readFrom(one))
    .toEqual([["ClientStartChat"], ["MessageSent"], ...arrived]);
  await expect.poll(() => one.evaluate("widget_api.getUnreadMessagesCount()")).toBe(1);
  await one.getByRole("button", { name: "Chat, Unread messages: 1" }).waitFor();
  const host1 = one.locator("parlour-widget");
  const teaser = one.frameLocator("parlour-widget .t iframe");
  const card = teaser.getByRole("button", { name: /Ann now On its way\.$/ });
  await card.waitFor();
  await expect
    .poll(() => teaser.getByRole("status").textContent())
    .toBe("New message, Ann: On its way.");
  // The page's document contains no text of the chat (WG-084).
  expect(
    await one.evaluate("document.querySelector('parlour-widget').shadowRoot.innerHTML"),
  ).not.toContain("On its way");
  const second = { kind: "text", text: "It left this morning.", client_id: "a2" };
  expect((await parlour.owner.call("POST", `chats/${id}/messages`, second)).status).toBe(201);
  await teaser
    .getByRole("button", { name: /Ann 2 new messages It left this morning\.$/ })
    .waitFor();
  expect(await findAxeViolations(one)).toEqual([]);
  expect(await one.evaluate(`widget_api.showProactiveInvitation("Help?")`)).toEqual({
    result: "fail",
    reason: "Chat is already started",
  });
  await one.evaluate("heard.splice(0)");
  // By keyboard: Chromium drops a click into an iframe of another origin that has moved within the
  // last half second.
  await teaser.getByRole("button", { name: /It left this morning/ }).press("Enter");
  await host1.locator(".t").waitFor({ state: "detached" });
  // The message is read before the window is closed.
  await expect.poll(() => one.evaluate("widget_api.getUnreadMessagesCount()")).toBe(0);
  await host1.locator("button.l").click();
  await expect
    .poll(() => readFrom(one))
    .toEqual([
      ["ChangeState", "chat"],
      ["changeState", { state: "chat", previous: "label" }],
      ["Open"],
      ["open", { by: "visitor" }],
      ["ChangeState", "chat/min"],
      ["changeState", { state: "chat/min", previous: "chat" }],
      ["Close"],
    ]);
  // Read marks are shared by all tabs; whether the window is open belongs to one tab.
  await expect.poll(() => two.evaluate("widget_api.getUnreadMessagesCount()")).toBe(0);
  expect((await readFrom(two)).length).toBe(6);
  expect(await findAxeViolations(one)).toEqual([]);
  const bar = host1.locator(".b");
  await bar.waitFor();
  await host1.locator("button.l").waitFor({ state: "hidden" });
  await one.reload();
  await expect
    .poll(() => one.locator("parlour-widget .p").getAttribute("data-state"))
    .toBe("chat/min");
  expect((await parlour.owner.call("POST", `chats/${id}/close`, {})).status).toBe(200);
  await expect
    .poll(() => one.locator("parlour-widget .p").getAttribute("data-state"))
    .toBe("label");
  expect(errors).toEqual([[], []]);
  await otherContext.close();
});
