import { gzipSync } from "node:zlib";
import { startSite, type Site } from "@parlour/testkit";
import { openBrowser, openContext } from "@parlour/testkit/browser";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { benchKey, startBenchProduct } from "../harness/product.ts";
import { openRawSocket } from "../harness/raw-socket.ts";
import { atMost, spread, type ScenarioResult } from "../harness/stats.ts";
import { traced } from "../harness/trace.ts";

export interface WindowOptions {
  readonly serverUrl: string;
  /** First opens of each kind, each in a new browser context. */
  readonly opens: number;
}

/**
 * Measures the site widget on a host page in real Chromium: the time from the first press to a
 * usable chat window, on an idle page and on one that is still loading. Also measures its
 * main-thread time, layout shift and size. Server and browser share the machine, without a network
 * between them.
 */
export async function windowScenario(options: WindowOptions): Promise<ScenarioResult> {
  const product = await startBenchProduct({ serverUrl: options.serverUrl });
  const site = await startSite();
  let browser: Browser | null = null;
  try {
    const script = await makeWidget(product.url);
    site.page("/plain", pageWith(""));
    site.page("/widget", pageWith(script));
    site.page("/loading", pageWith(`<img src="/never" alt="">${script}`));
    browser = await openBrowser(true);
    // Host page and chat window are on different sites, as in reality, so that the browser uses a
    // separate process for the window.
    const bed = { browser, site, url: site.url.replace("127.0.0.1", "localhost") };
    const rounds: ScenarioResult["rounds"][number][] = [];
    // The first visits find a cold server and browser, and no available operator: a form instead of
    // a chat.
    const { usableKB: offlineKB } = await openWhileLoading(bed, ".pw-in");
    const leave = await comeIn(product.port, product.url);
    await visitWidget(bed, 1);
    for (let round = 0; round < options.opens; round++) rounds.push(await oneRound(bed));
    leave();
    return resultOf(options, rounds, offlineKB);
  } finally {
    await browser?.close();
    await site.close();
    await product.end();
  }
}

