import { readFileSync } from "node:fs";
import type { Channel } from "@parlour/protocol";
import { isLongRun } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  expectFocus,
  openInboxFixture,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { checkScreen, usualViews, type View } from "./screen-check.ts";

let fixture: InboxFixture;
let operatorPage: OperatorPage;
let page: Page;
beforeAll(async () => {
  fixture = await openInboxFixture();
  await fixture.parlour.owner.call("POST", "departments", {
    name: "Returns",
    operators: [fixture.parlour.owner.id],
  });
  operatorPage = await fixture.openOperatorPage(fixture.parlour.owner, {
    path: "/settings/widgets",
  });
  page = operatorPage.page;
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await fixture.close();
});
const listWidgets = async (): Promise<Channel[]> =>
  ((await fixture.parlour.owner.call("GET", "channels")).body as { items: Channel[] }).items.filter(
    (one) => one.kind === "widget",
  );
const selectTab = (name: string) => page.getByRole("tab", { name, exact: true }).click();

/** The later tests show, change and open the widget that the first creates. */
describe("one widget and its settings", { shuffle: false }, () => {
  test(
    "[WG-001] [WG-004] [WG-090] [WG-302] [WG-313] a widget is made in two fields, then its code and its QR code; a nonce is put into code and policy",
    { meta: { pin: "journey of the settings" } },
    async () => {
      await page.getByRole("heading", { name: "No site widgets yet" }).waitFor();
      await page.getByRole("link", { name: "Add widget" }).click();
      await page.getByRole("textbox", { name: "Name" }).fill("Shop");
      await page.getByRole("textbox", { name: "Allowed sites" }).fill("shop.example");
      await page.getByRole("button", { name: "Create widget" }).click();
      await page.getByText("shop.example is not a valid site.").first().waitFor();
      expect(await checkScreen(page, "widget-new")).toEqual([]);
      await page
        .getByRole("textbox", { name: "Allowed sites" })
        .fill("https://shop.example\nhttps://*.shop.example");
      await page.getByRole("button", { name: "Create widget" }).click();
      await page.getByRole("heading", { name: "Shop", level: 1 }).waitFor();
      const [created] = await listWidgets();
      const code = page.getByRole("textbox", { name: "Full snippet" });
      await expect.poll(() => code.inputValue()).toBe(created?.snippet);
      expect(await page.getByRole("link", { name: /^All functions/ }).getAttribute("href")).toBe(
        "/docs/script",
      );
      expect(await checkScreen(page, "widget-install")).toEqual([]);
      const [png] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Download PNG" }).click(),
      ]);
      expect(png.suggestedFilename()).toBe(`${created?.public_id ?? ""}.png`);
      const size = readFileSync(await png.path()).subarray(16, 24);
      expect([size.readUInt32BE(0), size.readUInt32BE(4)]).toEqual([1_024, 1_024]);
      const [card] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "A6 card, PDF" }).click(),
      ]);
      expect(card.suggestedFilename()).toBe(`${created?.public_id ?? ""}.pdf`);
      const pdf = readFileSync(await card.path(), "latin1");
      expect(pdf).toMatch(/^%PDF-1\.4\n/);
      expect(pdf).toContain(`/chat/${created?.public_id ?? ""})`);
      await page.getByRole("textbox", { name: "Nonce" }).fill("r4nd0m==");
      const expectValue = (name: string) =>
        expect.poll(() => page.getByRole("textbox", { name }).inputValue());
      await expectValue("Embed code with CSP").toContain('<script nonce="r4nd0m==" src=');
      await expectValue("Policy lines").toContain("script-src 'nonce-r4nd0m==' 'strict-dynamic'");
    },
  );

  test("[API-573] a link is signed, and its chat page opens; the dialog scrolls inside", async () => {
    await page.getByRole("button", { name: "Generate secret" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Sign…" }).click();
    const dialog = page.getByRole("dialog", { name: "Sign a link" });
    await dialog.getByRole("textbox", { name: /^ID of the user/ }).fill("anna-1");
    await dialog.getByRole("button", { name: "Sign", exact: true }).click();
    const link = dialog.getByRole("textbox", { name: "Signed link" });
    const answer = await fetch(await link.inputValue());
    expect(answer.status).toBe(200);
    expect(await checkScreen(page, "widget-sign")).toEqual([]);
    const box = await page.locator(".modal").boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(15);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(
      (page.viewportSize()?.height ?? 0) - 15,
    );
    await dialog.getByRole("button", { name: "Close" }).last().click();
  });

  test("[WG-090] the real widget shows what is typed before it is saved, in each state, and makes no visitor", async () => {
    const preview = page.frameLocator('iframe[title="Live preview"]:not(.behind)');
    const chat = preview.frameLocator("iframe");
    await selectTab("Appearance");
    await page.getByRole("textbox", { name: "Greeting" }).fill("Good morning from the kiln.");
    await chat.getByText("Good morning from the kiln.").waitFor();
    await page.getByRole("textbox", { name: "Accent colour" }).fill("#7A3E9D");
    await page.getByRole("textbox", { name: "Bottom margin (px)" }).fill("20");
    await page.getByRole("slider", { name: "Corner radius" }).press("End");
    const corner = () =>
      preview.locator("iframe").evaluate((frame) => getComputedStyle(frame).borderTopLeftRadius);
    await expect.poll(corner).toBe("24px");
    await page.getByRole("group", { name: "Position" }).getByText("Left", { exact: true }).click();
    await selectTab("Calls");
    await page.getByRole("switch", { name: "Call form" }).check();
    const state = page.getByRole("group", { name: "View" });
    await state.getByText("Call-back", { exact: true }).click();
    await chat.getByRole("textbox", { name: /phone/i }).waitFor();
    await state.getByText("Offline", { exact: true }).click();
    await chat.getByRole("textbox", { name: /e-?mail/i }).waitFor();
    await state.getByText("Chat", { exact: true }).click();
    expect((await listWidgets())[0]?.widget?.accent).toBe("#0B6B5D");
    await page.getByRole("button", { name: /^Save/ }).click();
    const saved = {
      accent: "#7A3E9D",
      side: "left",
      offset: 24,
      offset_bottom: 20,
      radius: 24,
      calls: true,
      texts: { en: { greeting: "Good morning from the kiln." } },
    };
    await expect.poll(async () => (await listWidgets())[0]?.widget).toMatchObject(saved);
    await page.getByRole("button", { name: "Discard" }).waitFor({ state: "detached" });
    expect(
      ((await fixture.parlour.owner.call("GET", "visitors")).body as { items: unknown[] }).items,
    ).toEqual([]);
  });

  test.runIf(isLongRun)(
    "[WG-090] every page of the settings stands in light, dark and at 320 px; a fault shows the page it is on",
    async () => {
      const problems: string[] = [];
      const sights: Readonly<Record<string, readonly View[]>> = {
        General: ["light"],
        Appearance: usualViews,
        Chat: ["light"],
        Install: ["light", "phone"],
      };
      for (const [name, views] of Object.entries(sights)) {
        await selectTab(name);
        problems.push(
          ...(await checkScreen(page, `widget-${name.toLowerCase().replaceAll(" ", "-")}`, {
            views,
          })),
        );
      }
      expect(problems).toEqual([]);
      await page.getByRole("textbox", { name: "API prefixes" }).fill("9lives");
      await selectTab("General");
      await page.keyboard.press("Control+s");
      await page.getByText("Enter one to five prefixes of letters and digits").first().waitFor();
      await expect
        .poll(() => page.getByRole("tab", { name: "Install" }).getAttribute("aria-selected"))
        .toBe("true");
      // Each line of the summary leads to its field, also on another page of the form.
      await selectTab("Appearance");
      await page.getByRole("textbox", { name: "Bottom margin (px)" }).fill("1,5");
      await page.keyboard.press("Control+s");
      await page.getByText("2 fields need your attention.").waitFor();
      for (const [line, field] of [
        [/^API prefixes:/, "API prefixes"],
        [/^Bottom margin \(px\):/, "Bottom margin (px)"],
      ] as const) {
        await page.getByRole("alert").getByRole("button", { name: line }).click();
        await expectFocus(page.getByRole("textbox", { name: field }));
      }
      await page.getByRole("button", { name: "Discard" }).click();
    },
  );

  test.runIf(isLongRun)(
    "[CORE-172] [CORE-175] [WG-004] [WG-010] [WG-012] [WG-014] [WG-030] the test page: a shop, on a strict page, every function by a button, every callback in the console",
    async () => {
      const [created] = await listWidgets();
      // The installation's own origin is one of the sites; this browser uses another host name for
      // it.
      const script = await fetch(`${fixture.url}/widget/${created?.public_id ?? ""}.js`);
      const [, sites = "null"] = /"sites":("(?:[^"\\]|\\.)*")/.exec(await script.text()) ?? [];
      const pattern = new RegExp(String(JSON.parse(sites)), "i");
      const own = `http://localhost:${new URL(fixture.url).port}`;
      const allowed = ["https://shop.example", "https://a.shop.example", own];
      expect([...allowed, "https://other.example"].filter((one) => pattern.test(one))).toEqual(
        allowed,
      );
      await fixture.parlour.owner.call("PATCH", `channels/${created?.id ?? 0}`, {
        widget: { origins: [] },
      });
      const strict = await operatorPage.openTab(
        `/widget-test/${created?.public_id ?? ""}#developers`,
      );
      const log = strict.getByRole("log", { name: "Console" });
      await log.getByText("widget_onLoadCallback()").waitFor();
      await log.getByText("on load {}").waitFor();
      expect(
        await strict.getByRole("link", { name: "Reference: page script API" }).getAttribute("href"),
      ).toBe("/docs/script");
      await strict.getByRole("button", { name: "open", exact: true }).click();
      await log.getByText('open({"start":"chat"}) → {"result":"ok"}').waitFor();
      await log.getByText('widget_onChangeState("chat")').waitFor();
      await log.getByText("widget_onOpen()").waitFor();
      await strict.getByRole("button", { name: "getVisitorNumber", exact: true }).click();
      await log.getByText("getVisitorNumber: callback(null, 1)").waitFor();
      await strict.getByRole("textbox", { name: "Arguments of setUserToken" }).fill("{");
      await strict.getByRole("button", { name: "setUserToken", exact: true }).click();
      await log.getByText("These arguments are not valid JSON").waitFor();
      await strict.getByRole("button", { name: "close", exact: true }).click();
      await log.getByText("widget_onClose()").waitFor();
      for (const name of [
        "setContactInfo",
        "setCustomData",
        "setRules",
        "getUtm",
        "setWidgetColor",
        "sendPageTitle",
        "setClientAttributes",
        "setFields",
      ]) {
        await strict.getByRole("button", { name, exact: true }).click();
        await log
          .getByText(new RegExp(`^[\\d.]*${name}\\(.*→ \\{`))
          .first()
          .waitFor();
      }
      // No tab of the application opened this page, so its link opens one.
      await strict.getByRole("button", { name: "sendMessage", exact: true }).click();
      await strict
        .getByText("Your message has arrived. It is waiting in the inbox.", { exact: true })
        .waitFor();
      const [opened] = await Promise.all([
        strict.waitForEvent("popup"),
        strict.getByRole("link", { name: "Answer it" }).click(),
      ]);
      await opened.waitForURL(/\/inbox\/all/);
      await opened.close();
      expect(await checkScreen(strict, "widget-test")).toEqual([]);
      await strict.close();

      // The page shows a shop with the account's name. On a phone the window stays closed, and
      // blocked storage changes nothing.
      const address = `${fixture.url}/widget-test/${created?.public_id ?? ""}`;
      const { name: account } = (await fixture.parlour.owner.call("GET", "account")).body as {
        name: string;
      };
      const phone = await operatorPage.openTab();
      await phone.setViewportSize({ width: 390, height: 844 });
      await phone.addInitScript(() =>
        Object.defineProperty(window, "localStorage", {
          get() {
            throw new DOMException("blocked", "SecurityError");
          },
        }),
      );
      await phone.goto(`${address}?lang=ru`);
      await phone.getByRole("heading", { name: "Миска для рамена в крапинку" }).waitFor();
      await phone.locator("parlour-widget button.l").waitFor();
      expect(await phone.locator("parlour-widget iframe").isVisible()).toBe(false);
      expect(await phone.title()).toBe(`Миска для рамена в крапинку · ${account}`);
      expect(await phone.getByRole("log", { name: "Консоль" }).isVisible()).toBe(false);
      expect(await checkScreen(phone, "widget-test-shop")).toEqual([]);
      await phone.setViewportSize({ width: 1000, height: 800 });
      await phone.reload();
      await phone.frameLocator("parlour-widget iframe").getByRole("textbox").first().waitFor();
      await phone.close();
    },
  );

  test("[WG-004] both pages ask who is there: a stranger signs in first, and nobody else may frame them", async () => {
    const [created] = await listWidgets();
    const response = await fetch(`${fixture.url}/widget-test/${created?.public_id ?? ""}`, {
      redirect: "manual",
    });
    expect([response.status, response.headers.get("location")]).toEqual([
      302,
      `/signin?next=%2Fwidget-test%2F${created?.public_id ?? ""}`,
    ]);
    const preview = await fetch(`${fixture.url}/widget-preview`, { redirect: "manual" });
    expect([preview.status, preview.headers.get("location")]).toEqual([
      302,
      "/signin?next=%2Fsettings%2Fwidgets",
    ]);
  });
});
