import { collectPageErrors, openContext } from "@parlour/testkit/browser";
import type { Channel } from "@parlour/protocol";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWidgetSite, type WidgetSite } from "./widget-site-fixture.ts";

/**
 * Pages as they were written for a comparable service. Only the host name in them is ours: their
 * code, styles and calls stay unchanged.
 */
let fixture: WidgetSite;
let widget: Channel;
/** Host and port of Parlour, as a page names it after `//`. */
let host: string;
beforeAll(async () => {
  fixture = await openWidgetSite();
  widget = await fixture.createWidget({ prefixes: ["jivo"] });
  host = fixture.parlour.url.replace("http://", "");
});
afterAll(() => fixture.close());

interface OpenedPage {
  readonly page: Page;
  readonly faults: readonly string[];
}
let pageCount = 0;
/** Opens a page with this content. */
async function openPage(
  html: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<OpenedPage> {
  const path = `/page-${++pageCount}`;
  fixture.site.setPage(
    path,
    `<!doctype html><html lang="en"><head><title>Shop</title></head><body><h1>Shop</h1>${html}</body></html>`,
    headers,
  );
  const page = await (await openContext(fixture.browser, { width: 1000, height: 800 })).newPage();
  const faults = collectPageErrors(page);
  await page.goto(fixture.site.url + path);
  return { page, faults };
}
const launcher = (page: Page) => page.locator("parlour-widget button.l");

/** The code of each generation, as pages contain it. `ID` and `HOST` are replaced. */
const generations: Readonly<Record<string, string>> = {
  "widget.js with the id in an attribute": `<script src="//HOST/widget.js" data-jv-id="ID" async></script>`,
  "widget.js with further attributes and a query": `<script src="//HOST/widget.js?plugin=cms&locale=en" data-jv-id=" ID" data-locale="en" data-plugin="cms" charset="utf-8" crossorigin="anonymous" defer></script>`,
  "widget.js, inserted by a tag manager": `<script>(function(d){var s=d.createElement("script");s.async=true;s.src="//HOST/widget.js";s.setAttribute("data-jv-id","ID");d.body.appendChild(s)})(document)</script>`,
  "the path script/widget": `<script>(function(){var widget_id="ID";var s=document.createElement("script");s.type="text/javascript";s.async=true;s.src="//HOST/script/widget/"+widget_id;var ss=document.getElementsByTagName("script")[0];ss.parentNode.insertBefore(s,ss)})()</script>`,
  "the path script/geo-widget": `<script>(function(){var widget_id="ID";var d=document;var w=window;function l(){var s=document.createElement("script");s.type="text/javascript";s.async=true;s.src="//HOST/script/geo-widget/"+widget_id;var ss=document.getElementsByTagName("script")[0];ss.parentNode.insertBefore(s,ss)}if(d.readyState=="complete"){l()}else{w.addEventListener("load",l,false)}})()</script>`,
  "the path script/geo-widget with a query": `<script src="//HOST/script/geo-widget/ID.js?locale=en" async></script>`,
};
const fillIn = (html: string): string =>
  html.replaceAll("HOST", host).replaceAll("ID", widget.public_id ?? "");

test.each(Object.entries(generations))(
  "[WG-230] page code of a comparable service starts the widget: %s",
  async (_name, code) => {
    const loads = `<script>var loads=0;function jivo_onLoadCallback(){loads++}</script>`;
    const { page, faults } = await openPage(loads + fillIn(code));
    await launcher(page).waitFor();
    await page.waitForFunction("loads===1");
    expect(await page.evaluate("jivo_config.widget_id")).toBe(widget.public_id);
    expect(await page.evaluate("jivo_api.open()")).toEqual({ result: "ok" });
    await page.frameLocator("parlour-widget iframe").getByRole("textbox").first().waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  },
);

test("[WG-230] [WG-004] widget.js works on a page that allows scripts by nonce; a wrong or missing id is named in the console", async () => {
  const origin = fixture.parlour.url.replace("127.0.0.1", "localhost");
  const policy = `default-src 'none'; script-src 'nonce-abc' 'strict-dynamic'; frame-src ${origin}; connect-src ${origin}`;
  const { page, faults } = await openPage(
    fillIn(`<script nonce="abc" src="//HOST/widget.js" data-jv-id="ID" async></script>`),
    { "content-security-policy": policy },
  );
  await launcher(page).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();

  for (const [attribute, reason] of [
    [`data-jv-id="AAAAAAAAAA"`, `could not load the widget "AAAAAAAAAA"`],
    ["", "no widget id in data-jv-id"],
  ] as const) {
    const wrong = await openPage(fillIn(`<script src="//HOST/widget.js" ${attribute}></script>`));
    await expect.poll(() => wrong.faults.join("\n")).toContain(reason);
    await wrong.page.context().close();
  }
});

test("[WG-230] [WG-090] all loader addresses have the same headers, and stay apart from other paths", async () => {
  const answers = await Promise.all(
    ["/widget.js", `/widget/${widget.public_id}.js`, `/script/geo-widget/${widget.public_id}`].map(
      (path) => fixture.parlour.call("GET", path),
    ),
  );
  for (const { status, headers } of answers)
    expect([
      status,
      ...[
        "content-type",
        "cache-control",
        "access-control-allow-origin",
        "cross-origin-resource-policy",
      ].map((name) => headers.get(name)),
      headers.get("etag") === null,
    ]).toEqual([
      200,
      "text/javascript; charset=utf-8",
      "public, max-age=60",
      "*",
      "cross-origin",
      false,
    ]);
  const unknown = await fixture.parlour.call("GET", "/script/geo-widget/AAAAAAAAAA");
  expect(unknown.status).toBe(404);
});

const code = () => fillIn(`<script src="//HOST/widget/ID" async></script>`);
/** Waits until exactly one button is visible: the page's own one, or the launcher. */
async function expectVisible(page: Page, which: "own" | "launcher"): Promise<void> {
  await expect
    .poll(async () => [
      await page.locator("#jivo_custom_widget").isVisible(),
      await launcher(page).isVisible(),
    ])
    .toEqual([which === "own", which === "launcher"]);
}

test("[WG-231] [WG-095] the launcher is shown whenever a style of the page hides its own button", async () => {
  const { page, faults } = await openPage(
    `<style>#jivo_custom_widget{display:none}@media (max-width:600px){#jivo_custom_widget{display:block}}</style><div id="jivo_custom_widget">Ask us</div>${code()}`,
  );
  await expectVisible(page, "launcher");
  for (const [width, which] of [
    [500, "own"],
    [1000, "launcher"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expectVisible(page, which);
  }
  expect(faults).toEqual([]);
  await page.context().close();
});

test("[WG-231] [WG-095] a page's own button counts while it has a size and a place in the document, also in a wrapper without one", async () => {
  const { page, faults } = await openPage(
    `<div id="jivo_custom_widget"><button style="position:fixed;left:20px;bottom:20px">Ask us</button></div><p style="height:3000px"></p>${code()}`,
  );
  const own = page.getByRole("button", { name: "Ask us", includeHidden: true });
  const launcherIs = (shown: boolean) => expect.poll(() => launcher(page).isVisible()).toBe(shown);
  await page.waitForFunction("window.jivo_version");
  await launcherIs(false);
  const change = (style: string) =>
    own.evaluate((one, css) => void (one.style.cssText = css), style);
  const shown = "position:fixed;left:20px;bottom:20px";
  for (const hidden of [
    "display:none",
    "position:absolute;left:-9999px;top:0",
    "position:fixed;left:20px;bottom:20px;width:0;height:0;padding:0;border:0;overflow:hidden",
  ]) {
    await change(hidden);
    await launcherIs(true);
    await change(shown);
    await launcherIs(false);
  }
  // A button that the visitor must scroll to is visible.
  await change("position:absolute;left:20px;top:2800px");
  await page.evaluate("new Promise(requestAnimationFrame)");
  await launcherIs(false);
  await page.locator("#jivo_custom_widget").evaluate((one) => one.remove());
  await launcherIs(true);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("[WG-231] [WG-218] a button that the page makes, hides with the open window and shows again is the only one", async () => {
  const { page, faults } =
    await openPage(`<style>#jivo_custom_widget{display:none;position:fixed;left:20px;bottom:20px;width:60px;height:60px;background:teal}</style>
<script>
function jivo_onLoadCallback(){
  window.jivo_cstm_widget=document.createElement("div");
  jivo_cstm_widget.setAttribute("id","jivo_custom_widget");
  document.body.appendChild(jivo_cstm_widget);
  jivo_cstm_widget.onclick=function(){jivo_api.open()};
  if(jivo_config.chat_mode=="online")jivo_cstm_widget.setAttribute("class","jivo_online");
  jivo_cstm_widget.style.display="block";
}
function jivo_onOpen(){if(jivo_cstm_widget)jivo_cstm_widget.style.display="none"}
function jivo_onClose(){if(jivo_cstm_widget)jivo_cstm_widget.style.display="block"}
</script>${code()}`);
  await expectVisible(page, "own");
  expect(await page.locator("#jivo_custom_widget").getAttribute("class")).toBe("jivo_online");
  await page.locator("#jivo_custom_widget").click();
  const field = page.frameLocator("parlour-widget iframe").getByRole("textbox");
  await field.waitFor();
  await expect
    .poll(async () => [
      await page.locator("#jivo_custom_widget").isVisible(),
      await launcher(page).isVisible(),
    ])
    .toEqual([false, false]);
  await field.press("Escape");
  await expectVisible(page, "own");
  expect(faults).toEqual([]);
  await page.context().close();
});

test("[WG-234] [WG-097] one widget on a page: the script of another one is refused while the first is there, and replaces it after destroy", async () => {
  const other = await fixture.createWidget({ prefixes: ["jivo"] });
  const { page, faults } = await openPage(code());
  await page.waitForFunction("window.jivo_version");
  const warnings: string[] = [];
  page.on("console", (line) => line.type() === "warning" && warnings.push(line.text()));
  const load = (src: string) => page.addScriptTag({ url: src });
  await load(`http://${host}/widget/${other.public_id}`);
  await expect.poll(() => warnings.join()).toContain(`${other.public_id} is not the first widget`);
  expect(await page.locator("parlour-widget").count()).toBe(1);
  expect(await page.evaluate("jivo_config.widget_id")).toBe(widget.public_id);
  await page.evaluate("jivo_destroy()");
  await load(`http://${host}/widget/${other.public_id}?again`);
  await expect
    .poll(() =>
      page.evaluate("[jivo_config.widget_id,document.querySelectorAll('parlour-widget').length]"),
    )
    .toEqual([other.public_id, 1]);
  expect(faults).toEqual([]);
  await page.context().close();
});

/** Runs in the page: the state as scripts of such pages read it. */
const readElements = `(function(){var frame=document.querySelector("#jivo-iframe-container");
return [document.querySelectorAll("body > jdiv").length,frame&&frame.classList.contains("jivo-collapsed"),!!document.getElementById("jivo_close_button")]})()`;

test("[WG-235] scripts and styles of a page find, follow, hide and remove the elements of the original", async () => {
  const { page, faults } = await openPage(
    `<style>html.modal-open body > jdiv{display:none!important}</style><a class="js-chat" href="#">Chat</a>
<script>
document.querySelector(".js-chat").addEventListener("click",function(event){
  event.preventDefault();
  if(document.querySelector("#jivo-iframe-container").classList.contains("jivo-collapsed"))jivo_api.open();
  else document.querySelector("#jivo_close_button").click();
});
</script>${code()}`,
  );
  await launcher(page).waitFor();
  await expect.poll(() => page.evaluate(readElements)).toEqual([1, true, true]);
  const frame = page.locator("parlour-widget iframe");
  // A link of the page opens and closes the window.
  for (const isOpen of [true, false]) {
    await page.getByRole("link", { name: "Chat" }).click();
    await expect.poll(() => frame.isVisible()).toBe(isOpen);
    await expect.poll(() => page.evaluate(readElements)).toEqual([1, !isOpen, true]);
  }
  // A dialog of the page hides the whole chat, also the open window.
  await page.evaluate("jivo_api.open()");
  await expect.poll(() => frame.isVisible()).toBe(true);
  await page.evaluate("document.documentElement.className='modal-open'");
  await expect.poll(() => frame.isVisible()).toBe(false);
  await page.evaluate("document.documentElement.className=''");
  await expect.poll(() => frame.isVisible()).toBe(true);
  await page.evaluate(
    "jivo_api.close();document.querySelector('body > jdiv').style.display='none'",
  );
  await expect.poll(() => launcher(page).isVisible()).toBe(false);
  await page.evaluate("document.querySelector('body > jdiv').style.display='inline'");
  await expect.poll(() => launcher(page).isVisible()).toBe(true);
  // A page that replaces its body keeps the chat; one that removes the element hides it, until it
  // loads the script again.
  await page.evaluate("document.body.replaceWith(document.createElement('body'))");
  await expect.poll(() => page.evaluate(readElements)).toEqual([1, true, true]);
  await launcher(page).waitFor();
  await page.evaluate("document.querySelector('jdiv').remove();delete window.jivo_api");
  await expect.poll(() => launcher(page).isVisible()).toBe(false);
  await page.addScriptTag({ url: `http://${host}/widget/${widget.public_id}` });
  await expect.poll(() => launcher(page).isVisible()).toBe(true);
  await expect.poll(() => page.evaluate(readElements)).toEqual([1, true, true]);
  await page.evaluate("jivo_destroy()");
  await expect.poll(() => page.evaluate(readElements)).toEqual([0, null, false]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("[WG-235] a widget without the prefix has none of these elements", async () => {
  const ours = await fixture.createWidget();
  const { page } = await openPage(
    `<script src="http://${host}/widget/${ours.public_id}"></script>`,
  );
  await page.waitForFunction("window.widget_version");
  expect(await page.locator("jdiv").count()).toBe(0);
  expect(await page.evaluate("'setLanguage' in widget_api")).toBe(false);
  await page.context().close();
});

test("[WG-236] [WG-256] functions that such pages call exist, do what they can, and report the rest", async () => {
  const { page, faults } = await openPage(`<script>
var answers={};
function jivo_onLoadCallback(){
  answers.telegram=jivo_api.setTelegramLink("https://t.me/shop");
  answers.options=jivo_api.setOptions({widget_color:"#0b6b5d",offline_only:true});
  answers.noOptions=jivo_api.setOptions({offline_only:true});
  answers.unknown=jivo_api.setLanguage("xx");
  answers.language=jivo_api.setLanguage("de");
  answers.attributes=jivo_api.setClientAttributes({plan:"pro",seats:3,trial:null,cart:{sum:1}});
  answers.noAttributes=jivo_api.setClientAttributes({cart:{sum:1}});
  answers.contacts=jivo_api.setContactInfo({client_name:"Nadia Ross",email:"nadia@shop.example"});
  answers.rules=jivo_api.setRules({rules:[{if:{type:"url",value:"#x"},do:[{type:"open"}]},{conditions:[]}]});
  answers.noRules=jivo_api.setRules([{conditions:[]}]);
  answers.theirRules=jivo_api.setRules({rules:[{name:"Help",enabled:true,type:"all",conditions:[{condition:"page_url",comparator:"contain",value:"#x"},{condition:"time_after_close",comparator:"greater",value:300}],commands:[{command:"proactive",params:{message:"Can I help you?"}}]}]});
  answers.hide=jivo_api.hideWidget();
  answers.reached=true;
}
</script>${code()}`);
  await page.waitForFunction("answers.reached");
  const ok = { result: "ok" };
  const answers = await page.evaluate<Record<string, { ignored?: string[] }>>("answers");
  expect(answers).toMatchObject({
    telegram: { result: "fail", reason: "Not supported" },
    options: { result: "ok", ignored: ["offline_only"] },
    noOptions: { result: "fail", ignored: ["offline_only"] },
    unknown: { result: "fail", reason: "Unknown language" },
    attributes: { result: "ok", ignored: ["trial", "cart"] },
    noAttributes: { result: "fail", ignored: ["cart"] },
    contacts: ok,
    rules: { result: "ok" },
    noRules: { result: "fail" },
    theirRules: { result: "ok", ignored: ["rules[0].conditions[1]: time_after_close"] },
    hide: ok,
  });
  expect(answers["rules"]?.ignored?.join()).toMatch(/^rules\[1\]/);
  expect(await page.evaluate("jivo_api.getContactInfo().client_name")).toBe("Nadia Ross");
  await expect.poll(() => launcher(page).isVisible()).toBe(false);
  expect(await page.evaluate("jivo_api.showWidget()")).toEqual(ok);
  await launcher(page).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test("[WG-237] [WG-096] the language in the configuration of the page is that of the button and the window", async () => {
  const { page, faults } = await openPage(
    `<script>var jivo_config={locale:"de"}</script>${code()}`,
  );
  await launcher(page).click();
  await page
    .frameLocator("parlour-widget iframe")
    .getByRole("textbox", { name: "Nachricht" })
    .waitFor();
  expect(await page.evaluate("[jivo_config.locale,jivo_config.widget_id]")).toEqual([
    "de",
    widget.public_id,
  ]);
  expect(faults).toEqual([]);
  await page.context().close();
});
