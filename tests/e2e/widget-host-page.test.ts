import {
  openContext,
  collectPageErrors,
  findAxeViolations,
  type PageOptions,
  isLongRun,
} from "@parlour/testkit/browser";
import type { Chat } from "@parlour/protocol";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectKeysIn,
  openWidgetSite,
  toPageHtml,
  type WidgetSite,
} from "./widget-site-fixture.ts";

/** Effects of a widget on its visitor and page: sounds, title, focus, keyboard, cookies. */
let fixture: WidgetSite;
let messageCount = 0;
beforeAll(async () => {
  fixture = await openWidgetSite();
});
afterAll(() => fixture.close());

/** Opens a page with a widget, and waits for the first response of its server. */
async function openVisit(
  context: BrowserContext,
  path: string,
  origin = fixture.site.url,
): Promise<{ readonly page: Page; readonly faults: readonly string[] }> {
  const page = await context.newPage();
  const faults = collectPageErrors(page);
  await page.goto(origin + path);
  await page.evaluate("new Promise(function(done){widget_api.getVisitorNumber(done)})");
  return { page, faults };
}
const createContext = (options?: PageOptions): Promise<BrowserContext> =>
  openContext(fixture.browser, { width: 1000, height: 800, ...options });
const chatFrame = (page: Page) => page.frameLocator("parlour-widget iframe");
const messageBox = (page: Page) => chatFrame(page).getByRole("textbox", { name: "Message" });
const getState = (page: Page) => page.locator("parlour-widget .p").getAttribute("data-state");
/** The visitor of a page writes and an operator accepts the chat; returns its number. */
async function startConversation(page: Page, text: string): Promise<number> {
  const number = await page.evaluate<number>(
    "new Promise(function(done){widget_api.getVisitorNumber(function(e,n){done(n)})})",
  );
  expect(await page.evaluate(`widget_api.sendMessage({},${JSON.stringify(text)})`)).toEqual({
    result: "ok",
  });
  let chat: Chat | undefined;
  // The chat of this visitor: chats of other tests may still be waiting.
  const his = async () =>
    (chat = (await fixture.listChats("waiting")).find(({ visitor }) => visitor.number === number));
  await expect.poll(async () => (await his())?.id ?? 0).toBeGreaterThan(0);
  await fixture.callApi("POST", `chats/${chat?.id ?? 0}/accept`, {});
  return chat?.id ?? 0;
}
const sendReply = (chat: number, text: string) =>
  fixture.callApi("POST", `chats/${chat}/messages`, {
    kind: "text",
    text,
    client_id: `a${++messageCount}`,
  });
/** Reads the setting from the storage that the windows share. */
const isMuted = (page: Page) =>
  chatFrame(page)
    .locator("body")
    .evaluate(() => Object.keys(localStorage).some((name) => name.endsWith(":muted")));
const getUnreadCount = (page: Page) => page.evaluate("widget_api.getUnreadMessagesCount()");

test.runIf(isLongRun)(
  "[WG-091] a sound for a message that no tab shows, in one tab; none when muted in any tab",
  async () => {
    fixture.setPage("/sound", await fixture.createWidget());
    const own = await createContext();
    const rang: Page[] = [];
    await own.exposeBinding("rang", ({ page }) => void rang.push(page));
    await own.addInitScript(
      `var begin=OscillatorNode.prototype.start;OscillatorNode.prototype.start=function(at){rang();begin.call(this,at)};
AudioContext=class extends AudioContext{constructor(){super();window.audio=this}}`,
    );
    // On the same site as the window: only then the browser gives it storage, and with it locks.
    const same = fixture.site.url.replace("127.0.0.1", "localhost");
    const tabs = [
      await openVisit(own, "/sound", same),
      await openVisit(own, "/sound", same),
    ] as const;
    const [one, two] = [tabs[0].page, tabs[1].page];
    const chat = await startConversation(one, "Hello");
    // Browsers allow sounds after the visitor has used the window.
    for (const page of [one, two]) {
      await page.evaluate("widget_api.open()");
      await messageBox(page).click();
      // The sounds are loaded after the first use, and take a while to start.
      await expect
        .poll(() =>
          chatFrame(page)
            .locator("body")
            .evaluate(() => (globalThis as unknown as { audio?: AudioContext }).audio?.state),
        )
        .toBe("running");
      await chatFrame(page).locator("textarea").press("Escape");
      await expect.poll(() => getState(page)).toBe("chat/min");
    }
    // Each sound has two tones.
    const sounds = () => expect.poll(() => rang.length / 2);
    await sendReply(chat, "seen by nobody");
    await sounds().toBe(1);
    expect(new Set(rang).size).toBe(1);

    await two.evaluate("widget_api.open()");
    await chatFrame(two).getByRole("button", { name: "More" }).click();
    await chatFrame(two).getByRole("button", { name: "Turn sounds off" }).click();
    await expect.poll(() => isMuted(one)).toBe(true);
    await two.evaluate("widget_api.close()");
    await expect.poll(() => getUnreadCount(one)).toBe(0);
    await sendReply(chat, "seen by nobody, and muted");
    for (const page of [one, two]) await expect.poll(() => getUnreadCount(page)).toBe(1);

    await two.evaluate("widget_api.open()");
    await chatFrame(two).getByRole("button", { name: "More" }).click();
    await chatFrame(two).getByRole("button", { name: "Turn sounds on" }).click();
    await expect.poll(() => isMuted(one)).toBe(false);
    await two.evaluate("widget_api.close()");
    expect(rang.length / 2).toBe(1);
    await sendReply(chat, "seen by nobody once more");
    await sounds().toBe(2);
    for (const { page, faults } of tabs) {
      expect(await page.title()).toBe("Shop");
      expect(faults).toEqual([]);
    }
    await own.close();
  },
);

