import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeViolations, openContext, type SharedBrowser } from "@parlour/testkit/browser";
import type { Site } from "@parlour/testkit";
import type { Channel } from "@parlour/protocol";
import { html, openShop, scriptOf, type Shop } from "./shop.ts";

/** What a widget weighs: bytes, time, layout. */
let shop: Shop;
let site: Site;
let browser: SharedBrowser;
let widget: Channel;
beforeAll(async () => {
  shop = await openShop();
  ({ site, browser } = shop);
  widget = await shop.widget();
});
afterAll(() => shop.close());

/** Everything until the window is usable, compressed (WG-002; PERF-11 aims at 20). */
const mostBytes = 45_000;
/** Compressed bytes of what a widget's pages load until its visitor can write, file by file. He comes for the first time, and presses the button when all is there. */
async function loadedBy(of: Channel): Promise<readonly string[]> {
  site.page("/weighed", html(`<script src="${scriptOf(of)}" async></script>`));
  const page = await (await openContext(browser)).newPage();
  // The script API comes 3 s later for pages that call nothing: on a slow machine before the window is usable, and nothing waits for it.
  await page.addInitScript(() => {
    const { setTimeout: set } = globalThis;
    Object.assign(globalThis, { setTimeout: (run: () => void, ms = 0) => (ms >= 3_000 ? 0 : set(run, ms)) });
  });
  const loaded = new Set<string>();
  page.on("response", (response) => void (response.url().includes("/widget/") && loaded.add(response.url())));
  await page.goto(`${site.url}/weighed`);
  // Welcomed: the server has said whether anybody is there.
  await page.waitForFunction((name) => localStorage.getItem(name)?.includes('"token"'), `parlour:${of.public_id}`);
  await page.locator("parlour-widget button.l").click();
  await page.frameLocator("parlour-widget iframe").getByRole("textbox").first().waitFor();
  await page.context().close();
  return Promise.all(
    [...loaded].map(async (url) => {
      const body = Buffer.from(await (await fetch(url)).arrayBuffer());
      return `${gzipSync(body, { level: 9 }).length} ${new URL(url).pathname}`;
    }),
  );
}
const sumOf = (sizes: readonly string[]): number => sizes.reduce((sum, one) => sum + Number.parseInt(one, 10), 0);

test("[WG-002] [P20] all that is loaded until the window is usable stays within 45 KB compressed: a chat, the form when nobody is there, and contacts first", async () => {
  // The language with the longest words.
  const language = "uk";
  const away = await shop.parlour.operator("operator", "Away");
  for (const [begins, settings, operators] of [
    ["Talk", {}, [shop.parlour.owner.id]],
    ["OfflineForm", {}, [away.id]],
    [
      "ContactsForm",
      { contacts: { when: "before", name: "required", email: "required", phone: "optional", description: "optional" } },
      [shop.parlour.owner.id],
    ],
  ] as const) {
    const made = { kind: "widget", name: "Shop", operators, widget: { language, ...settings } };
    const sizes = await loadedBy(await shop.ask<Channel>("POST", "channels", made));
    for (const name of ["host", "frame", "draw", language, begins]) expect(sizes.join("\n")).toContain(`/${name}-`);
    expect(sumOf(sizes), sizes.join("\n")).toBeLessThanOrEqual(mostBytes);
  }
});
test("[WG-002] [WG-088] nothing moves, nothing blocks: no layout shift, the page's part within 10 ms, axe finds nothing", async () => {
  site.page(
    "/measured",
    html(
      `<script>var shift=0;new PerformanceObserver(function(l){l.getEntries().forEach(function(e){shift+=e.value})}).observe({type:"layout-shift",buffered:true})</script><script src="${scriptOf(widget)}" async></script>`,
    ),
  );
  const page = await (await openContext(browser)).newPage();
  await page.goto(`${site.url}/measured`);
  const code = await (await fetch(scriptOf(widget))).text();
  const times: number[] = [];
  // What the machine does beside it counts for nothing: the fastest of many, as many as it takes.
  for (let at = 0; at < 5 || (at < 60 && Math.min(...times) > 10); at++)
    times.push(
      await page.evaluate(
        ([text, name]) => {
          // The same code once more as another widget: compiled, run, drawn.
          const script = document.createElement("script");
          script.text = (text as string)
            .replace(/"id":"\w{10}"/, `"id":"${name}"`)
            .replace('"prefixes":["widget"]', `"prefixes":["${name}"]`);
          const begun = performance.now();
          document.head.append(script);
          const time = performance.now() - begun;
          document.querySelector("parlour-widget:last-of-type")?.remove();
          return time;
        },
        [code, `measured${at}`],
      ),
    );
  expect(Math.min(...times)).toBeLessThanOrEqual(10);
  await page.reload();
  await page.locator("parlour-widget button.l").click();
  await page.frameLocator("parlour-widget >> nth=0 >> iframe").getByRole("textbox").first().waitFor();
  expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await page.context().close();
});
