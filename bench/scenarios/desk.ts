import { openBrowser, openContext } from "@parlour/testkit/browser";
import { readFileSync } from "node:fs";
import type { Browser, CDPSession, Page } from "playwright-core";
import { runLoad } from "../harness/load.ts";
import { startBenchProduct, type BenchProduct } from "../harness/product.ts";
import { atMost, quantile, type ScenarioResult } from "../harness/stats.ts";

export interface DeskOptions {
  readonly serverUrl: string;
  /** Running chats in the list. */
  readonly chats: number;
  readonly seconds: number;
  /** Messages of visitors per second, over all chats. */
  readonly rate: number;
}

/**
 * Runs an operator's shift in real Chromium with thousands of chats while messages arrive. Measures
 * the time from a switch to the first paint of the other chat. Also measures the response time of
 * keys and clicks (INP), and the memory of the tab.
 */
export async function deskScenario(options: DeskOptions): Promise<ScenarioResult> {
  const product = await startBenchProduct({ serverUrl: options.serverUrl });
  let browser: Browser | null = null;
  try {
    await fill(product, options.chats);
    browser = await openBrowser(true);
    const page = await sitDown(browser, product, options.chats);
    const debug = await page.context().newCDPSession(page);
    await debug.send("Performance.enable", { timeDomain: "threadTicks" });
    const worked = await workOf(debug);
    const load = runLoad({
      port: product.port,
      path: product.channelPath(),
      senders: 4,
      durationMs: options.seconds * 1000,
      rate: options.rate,
      body: (sender, n) => body((sender * 7919 + n * 104_729) % options.chats, `And another line, number ${n} of ${sender}.`),
    });
    const switches = await shift(page, options.seconds, () => workOf(debug));
    const arrived = await load;
    const inputs = await page.evaluate(() => (globalThis as unknown as { inputs: number[] }).inputs);
    const mainThreadPercent = ((await workOf(debug)) - worked) / options.seconds / 10;
    const memory = await memoryOf(browser, debug);
    return resultOf(options, { ...switches, inputs, memory, mainThreadPercent, perSecond: arrived.perSecond });
  } finally {
    await browser?.close();
    await product.end();
  }
}

const body = (customer: number, text: string): string =>
  JSON.stringify({ sender: { id: `c${customer}`, name: `Customer ${customer}` }, message: { type: "text", text } });

async function fill(product: BenchProduct, chats: number): Promise<void> {
  const senders = 16;
  const each = Math.ceil(chats / senders);
  const done = await runLoad({
    port: product.port,
    path: product.channelPath(),
    senders,
    durationMs: 120_000,
    requests: each,
    body: (sender, n) => body((sender * each + n) % chats, `Question of a customer in sender ${sender}`),
  });
  if (done.refused > 0) throw new Error(`${done.refused} of ${done.sent} first messages were refused`);
  await takeAll(product);
}

/**
 * Assigns all chats to the operator, because thousands of waiting chats would escalate all the
 * time, which is not realistic.
 */
async function takeAll(product: BenchProduct): Promise<void> {
  const ask = async <T>(method: string, path: string): Promise<T> => {
    const answer = await fetch(`${product.url}/api/v1/${path}`, { method, headers: { authorization: `Bearer ${product.key}` } });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
    return (await answer.json()) as T;
  };
  for (;;) {
    const { items } = await ask<{ items: { id: number }[] }>("GET", "chats?state=waiting&limit=200");
    if (items.length === 0) return;
    for (let at = 0; at < items.length; at += 20)
      await Promise.all(items.slice(at, at + 20).map(({ id }) => ask("POST", `chats/${id}/accept`)));
  }
}

async function sitDown(browser: Browser, product: BenchProduct, chats: number): Promise<Page> {
  const context = await openContext(browser, { reducedMotion: true });
  const answer = await context.request.post(`${product.url}/api/v1/sessions`, {
    data: { email: "bench@example.test", password: "correct horse battery staple" },
    headers: { origin: product.url },
  });
  if (answer.status() !== 200) throw new Error(`sign-in answered ${answer.status()}`);
  const page = await context.newPage();
  await page.addInitScript(watchInputs);
  await page.goto(`${product.url}/inbox/all`);
  await page.locator(`[role=grid][aria-rowcount="${chats}"]`).waitFor({ timeout: 120_000 });
  return page;
}

