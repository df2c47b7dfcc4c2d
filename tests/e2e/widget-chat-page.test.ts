import { createHmac } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Channel } from "@parlour/protocol";
import {
  collectPageErrors,
  findAxeViolations,
  findHorizontalOverflow,
  openContext,
} from "@parlour/testkit/browser";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWidgetSite, type WidgetSite } from "./widget-site-fixture.ts";

/** The chat page: the chat alone on a page, for links, QR codes and web views. */
let fixture: WidgetSite;
beforeAll(async () => {
  fixture = await openWidgetSite();
});
afterAll(() => fixture.close());

const getUrl = (widget: Channel, query = ""): string =>
  `${fixture.parlour.url.replace("127.0.0.1", "localhost")}/chat/${widget.public_id}${query}`;
const desktop = { width: 1440, height: 900 };

interface OpenedPage {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly faults: readonly string[];
}
async function openChatPage(
  url: string,
  options: Parameters<typeof openContext>[1] = desktop,
): Promise<OpenedPage> {
  const context = await openContext(fixture.browser, options);
  const page = await context.newPage();
  const faults = collectPageErrors(page);
  await page.goto(url);
  await getField(page).waitFor();
  return { context, page, faults };
}
const getField = (page: Page) => page.getByRole("textbox", { name: "Message" });

test("[WG-300] [WG-301] a visitor writes on the page, an operator answers, and a reload keeps the conversation", async () => {
  const widget = await fixture.createWidget({ consent_url: "https://shop.example/privacy" });
  const { context, page, faults } = await openChatPage(getUrl(widget));
  await page.getByText("Usually").or(page.getByText("Ready to help")).first().waitFor();
  // The field has the focus, so that the visitor can write without a press.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  await page.keyboard.type("Is it food-safe?");
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await fixture.listChats("waiting")).map(({ channel }) => channel?.id))
    .toContain(widget.id);
  const chat = (await fixture.listChats("waiting")).find(
    ({ channel }) => channel?.id === widget.id,
  );
  await fixture.callApi("POST", `chats/${chat?.id}/accept`);
  await fixture.callApi("POST", `chats/${chat?.id}/messages`, {
    client_id: "chat-page-answer",
    kind: "text",
    text: "Yes, up to 220 °C.",
  });
  await page.getByText("Yes, up to 220 °C.").waitFor();
  await page.reload();
  await page.getByText("Is it food-safe?").waitFor();
  await page.getByText("Yes, up to 220 °C.").waitFor();
  // The page is the window: nothing closes it, also not Escape.
  expect(await page.getByRole("button", { name: /close|minimi/i }).count()).toBe(0);
  await getField(page).press("Escape");
  expect(await getField(page).isVisible()).toBe(true);
  expect(await page.getByRole("link", { name: "Privacy" }).getAttribute("href")).toBe(
    "https://shop.example/privacy",
  );
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
function sign(claims: object, secret: string): string {
  const content = `${encode({ alg: "HS256" })}.${encode(claims)}`;
  return `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
}

test("[WG-303] [WG-304] a signed link says who writes, with fields; a wrong signature says nothing", async () => {
  const widget = await fixture.createWidget();
  const { identity_secret: secret } = await fixture.callApi<{ identity_secret: string }>(
    "POST",
    `channels/${widget.id}/identity-secret`,
  );
  const user = { sub: "anna", name: "Anna", exp: Math.floor(Date.now() / 1_000) + 3_600 };
  const write = async (key: string, text: string) => {
    const query = `?page=/help/en/returns&user_token=${sign(user, key)}&fields=${sign({ fields: { order: 7781 } }, key)}`;
    const { context, page } = await openChatPage(getUrl(widget, query));
    expect(page.url()).toBe(getUrl(widget, "?page=%2Fhelp%2Fen%2Freturns"));
    await page.reload();
    await getField(page).fill(text);
    await getField(page).press("Enter");
    await expect
      .poll(async () => JSON.stringify(await fixture.listChats("waiting")))
      .toContain(text);
    await context.close();
    return (await fixture.listChats("waiting")).find((one) => JSON.stringify(one).includes(text));
  };
  const signed = await write(secret, "signed question");
  expect(signed?.visitor.name).toMatchObject({ value: "Anna", source: "signed" });
  expect(signed?.page?.url).toBe(getUrl(widget).replace(/chat\/.*/, "help/en/returns"));
  expect(JSON.stringify(signed)).toContain("7781");
  const forged = await write("a wrong secret", "forged question");
  expect(JSON.stringify(forged)).not.toMatch(/Anna|7781/);
});

/** Maximum compressed bytes of the chat page that the widget does not load. */
const maxPageBytes = 5_000;

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 1440, height: 900, dark: true },
  { width: 320, height: 568, dark: true },
])("[WG-301] the page fits $width px, dark: $dark, without a fault of axe", async (options) => {
  const widget = await fixture.createWidget({ consent_url: "https://shop.example/privacy" });
  const { context, page, faults } = await openChatPage(getUrl(widget), options);
  await page.locator(".pw-hello").waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await findHorizontalOverflow(page)).toEqual([]);
  const column = await page.locator(".pw-foot").boundingBox();
  expect(column?.width).toBe(Math.min(720, options.width));
  await getField(page).fill("Is it food-safe?");
  await page.keyboard.press("Enter");
  await page.getByText("Is it food-safe?").waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  // Every control is in the order of the keys, and the last one is the link below the field.
  const names: string[] = [];
  for (let press = 0; press < 15 && names.at(-1) !== "Privacy"; press++) {
    await page.keyboard.press("Tab");
    names.push(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ""));
  }
  expect(names.at(-1)).toBe("Privacy");
  expect(faults).toEqual([]);
  await context.close();
});

test("[WG-300] [WG-201] the page loads at most 5 KB besides the files of the window", async () => {
  const widget = await fixture.createWidget();
  const html = await (await fetch(getUrl(widget))).text();
  const [script = "", window = ""] = [...html.matchAll(/<script type="module" src="([^"]+)"/g)].map(
    ([, url]) => url ?? "",
  );
  expect(window).toContain("/frame-");
  const body = Buffer.from(await (await fetch(script)).arrayBuffer());
  const weigh = (content: Buffer | string) => gzipSync(content, { level: 9 }).length;
  expect(weigh(body) + weigh(html)).toBeLessThanOrEqual(maxPageBytes);
});
