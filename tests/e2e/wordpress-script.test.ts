import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openContext } from "@parlour/testkit/browser";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { read } from "../../tools/source.ts";
import { packWordPressPlugin } from "../../tools/release/wordpress-plugin.ts";
import {
  getScriptUrl,
  openWidgetSite,
  toPageHtml,
  type WidgetSite,
} from "./widget-site-fixture.ts";

/** The script of the plug-in for WordPress on a page as the plug-in prints it. */

let fixture: WidgetSite;
let scriptUrl: string;
beforeAll(async () => {
  fixture = await openWidgetSite();
  scriptUrl = getScriptUrl(await fixture.createWidget());
  fixture.site.setPage("/load.js", read("plugins/wordpress/parlour-chat/load.js"), {
    "content-type": "text/javascript",
  });
  const visitor = {
    token: null,
    contact: { name: "Nadia Ross", email: "nadia@shop.example" },
    fields: {},
    data: [{ title: "Cart", content: "2 × Bowl: 58.50 EUR" }],
  };
  fixture.site.setPage("/visitor", JSON.stringify(visitor), { "content-type": "application/json" });
});
afterAll(() => fixture.close());

const setPage = (path: string, consent: string | null, head = "") =>
  fixture.site.setPage(
    path,
    toPageHtml(
      `<script type="application/json" id="parlour-chat">${JSON.stringify({ script: scriptUrl, visitor: "/visitor", consent })}</script><script src="/load.js"></script>`,
      head,
    ),
  );

test("[WG-305] the script tells the widget who the visitor is, with a request of its own", async () => {
  setPage("/shop", null);
  const page = await (await openContext(fixture.browser)).newPage();
  await page.goto(`${fixture.site.url}/shop`);
  await page.locator("parlour-widget button.l").waitFor();
  await expect
    .poll(() => page.evaluate("widget_api.getContactInfo().email"))
    .toBe("nadia@shop.example");
});

test("[WG-305] with the WP Consent API, nothing is loaded before the consent", async () => {
  setPage("/asking", "functional", "<script>window.wp_has_consent = () => false;</script>");
  const page = await (await openContext(fixture.browser)).newPage();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(`${fixture.site.url}/asking`, { waitUntil: "networkidle" });
  const agree = (category: string) =>
    page.evaluate((name) => {
      const detail = { [name]: "allow" };
      document.dispatchEvent(new CustomEvent("wp_listen_for_consent_change", { detail }));
    }, category);
  await agree("marketing");
  expect(requests.filter((url) => !url.startsWith(fixture.site.url))).toEqual([]);
  await agree("functional");
  await page.locator("parlour-widget button.l").waitFor();
});

test("[WG-305] the release packs the plug-in, always with the same bytes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "parlour-plugin-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const pack = async () => readFileSync(join(folder, await packWordPressPlugin(folder)));
  const zip = await pack();
  expect(zip.equals(await pack())).toBe(true);
  for (const name of ["parlour-chat.php", "load.js", "readme.txt", "LICENSE"])
    expect(zip.includes(`parlour-chat/${name}`), name).toBe(true);
});
