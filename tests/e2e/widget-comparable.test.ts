import { openContext, collectPageErrors } from "@parlour/testkit/browser";
import type { Chat } from "@parlour/protocol";
import type { CallWithVisitor } from "@parlour/protocol/api";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWidgetSite, type WidgetSite } from "./widget-site-fixture.ts";

/**
 * A page that was written for the script API of another service, under that service's prefix. It
 * contains nothing of Parlour; only the URL of its script differs. It uses every function and
 * declares every callback.
 */
const authorPage = `<script>
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
const findNames = (pattern: RegExp): string[] =>
  [...new Set([...authorPage.matchAll(pattern)].map(([, name]) => name ?? ""))].toSorted();
const functions = findNames(/jivo_api\.(\w+)/g);
const callbacks = findNames(/function jivo_on(\w+)/g);

let fixture: WidgetSite;
let visitor: Page;
let faults: readonly string[];
const notedCalls: string[] = [];
beforeAll(async () => {
  fixture = await openWidgetSite();
  await fixture.callApi("PATCH", "call-settings", { enabled: true, driver: "desk" });
  const email = {
    when: "during",
    name: "off",
    email: "optional",
    phone: "off",
    description: "off",
  };
  const widget = await fixture.createWidget({
    prefixes: ["widget", "jivo"],
    calls: true,
    contacts: email,
  });
  // The same again under Parlour's own prefix: each callback is called for every name.
  const second = `<script>var ours=[];${JSON.stringify(callbacks)}.forEach(function(n){window["widget_on"+n]=function(){ours.push(n)}})</script>`;
  const script = /<script src=.*$/.exec(widget.snippet ?? "")?.[0] ?? "";
  fixture.setPage("/comparable", null, { head: authorPage + second, body: script });
  visitor = await (await openContext(fixture.browser, { width: 1000, height: 800 })).newPage();
  faults = collectPageErrors(visitor);
  // The load callback waits up to 3 s for the first response of the server, so the result does not
  // depend on the machine.
  await visitor.addInitScript(() => {
    const originalSetTimeout = setTimeout;
    Object.assign(globalThis, {
      setTimeout: (run: () => void, ms = 0, ...more: unknown[]) =>
        originalSetTimeout(run, ms === 3_000 ? 60_000 : ms, ...more),
    });
  });
  await visitor.goto(`${fixture.site.url}/comparable?utm_source=news`);
});
afterAll(() => fixture.close());

const runAction = (name: string): Promise<unknown> =>
  visitor.evaluate(`actions[${JSON.stringify(name)}]()`);
/** Waits until the page has noted these entries since the last check. */
async function expectNoted(...expected: readonly string[]): Promise<void> {
  let notes: string[] = [];
  await expect
    .poll(async () => {
      notes = await visitor.evaluate<string[]>("log");
      return notes.filter((one) => one !== "resize");
    })
    .toEqual(expected);
  notedCalls.push(...(await visitor.evaluate<string[]>(`log.splice(0,${notes.length})`)));
}
const ok = { result: "ok" };
const chatFrame = () => visitor.frameLocator("parlour-widget iframe");

/**
 * Each test reads the notes of the page where the previous one stopped, and the last one counts all
 * of them.
 */
describe("one visit of the page", { shuffle: false }, () => {
  test("[WG-003] [WG-010] [WG-011] [WG-020] [WG-030] [WG-033] [WG-046] [WG-062] [WG-064] a page written for a comparable service: its load", async () => {
    await expectNoted(
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
    expect([await runAction("rules"), await runAction("open")]).toEqual([ok, ok]);
    await expectNoted("state chat", "open");
    await chatFrame().getByRole("textbox", { name: "Message" }).fill("Where is my order?");
    await chatFrame().getByRole("textbox", { name: "Message" }).press("Enter");
    await expectNoted("start", "sent John Smith");
    await chatFrame().getByRole("textbox", { name: "Email" }).fill("john@shop.example");
    await chatFrame().getByRole("textbox", { name: "Email" }).press("Enter");
    const contacts = {
      name: "John Smith",
      client_name: "John Smith",
      email: "john@shop.example",
      phone: "+14084987855",
      description: "From the CRM",
    };
    await expectNoted(`introduction ${JSON.stringify(contacts)}`);
    const [chat] = await fixture.listChats("waiting");
    await fixture.callApi("POST", `chats/${chat?.id ?? 0}/accept`, {});
    await expectNoted("accept");
    await fixture.callApi("POST", `chats/${chat?.id ?? 0}/messages`, {
      kind: "text",
      text: "On its way.",
      client_id: "a1",
    });
    await expectNoted("received");
    expect(await runAction("say")).toEqual(ok);
    await chatFrame().getByText("Is it food-safe?").waitFor();
    // Waits until the message is stored: after the end of this chat it would start another one.
    await expect
      .poll(async () => (await fixture.parlour.messages(chat?.id ?? 0)).map(({ text }) => text))
      .toContain("Is it food-safe?");
    expect(await runAction("invite")).toEqual({
      result: "fail",
      reason: "Chat is already started",
    });
    // The operator sees the page's data about the visitor.
    const readChat = (): Promise<Chat> => fixture.callApi<Chat>("GET", `chats/${chat?.id ?? 0}`);
    await expect.poll(readChat).toMatchObject({
      page: { url: "https://shop.example/bowls", title: "Bowls" },
      custom_data: [
        {
          title: "Orders",
          content: "Order 7781",
          link: "https://shop.example/7781",
          source: "page",
        },
      ],
      attributes: { plan: "pro", seats: 3, trial: false },
      visitor: {
        name: { value: "John Smith" },
        email: { value: "john@shop.example" },
        phone: { value: "+14084987855" },
      },
    });
    expect(await runAction("close")).toEqual(ok);
    await expectNoted("state label", "close");
    await fixture.callApi("POST", `chats/${chat?.id ?? 0}/close`, {});
    await expect.poll(() => runAction("invite")).toEqual(ok);
    await expectNoted("state chat", "open");
    await chatFrame().getByText("May I help you?").waitFor();
  });

  test("[WG-020] [WG-061] [WG-063] [WG-064] [WG-071] [WG-093] its call, its offline message and its end", async () => {
    expect(await runAction("openCall")).toEqual(ok);
    await expectNoted("state chat/call");
    expect(await runAction("call")).toEqual(ok);
    await expectNoted("call start");
    let calls: readonly CallWithVisitor[] = [];
    await expect
      .poll(async () => {
        calls = (await fixture.callApi<{ items: CallWithVisitor[] }>("GET", "calls?state=waiting"))
          .items;
        return calls.map(({ phone }) => phone);
      })
      .toEqual(["+442079460018"]);
    for (const step of ["take", "connected", "end"])
      await fixture.callApi("POST", `calls/${calls[0]?.id ?? 0}/${step}`, {});
    // The call has its own chat, and accepting the call accepts the chat.
    await expectNoted("accept", 'call end {"result":"ok"}');
    expect(await runAction("offline")).toEqual(ok);
    expect(await runAction("forget")).toEqual(ok);
    await expectNoted("state label", "close");
    await runAction("destroy");
    await expectNoted("destroy");
    await expect.poll(() => visitor.locator("parlour-widget").count()).toBe(0);
    await runAction("init");
    await expect.poll(() => visitor.evaluate("log[0]")).toBe("load online");
    expect(await visitor.locator("parlour-widget").count()).toBe(1);
  });

  test("[WG-003] [WG-010] [WG-020] no function is left out, no callback was silent, and each was called under both names", async () => {
    const ours = ["on", "off", "hide", "show", "setFields"];
    // Pages of the service may also call these (WG-236).
    const compatible = ["hideWidget", "showWidget", "setLanguage", "setOptions", "setTelegramLink"];
    expect(await visitor.evaluate("Object.keys(jivo_api).sort()")).toEqual(
      [...functions, ...ours, ...compatible].toSorted(),
    );
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
      expect(called.filter((one) => one === name).length, name).toBe(
        notedCalls.filter((one) => one === word).length,
      );
    expect(faults).toEqual([]);
  });
});

test("[WG-001] [WG-011] [WG-034] [WG-041] the page that docs/integrate/script.md shows works as it stands, with a widget's code at its comment", async () => {
  const text = readFileSync(new URL("../../docs/integrate/script.md", import.meta.url), "utf8");
  const [, shown = ""] = /```html\n([\s\S]*?)```/.exec(text) ?? [];
  const { snippet = "" } = await fixture.createWidget();
  const html = shown.replace(/<!-- the code of .* -->/, () => snippet);
  expect(html).toContain(snippet);
  fixture.site.setPage("/shown", html);
  const page = await (await openContext(fixture.browser)).newPage();
  const problems = collectPageErrors(page);
  const printed: string[] = [];
  page.on("console", (line) => printed.push(line.text()));
  await page.goto(`${fixture.site.url}/shown`);
  await page.getByRole("button", { name: "Help" }).click();
  const message = page
    .frameLocator("parlour-widget iframe")
    .getByRole("textbox", { name: "Message" });
  await message.fill("Do they come in 42?");
  await message.press("Enter");
  const begun = async () =>
    (await fixture.listChats("waiting")).find(
      ({ visitor: { name } }) => name?.value === "Nadia Ross",
    );
  await expect.poll(begun).toMatchObject({
    visitor: { email: { value: "nadia@shop.example" } },
    custom_data: [{ title: "Cart", content: "2 pairs, 120 EUR", source: "page" }],
  });
  const { id } = (await begun()) ?? { id: 0 };
  await fixture.callApi("POST", `chats/${id}/accept`, {});
  await fixture.callApi("POST", `chats/${id}/messages`, {
    kind: "text",
    text: "They do.",
    client_id: "d1",
  });
  await expect.poll(() => printed).toContain("an answer came");
  await fixture.callApi("POST", `chats/${id}/close`, {});
  expect(problems).toEqual([]);
  await page.context().close();
});