test("[WG-091] the title counts what is unread and is the page's own again, for operators always", async () => {
  fixture.setPage("/title", await fixture.createWidget({ title_badge: true }), {
    title: "(5) Bowls",
  });
  const own = await createContext();
  const { page, faults } = await openVisit(own, "/title");
  const chat = await startConversation(page, "Hello");
  await sendReply(chat, "one");
  await expect.poll(() => page.title()).toBe("(1) (5) Bowls");
  await page.evaluate("widget_api.open()");
  await expect.poll(() => page.title()).toBe("(5) Bowls");
  await page.evaluate("widget_api.close()");
  await sendReply(chat, "two");
  await expect.poll(() => page.title()).toBe("(1) (5) Bowls");
  // The page changes its title, which stays the page's own.
  await page.evaluate(`document.title="(7) Cart";history.pushState(null,"","/title?cart")`);
  await sendReply(chat, "three");
  await expect.poll(() => page.title()).toBe("(2) (7) Cart");
  await page.evaluate(`history.pushState(null,"","/title?pay")`);
  await expect
    .poll(async () => (await fixture.callApi<Chat>("GET", `chats/${chat}`)).page)
    .toEqual({ url: `${fixture.site.url}/title?pay`, title: "(7) Cart" });
  await page.evaluate("widget_destroy()");
  await expect.poll(() => page.title()).toBe("(7) Cart");
  expect(faults).toEqual([]);
  await own.close();
});

test("[WG-064] [WG-211] what a page said of itself stays while it stays at its address, also when the window covers a phone; the next one is the page's own", async () => {
  fixture.setPage("/spa", await fixture.createWidget());
  const own = await createContext({ width: 400, height: 700 });
  const { page, faults } = await openVisit(own, "/spa");
  const chat = await startConversation(page, "hello");
  const seen = async () => (await fixture.callApi<Chat>("GET", `chats/${chat}`)).page;
  await page.evaluate(
    `document.title="Loading";history.pushState({},"","/spa/cart");widget_api.sendPageTitle("Cart")`,
  );
  await expect.poll(seen).toEqual({ url: `${fixture.site.url}/spa/cart`, title: "Cart" });
  // Opened by the visitor, it covers the page and adds an entry to the browser's history.
  const entries = await page.evaluate("history.length");
  await page.locator("parlour-widget button.l").click();
  await expect.poll(() => page.evaluate("history.length")).toBe(Number(entries) + 1);
  // Sent last, so that all title changes of the history entry come before it.
  await page.evaluate(`widget_api.setContactInfo({name:"Nadia"})`);
  await expect
    .poll(async () => (await fixture.callApi<Chat>("GET", `chats/${chat}`)).visitor.name?.value)
    .toBe("Nadia");
  expect((await seen())?.title).toBe("Cart");
  await page.evaluate(`document.title="Thank you";history.pushState({},"","/spa/done")`);
  await expect.poll(seen).toEqual({ url: `${fixture.site.url}/spa/done`, title: "Thank you" });
  expect(faults).toEqual([]);
  await own.close();
});

