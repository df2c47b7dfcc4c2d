import { openContext, collectPageErrors } from "@parlour/testkit/browser";
import type { Chat } from "@parlour/protocol";
import type { CallWithVisitor } from "@parlour/protocol/api";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openShop, type Shop } from "./shop.ts";

/**
 * A page that was written for the script API of another service, under that service's prefix. It
 * contains nothing of Parlour; only the URL of its script differs. It uses every function and
 * declares every callback.
 */
const page = `<script>
var log=[];
function note(name,value){log.push(value===undefined?name:name+" "+(typeof value=="string"?value:JSON.stringify(value)))}
function jivo_onLoadCallback(){
  note("load",jivo_api.chatMode());
  note("contacts",jivo_api.setContactInfo({name:"John Smith",phone:"+14084987855",description:"From the CRM"}).result);
  note("data",jivo_api.setCustomData([{title:"Orders",content:"Order 7781",link:"https://shop.example/7781"}]).result);
  note("token",jivo_api.setUserToken("u-7781"));
  note("attributes",jivo_api.setClientAttributes({plan:"pro",seats:3,trial:false}).result);
  note("title",jivo_api.sendPageTitle("Bowls",true,"https://shop.example/bowls").result);
  note("colour",jivo_api.setWidgetColor("#0b6b5d","#fff").result);
  note("utm",jivo_api.getUtm());
  note("unread",jivo_api.getUnreadMessagesCount());
  jivo_api.getVisitorNumber(function(error,number){note("number",error?error:typeof number)});
  jivo_api.isCallbackEnabled(function(answer){note("callback",answer.result=="ok"?"ok":answer.reason)});
}
function jivo_onOpen(){note("open")}
function jivo_onClose(){note("close")}
function jivo_onChangeState(state){note("state",state)}
function jivo_onResizeCallback(){note("resize")}
function jivo_onMessageSent(){note("sent",jivo_api.getContactInfo().client_name)}
function jivo_onClientStartChat(){note("start")}
function jivo_onIntroduction(){note("introduction",jivo_api.getContactInfo())}
function jivo_onAccept(){note("accept")}
function jivo_onMessageReceived(){note("received")}
function jivo_onCallStart(){note("call start")}
function jivo_onCallEnd(how){note("call end",how)}
function jivo_onWidgetDestroy(){note("destroy")}
var actions={
  open:function(){return jivo_api.open()},
  close:function(){return jivo_api.close()},
  openCall:function(){return jivo_api.open({start:"call"})},
  call:function(){return jivo_api.startCall("+44 (20) 7946-0018")},
  invite:function(){return jivo_api.showProactiveInvitation("May I help you?",1)},
  rules:function(){return jivo_api.setRules({})},
  say:function(){return jivo_api.sendMessage({},"Is it food-safe?")},
  offline:function(){return jivo_api.sendOfflineMessage({name:"John",email:"john@shop.example",phone:"",description:"",message:"Call me"})},
  forget:function(){return jivo_api.clearHistory()},
  destroy:function(){jivo_destroy()},
  init:function(){jivo_init()}
};
</script>`;
/** Names in the source of the page. */
const used = (pattern: RegExp): string[] => [...new Set([...page.matchAll(pattern)].map(([, name]) => name ?? ""))].toSorted();
const functions = used(/jivo_api\.(\w+)/g);
const callbacks = used(/function jivo_on(\w+)/g);

let shop: Shop;
let visitor: Page;
let faults: readonly string[];
const heard: string[] = [];
beforeAll(async () => {
  shop = await openShop();
  await shop.ask("PATCH", "call-settings", { enabled: true, driver: "desk" });
  const email = { when: "during", name: "off", email: "optional", phone: "off", description: "off" };
  const widget = await shop.widget({ prefixes: ["widget", "jivo"], calls: true, contacts: email });
  // The same again under Parlour's own prefix: each callback is called for every name.
  const second = `<script>var ours=[];${JSON.stringify(callbacks)}.forEach(function(n){window["widget_on"+n]=function(){ours.push(n)}})</script>`;
  const script = /<script src=.*$/.exec(widget.snippet ?? "")?.[0] ?? "";
  shop.page("/comparable", null, { head: page + second, body: script });
  visitor = await (await openContext(shop.browser, { width: 1000, height: 800 })).newPage();
  faults = collectPageErrors(visitor);
  // The load callback waits up to 3 s for the first response of the server, so the result does not
  // depend on the machine.
  await visitor.addInitScript(() => {
    const own = setTimeout;
    Object.assign(globalThis, {
      setTimeout: (run: () => void, ms = 0, ...more: unknown[]) => own(run, ms === 3_000 ? 60_000 : ms, ...more),
    });
  });
  await visitor.goto(`${shop.site.url}/comparable?utm_source=news`);
});
afterAll(() => shop.close());