/** Runs in the page. Records the time from each key and click to the next paint, by interaction. */
function watchInputs(): void {
  const inputs: number[] = [];
  const known = new Map<number, number>();
  Object.assign(globalThis, { inputs });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const id = (entry as unknown as { interactionId: number }).interactionId;
      if (id === 0) continue;
      const at = known.get(id);
      if (at === undefined) known.set(id, inputs.push(entry.duration) - 1);
      else inputs[at] = Math.max(inputs[at] ?? 0, entry.duration);
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

interface Switches {
  readonly cached: readonly number[];
  readonly fresh: readonly number[];
  /**
   * CPU milliseconds of the main thread in each switch, including messages that arrived meanwhile.
   */
  readonly cachedWork: readonly number[];
  readonly freshWork: readonly number[];
}

/** Runs the scripted shift: switches between chats, typing, filtering, and other views. */
async function shift(page: Page, seconds: number, work: () => Promise<number>): Promise<Switches> {
  const cached: number[] = [];
  const fresh: number[] = [];
  const cachedWork: number[] = [];
  const freshWork: number[] = [];
  const switched = async (key: "j" | "k", times: number[], works: number[]): Promise<void> => {
    const before = await work();
    times.push(await switchBy(page, key));
    works.push((await work()) - before);
  };
  const end = performance.now() + seconds * 1000;
  for (let n = 0; performance.now() < end; n++) {
    await switched("j", fresh, freshWork);
    await switched("j", fresh, freshWork);
    await switched("k", cached, cachedWork);
    await switched("j", cached, cachedWork);
    if (n % 3 === 0) {
      await page.keyboard.press("n");
      await page.keyboard.type("Looking into it");
      await page.keyboard.press("Escape");
    }
    if (n % 5 === 0) {
      await page.keyboard.press("/");
      await page.keyboard.type(`${100 + n}`);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
    }
    if (n % 7 === 0) {
      await page.keyboard.press("2");
      await page.keyboard.press("4");
    }
    await pause(300);
  }
  return { cached, fresh, cachedWork, freshWork };
}

/**
 * Presses a key that opens another chat. Returns the milliseconds from the key press to the frame
 * that shows its messages.
 */
async function switchBy(page: Page, key: "j" | "k"): Promise<number> {
  await page.evaluate((wanted) => {
    (document.activeElement as HTMLElement | null)?.blur();
    const before = location.pathname;
    const state = globalThis as unknown as { switched: Promise<number> };
    state.switched = new Promise((resolve) => {
      const onKey = (event: KeyboardEvent): void => {
        if (event.key !== wanted) return;
        removeEventListener("keydown", onKey, true);
        const look = (): void => {
          const id = location.pathname.split("/").at(-1);
          const stands = location.pathname !== before && document.querySelector(`section.talk[data-chat="${id}"] [data-seq]`) !== null;
          // The frame that contains them is painted right after its callbacks.
          if (stands) setTimeout(() => resolve(performance.now() - event.timeStamp), 0);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      };
      addEventListener("keydown", onKey, true);
    });
  }, key);
  await page.keyboard.press(key);
  return page.evaluate(() => (globalThis as unknown as { switched: Promise<number> }).switched);
}

/** Returns the CPU milliseconds of the page's main thread, which are independent of other load. */
async function workOf(debug: CDPSession): Promise<number> {
  const { metrics } = await debug.send("Performance.getMetrics");
  return (metrics.find((one) => one.name === "TaskDuration")?.value ?? Number.NaN) * 1000;
}

interface TabMemory {
  readonly heapMiB: number;
  /** Memory that only this tab's process uses. */
  readonly privateMiB: number;
}
async function memoryOf(browser: Browser, debug: CDPSession): Promise<TabMemory> {
  await debug.send("HeapProfiler.collectGarbage");
  const { metrics } = await debug.send("Performance.getMetrics");
  const heap = metrics.find((one) => one.name === "JSHeapUsedSize")?.value ?? Number.NaN;
  const whole = await browser.newBrowserCDPSession();
  const { processInfo } = await whole.send("SystemInfo.getProcessInfo");
  const renderers = processInfo.filter((one) => one.type === "renderer").map((one) => privateBytes(one.id));
  return { heapMiB: heap / 2 ** 20, privateMiB: Math.max(...renderers) / 2 ** 20 };
}

function privateBytes(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return [...text.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)].reduce((sum, [, kib]) => sum + Number(kib) * 1024, 0);
}

interface Measured extends Switches {
  readonly inputs: readonly number[];
  readonly memory: TabMemory;
  readonly mainThreadPercent: number;
  readonly perSecond: number;
}
function resultOf(options: DeskOptions, measured: Measured): ScenarioResult {
  const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
  const [cached, fresh, inputs] = [sorted(measured.cached), sorted(measured.fresh), sorted(measured.inputs)];
  const [cachedWork, freshWork] = [sorted(measured.cachedWork), sorted(measured.freshWork)];
  const figures = {
    switches: cached.length + fresh.length,
    cachedP50: quantile(cached, 0.5),
    cachedP95: quantile(cached, 0.95),
    freshP50: quantile(fresh, 0.5),
    freshP95: quantile(fresh, 0.95),
    cachedCpuMs: quantile(cachedWork, 0.5),
    freshCpuMs: quantile(freshWork, 0.5),
    interactions: inputs.length,
    inp: quantile(inputs, 0.98),
    longestInput: inputs.at(-1) ?? Number.NaN,
    mainThreadPercent: measured.mainThreadPercent,
    heapMiB: measured.memory.heapMiB,
    privateMiB: measured.memory.privateMiB,
    messagesPerSecond: measured.perSecond,
  };
  return {
    name: "desk",
    params: { chats: options.chats, seconds: options.seconds, rate: options.rate },
    rounds: [{ product: figures, anchors: {} }],
    ratios: {},
    goals: [
      atMost("desk", "switch to a chat that was read before, to its first paint, median ms", 50, figures.cachedP50),
      atMost("desk", "switch to another chat, median ms", 150, figures.freshP50),
      atMost("desk", "INP (98th percentile of interactions), ms", 100, figures.inp),
      atMost("desk", "memory of the tab, MiB", 150, figures.privateMiB),
    ],
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