test("[WG-091] [WG-051] [WG-060] a rule, an operator's invitation and a message open the window and leave the focus where it is", async () => {
  fixture.setPage("/focus", await fixture.createWidget({ open_on_reply: true }), {
    body: "<label>Search <input></label>",
  });
  const own = await createContext();
  const { page, faults } = await openVisit(own, "/focus");
  const search = page.getByLabel("Search");
  await search.focus();
  const opens = async (typed: string): Promise<void> => {
    await expect.poll(() => getState(page)).toBe("chat");
    // Typing continues in the field of the page, also after the window is fully rendered.
    await page.keyboard.type("a");
    await chatFrame(page).getByRole("dialog").waitFor();
    await page.keyboard.type("b");
    await expect.poll(() => search.inputValue()).toBe(typed);
    expect(await page.evaluate("document.activeElement.tagName")).toBe("INPUT");
    expect(await page.evaluate("widget_api.close()")).toEqual({ result: "ok" });
    await expect.poll(() => getState(page)).toBe("label");
  };
  await page.evaluate(
    `widget_api.setRules([{if:{type:"url",value:"#help"},do:[{type:"open"}]}]),location.hash="help"`,
  );
  await opens("ab");
  const number = await page.evaluate(
    "new Promise(function(done){widget_api.getVisitorNumber(function(e,n){done(n)})})",
  );
  await fixture.callApi("POST", `visitors/${String(number)}/invite`, { text: "Need help?" });
  await opens("abab");
  const chat = await startConversation(page, "Yes");
  await sendReply(chat, "Here I am.");
  await opens("ababab");
  await chatFrame(page).getByText("Here I am.").waitFor({ state: "attached" });
  expect(faults).toEqual([]);
  await own.close();
});

test("[WG-088] [WG-091] above an on-screen keyboard the composer and what was said last stay in sight", async () => {
  fixture.setPage("/phone", await fixture.createWidget());
  const own = await fixture.browser.newContext({
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: "reduce",
  });
  // A headless browser has no screen keyboard, so the test simulates its effect on the page.
  await own.addInitScript(() => {
    let seen: { readonly height: number; readonly offsetTop: number } | null = null;
    for (const name of ["height", "offsetTop"] as const) {
      const own = Object.getOwnPropertyDescriptor(VisualViewport.prototype, name);
      Object.defineProperty(VisualViewport.prototype, name, {
        get: () => seen?.[name] ?? (own?.get?.call(visualViewport) as number),
      });
    }
    Object.assign(globalThis, {
      keyboard(next: typeof seen) {
        seen = next;
        visualViewport?.dispatchEvent(new Event("resize"));
      },
    });
  });
  const { page, faults } = await openVisit(own, "/phone");
  await page.locator("parlour-widget button.l").tap();
  // Two messages, because a second of eight would pass socket_frames_per_second.
  const earlier = Array.from({ length: 7 }, (_, n) => `line ${n} of what is said`).join("\n");
  for (const text of [earlier, "line 7 of what is said"]) {
    await messageBox(page).fill(text);
    await messageBox(page).press("Enter");
  }
  await chatFrame(page).getByText("line 7").waitFor();
  await messageBox(page).tap();
  const readPositions = async () => {
    const [window, text, last] = await Promise.all([
      page.locator("parlour-widget iframe").boundingBox(),
      messageBox(page).boundingBox(),
      chatFrame(page).getByText("line 7").boundingBox(),
    ]);
    const end = (one: typeof text): number => Math.round((one?.y ?? 0) + (one?.height ?? 0));
    return { top: Math.round(window?.y ?? -1), end: end(window), text: end(text), last: end(last) };
  };
  for (const [height, offsetTop] of [
    [340, 0],
    [260, 40],
  ] as const) {
    await page.evaluate(`keyboard({height:${height},offsetTop:${offsetTop}})`);
    // Read as one value and polled: while a line is rendered again it is missing.
    await expect
      .poll(async () => {
        const { top, end, text, last } = await readPositions();
        return {
          top,
          end,
          said: last > offsetTop && last < text,
          written: text <= height + offsetTop,
        };
      })
      .toEqual({ top: offsetTop, end: height + offsetTop, said: true, written: true });
  }
  await page.evaluate("keyboard(null)");
  await expect.poll(async () => (await readPositions()).end).toBe(640);
  expect(faults).toEqual([]);
  await own.close();
});