const act = (name: string): Promise<unknown> => visitor.evaluate(`actions[${JSON.stringify(name)}]()`);
/** Waits until the page has noted these entries since the last check. */
async function noted(...wanted: readonly string[]): Promise<void> {
  let seen: string[] = [];
  await expect
    .poll(async () => {
      seen = await visitor.evaluate<string[]>("log");
      return seen.filter((one) => one !== "resize");
    })
    .toEqual(wanted);
  heard.push(...(await visitor.evaluate<string[]>(`log.splice(0,${seen.length})`)));
}
const ok = { result: "ok" };
const frame = () => visitor.frameLocator("parlour-widget iframe");

/**
 * Each test reads the notes of the page where the previous one stopped, and the last one counts all
 * of them.
 */
describe("one visit of the page", { shuffle: false }, () => {
  test("[WG-003] [WG-010] [WG-011] [WG-020] [WG-030] [WG-033] [WG-046] [WG-062] [WG-064] a page written for a comparable service: its load", async () => {
    await noted(
      "load online",
      "contacts ok",
      "data ok",
      'token {"result":"ok","token":"u-7781"}',
      "attributes ok",
      "title ok",
      "colour ok",
      'utm {"source":"news","campaign":null,"content":null,"medium":null,"term":null}',
      "unread 0",
      "number number",
      "callback ok",
    );
  });

  test("[WG-020] [WG-021] [WG-031] [WG-032] [WG-034] [WG-041] [WG-060] [WG-080] its conversation: begun, introduced, taken, answered", async () => {
    expect([await act("rules"), await act("open")]).toEqual([ok, ok]);
    await noted("state chat", "open");
    await frame().getByRole("textbox", { name: "Message" }).fill("Where is my order?");
    await frame().getByRole("textbox", { name: "Message" }).press("Enter");
    await noted("start", "sent John Smith");
    await frame().getByRole("textbox", { name: "E-mail" }).fill("john@shop.example");
    await frame().getByRole("textbox", { name: "E-mail" }).press("Enter");
    const contacts = {
      name: "John Smith",
      client_name: "John Smith",
      email: "john@shop.example",
      phone: "+14084987855",
      description: "From the CRM",
    };
    await noted(`introduction ${JSON.stringify(contacts)}`);
    const [chat] = await shop.chats("waiting");
    await shop.ask("POST", `chats/${chat?.id ?? 0}/accept`, {});
    await noted("accept");
    await shop.ask("POST", `chats/${chat?.id ?? 0}/messages`, { kind: "text", text: "On its way.", client_id: "a1" });
    await noted("received");
    expect(await act("say")).toEqual(ok);
    await frame().getByText("Is it food-safe?").waitFor();
    // Waits until the message is stored: after the end of this chat it would start another one.
    await expect.poll(async () => (await shop.parlour.messages(chat?.id ?? 0)).map(({ text }) => text)).toContain("Is it food-safe?");
    expect(await act("invite")).toEqual({ result: "fail", reason: "Chat is already started" });
    // The operator sees the page's data about the visitor.
    const seen = (): Promise<Chat> => shop.ask<Chat>("GET", `chats/${chat?.id ?? 0}`);
    await expect.poll(seen).toMatchObject({
      page: { url: "https://shop.example/bowls", title: "Bowls" },
      custom_data: [{ title: "Orders", content: "Order 7781", link: "https://shop.example/7781", source: "page" }],
      attributes: { plan: "pro", seats: 3, trial: false },
      visitor: { name: { value: "John Smith" }, email: { value: "john@shop.example" }, phone: { value: "+14084987855" } },
    });
    expect(await act("close")).toEqual(ok);
    await noted("state label", "close");
    await shop.ask("POST", `chats/${chat?.id ?? 0}/close`, {});
    await expect.poll(() => act("invite")).toEqual(ok);
    await noted("state chat", "open");
    await frame().getByText("May I help you?").waitFor();
  });

  test("[WG-020] [WG-061] [WG-063] [WG-064] [WG-071] [WG-093] its call, its offline message and its end", async () => {
    expect(await act("openCall")).toEqual(ok);
    await noted("state chat/call");
    expect(await act("call")).toEqual(ok);
    await noted("call start");
    let calls: readonly CallWithVisitor[] = [];
    await expect
      .poll(async () => {
        calls = (await shop.ask<{ items: CallWithVisitor[] }>("GET", "calls?state=waiting")).items;
        return calls.map(({ phone }) => phone);
      })
      .toEqual(["+442079460018"]);
    for (const step of ["take", "connected", "end"]) await shop.ask("POST", `calls/${calls[0]?.id ?? 0}/${step}`, {});
    // The call has its own chat, and accepting the call accepts the chat.
    await noted("accept", 'call end {"result":"ok"}');
    expect(await act("offline")).toEqual(ok);
    expect(await act("forget")).toEqual(ok);
    await noted("state label", "close");
    await act("destroy");
    await noted("destroy");
    await expect.poll(() => visitor.locator("parlour-widget").count()).toBe(0);
    await act("init");
    await expect.poll(() => visitor.evaluate("log[0]")).toBe("load online");
    expect(await visitor.locator("parlour-widget").count()).toBe(1);
  });

  test("[WG-003] [WG-010] [WG-020] no function is left out, no callback was silent, and each was called under both names", async () => {
    const ours = ["on", "off", "hide", "show"];
    expect(await visitor.evaluate("Object.keys(jivo_api).sort()")).toEqual([...functions, ...ours].toSorted());
    expect(await visitor.evaluate("jivo_api===widget_api")).toBe(true);
    const called: string[] = await visitor.evaluate("ours");
    expect([...new Set(called)].toSorted()).toEqual(callbacks);
    const names = {
      open: "Open",
      close: "Close",
      accept: "Accept",
      received: "MessageReceived",
      start: "ClientStartChat",
      destroy: "WidgetDestroy",
    };
    for (const [word, name] of Object.entries(names))
      expect(called.filter((one) => one === name).length, name).toBe(heard.filter((one) => one === word).length);
    expect(faults).toEqual([]);
  });
});