interface Bed {
  readonly browser: Browser;
  readonly site: Site;
  readonly url: string;
}
async function makeWidget(url: string): Promise<string> {
  const made = await fetch(`${url}/api/v1/channels`, {
    method: "POST",
    headers: { authorization: `Bearer ${benchKey}`, "content-type": "application/json" },
    body: JSON.stringify({ kind: "widget", name: "Site", operators: [1] }),
  });
  const { snippet } = (await made.json()) as { snippet: string };
  return snippet;
}
/** Sets an operator online until the returned function is called. */
async function comeIn(port: number, url: string): Promise<() => void> {
  const authorization = `Bearer ${benchKey}`;
  let greeted = (): void => undefined;
  const ready = new Promise<void>((resolve) => (greeted = resolve));
  const socket = await openRawSocket({ port, path: "/api/v1/socket", headers: { authorization }, onText: () => greeted() });
  socket.send('{"type":"hello","after":null}');
  await ready;
  const set = await fetch(`${url}/api/v1/me/presence`, {
    method: "PUT",
    headers: { authorization, "content-type": "application/json" },
    body: '{"status":"online"}',
  });
  if (!set.ok) throw new Error(`window: presence was answered ${set.status}`);
  return () => socket.close();
}
/** Returns a page of text that behaves the same with and without the widget. */
function pageWith(script: string): string {
  const text = "<p>Bowls and plates from our own kiln, glazed by hand, food-safe and made to be used every day.</p>".repeat(40);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title><main><h1>Shop</h1>${text}</main>${script}</html>`;
}

/** Assumed slowdown of a phone's processor, as in browser audits. */
const phone = 4;

async function oneRound(bed: Bed): Promise<ScenarioResult["rounds"][number]> {
  const plain = await visitPlain(bed, 1);
  const widget = await visitWidget(bed, 1);
  const plainSlow = await visitPlain(bed, phone);
  const widgetSlow = await visitWidget(bed, phone);
  return {
    product: {
      idleOpenMs: widget.openMs,
      ...(await openWhileLoading(bed)),
      ...(await mainThread(bed)),
      blockingMs: widget.blockingMs,
      blockingSlowMs: widgetSlow.blockingMs,
      shift: widget.shift,
    },
    anchors: { "plain page": { blockingMs: plain.blockingMs, blockingSlowMs: plainSlow.blockingMs, shift: plain.shift } },
  };
}

/** Values recorded in the host page and the chat window. */
interface Seen {
  blockingMs: number;
  shift: number;
  /** Unix milliseconds of the press, and of the frame in which the visitor can write. */
  pressedAt: number;
  usableAt: number;
}
/** Runs in every document before its own scripts. */
function watch(): void {
  const seen: Seen = { blockingMs: 0, shift: 0, pressedAt: 0, usableAt: 0 };
  Object.assign(globalThis, { seen });
  const look = (type: string, add: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true });
  // Total blocking time: the part of tasks above 50 ms.
  look("longtask", (entry) => (seen.blockingMs += Math.max(0, entry.duration - 50)));
  look("layout-shift", (entry) => (seen.shift += (entry as unknown as { value: number }).value));
  addEventListener("click", (event) => (seen.pressedAt = performance.timeOrigin + event.timeStamp), true);
  if (window === window.parent) return;
  const observer = new MutationObserver(() => {
    if (document.querySelector(".pw-comp textarea, .pw-in") === null) return;
    observer.disconnect();
    // The frame is painted right after its callbacks. A hidden iframe has none.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (seen.usableAt = performance.timeOrigin + performance.now());
      port2.postMessage(0);
    });
  });
  observer.observe(document, { childList: true, subtree: true });
}
const seenIn = (page: Pick<Page, "evaluate">): Promise<Seen> => page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

async function newPage(bed: Bed, slower: number): Promise<{ readonly page: Page; readonly context: BrowserContext }> {
  const context = await openContext(bed.browser);
  await context.addInitScript(watch);
  const page = await context.newPage();
  if (slower > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: slower });
  return { page, context };
}
/** Waits until the observers have received the entries of earlier events. */
const settled = (page: Page): Promise<void> => page.evaluate(() => new Promise((done) => void setTimeout(done, 500)));
/** Waits until the server has responded and the script API is loaded. */
const isHeard = (page: Page): Promise<unknown> => page.evaluate("new Promise(function(done){widget_api.getVisitorNumber(done)})");

async function visitPlain(bed: Bed, slower: number): Promise<Pick<Seen, "blockingMs" | "shift">> {
  const { page, context } = await newPage(bed, slower);
  await page.goto(`${bed.url}/plain`);
  await settled(page);
  const seen = await seenIn(page);
  await context.close();
  return seen;
}

async function visitWidget(bed: Bed, slower: number): Promise<Pick<Seen, "blockingMs" | "shift"> & { readonly openMs: number }> {
  const { page, context } = await newPage(bed, slower);
  await page.goto(`${bed.url}/widget`);
  await isHeard(page);
  await settled(page);
  const { blockingMs, shift } = await seenIn(page);
  const openMs = await press(page);
  await context.close();
  return { blockingMs, shift, openMs };
}

/**
 * Opens the chat window on a page that never finishes loading, so that the press causes the first
 * request of the widget except for the button. Also returns the bytes loaded until the window is
 * usable or shows `field`.
 */
async function openWhileLoading(
  bed: Bed,
  field = "textarea",
): Promise<{ readonly coldOpenMs: number; readonly loaderKB: number; readonly usableKB: number }> {
  const { page, context } = await newPage(bed, 1);
  await page.route("**/never", () => undefined);
  const files: Promise<{ readonly path: string; readonly bytes: number }>[] = [];
  page.on("response", (response) => {
    const { pathname: path } = new URL(response.url());
    const sized = (body: Buffer) => ({ path, bytes: gzipSync(body, { level: 9 }).length });
    // Responses that are not complete when the window is usable do not count.
    if (path.startsWith("/widget/")) files.push(response.body().then(sized, () => ({ path, bytes: 0 })));
  });
  await page.goto(`${bed.url}/loading`, { waitUntil: "commit" });
  const coldOpenMs = await press(page);
  await page.frameLocator("parlour-widget iframe").locator(field).first().waitFor();
  const sizes = await Promise.all(files);
  await context.close();
  const kilobytes = (chosen: typeof sizes): number => chosen.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  return { coldOpenMs, loaderKB: kilobytes(sizes.filter(({ path }) => /^\/widget\/\w{10}\.js$/.test(path))), usableKB: kilobytes(sizes) };
}

/**
 * Presses the button as a visitor would. Returns the milliseconds from the press to the first
 * usable frame of the chat window.
 */
async function press(page: Page): Promise<number> {
  const box = await page.locator("parlour-widget button.l").boundingBox();
  if (box === null) throw new Error("window: no button stands on the page");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const frame = await (await page.waitForSelector("parlour-widget iframe")).contentFrame();
  if (frame === null) throw new Error("window: the button opens nothing");
  await frame.waitForFunction(() => (globalThis as unknown as { seen?: Seen }).seen?.usableAt);
  const [{ pressedAt }, { usableAt }] = await Promise.all([seenIn(page), seenIn(frame)]);
  return usableAt - pressedAt;
}

/**
 * Returns the CPU time of the widget's scripts on the page's main thread while it loads, and its
 * longest task, ms.
 */
async function mainThread(bed: Bed): Promise<{ readonly loaderMs: number; readonly hostMs: number; readonly longestTaskMs: number }> {
  const { page, context } = await newPage(bed, 1);
  const trace = await traced(bed.browser, page, async () => {
    await page.goto(`${bed.url}/widget`);
    await isHeard(page);
    await settled(page);
  });
  await context.close();
  return {
    loaderMs: trace.scriptMs(/\/widget\/\w{10}\.js/),
    hostMs: trace.scriptMs(/\/widget\/frame\/assets\/(?:host|script)/),
    longestTaskMs: trace.longestTaskMs,
  };
}

function resultOf(options: WindowOptions, rounds: ScenarioResult["rounds"], offlineKB: number): ScenarioResult {
  const median = (figure: string): number => spread(rounds.map(({ product }) => product[figure] ?? Number.NaN)).med;
  const added = (figure: string): number =>
    spread(rounds.map(({ product, anchors }) => (product[figure] ?? Number.NaN) - (anchors["plain page"]?.[figure] ?? Number.NaN))).med;
  return {
    name: "window",
    params: { opens: options.opens, slower: phone },
    rounds,
    ratios: {},
    goals: [
      atMost("window", "first open on an idle page, press to paint, median ms", 200, median("idleOpenMs")),
      atMost("window", "first open on a page that still loads, median ms", 200, median("coldOpenMs")),
      atMost("window", "loader on the page's main thread, median ms", 10, median("loaderMs")),
      atMost("window", "total blocking time added to a plain page, median ms", 0, added("blockingMs")),
      atMost("window", "layout shift added to a plain page", 0, added("shift")),
      atMost("WG-002", "loader, KB gzip", 6, median("loaderKB")),
      atMost("WG-002", "all until the window is usable, KB gzip", 45, median("usableKB")),
      atMost("WG-002", "all until its form is usable when nobody is there, KB gzip", 45, offlineKB),
    ],
    notes: [
      `first opens: ${(["idleOpenMs", "coldOpenMs"] as const)
        .map((figure) => {
          const { min, max } = spread(rounds.map(({ product }) => product[figure] ?? Number.NaN));
          return `${figure} ${min.toFixed(0)} to ${max.toFixed(0)}`;
        })
        .join(", ")}; blocking time with a processor ${phone} times slower: ${added("blockingSlowMs").toFixed(0)} ms added`,
    ],
  };
}
