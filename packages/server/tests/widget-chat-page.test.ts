import { createHmac } from "node:crypto";
import type { Channel } from "@parlour/protocol";
import type { SignedLink } from "@parlour/protocol/api";
import type { ChatPageData, WidgetSettingsPatch } from "@parlour/protocol/settings/widget-settings";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWidgetFixture, type WidgetFixture } from "./widget-fixture.ts";

let fixture: WidgetFixture;
let widget: Channel;
beforeAll(async () => {
  fixture = await openWidgetFixture();
  ({ widget } = fixture);
});
afterAll(() => fixture.close());

const getPage = (query = "", headers: Readonly<Record<string, string>> = {}) =>
  fixture.parlour.call("GET", `/chat/${widget.public_id}${query}`, undefined, headers);
const change = async (patch: object): Promise<void> => {
  const answer = await fixture.parlour.owner.call("PATCH", `channels/${widget.id}`, patch);
  expect(answer.status, answer.text).toBe(200);
};
const chatPage = {
  enabled: true,
  title: null,
  index: false,
  opens_with: "greeting_and_articles",
} as const;
const changeSettings = (settings: WidgetSettingsPatch): Promise<void> =>
  change({ widget: settings });
/** Reads the data that the page gives its script. */
async function readData(query: string): Promise<ChatPageData> {
  const [, data = ""] = /data-page="([^"]*)"/.exec((await getPage(query)).text) ?? [];
  return JSON.parse(data.replaceAll("&quot;", '"').replaceAll("&amp;", "&")) as ChatPageData;
}
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
function sign(claims: object, secret: string): string {
  const content = `${encode({ alg: "HS256" })}.${encode(claims)}`;
  return `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
}

test("[WG-300] [WG-301] the page has the look of the widget and a strict policy, and search engines only if allowed", async () => {
  await changeSettings({
    accent: "#123456",
    consent_url: "https://shop.example/privacy?a=1&b=2",
    origins: ["https://shop.example"],
    texts: { de: { greeting: 'Fragen Sie "uns" <gern>.' } },
    chat_page: { ...chatPage, title: "Chat & more" },
  });
  const { status, text, headers } = await getPage("", {
    "accept-language": "xx, de-AT;q=0.8, en;q=0.5",
  });
  expect(status).toBe(200);
  for (const part of [
    '<html lang="de" dir="ltr" class="cp">',
    "<title>Chat &amp; more</title>",
    '<meta name="theme-color" content="#123456" />',
    '<meta name="robots" content="noindex" />',
    '<meta property="og:title" content="Chat &amp; more" />',
    '<meta name="description" content="Fragen Sie &quot;uns&quot; &lt;gern&gt;." />',
    '<a href="https://shop.example/privacy?a=1&amp;b=2" target="_blank">Datenschutz</a>',
  ])
    expect(text).toContain(part);
  expect(headers.get("vary")).toBe("Accept-Language");
  const policy = headers.get("content-security-policy");
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect((await getPage("", { "accept-language": "ar" })).text).toContain('dir="rtl"');
  await changeSettings({ chat_page: { ...chatPage, index: true } });
  const { text: listed } = await getPage();
  expect(listed).toContain("<title>Site</title>");
  expect(listed).not.toContain("noindex");
  // The settings of the page are no business of the widget's script.
  const script = (await fixture.parlour.call("GET", `/widget/${widget.public_id}.js`)).text;
  expect(script).not.toContain("chat_page");
});

test("[WG-300] [WG-302] a page that is off, a widget that is off and an unknown id answer 404, with their codes", async () => {
  const code = `/chat/${widget.public_id}/qr.svg`;
  const readStatuses = async (): Promise<readonly number[]> => [
    (await getPage()).status,
    (await fixture.parlour.call("GET", code)).status,
  ];
  const { text, headers } = await fixture.parlour.call("GET", code);
  expect(headers.get("content-type")).toContain("image/svg+xml");
  // 33 modules and the quiet zone of 4 on each side.
  expect(text).toMatch(
    /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 (?:37|41) (?:37|41)"/,
  );
  expect(text).toContain("M4 4h1v1h-1z");
  expect(text).not.toMatch(/M[0-3] \d+h1v1/);
  await changeSettings({ chat_page: { ...chatPage, enabled: false } });
  expect(await readStatuses()).toEqual([404, 404]);
  await changeSettings({ chat_page: chatPage });
  expect(await readStatuses()).toEqual([200, 200]);
  await change({ enabled: false });
  expect(await readStatuses()).toEqual([404, 404]);
  await change({ enabled: true });
  const unknown = await fixture.parlour.call("GET", "/chat/AAAAAAAAAA", undefined, {
    "accept-language": "fr",
  });
  expect([unknown.status, unknown.headers.get("content-type")]).toEqual([
    404,
    "text/html; charset=utf-8",
  ]);
  expect(unknown.text).toContain("<h1>Il n’y a pas de chat ici.</h1>");
});

test("[WG-306] the page begins with the articles of the window, or with the greeting alone", async () => {
  const { owner } = fixture.parlour;
  const { body: section } = await owner.call("POST", "article-sections", { name: "Returns" });
  const article = {
    section_id: section.id,
    language: "en",
    title: "Return a pot",
    body: "Send it.",
  };
  await owner.call("POST", "articles", { ...article, state: "published" });
  await owner.call("PATCH", "help-center", { in_window: true });
  expect((await readData("")).face.articles).toBe(true);
  await changeSettings({ chat_page: { ...chatPage, opens_with: "greeting" } });
  expect((await readData("")).face.articles).toBeUndefined();
  await owner.call("PATCH", "help-center", { in_window: false });
});

test("[WG-304] the chat begins on the page that the visitor comes from, if the widget may run there", async () => {
  await changeSettings({ origins: ["https://shop.example"] });
  const readStart = async (page: string) =>
    (await readData(`?page=${encodeURIComponent(page)}`)).page;
  expect(await readStart("https://shop.example/help/en/returns?a=1")).toBe(
    "https://shop.example/help/en/returns?a=1",
  );
  expect(await readStart("/help/en/returns")).toMatch(
    /^http:\/\/localhost:\d+\/help\/en\/returns$/,
  );
  for (const page of [
    "https://evil.example/",
    "javascript:alert(1)",
    "//evil.example/a",
    "http://",
  ])
    expect(await readStart(page)).toBeNull();
  expect((await readData("?page=a&page=b")).page).toBeNull();
});

test("[WG-303] fields have an effect only with a signature of the widget that has not expired", async () => {
  const fields = { order: 7781, plan: "wholesale", tags: ["a", "b"], vip: true };
  const readFields = async (token: string) => (await readData(`?fields=${token}`)).fields;
  expect(await readFields(sign({ fields }, ""))).toBeNull();
  const made = await fixture.parlour.owner.call("POST", `channels/${widget.id}/identity-secret`);
  const { identity_secret: secret } = made.body as { identity_secret: string };
  const now = Math.floor(fixture.parlour.clock.now() / 1_000);
  const year = 365 * 86_400;
  for (const claims of [
    { fields },
    { fields, aud: widget.public_id },
    { fields, exp: now + year },
    { fields, aud: ["other", widget.public_id] },
  ])
    expect(await readFields(sign(claims, secret))).toEqual(fields);
  const [head, body, signature] = sign({ fields }, secret).split(".");
  for (const token of [
    sign({ fields }, "another secret"),
    `${head}.${encode({ fields: { order: 1 } })}.${signature}`,
    `${head}.${body}.`,
    `${encode({ alg: "none" })}.${body}.`,
    sign({ fields, exp: now - 1 }, secret),
    sign({ fields, exp: "soon" }, secret),
    sign({ fields, aud: "AAAAAAAAAA" }, secret),
    sign({ fields: "order" }, secret),
    sign({ fields: { order: { id: 1 } } }, secret),
    sign({ fields: { order: "x".repeat(1_001) } }, secret),
    sign({ sub: "user-1", exp: now + 60 }, secret),
    encode(fields),
  ])
    expect(await readFields(token), token).toBeNull();
});

test("[API-573] [WG-303] [WG-047] the server signs a link whose fields and user have their effect until it expires", async () => {
  await fixture.parlour.owner.call("POST", `channels/${widget.id}/identity-secret`);
  const fields = { order: 7781, tags: ["a", "b"], vip: true };
  const answer = await fixture.parlour.owner.call("POST", `channels/${widget.id}/signed-links`, {
    fields,
    user: { id: "anna-1", name: "Anna", email: "anna@shop.example", phone: "+4930111222" },
    valid_s: 3_600,
  });
  expect(answer.status, answer.text).toBe(200);
  const link = answer.body as SignedLink;
  const { pathname, search } = new URL(link.url);
  expect(pathname).toBe(`/chat/${widget.public_id}`);
  expect((await readData(search)).fields).toEqual(fields);
  const window = await fixture.openWindow({ user_token: link.user_token });
  expect(await window.waitForWelcome()).toMatchObject({ contacts: { name: "Anna" } });
  await fixture.parlour.clock.advance(3_601_000);
  expect((await readData(search)).fields).toBeNull();
});