test.each([true, false])(
  "[WH-026] analytics cookies of the page are read only where the widget may (%s)",
  async (allowed) => {
    fixture.setPage("/cookies", await fixture.createWidget({ analytics_ids: allowed }));
    const own = await createContext();
    const cookies = {
      _ga: "GA1.1.123456789.1700000000",
      _ym_uid: "1700000000123456789",
      session: "of the page alone",
    };
    await own.addCookies(
      Object.entries(cookies).map(([name, value]) => ({ name, value, url: fixture.site.url })),
    );
    const sent: string[] = [];
    own.on("request", (request) => void sent.push(request.postData() ?? ""));
    own.on("page", (page) =>
      page.on("websocket", (socket) =>
        socket.on("framesent", ({ payload }) => void sent.push(payload.toString())),
      ),
    );
    const { page, faults } = await openVisit(own, "/cookies");
    const chat = await startConversation(page, "Hello");
    const { session } = await fixture.callApi<Chat>("GET", `chats/${chat}`);
    expect(session?.analytics).toEqual(
      allowed ? { ga: "123456789.1700000000", ym: cookies._ym_uid } : {},
    );
    const all = sent.join();
    expect(all).toContain('"hello"');
    for (const value of [cookies._ga, cookies._ym_uid]) expect(all.includes(value)).toBe(allowed);
    expect(all).not.toContain(cookies.session);
    expect(faults).toEqual([]);
    await own.close();
  },
);

test("[WG-290] [WG-088] a screenshot is shown before it is sent, works by keyboard, and the page can forbid it", async () => {
  const widget = await fixture.createWidget({ language: "en" });
  fixture.setPage("/screenshot", widget);
  fixture.site.setPage("/no-screenshot", toPageHtml(widget.snippet ?? ""), {
    "permissions-policy": "display-capture=()",
  });
  const context = await createContext();
  // The question of the browser, which the headless shell cannot show: the visitor refuses the
  // first time, and then shares a blue tab.
  await context.addInitScript(() => {
    let questions = 0;
    navigator.mediaDevices.getDisplayMedia = () => {
      if (++questions === 1) return Promise.reject(new DOMException("No", "NotAllowedError"));
      const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 400 });
      const stream = canvas.captureStream(20);
      const paint = canvas.getContext("2d");
      if (paint !== null) paint.fillStyle = "#00f";
      paint?.fillRect(0, 0, 640, 400);
      Object.assign(globalThis, { tracks: stream.getTracks() });
      return Promise.resolve(stream);
    };
  });
  const { page, faults } = await openVisit(context, "/screenshot");
  await page.locator("parlour-widget button.l").click();
  const window = chatFrame(page);
  const clip = window.getByRole("button", { name: "Attach a file" }).last();
  const isFocused = (name: string) =>
    expect
      .poll(() =>
        window.locator(":focus").evaluate((at) => at.getAttribute("aria-label") ?? at.textContent),
      )
      .toBe(name);
  const takeScreenshot = async () => {
    await page.keyboard.press("Enter");
    await isFocused("Attach a file");
    await window.getByRole("group", { name: "Attach a file" }).waitFor();
    await page.keyboard.press("Tab");
    await isFocused("Send a screenshot");
    await page.keyboard.press("Enter");
  };
  const preview = window.getByRole("dialog", { name: "Send a screenshot" });
  await messageBox(page).waitFor();
  await clip.focus();
  await expectKeysIn(clip);
  await takeScreenshot();
  await window.getByRole("group", { name: "Attach a file" }).waitFor({ state: "detached" });
  await isFocused("Attach a file");
  expect(await preview.count()).toBe(0);

  await takeScreenshot();
  await isFocused("Discard");
  const picture = await preview.locator("img").evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = new OffscreenCanvas(1, 1);
    const paint = canvas.getContext("2d");
    paint?.drawImage(image, 0, 0, 1, 1);
    const { tracks } = globalThis as unknown as { readonly tracks: MediaStreamTrack[] };
    return {
      size: [image.naturalWidth, image.naturalHeight],
      pixel: [...(paint?.getImageData(0, 0, 1, 1).data ?? [])],
      tracks: tracks.map(({ readyState }) => readyState),
    };
  });
  expect(picture).toEqual({ size: [640, 400], pixel: [0, 0, 255, 255], tracks: ["ended"] });
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await preview.waitFor({ state: "detached" });
  await isFocused("Attach a file");

  await takeScreenshot();
  await isFocused("Discard");
  await page.keyboard.press("Tab");
  await isFocused("Send");
  await page.keyboard.press("Enter");
  await isFocused("Message");
  const findPicture = async () =>
    (await fixture.listChats("waiting")).flatMap(({ channel, last_message }) =>
      channel.id === widget.id ? [last_message?.media?.file_name] : [],
    );
  await expect.poll(findPicture).toEqual(["screenshot.png"]);

  await page.goto(`${fixture.site.url}/no-screenshot`);
  await page.locator("parlour-widget button.l").waitFor();
  await messageBox(page).waitFor();
  await clip.focus();
  await expectKeysIn(clip);
  await takeScreenshot();
  await window.getByText("This page doesn't allow screenshots.").waitFor();
  await isFocused("Dismiss");
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await isFocused("Attach a file");
  expect(faults).toEqual([]);
  await context.close();
});