test("[WG-001] [WG-011] [WG-034] [WG-041] the page that docs/integrate/script.md shows works as it stands, with a widget's code at its comment", async () => {
  const text = readFileSync(new URL("../../docs/integrate/script.md", import.meta.url), "utf8");
  const [, shown = ""] = /```html\n([\s\S]*?)```/.exec(text) ?? [];
  const { snippet = "" } = await shop.widget();
  const html = shown.replace(/<!-- the code of .* -->/, () => snippet);
  expect(html).toContain(snippet);
  shop.site.setPage("/shown", html);
  const page = await (await openContext(shop.browser)).newPage();
  const wrong = collectPageErrors(page);
  const printed: string[] = [];
  page.on("console", (line) => printed.push(line.text()));
  await page.goto(`${shop.site.url}/shown`);
  await page.getByRole("button", { name: "Help" }).click();
  const message = page.frameLocator("parlour-widget iframe").getByRole("textbox", { name: "Message" });
  await message.fill("Do they come in 42?");
  await message.press("Enter");
  const begun = async () => (await shop.chats("waiting")).find(({ visitor: { name } }) => name?.value === "Nadia Ross");
  await expect.poll(begun).toMatchObject({
    visitor: { email: { value: "nadia@shop.example" } },
    custom_data: [{ title: "Cart", content: "2 pairs, 120 EUR", source: "page" }],
  });
  const { id } = (await begun()) ?? { id: 0 };
  await shop.ask("POST", `chats/${id}/accept`, {});
  await shop.ask("POST", `chats/${id}/messages`, { kind: "text", text: "They do.", client_id: "d1" });
  await expect.poll(() => printed).toContain("an answer came");
  await shop.ask("POST", `chats/${id}/close`, {});
  expect(wrong).toEqual([]);
  await page.context().close();
});
