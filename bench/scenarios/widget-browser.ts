import { gzipSync } from "node:zlib";
import { startHostSite, type HostSite } from "@parlour/testkit";
import { openBrowser, openContext } from "@parlour/testkit/browser";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { benchKey, startBenchServer } from "../harness/bench-server.ts";
import { openRawSocket } from "../harness/raw-socket.ts";
import { upperGoal, computeSpread, type ScenarioResult } from "../harness/stats.ts";
import { traceMainThread } from "../harness/trace.ts";

export interface WidgetBrowserOptions {
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
export async function widgetBrowserScenario(
  options: WidgetBrowserOptions,
): Promise<ScenarioResult> {
  const product = await startBenchServer({ serverUrl: options.serverUrl });
  const site = await startHostSite();
  let browser: Browser | null = null;
  try {
    const script = await createWidget(product.url);
    site.setPage("/plain", createPage(""));
    site.setPage("/widget", createPage(script));
    site.setPage("/loading", createPage(`<img src="/never" alt="">${script}`));
    browser = await openBrowser(true);
    // Host page and chat window are on different sites, as in reality, so that the browser uses a
    // separate process for the window.
    const bed = { browser, site, url: site.url.replace("127.0.0.1", "localhost") };
    const rounds: ScenarioResult["rounds"][number][] = [];
    // The first visits find a cold server and browser, and no available operator: a form instead of
    // a chat.
    const { usableKB: offlineKB } = await openWhileLoading(bed, ".pw-in");
    const leave = await goOnline(product.port, product.url);
    await visitWidget(bed, 1);
    for (let round = 0; round < options.opens; round++) rounds.push(await runRound(bed));
    leave();
    return toResult(options, rounds, offlineKB);
  } finally {
    await browser?.close();
    await site.close();
    await product.end();
  }
}

interface WidgetFixture {
  readonly browser: Browser;
  readonly site: HostSite;
  readonly url: string;
}
async function createWidget(url: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/channels`, {
    method: "POST",
    headers: { authorization: `Bearer ${benchKey}`, "content-type": "application/json" },
    body: JSON.stringify({ kind: "widget", name: "Site", operators: [1] }),
  });
  const { snippet } = (await response.json()) as { snippet: string };
  return snippet;
}
/** Sets an operator online until the returned function is called. */
async function goOnline(port: number, url: string): Promise<() => void> {
  const authorization = `Bearer ${benchKey}`;
  let resolveReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => (resolveReady = resolve));
  const socket = await openRawSocket({
    port,
    path: "/api/v1/socket",
    headers: { authorization },
    onText: () => resolveReady(),
  });
  socket.send('{"type":"hello","after":null}');
  await ready;
  const presenceResponse = await fetch(`${url}/api/v1/me/presence`, {
    method: "PUT",
    headers: { authorization, "content-type": "application/json" },
    body: '{"status":"online"}',
  });
  if (!presenceResponse.ok)
    throw new Error(`window: presence was answered ${presenceResponse.status}`);
  return () => socket.close();
}
/** Returns a page of text that behaves the same with and without the widget. */
function createPage(script: string): string {
  const text =
    "<p>Bowls and plates from our own kiln, glazed by hand, food-safe and made to be used every day.</p>".repeat(
      40,
    );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title><main><h1>Shop</h1>${text}</main>${script}</html>`;
}

/** Assumed slowdown of a phone's processor, as in browser audits. */
const phoneSlowdown = 4;

async function runRound(bed: WidgetFixture): Promise<ScenarioResult["rounds"][number]> {
  const plain = await visitPlain(bed, 1);
  const widget = await visitWidget(bed, 1);
  const plainSlow = await visitPlain(bed, phoneSlowdown);
  const widgetSlow = await visitWidget(bed, phoneSlowdown);
  return {
    product: {
      idleOpenMs: widget.openMs,
      ...(await openWhileLoading(bed)),
      ...(await measureMainThread(bed)),
      blockingMs: widget.blockingMs,
      blockingSlowMs: widgetSlow.blockingMs,
      shift: widget.shift,
    },
    anchors: {
      "plain page": {
        blockingMs: plain.blockingMs,
        blockingSlowMs: plainSlow.blockingMs,
        shift: plain.shift,
      },
    },
  };
}

/** Values recorded in the host page and the chat window. */
interface PageRecord {
  blockingMs: number;
  shift: number;
  /** Unix milliseconds of the press, and of the frame in which the visitor can write. */
  pressedAt: number;
  usableAt: number;
}
/** Runs in every document before its own scripts. */
function recordPage(): void {
  const pageRecord: PageRecord = { blockingMs: 0, shift: 0, pressedAt: 0, usableAt: 0 };
  Object.assign(globalThis, { seen: pageRecord });
  const observe = (type: string, add: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({
      type,
      buffered: true,
    });
  // Total blocking time: the part of tasks above 50 ms.
  observe("longtask", (entry) => (pageRecord.blockingMs += Math.max(0, entry.duration - 50)));
  observe(
    "layout-shift",
    (entry) => (pageRecord.shift += (entry as unknown as { value: number }).value),
  );
  addEventListener(
    "click",
    (event) => (pageRecord.pressedAt = performance.timeOrigin + event.timeStamp),
    true,
  );
  if (window === window.parent) return;
  const observer = new MutationObserver(() => {
    if (document.querySelector(".pw-comp textarea, .pw-in") === null) return;
    observer.disconnect();
    // The frame is painted right after its callbacks. A hidden iframe has none.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (pageRecord.usableAt = performance.timeOrigin + performance.now());
      port2.postMessage(0);
    });
  });
  observer.observe(document, { childList: true, subtree: true });
}
const readPageRecord = (page: Pick<Page, "evaluate">): Promise<PageRecord> =>
  page.evaluate(() => (globalThis as unknown as { seen: PageRecord }).seen);

