import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openContext } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { packTagManagerTemplate } from "../../tools/release/tag-manager-template.ts";
import { readTemplate, runTemplate, type TemplateParameter } from "./tag-manager-template.ts";
import {
  getScriptUrl,
  openWidgetSite,
  toPageHtml,
  type WidgetSite,
} from "./widget-site-fixture.ts";

/** The template for Google Tag Manager, with a small version of its API in a real page. */

const template = readTemplate();
let fixture: WidgetSite;
let scriptUrl: string;
let line: string;
beforeAll(async () => {
  fixture = await openWidgetSite();
  const widget = await fixture.createWidget();
  scriptUrl = getScriptUrl(widget);
  line = `<script src="${scriptUrl}" async></script>`;
  fixture.site.setPage("/shop", toPageHtml(""));
});
afterAll(() => fixture.close());

async function openShop(): Promise<Page> {
  const page = await (await openContext(fixture.browser)).newPage();
  await page.goto(`${fixture.site.url}/shop`);
  return page;
}
const readResults = (page: Page) => page.evaluate("window.results");
const button = (page: Page) => page.locator("parlour-widget button.l");

test("[WG-314] the template has the sections of a tag, and its code uses every field that it declares", () => {
  expect([template.info.type, template.info.containerContexts]).toEqual(["TAG", ["WEB"]]);
  const listNames = (parameters: readonly TemplateParameter[]): string[] =>
    parameters.flatMap(({ name, subParams }) => (subParams ? listNames(subParams) : [name]));
  for (const name of listNames(template.parameters))
    expect(template.code, name).toMatch(new RegExp(`data\\.${name}\\b|'${name}'`));
  expect(template.parameters.find(({ name }) => name === "consent")?.defaultValue).toBe(
    "functionality_storage",
  );
});

test("[WG-314] the tag loads the widget once from the code of the tab Install, and passes who is signed in", async () => {
  const page = await openShop();
  const data = {
    address: line,
    consent: "none",
    userToken: "user-7",
    name: "Nadia Ross",
    email: "nadia@shop.example",
    fields: [{ key: "plan", value: "wholesale" }],
  };
  await runTemplate(page, template, data, []);
  await button(page).waitFor();
  await expect
    .poll(() => readResults(page))
    .toEqual([
      ["widget_api.setUserToken", "ok"],
      ["widget_api.setContactInfo", "ok"],
      ["widget_api.setFields", "ok"],
      "success",
    ]);
  await expect
    .poll(() => page.evaluate("widget_api.getContactInfo().email"))
    .toBe("nadia@shop.example");
  await runTemplate(page, template, { address: scriptUrl, consent: "none" }, []);
  await expect.poll(() => readResults(page)).toEqual(["success"]);
  expect(await page.locator("parlour-widget").count()).toBe(1);
  await page.context().close();
});

test("[WG-314] nothing is loaded before the visitor consents, and then once", async () => {
  const page = await openShop();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const data = { address: scriptUrl, consent: "functionality_storage" };
  await runTemplate(page, template, data, ["ad_storage"]);
  await page.evaluate("grantConsent('ad_storage')");
  expect([requests, await readResults(page)]).toEqual([[], []]);
  await page.evaluate("grantConsent('functionality_storage')");
  await button(page).waitFor();
  expect(requests.filter((url) => url === scriptUrl)).toHaveLength(1);
  expect(await readResults(page)).toEqual(["success"]);
  await page.context().close();
});

test("[WG-314] an address that is not one of a widget fails, and loads nothing", async () => {
  const page = await openShop();
  await runTemplate(page, template, { address: "https://cdn.example/x.js", consent: "none" }, []);
  expect(await readResults(page)).toEqual([
    ["log", "Parlour Chat: this is not the address of a widget: https://cdn.example/x.js"],
    "failure",
  ]);
  await page.context().close();
});

test("[WG-314] the release contains the template", () => {
  const folder = mkdtempSync(join(tmpdir(), "parlour-template-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const name = packTagManagerTemplate(folder);
  expect(name).toBe("parlour-tag-manager.tpl");
  expect(readFileSync(join(folder, name), "utf8")).toContain("___WEB_PERMISSIONS___");
});
