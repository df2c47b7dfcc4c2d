import type { Channel } from "@parlour/protocol";
import { collectPageErrors, openContext } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildFrameworks, frameworks, renderedSrc, type Framework } from "./frameworks-build.ts";
import type { PageControl, ShownWidget } from "./frameworks/page-control.ts";
import { getScriptUrl, openWidgetSite, type WidgetSite } from "./widget-site-fixture.ts";

/**
 * The widget in React, in Vue and as a web component. The packages are used as a stranger does: in
 * a project of its own, compiled as for a release, rendered by a server and hydrated by a browser.
 */
let build: Awaited<ReturnType<typeof buildFrameworks>>;
let fixture: WidgetSite;
let widgets: Readonly<Record<Framework, Channel>>;
let other: Channel;

beforeAll(async () => {
  build = await buildFrameworks();
  fixture = await openWidgetSite();
  const [react, vue, element, next] = await Promise.all(
    Array.from({ length: 4 }, () => fixture.createWidget()),
  );
  if (!react || !vue || !element || !next) throw new Error("no widget");
  widgets = { react, vue, element };
  other = next;
  for (const framework of frameworks)
    fixture.site.setPage(`/${framework}.js`, build.scripts[framework], {
      "content-type": "text/javascript",
    });
});
afterAll(() => fixture.close());

/** Opens a page that the server rendered with these widgets. */
async function openPage(framework: Framework, shown: readonly ShownWidget[] = []): Promise<Page> {
  const html =
    shown.length === 0
      ? ""
      : build.rendered[framework].replaceAll(renderedSrc, shown[0]?.src ?? "");
  const state = JSON.stringify(shown).replaceAll('"', "&quot;");
  fixture.site.setPage(
    `/${framework}`,
    `<!doctype html><html lang="en"><title>Shop</title><main data-widgets="${state}">${html}</main><script type="module" src="/${framework}.js"></script></html>`,
  );
  const context = await openContext(fixture.browser, { width: 1000, height: 800 });
  const page = await context.newPage();
  await page.goto(`${fixture.site.url}/${framework}`);
  await page.waitForFunction("window.testPage");
  return page;
}
const control = (page: Page, shown: readonly ShownWidget[]): Promise<void> =>
  page.evaluate((list) => {
    (globalThis as unknown as { testPage: PageControl }).testPage.show(list);
  }, shown);
const readEvents = (page: Page): Promise<PageControl["events"]> =>
  page.evaluate(() => (globalThis as unknown as { testPage: PageControl }).testPage.events);
const host = (page: Page) => page.locator("parlour-widget");
const messageField = (page: Page) =>
  page.frameLocator("parlour-widget iframe").getByRole("textbox", { name: "Message" });
const widgetState = (page: Page) =>
  page.evaluate(() => {
    const { widget_api: api, widget_config: config } = globalThis as unknown as {
      widget_api: { close(): unknown };
      widget_config: { widget_id: string };
    };
    return { close: api.close(), id: config.widget_id };
  });

test.each(frameworks)(
  "[WG-228] [WG-229] %s: a rendered page shows the widget, sends data when it changes, gets each event once, and removes and shows the widget again",
  async (framework) => {
    const widget = widgets[framework];
    const data = { contactInfo: { name: "Nadia Ross" }, clientAttributes: { plan: "pro" } };
    const createWidget = (content: string): ShownWidget => ({
      src: getScriptUrl(widget),
      customData: [{ title: "Cart", content }],
      ...data,
    });
    const page = await openPage(framework, [{ src: getScriptUrl(widget) }]);
    const faults = collectPageErrors(page);
    await control(page, [createWidget("2 pairs")]);
    await page.getByRole("button", { name: "Help" }).click();
    await messageField(page).fill("Is it food-safe?");
    await messageField(page).press("Enter");
    const findChat = async () =>
      (await fixture.listChats("waiting")).find(({ channel }) => channel.id === widget.id);
    await expect
      .poll(async () => {
        const chat = await findChat();
        return [chat?.visitor.name?.value, chat?.custom_data.map(({ content }) => content)];
      })
      .toEqual(["Nadia Ross", ["2 pairs"]]);
    await control(page, [createWidget("3 pairs")]);
    await expect
      .poll(async () => (await findChat())?.custom_data.map(({ content }) => content))
      .toEqual(["3 pairs"]);
    const chatPath = `chats/${(await findChat())?.id ?? 0}`;
    await fixture.callApi("POST", `${chatPath}/accept`, {});
    const reply = { kind: "text", text: "It is.", client_id: "a1" };
    await fixture.callApi("POST", `${chatPath}/messages`, reply);
    const events = [
      ["changeState", { state: "chat", previous: "label" }],
      ["open", { by: "api" }],
      ["messageSent", {}],
      ["messageReceived", { text: "It is." }],
    ];
    await expect.poll(() => readEvents(page)).toEqual(events);

    await control(page, []);
    await expect.poll(() => host(page).count()).toBe(0);
    expect((await widgetState(page)).close).toEqual({
      result: "fail",
      reason: "Widget is destroyed",
    });
    await control(page, [createWidget("3 pairs")]);
    await page.getByRole("button", { name: "Help" }).click();
    await page.frameLocator("parlour-widget iframe").getByText("It is.").waitFor();
    expect(await host(page).count()).toBe(1);
    await expect.poll(() => readEvents(page)).toEqual([...events, ...events.slice(0, 2)]);
    expect(faults).toEqual([]);
    await page.context().close();
  },
);

