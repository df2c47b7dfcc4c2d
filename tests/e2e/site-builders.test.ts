import type { Channel } from "@parlour/protocol";
import { openContext } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { read } from "../../tools/source.ts";
import { getScriptUrl, openWidgetSite, type WidgetSite } from "./widget-site-fixture.ts";

/**
 * Pages that do to the widget's script what site builders do. Their life cycles are played: the
 * routers of Next.js, Nuxt and Astro, and the loaders of the services, do not run here.
 */
interface Builder {
  /** Page of the documentation. */
  readonly name: string;
  readonly html: (code: Code) => string;
  /** Content-Security-Policy of the page. */
  readonly policy?: string;
  /** What the builder does after the page has loaded. */
  readonly act?: (page: Page, code: Code) => Promise<unknown>;
  /** Whether no widget exists before `act`. */
  readonly isLate?: true;
}
interface Code {
  readonly src: string;
  readonly line: string;
  readonly snippet: string;
}

const nonce = "r4nd0m";
const shop = (content: string, head = "") =>
  `<!doctype html><html lang="en"><head><title>Shop</title>${head}</head><body><main id="app"><h1>Shop</h1></main>${content}</body></html>`;

const builders: readonly Builder[] = [
  {
    name: "html",
    policy: "script-src ORIGIN; frame-src ORIGIN; connect-src ORIGIN",
    html: ({ line }) => shop(line),
  },
  {
    name: "shopify",
    html: ({ line, snippet }) =>
      shop(
        `<div id="section">${snippet}<script>widget_api.setContactInfo({ name: "Nadia", email: "nadia@shop.example" });</script></div>${line}`,
      ),
    async act(page) {
      // The theme editor inserts the section again as markup, whose scripts do not run.
      await page.evaluate("section.outerHTML = section.outerHTML");
      await expect
        .poll(() => page.evaluate("widget_api.getContactInfo().email"))
        .toBe("nadia@shop.example");
    },
  },
  {
    name: "tilda",
    isLate: true,
    html: () => shop('<div id="t123"></div>'),
    async act(page, { src }) {
      // Blocks with code are filled after the page has loaded. Pop-ups are anchors.
      await page.evaluate(
        `(function(){var s=document.createElement("script");s.src=${JSON.stringify(src)};t123.append(s)})()`,
      );
      await page.evaluate("location.hash = '#popup:order'");
    },
  },
  {
    name: "joomla",
    isLate: true,
    html: ({ src }) =>
      shop(
        `<script>addEventListener("mousemove", function () { document.querySelectorAll("[type=delayed]").forEach(function (old) { var s = document.createElement("script"); s.src = old.dataset.src; old.replaceWith(s); }); }, { once: true });</script>`,
        `<script type="delayed" data-src="${src}"></script>`,
      ),
    act: (page) => page.mouse.move(40, 40),
  },
  {
    name: "opencart",
    html: ({ line, snippet }) =>
      shop(snippet, line).replace("</main>", '<div id="content"></div></main>'),
    act: (page) => page.evaluate("content.innerHTML = '<p>1 item in the cart</p>'"),
  },
  {
    name: "nextjs",
    policy: `script-src 'nonce-${nonce}' 'strict-dynamic'; frame-src ORIGIN; connect-src ORIGIN`,
    html: ({ src }) =>
      shop(
        `<script nonce="${nonce}">addEventListener("load", function () { var s = document.createElement("script"); s.src = ${JSON.stringify(src)}; document.body.append(s); });</script>`,
      ),
    act: (page) => changePage(page, "/nextjs/bowls"),
  },
  {
    name: "nuxt",
    html: ({ line }) => shop("", line),
    async act(page, { src }) {
      // The manager of the head removes the script, and adds it for the next route.
      await page.evaluate(
        `(function(){var old=document.querySelector("head script");old.remove();var s=document.createElement("script");s.src=${JSON.stringify(src)};document.head.append(s)})()`,
      );
      await changePage(page, "/nuxt/bowls");
    },
  },
  {
    name: "astro",
    html: ({ line }) => shop(line),
    async act(page, { src }) {
      await page.locator("parlour-widget button.l").click();
      const message = () =>
        page.frameLocator("parlour-widget iframe").getByRole("textbox", { name: "Message" });
      await message().fill("Is it");
      // The router replaces the body, and runs the scripts of the new one.
      await page.evaluate(`(function(){
        history.pushState({}, "", "/astro/bowls");
        var next = document.createElement("body");
        next.innerHTML = "<main><h1>Bowls</h1></main>";
        document.body.replaceWith(next);
        var s = document.createElement("script"); s.src = ${JSON.stringify(src)}; next.append(s);
      })()`);
      await expect.poll(() => message().inputValue()).toBe("Is it");
      await page.evaluate("widget_api.close()");
    },
  },
  {
    name: "squarespace",
    html: ({ line }) => shop("").replace("</main>", `<div id="wrapper">${line}</div></main>`),
    act: (page) =>
      // Ajax loading replaces the content, and runs its scripts again.
      page.evaluate(`(function(){
        history.pushState({}, "", "/squarespace/bowls");
        var src = wrapper.querySelector("script").src;
        wrapper.innerHTML = "<h2>Bowls</h2>";
        for (var i = 0; i < 2; i++) { var s = document.createElement("script"); s.src = src; wrapper.append(s); }
      })()`),
  },
  {
    name: "webflow",
    html: ({ src }) =>
      // A loader changes the types of scripts, and runs copies of them one after the other.
      shop(
        `<script type="a1b2-text/javascript" src="${src}" async></script><script>addEventListener("DOMContentLoaded", function () { setTimeout(function () { var old = document.querySelector("[type^=a1b2]"); var s = document.createElement("script"); s.src = old.src; old.parentNode.insertBefore(s, old); old.remove(); }); });</script>`,
      ),
    act: (page) => changePage(page, "/webflow/bowls"),
  },
];

