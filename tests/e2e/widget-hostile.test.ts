import { readFileSync } from "node:fs";
import type { Channel, Chat } from "@parlour/protocol";
import type { CallWithVisitor } from "@parlour/protocol/api";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startHostSite, type HostSite } from "@parlour/testkit";
import { openContext, collectPageErrors } from "@parlour/testkit/browser";
import {
  openInboxFixture,
  waitUntilLive,
  conversationPane,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";

/**
 * Every entry of tests/hostile-inputs.json for interface D, on a foreign page and on the operator's
 * page that shows its effects (reliability.md 8).
 */
interface HostileEntry {
  readonly id: string;
  readonly interface: string;
  readonly title: string;
  readonly input: {
    readonly call?: string;
    readonly args?: readonly unknown[];
    readonly eval?: string;
    readonly repeat?: number;
    readonly post_message?: { readonly from: string; readonly data: object };
    readonly eval_before?: string;
    readonly html_before?: string;
  };
  readonly expect: { readonly returns?: object };
}
const entries = (
  JSON.parse(
    readFileSync(new URL("../hostile-inputs.json", import.meta.url), "utf8"),
  ) as readonly HostileEntry[]
).filter((one) => one.interface === "D");
const findEntry = (id: string): HostileEntry => {
  const found = entries.find((one) => one.id === id);
  if (found === undefined) throw new Error(`${id} is not in the file`);
  return found;
};

let fixture: InboxFixture;
let site: HostSite;
let widget: Channel;
let operatorPage: OperatorPage;
/** The page of a visitor in an open chat, who has set the data that H-210 tries to read. */
let victim: Page;
let chatId: number;
const secret = "The secret of the victim";
beforeAll(async () => {
  [fixture, site] = await Promise.all([openInboxFixture(), startHostSite()]);
  const { owner } = fixture.parlour;
  // All visitors of the tests have the same address.
  expect(
    (await owner.call("PATCH", "instance", { limits: { new_chats_per_minute: 1_000 } })).status,
  ).toBe(200);
  expect(
    (await owner.call("PATCH", "call-settings", { enabled: true, driver: "desk" })).status,
  ).toBe(200);
  expect(
    (await owner.call("POST", "departments", { name: "Sales", operators: [owner.id] })).status,
  ).toBe(201);
  widget = await createWidget({ calls: true });
  site.setPage("/", toPageHtml(getScriptTag(widget)));
  operatorPage = await fixture.openOperatorPage(fixture.parlour.owner);
  await waitUntilLive(operatorPage.page);
  await owner.call("PUT", "me/presence", { status: "online" });
  victim = await openVisit("/");
  await victim.evaluate(
    `widget_api.setContactInfo({name:"Victim"});widget_api.setUserToken("u-of-victim");widget_api.sendMessage({},"${secret}")`,
  );
  chatId = await vi.waitFor(async () => {
    const [begun] = await listChats("waiting");
    if (begun === undefined) throw new Error("the victim's message has not come");
    return begun.id;
  }, 120_000);
  expect((await owner.call("POST", `chats/${chatId}/accept`, {})).status).toBe(200);
  await operatorPage.page.goto(`${fixture.url}/inbox/all/${chatId}`);
  await conversationPane(operatorPage.page).getByText(secret).waitFor();
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await fixture.close();
  await site.close();
});

async function createWidget(settings: object): Promise<Channel> {
  const { owner } = fixture.parlour;
  const created = await owner.call("POST", "channels", {
    kind: "widget",
    name: "Shop",
    operators: [owner.id],
    widget: settings,
  });
  expect(created.status, created.text).toBe(201);
  return created.body as Channel;
}
const getScriptTag = (channel: Channel): string =>
  /<script src=.*$/.exec(channel.snippet ?? "")?.[0] ?? "";
const toPageHtml = (body: string): string =>
  `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1></main>${body}</html>`;
const listChats = async (state: string): Promise<readonly Chat[]> =>
  ((await fixture.parlour.owner.call("GET", `chats?state=${state}`)).body as { items: Chat[] })
    .items;
const readChat = async (): Promise<Chat> =>
  (await fixture.parlour.owner.call("GET", `chats/${chatId}`)).body as Chat;
const roundTrip =
  "new Promise(function(done){widget_api.getVisitorNumber(function(error,number){done(error||number)})})";

/**
 * Opens a page with the widget as a new visitor, and waits for the first response of its server.
 */
async function openVisit(path: string): Promise<Page> {
  const page = await (await openContext(fixture.browser, { width: 1000, height: 800 })).newPage();
  pageErrors.set(page, collectPageErrors(page));
  await page.goto(site.url + path);
  await page.waitForFunction("window.widget_api");
  await page.evaluate(roundTrip);
  return page;
}
const pageErrors = new Map<Page, string[]>();
const getState = (page: Page) =>
  page.locator("parlour-widget .p").first().getAttribute("data-state");
const chatFrame = (page: Page) => page.frameLocator("parlour-widget >> nth=0 >> iframe");

/**
 * Makes the call of an entry on a page. Nothing is thrown, and each result is the one that the
 * entry names.
 */
async function callEntry(
  page: Page,
  id: string,
): Promise<readonly { readonly result: string; readonly [field: string]: unknown }[]> {
  const { title, input, expect: expected } = findEntry(id);
  const code =
    input.eval ??
    `${input.call ?? ""}(${(input.args ?? []).map((one) => JSON.stringify(one)).join(",")})`;
  const answers: unknown = await page.evaluate(
    `Array.from({length:${input.repeat ?? 1}},function(){try{return (0,eval)(${JSON.stringify(code)})}catch(error){return "thrown "+error}})`,
  );
  for (const answer of answers as unknown[])
    expect(answer, `${id} ${title}`).toMatchObject({
      result: expect.stringMatching(/^(ok|fail)$/) as string,
      ...expected.returns,
    });
  return answers as { result: string }[];
}
/**
 * Checks on the operator's page that no part of a text became an element, ran as a script, or links
 * elsewhere.
 */
async function expectHarmless(): Promise<void> {
  const found = await operatorPage.page.evaluate(
    (ownFaults) =>
      [
        ...document.querySelectorAll(
          `iframe, object, embed, img, [onerror], [onload], main script, a[href^='javascript'], .panel dd a[target]:not([href^='${ownFaults}'])`,
        ),
      ].map((element) => element.outerHTML.slice(0, 120)),
    // The page on which the visitor is.
    site.url,
  );
  expect(found).toEqual([]);
}

test("[H-201] [H-202] [H-203] [H-204] [H-205] [H-206] [H-207] [WG-040] [WG-043] [WG-044] custom data of a page is bounded, and text to the operator", async () => {
  const custom = async (): Promise<Chat["custom_data"]> => (await readChat()).custom_data;
  await callEntry(victim, "H-203");
  const [[given]] = findEntry("H-203").input.args as readonly [
    readonly [{ title: string; content: string; key: string }],
  ];
  await expect.poll(custom).toMatchObject([{ ...given, link: null, source: "page" }]);
  await operatorPage.page.getByText(given.content).waitFor();
  await expect
    .poll(() => operatorPage.page.getByRole("complementary").textContent())
    .toContain(`${given.title}${given.key}: ${given.content}`);
  await expectHarmless();
  for (const id of ["H-201", "H-202"]) await callEntry(victim, id);
  await callEntry(victim, "H-204");
  await expect.poll(custom).toMatchObject([{ content: "x", link: null }]);
  for (const id of ["H-205", "H-206"]) await callEntry(victim, id);
  await expect.poll(custom).toEqual([]);
  await callEntry(victim, "H-207");
  await expect
    .poll(async () => (await custom()).map((one) => one.content))
    .toEqual(Array.from({ length: 50 }, (_, at) => `c${at}`));
  await operatorPage.page.getByText("c49", { exact: true }).waitFor();
  await expectHarmless();
});

test("[H-208] [H-209] [H-211] [H-212] [H-218] [H-219] [WG-034] [WG-046] [WG-063] [WG-203] tokens, contacts and offline messages of any shape: refused with a reason, or text", async () => {
  for (const id of ["H-208", "H-209", "H-212"]) await callEntry(victim, id);
  expect(await callEntry(victim, "H-211")).toEqual([
    { result: "fail", reason: expect.stringMatching(/^Invalid (email|phone)$/) as string },
  ]);
  const [given] = findEntry("H-211").input.args as readonly [{ name: string; description: string }];
  // CORE-310: the name loses the mark that would reverse the text after it.
  const name = given.name.replace("\u202e", "");
  await expect.poll(async () => (await readChat()).visitor.name?.value).toBe(name);
  await conversationPane(operatorPage.page).getByRole("heading", { name }).waitFor();
  await operatorPage.page.getByRole("complementary").getByText(given.description).first().waitFor();
  await expectHarmless();
  expect(await callEntry(victim, "H-218")).toEqual([{ result: "fail", error: "Invalid email" }]);
  expect(await callEntry(victim, "H-219")).toEqual([
    { result: "fail", error: "Message is too long" },
  ]);
});

test("[H-213] [H-214] [WG-061] [WG-062] calls: a number that is none, and one that is asked for over and over", async () => {
  await callEntry(victim, "H-213");
  await expect
    .poll(() => victim.evaluate("new Promise(function(done){widget_api.isCallbackEnabled(done)})"))
    .toEqual({ result: "ok" });
  const answers = await callEntry(victim, "H-214");
  expect(answers.filter(({ result }) => result === "ok").length).toBeLessThanOrEqual(3);
  for (const answer of answers)
    if (answer.result === "fail") expect(answer["reason"]).toBe("Callback unavaiable");
  const calls = async () =>
    (
      (await fixture.parlour.owner.call("GET", "calls")).body as { items: CallWithVisitor[] }
    ).items.map(({ phone }) => phone);
  await expect.poll(calls).toEqual(findEntry("H-214").input.args);
  await victim.evaluate(roundTrip);
  expect(await calls()).toEqual(findEntry("H-214").input.args);
});

test("[H-210] [H-215] [H-216] [H-217] [WG-046] [WG-050] [WG-060] tokens, invitations and rules that reach for what is not theirs", async () => {
  const page = await openVisit("/");
  const number = await page.evaluate(roundTrip);
  await callEntry(page, "H-210");
  expect(await page.evaluate(roundTrip)).toBe(number);
  expect(await victim.evaluate(roundTrip)).not.toBe(number);
  // Accepted rules stay when later ones are refused.
  await page.evaluate(
    `widget_api.setRules([{if:{type:"url",value:"#kept"},do:[{type:"label",text:"Kept"}]}])`,
  );
  await callEntry(page, "H-217");
  await page.evaluate(`location.hash="kept"`);
  await page.locator("parlour-widget").getByRole("button", { name: "Kept" }).waitFor();

  await callEntry(page, "H-215");
  await chatFrame(page)
    .getByText(String(findEntry("H-215").input.args?.[0]))
    .waitFor();
  expect(await chatFrame(page).locator(".pw-win script, .pw-win img").count()).toBe(0);
  await callEntry(page, "H-216");
  await chatFrame(page)
    .getByText(String(findEntry("H-216").input.args?.[0]), { exact: true })
    .waitFor();
  await page.evaluate(`widget_api.sendMessage({},"Yes, please.")`);
  const begun = async () =>
    (await listChats("waiting")).filter((one) => one.last_message?.text === "Yes, please.");
  await expect
    .poll(async () => (await begun()).map(({ department }) => department))
    .toEqual([null]);
  await chatFrame(page).getByText("Yes, please.").waitFor();
  expect(await chatFrame(page).getByText(secret).count()).toBe(0);
  expect(pageErrors.get(page)).toEqual([]);
  await page.context().close();
});

test("[H-220] [H-221] [WG-012] [WG-013] callbacks that throw, and such that call back without end", async () => {
  const page = await openVisit("/");
  await page.evaluate(
    `heard=[];moves=0;widget_api.on("changeState",function(){moves++});widget_onClose=function(){heard.push("close")}`,
  );
  await callEntry(page, "H-220");
  await expect.poll(() => getState(page)).toBe("chat");
  await page.evaluate("widget_api.close()");
  await expect.poll(() => page.evaluate("heard")).toEqual(["close"]);
  await expect.poll(() => pageErrors.get(page)).toEqual(["console: 2", "console: 1", "console: 2"]);
  pageErrors.get(page)?.splice(0);

  await page.evaluate("delete window.widget_onChangeState");
  await callEntry(page, "H-221");
  await expect
    .poll(async () => {
      const before = await page.evaluate("moves");
      await page.evaluate(roundTrip);
      return Number(await page.evaluate("moves")) - Number(before);
    })
    .toBe(0);
  expect(await page.evaluate("moves")).toBeGreaterThan(2);
  expect(await page.evaluate("moves")).toBeLessThan(40);
  expect(pageErrors.get(page)).toEqual([]);
  await page.context().close();
});

/** The visitor opens the window and writes, and an operator accepts the chat. */
async function startConversation(page: Page, text: string): Promise<void> {
  await page.locator("parlour-widget button.l").first().click();
  await chatFrame(page)
    .getByText(/ (?:is|are) here$/)
    .waitFor();
  await chatFrame(page).getByRole("textbox", { name: "Message" }).fill(text);
  await chatFrame(page).getByRole("textbox", { name: "Message" }).press("Enter");
  await expect
    .poll(async () => (await fixture.parlour.owner.call("GET", "chats?state=waiting")).text)
    .toContain(text);
  await chatFrame(page).getByText(text).first().waitFor();
}
/** Finds a text or the token of another visitor anywhere in the page. */
const findReachableText = (page: Page, text: string) =>
  page.evaluate(
    (expected) =>
      [
        document.documentElement.outerHTML,
        document.querySelector("parlour-widget")?.shadowRoot?.innerHTML,
        ...[localStorage, sessionStorage].flatMap((one) => Object.values(one) as string[]),
        document.cookie,
      ]
        .join()
        .includes(expected),
    text,
  );

test("[H-222] [H-223] [WG-004] [WG-084] what a foreign window and the page itself post is heard by nobody, and nobody is told anything", async () => {
  const posted = [findEntry("H-222"), findEntry("H-223")].map(({ input }) => ({
    ...input.post_message?.data,
    pad: "x".repeat(100_000),
  }));
  // Includes our own greeting, and messages that the page could send through its port.
  const data = JSON.stringify([...posted, "parlour:window", { type: "start", token: "stolen" }]);
  site.setPage(
    "/foreign",
    toPageHtml(`<script>window.got=0;addEventListener("message",function(e){if(e.ports.length)got++});
setInterval(function(){${data}.forEach(function(d){parent.postMessage(d,"*");for(var i=0;i<parent.frames.length;i++)parent.frames[i].postMessage(d,"*")})},20)</script>`),
  );
  site.setPage(
    "/posts",
    toPageHtml(`<script>window.ports=0;addEventListener("message",function(e){if(e.ports.length)ports++})</script>
<iframe title="foreign" src="${site.url.replace("127.0.0.1", "localhost")}/foreign"></iframe>${getScriptTag(widget)}`),
  );
  const page = await openVisit("/posts");
  await page.evaluate(
    (list) =>
      list.forEach((one) =>
        [window, ...Array.from({ length: frames.length }, (_, at) => frames[at])].forEach((to) =>
          to?.postMessage(one, "*"),
        ),
      ),
    JSON.parse(data) as unknown[],
  );
  expect(await getState(page)).toBe("label");
  await startConversation(page, "said while others post");
  expect(await chatFrame(page).locator(".pw-win img").count()).toBe(0);
  expect(await page.evaluate("ports")).toBe(0);
  const foreign = page.frameLocator("iframe[title=foreign]").locator("body");
  expect(await foreign.evaluate(() => (globalThis as unknown as { got: number }).got)).toBe(0);
  expect(await findReachableText(page, "said while others")).toBe(false);
  expect(pageErrors.get(page)).toEqual([]);
  await page.context().close();
});

test("[H-225] [WG-084] a page that patches what scripts are made of gets no widget, or one that tells it nothing", async () => {
  site.setPage(
    "/patched",
    toPageHtml(
      `<script>${findEntry("H-225").input.eval_before ?? ""}</script>${getScriptTag(widget)}`,
    ),
  );
  const page = await (await openContext(fixture.browser, { width: 1000, height: 800 })).newPage();
  await page.goto(`${site.url}/patched`);
  // The widget does not start without Array.prototype.map: no button, no window.
  expect([await page.locator("parlour-widget").count(), page.frames().length]).toEqual([0, 1]);

  // With its requirements in place, the page can read all messages of its own part.
  site.setPage(
    "/listens",
    toPageHtml(`<script>heard=[];var say=MessagePort.prototype.postMessage,text=JSON.stringify,read=JSON.parse;
MessagePort.prototype.postMessage=function(d){heard.push(text(d));return say.apply(this,arguments)};
Object.defineProperty(MessagePort.prototype,"onmessage",{set:function(f){this.addEventListener("message",function(e){heard.push(text(e.data));f(e)});this.start()}});
JSON.stringify=function(d){var t=text.apply(this,arguments);heard.push(t);return t};JSON.parse=function(t){heard.push(t);return read.apply(this,arguments)};
window.postMessage=function(){}</script>${getScriptTag(widget)}`),
  );
  await page.goto(`${site.url}/listens`);
  await page.waitForFunction("window.widget_api");
  await startConversation(page, "said while the page listens");
  const recorded = String(await page.evaluate("heard.join()"));
  expect(recorded).toContain('"facts"');
  expect(recorded).not.toContain("said while the page");
  expect(await findReachableText(page, "said while the page")).toBe(false);
  const token = String(
    await victim.evaluate(`JSON.parse(localStorage["parlour:"+widget_config.widget_id]).token`),
  );
  expect(token).toMatch(/^[\w-]{43}$/);
  for (const one of [secret, token]) expect(recorded).not.toContain(one);
  await page.context().close();
});

test("[H-224] [WG-006] a browser shows the window on no site that is not the widget's", async () => {
  const elsewhere = await createWidget({
    prefixes: ["elsewhere"],
    origins: ["https://shop.example"],
  });
  const id = /(\w{10})\.js/.exec(getScriptTag(elsewhere))?.[1] ?? "";
  site.setPage(
    "/framed",
    toPageHtml(`<iframe title="framed" src="${fixture.parlour.url}/widget/frame/${id}"></iframe>`),
  );
  const page = await (await openContext(fixture.browser)).newPage();
  await page.goto(`${site.url}/framed`);
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
  await page.context().close();
});

test("[H-226] [H-227] [WG-002] a page that clobbers our names and has the script thrice: one widget, one socket, each callback once", async () => {
  site.setPage(
    "/thrice",
    toPageHtml(`${findEntry("H-226").input.html_before ?? ""}<script>heard=[];["LoadCallback","Open","ChangeState"].forEach(function(n){window["widget_on"+n]=function(){heard.push(n)}})</script>
${getScriptTag(widget).repeat(3)}`),
  );
  expect(findEntry("H-227").input.html_before).toBe("loader x3");
  const page = await (await openContext(fixture.browser)).newPage();
  const ownFaults = collectPageErrors(page);
  const sockets: string[] = [];
  page.on("websocket", (socket) => sockets.push(socket.url()));
  await page.goto(`${site.url}/thrice`);
  await page.waitForFunction(`heard.indexOf("LoadCallback")>=0`);
  expect(await page.evaluate("typeof window.widget_api.open")).toBe("function");
  await page.evaluate("widget_api.open()");
  await chatFrame(page)
    .getByText(/ (?:is|are) here$/)
    .waitFor();
  await expect.poll(() => page.evaluate("heard")).toEqual(["LoadCallback", "ChangeState", "Open"]);
  expect(await page.locator("parlour-widget").count()).toBe(1);
  expect(sockets).toHaveLength(1);
  expect(ownFaults).toEqual([]);
  await page.context().close();
});

test("[WG-010] every entry for interface D has a run here", ({ task }) => {
  const titles = task.file.tasks.map(({ name }) => name).join();
  expect(entries.length).toBeGreaterThan(0);
  expect(
    entries
      .filter(({ id }) => !titles.includes(`[${id}]`))
      .map(({ id, title }) => `${id} ${title}`),
  ).toEqual([]);
});