test("[WG-228] vue: a component that its KeepAlive deactivates shows no widget until it is active again", async () => {
  const page = await openPage("vue", [{ src: getScriptUrl(widgets.vue) }]);
  const setActive = (isActive: boolean): Promise<void> =>
    page.evaluate(
      (value) => (globalThis as unknown as { testPage: PageControl }).testPage.setActive?.(value),
      isActive,
    );
  await host(page).waitFor();
  await setActive(false);
  await expect.poll(() => host(page).count()).toBe(0);
  await setActive(true);
  await page.getByRole("button", { name: "Help" }).click();
  await messageField(page).waitFor();
  await expect.poll(() => readEvents(page)).toHaveLength(2);
  await page.context().close();
});

test("[WG-227] [WG-228] a component that changes its widget has only the new one; two components of one widget share it; the one that the page started remains", async () => {
  const [first, second] = [widgets.element, other].map((widget) => ({
    src: getScriptUrl(widget),
  }));
  if (!first || !second) throw new Error("no widgets");
  const page = await openPage("element");
  const faults = collectPageErrors(page);
  await control(page, [first]);
  await host(page).waitFor();
  for (const shown of [second, first, second]) {
    await control(page, [shown]);
    const id = shown === first ? widgets.element.public_id : other.public_id;
    await expect
      .poll(async () => [await host(page).count(), await widgetState(page)])
      .toEqual([1, { close: { result: "ok" }, id }]);
  }
  await control(page, [second, second]);
  await control(page, [second]);
  expect(await page.evaluate("widget_api.open()")).toEqual({ result: "ok" });
  await messageField(page).waitFor();
  expect(await host(page).count()).toBe(1);

  await page.reload();
  await page.waitForFunction("window.testPage");
  await page.evaluate((src) => {
    const script = document.createElement("script");
    script.src = src;
    document.head.append(script);
  }, first.src);
  await host(page).waitFor();
  await control(page, [first]);
  await page.getByRole("button", { name: "Help" }).click();
  await control(page, []);
  await messageField(page).waitFor();
  expect(await widgetState(page)).toEqual({
    close: { result: "ok" },
    id: widgets.element.public_id,
  });
  expect(faults).toEqual([]);
  await page.context().close();
});

test("[WG-227] [WG-228] a component that goes before its script arrives leaves nothing, and a script that does not arrive is requested again", async () => {
  const page = await openPage("element");
  const shown = { src: getScriptUrl(widgets.element) };
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.evaluate((widget) => {
    const { testPage } = globalThis as unknown as { testPage: PageControl };
    testPage.show([widget]);
    testPage.show([]);
  }, shown);
  expect(requests).toEqual([]);

  const gate = Promise.withResolvers<void>();
  const isRequested = page.waitForRequest(shown.src);
  await page.route(shown.src, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await control(page, [shown]);
  await isRequested;
  await control(page, []);
  gate.resolve();
  await page.waitForFunction("window.widget_api");
  // The rest of the page's part removes the widget.
  await expect.poll(() => host(page).count()).toBe(0);
  expect(requests.filter((path) => path.endsWith("/presence"))).toEqual([]);
  await page.unroute(shown.src);

  const lost = await openPage("element");
  await lost.clock.install();
  await lost.route(shown.src, (route) => route.abort(), { times: 1 });
  const isLost = lost.waitForEvent("requestfailed");
  await control(lost, [shown]);
  await isLost;
  const isRepeated = lost.waitForRequest(shown.src);
  await lost.clock.fastForward(5_000);
  await isRepeated;
  await host(lost).waitFor();
  await Promise.all([page.context().close(), lost.context().close()]);
});

test("[WG-103] [WG-229] components without handlers do not make their page load the script API", async () => {
  for (const framework of frameworks) {
    const page = await openPage(framework);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    await control(page, [{ src: getScriptUrl(widgets[framework]), isSilent: true }]);
    await page.waitForFunction("window.widget_version");
    expect([framework, requests.filter((path) => /\/assets\/(?!host-)/.test(path))]).toEqual([
      framework,
      [],
    ]);
    await page.context().close();
  }
});

test("[WG-010] [WG-014] [WG-229] the types of the packages name every function and event, and a strict compiler accepts a project that uses them", async () => {
  const page = await openPage("element", [{ src: getScriptUrl(widgets.element) }]);
  await host(page).waitFor();
  await page.evaluate("widget_api.on('load',function(){})");
  await page.waitForFunction("window.widget_version");
  expect(
    await page.evaluate(
      "[Object.keys(widget_api).sort(),widgetEventNames.map(function(name){return widget_api.on(name,function(){}).result})]",
    ),
  ).toEqual([
    await page.evaluate("functionNames.sort()"),
    await page.evaluate("widgetEventNames.map(function(){return 'ok'})"),
  ]);
  await page.context().close();
  // The build fails if the compiler does not accept the project.
});

test("[WG-228] the part that all packages share has at most 2 KB compressed, and the packages contain only their modules", async () => {
  const { shared, ...packages } = build.sizes;
  expect(shared).toBeLessThanOrEqual(2_048);
  for (const [name, size] of Object.entries(packages))
    expect([name, size]).toEqual([name, expect.toSatisfy((bytes: number) => bytes <= 3_072)]);
  expect(Object.keys(packages)).toHaveLength(3);
  expect(build.reactFiles).toEqual(
    expect.arrayContaining(["LICENSE", "README.md", "package.json", "dist/index.d.ts"]),
  );
});