/** Changes the address and the content as a router does. */
const changePage = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(
    `(function(){history.pushState({}, "", ${JSON.stringify(path)});document.title="Bowls";app.replaceChildren(document.createElement("h2"))})()`,
  );

let fixture: WidgetSite;
let widget: Channel;
let page: Page;
beforeAll(async () => {
  fixture = await openWidgetSite();
  widget = await fixture.createWidget();
  page = await (await openContext(fixture.browser)).newPage();
});
afterAll(() => fixture.close());

test.each(builders)(
  "[WG-315] [WG-097] $name: one widget, whatever the builder does to the script and the page",
  async ({ name, html, policy, act, isLate = false }) => {
    const src = getScriptUrl(widget);
    const code = {
      src,
      line: `<script src="${src}" async></script>`,
      snippet: widget.snippet ?? "",
    };
    fixture.site.setPage(`/${name}`, html(code), {
      "content-type": "text/html",
      ...(policy && {
        "content-security-policy": policy.replaceAll("ORIGIN", new URL(src).origin),
      }),
    });
    const faults: string[] = [];
    const listen = (error: Error) => faults.push(error.message);
    page.on("pageerror", listen);
    await page.goto(`${fixture.site.url}/${name}`);
    const button = page.locator("parlour-widget button.l");
    if (isLate) expect(await button.count()).toBe(0);
    else await button.waitFor();
    await act?.(page, code);
    await button.waitFor();
    expect(await page.locator("parlour-widget").count()).toBe(1);
    expect(await page.evaluate("widget_api.close().result")).toBe("ok");
    page.off("pageerror", listen);
    expect(faults).toEqual([]);
    // The page of the documentation has few lines, and says what happens.
    const text = read(`docs/integrate/${name}.md`);
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(40);
    expect(text).toContain("## Life cycle");
    expect(text).toContain("Content-Security-Policy");
  },
);