async function newPage(
  bed: WidgetFixture,
  slower: number,
): Promise<{ readonly page: Page; readonly context: BrowserContext }> {
  const context = await openContext(bed.browser);
  await context.addInitScript(recordPage);
  const page = await context.newPage();
  if (slower > 1)
    await (
      await context.newCDPSession(page)
    ).send("Emulation.setCPUThrottlingRate", { rate: slower });
  return { page, context };
}
/** Waits until the observers have received the entries of earlier events. */
const waitForObservers = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((done) => void setTimeout(done, 500)));
/** Waits until the server has responded and the script API is loaded. */
const waitForWidget = (page: Page): Promise<unknown> =>
  page.evaluate("new Promise(function(done){widget_api.getVisitorNumber(done)})");

async function visitPlain(
  bed: WidgetFixture,
  slower: number,
): Promise<Pick<PageRecord, "blockingMs" | "shift">> {
  const { page, context } = await newPage(bed, slower);
  await page.goto(`${bed.url}/plain`);
  await waitForObservers(page);
  const record = await readPageRecord(page);
  await context.close();
  return record;
}

async function visitWidget(
  bed: WidgetFixture,
  slower: number,
): Promise<Pick<PageRecord, "blockingMs" | "shift"> & { readonly openMs: number }> {
  const { page, context } = await newPage(bed, slower);
  await page.goto(`${bed.url}/widget`);
  await waitForWidget(page);
  await waitForObservers(page);
  const { blockingMs, shift } = await readPageRecord(page);
  const openMs = await pressButton(page);
  await context.close();
  return { blockingMs, shift, openMs };
}

/**
 * Opens the chat window on a page that never finishes loading, so that the press causes the first
 * request of the widget except for the button. Also returns the bytes loaded until the window is
 * usable or shows `field`.
 */
async function openWhileLoading(
  bed: WidgetFixture,
  field = "textarea",
): Promise<{ readonly coldOpenMs: number; readonly loaderKB: number; readonly usableKB: number }> {
  const { page, context } = await newPage(bed, 1);
  await page.route("**/never", () => undefined);
  const files: Promise<{ readonly path: string; readonly bytes: number }>[] = [];
  page.on("response", (response) => {
    const { pathname: path } = new URL(response.url());
    const toSized = (body: Buffer) => ({ path, bytes: gzipSync(body, { level: 9 }).length });
    // Responses that are not complete when the window is usable do not count.
    if (path.startsWith("/widget/"))
      files.push(response.body().then(toSized, () => ({ path, bytes: 0 })));
  });
  await page.goto(`${bed.url}/loading`, { waitUntil: "commit" });
  const coldOpenMs = await pressButton(page);
  await page.frameLocator("parlour-widget iframe").locator(field).first().waitFor();
  const sizes = await Promise.all(files);
  await context.close();
  const kilobytes = (chosen: typeof sizes): number =>
    chosen.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  return {
    coldOpenMs,
    loaderKB: kilobytes(sizes.filter(({ path }) => /^\/widget\/\w{10}\.js$/.test(path))),
    usableKB: kilobytes(sizes),
  };
}

