import { openBrowser, openContext } from "@parlour/testkit/browser";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser, CDPSession, Page } from "playwright-core";
import { runLoad } from "../harness/load.ts";
import { startBenchServer, type BenchServer } from "../harness/bench-server.ts";
import { upperGoal, getQuantile, type ScenarioResult } from "../harness/stats.ts";

export interface InboxBrowserOptions {
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
export async function inboxBrowserScenario(options: InboxBrowserOptions): Promise<ScenarioResult> {
  const product = await startBenchServer({ serverUrl: options.serverUrl });
  let browser: Browser | null = null;
  try {
    await createChats(product, options.chats);
    browser = await openBrowser(true);
    const page = await openInbox(browser, product, options.chats);
    const debug = await page.context().newCDPSession(page);
    await debug.send("Performance.enable", { timeDomain: "threadTicks" });
    const worked = await readCpuMs(debug);
    const load = runLoad({
      port: product.port,
      path: product.channelPath(),
      senders: 4,
      durationMs: options.seconds * 1000,
      rate: options.rate,
      body: (sender, n) =>
        body(
          (sender * 7919 + n * 104_729) % options.chats,
          `And another line, number ${n} of ${sender}.`,
        ),
    });
    const switches = await runShift(page, options.seconds, () => readCpuMs(debug));
    const arrived = await load;
    const inputs = await page.evaluate(
      () => (globalThis as unknown as { inputs: number[] }).inputs,
    );
    const mainThreadPercent = ((await readCpuMs(debug)) - worked) / options.seconds / 10;
    const memory = await readCheckListState(browser, debug);
    return toResult(options, {
      ...switches,
      inputs,
      memory,
      mainThreadPercent,
      perSecond: arrived.perSecond,
    });
  } finally {
    await browser?.close();
    await product.end();
  }
}

const body = (customer: number, text: string): string =>
  JSON.stringify({
    sender: { id: `c${customer}`, name: `Customer ${customer}` },
    message: { type: "text", text },
  });

async function createChats(product: BenchServer, chats: number): Promise<void> {
  const senders = 16;
  const each = Math.ceil(chats / senders);
  const done = await runLoad({
    port: product.port,
    path: product.channelPath(),
    senders,
    durationMs: 120_000,
    requests: each,
    body: (sender, n) =>
      body((sender * each + n) % chats, `Question of a customer in sender ${sender}`),
  });
  if (done.refused > 0)
    throw new Error(`${done.refused} of ${done.sent} first messages were refused`);
  await acceptAllChats(product);
}

/**
 * Assigns all chats to the operator, because thousands of waiting chats would escalate all the
 * time, which is not realistic.
 */
async function acceptAllChats(product: BenchServer): Promise<void> {
  const ask = async <T>(method: string, path: string): Promise<T> => {
    const answer = await fetch(`${product.url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${product.key}` },
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
    return (await answer.json()) as T;
  };
  for (;;) {
    const { items } = await ask<{ items: { id: number }[] }>(
      "GET",
      "chats?state=waiting&limit=200",
    );
    if (items.length === 0) return;
    for (let at = 0; at < items.length; at += 20)
      await Promise.all(
        items.slice(at, at + 20).map(({ id }) => ask("POST", `chats/${id}/accept`)),
      );
  }
}

async function openInbox(browser: Browser, product: BenchServer, chats: number): Promise<Page> {
  const context = await openContext(browser, { reducedMotion: true });
  const answer = await context.request.post(`${product.url}/api/v1/sessions`, {
    data: { email: "bench@example.test", password: "correct horse battery staple" },
    headers: { origin: product.url },
  });
  if (answer.status() !== 200) throw new Error(`sign-in answered ${answer.status()}`);
  const page = await context.newPage();
  await page.addInitScript(recordInputs);
  await page.goto(`${product.url}/inbox/all`);
  await page.locator(`[role=grid][aria-rowcount="${chats}"]`).waitFor({ timeout: 120_000 });
  return page;
}

/** Runs in the page. Records the time from each key and click to the next paint, by interaction. */
function recordInputs(): void {
  const inputs: number[] = [];
  const indexById = new Map<number, number>();
  Object.assign(globalThis, { inputs });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const id = (entry as unknown as { interactionId: number }).interactionId;
      if (id === 0) continue;
      const at = indexById.get(id);
      if (at === undefined) indexById.set(id, inputs.push(entry.duration) - 1);
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
async function runShift(
  page: Page,
  seconds: number,
  readWork: () => Promise<number>,
): Promise<Switches> {
  const cached: number[] = [];
  const fresh: number[] = [];
  const cachedWork: number[] = [];
  const freshWork: number[] = [];
  const measureSwitch = async (
    key: "j" | "k",
    times: number[],
    cpuTimes: number[],
  ): Promise<void> => {
    const before = await readWork();
    times.push(await switchChat(page, key));
    cpuTimes.push((await readWork()) - before);
  };
  const end = performance.now() + seconds * 1000;
  for (let n = 0; performance.now() < end; n++) {
    await measureSwitch("j", fresh, freshWork);
    await measureSwitch("j", fresh, freshWork);
    await measureSwitch("k", cached, cachedWork);
    await measureSwitch("j", cached, cachedWork);
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
async function switchChat(page: Page, key: "j" | "k"): Promise<number> {
  await page.evaluate((expectedKey) => {
    (document.activeElement as HTMLElement | null)?.blur();
    const before = location.pathname;
    const state = globalThis as unknown as { switched: Promise<number> };
    state.switched = new Promise((resolve) => {
      const onKey = (event: KeyboardEvent): void => {
        if (event.key !== expectedKey) return;
        removeEventListener("keydown", onKey, true);
        const checkShown = (): void => {
          const id = location.pathname.split("/").at(-1);
          const isShown =
            location.pathname !== before &&
            document.querySelector(`section.conversation[data-chat="${id}"] [data-seq]`) !== null;
          // The frame that contains them is painted right after its callbacks.
          if (isShown) setTimeout(() => resolve(performance.now() - event.timeStamp), 0);
          else requestAnimationFrame(checkShown);
        };
        requestAnimationFrame(checkShown);
      };
      addEventListener("keydown", onKey, true);
    });
  }, key);
  await page.keyboard.press(key);
  return page.evaluate(() => (globalThis as unknown as { switched: Promise<number> }).switched);
}

/** Returns the CPU milliseconds of the page's main thread, which are independent of other load. */
async function readCpuMs(debug: CDPSession): Promise<number> {
  const { metrics } = await debug.send("Performance.getMetrics");
  return (metrics.find((metric) => metric.name === "TaskDuration")?.value ?? Number.NaN) * 1000;
}

interface TabMemory {
  readonly heapMiB: number;
  /** Memory that only this tab's process uses. */
  readonly privateMiB: number;
}
async function readCheckListState(browser: Browser, debug: CDPSession): Promise<TabMemory> {
  await debug.send("HeapProfiler.collectGarbage");
  const { metrics } = await debug.send("Performance.getMetrics");
  const heap = metrics.find((metric) => metric.name === "JSHeapUsedSize")?.value ?? Number.NaN;
  const whole = await browser.newBrowserCDPSession();
  const { processInfo } = await whole.send("SystemInfo.getProcessInfo");
  const renderers = processInfo
    .filter((metric) => metric.type === "renderer")
    .map((metric) => readPrivateBytes(metric.id));
  return { heapMiB: heap / 2 ** 20, privateMiB: Math.max(...renderers) / 2 ** 20 };
}

function readPrivateBytes(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return [...text.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)].reduce(
    (sum, [, kib]) => sum + Number(kib) * 1024,
    0,
  );
}

interface Measurements extends Switches {
  readonly inputs: readonly number[];
  readonly memory: TabMemory;
  readonly mainThreadPercent: number;
  readonly perSecond: number;
}
function toResult(options: InboxBrowserOptions, measured: Measurements): ScenarioResult {
  const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
  const [cached, fresh, inputs] = [
    sorted(measured.cached),
    sorted(measured.fresh),
    sorted(measured.inputs),
  ];
  const [cachedWork, freshWork] = [sorted(measured.cachedWork), sorted(measured.freshWork)];
  const figures = {
    switches: cached.length + fresh.length,
    cachedP50: getQuantile(cached, 0.5),
    cachedP95: getQuantile(cached, 0.95),
    freshP50: getQuantile(fresh, 0.5),
    freshP95: getQuantile(fresh, 0.95),
    cachedCpuMs: getQuantile(cachedWork, 0.5),
    freshCpuMs: getQuantile(freshWork, 0.5),
    interactions: inputs.length,
    inp: getQuantile(inputs, 0.98),
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
      upperGoal(
        "desk",
        "switch to a chat that was read before, to its first paint, median ms",
        50,
        figures.cachedP50,
      ),
      upperGoal("desk", "switch to another chat, median ms", 150, figures.freshP50),
      upperGoal("desk", "INP (98th percentile of interactions), ms", 100, figures.inp),
      upperGoal("desk", "memory of the tab, MiB", 150, figures.privateMiB),
    ],
  };
}