/**
 * Presses the button as a visitor would. Returns the milliseconds from the press to the first
 * usable frame of the chat window.
 */
async function pressButton(page: Page): Promise<number> {
  const box = await page.locator("parlour-widget button.l").boundingBox();
  if (box === null) throw new Error("window: no button stands on the page");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const frame = await (await page.waitForSelector("parlour-widget iframe")).contentFrame();
  if (frame === null) throw new Error("window: the button opens nothing");
  await frame.waitForFunction(
    () => (globalThis as unknown as { seen?: PageRecord }).seen?.usableAt,
  );
  const [{ pressedAt }, { usableAt }] = await Promise.all([
    readPageRecord(page),
    readPageRecord(frame),
  ]);
  return usableAt - pressedAt;
}

/**
 * Returns the CPU time of the widget's scripts on the page's main thread while it loads, and its
 * longest task, ms.
 */
async function measureMainThread(
  bed: WidgetFixture,
): Promise<{ readonly loaderMs: number; readonly hostMs: number; readonly longestTaskMs: number }> {
  const { page, context } = await newPage(bed, 1);
  const trace = await traceMainThread(bed.browser, page, async () => {
    await page.goto(`${bed.url}/widget`);
    await waitForWidget(page);
    await waitForObservers(page);
  });
  await context.close();
  return {
    loaderMs: trace.scriptMs(/\/widget\/\w{10}\.js/),
    hostMs: trace.scriptMs(/\/widget\/frame\/assets\/(?:host|script)/),
    longestTaskMs: trace.longestTaskMs,
  };
}

function toResult(
  options: WidgetBrowserOptions,
  rounds: ScenarioResult["rounds"],
  offlineKB: number,
): ScenarioResult {
  const median = (figure: string): number =>
    computeSpread(rounds.map(({ product }) => product[figure] ?? Number.NaN)).med;
  const getAdded = (figure: string): number =>
    computeSpread(
      rounds.map(
        ({ product, anchors }) =>
          (product[figure] ?? Number.NaN) - (anchors["plain page"]?.[figure] ?? Number.NaN),
      ),
    ).med;
  return {
    name: "window",
    params: { opens: options.opens, slower: phoneSlowdown },
    rounds,
    ratios: {},
    goals: [
      upperGoal(
        "window",
        "first open on an idle page, press to paint, median ms",
        200,
        median("idleOpenMs"),
      ),
      upperGoal(
        "window",
        "first open on a page that still loads, median ms",
        200,
        median("coldOpenMs"),
      ),
      upperGoal("window", "loader on the page's main thread, median ms", 10, median("loaderMs")),
      upperGoal(
        "window",
        "total blocking time added to a plain page, median ms",
        0,
        getAdded("blockingMs"),
      ),
      upperGoal("window", "layout shift added to a plain page", 0, getAdded("shift")),
      upperGoal("WG-002", "loader, KB gzip", 6, median("loaderKB")),
      upperGoal("WG-002", "all until the window is usable, KB gzip", 45, median("usableKB")),
      upperGoal(
        "WG-002",
        "all until its form is usable when nobody is there, KB gzip",
        45,
        offlineKB,
      ),
    ],
    notes: [
      `first opens: ${(["idleOpenMs", "coldOpenMs"] as const)
        .map((figure) => {
          const { min, max } = computeSpread(
            rounds.map(({ product }) => product[figure] ?? Number.NaN),
          );
          return `${figure} ${min.toFixed(0)} to ${max.toFixed(0)}`;
        })
        .join(
          ", ",
        )}; blocking time with a processor ${phoneSlowdown} times slower: ${getAdded("blockingSlowMs").toFixed(0)} ms added`,
    ],
  };
}
