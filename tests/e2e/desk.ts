import { shutDownInOrder, createLog, createSystemClock } from "@parlour/server";
import {
  startIntegrator,
  startFaultProxy,
  startTestParlour,
  findFreePort,
  type FaultProxy,
  type Integrator,
  type TestChannel,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import {
  openContext,
  useSharedBrowser,
  findHorizontalOverflow,
  collectPageErrors,
  type PageOptions,
  type SharedBrowser,
} from "@parlour/testkit/browser";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** A whole Parlour with a channel, an integrator behind it and Chromium in front of it. */
export interface Desk {
  readonly parlour: TestParlour;
  /** Ann, of the role operator, chosen for the channel: has no rights to settings. The account belongs to `parlour.owner`, Olga. */
  readonly operator: TestOperator;
  readonly integrator: Integrator;
  readonly channel: TestChannel;
  readonly browser: SharedBrowser;
  /** Stands between pages and server when asked for, else null. */
  readonly proxy: FaultProxy | null;
  /** What pages ask: the proxy, or the server itself. */
  readonly url: string;
  /** A signed-in page in a context of its own, of the operator unless somebody is named: the owner only where settings or ownership are the subject. */
  sit(who?: TestOperator, options?: SeatOptions): Promise<Seat>;
  close(): Promise<void>;
}
export interface SeatOptions extends PageOptions {
  readonly path?: string;
  /** The test takes network or server away. */
  readonly cuts?: boolean;
  /** Its pages' clock goes on as the machine's, and `pass` moves it. */
  readonly clock?: boolean;
  /** Its pages show notifications. */
  readonly notifications?: boolean;
  /** Of the context before its first page: what each page runs first, what it may. */
  readonly before?: (context: BrowserContext) => Promise<void>;
}
export interface Seat {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Another tab of the same person. */
  tab(path?: string): Promise<Page>;
  /** No page error, no refusal by the content policy, no dialog, no sideways scroll in any tab; then closes. */
  leave(): Promise<void>;
}

/**
 * `proxied`: pages reach the server through a fault proxy, and the server keeps its port over restarts. `file`: a provisioning file, whose
 * first owner has the password of the test kit. `clock`: `manual` if nothing may run out on the server while a slow machine looks at it; the pages'
 * time goes on.
 */
export async function openDesk(
  options: { readonly proxied?: boolean; readonly file?: string; readonly clock?: "manual" } = {},
): Promise<Desk> {
  const port = options.proxied === true ? await findFreePort() : 0;
  const proxy = options.proxied === true ? await startFaultProxy(port) : null;
  const browser = useSharedBrowser();
  const whole = useSharedBrowser({ whole: true });
  const [parlour, integrator] = await Promise.all([
    startTestParlour({
      clock: options.clock ?? "system",
      ...(options.file !== undefined && { file: options.file }),
      env: { PORT: String(port), ...(proxy === null ? {} : { PUBLIC_URL: `http://127.0.0.1:${proxy.port}` }) },
    }),
    startIntegrator(),
  ]);
  expect((await parlour.owner.call("PATCH", `operators/${parlour.owner.id}`, { name: "Olga" })).status).toBe(200);
  const operator = await parlour.operator("operator", "Ann");
  const channel = await parlour.channel(`${integrator.url}/chat`, { operators: [operator.id] });
  const url = proxy === null ? parlour.url : `http://127.0.0.1:${proxy.port}`;
  return {
    parlour,
    operator,
    integrator,
    channel,
    browser,
    proxy,
    url,
    sit: (who = operator, more = {}) => sit(more.notifications === true ? whole : browser, url, who, more),
    close: () =>
      shutDownInOrder(
        [
          ["browser", () => browser.close()],
          ["whole browser", () => whole.close()],
          ["proxy", () => proxy?.close()],
          ["Parlour", () => parlour.close()],
          ["integrator", () => integrator.close()],
        ],
        createSystemClock(),
        createLog({ level: "error", format: "json" }),
      ),
  };
}

async function sit(browser: SharedBrowser, url: string, who: TestOperator, options: SeatOptions): Promise<Seat> {
  const context = await openContext(browser, options);
  if (options.clock === true) await context.clock.install();
  const answer = await context.request.post(`${url}/api/v1/sessions`, {
    data: { email: who.email, password: who.password },
    headers: { origin: url },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await options.before?.(context);
  const pages: { page: Page; faults: string[] }[] = [];
  const tab = async (path = options.path ?? "/inbox/all"): Promise<Page> => {
    const page = await context.newPage();
    pages.push({ page, faults: collectPageErrors(page, { cuts: options.cuts ?? false }) });
    await page.goto(`${url}${path}`);
    return page;
  };
  const page = await tab();
  return {
    page,
    context,
    tab,
    async leave() {
      for (const one of pages) {
        if (!one.page.isClosed()) expect(await findHorizontalOverflow(one.page), "scrolls sideways").toEqual([]);
        expect(one.faults).toEqual([]);
      }
      await context.close();
    },
  };
}

/** Time passes for a page. What it then asks of the server is under way when this returns, and known to who listens to its requests. */
export async function pass(page: Page, ms: number): Promise<void> {
  await page.clock.runFor(ms);
  await page.evaluate(() => fetch("/health").then((response) => response.text()));
}
/**
 * Time stands still for the pages of a context with a `clock`: only `pass` moves it, also what follows on another frame of the socket within
 * 100 ms. Gives the function that lets it go on.
 */
export async function stopTime(page: Page): Promise<() => Promise<void>> {
  // Ahead of what the way there takes.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
  return () => page.clock.resume();
}
/** The page's time of day is a later one; its timers run on as they did. Until it is loaded again. */
export async function setForward(page: Page, ms: number): Promise<void> {
  await page.evaluate((by) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + by;
  }, ms);
}
/** The service worker of a page has kept its files and answers for it; it starts some seconds after the first screen. */
export async function worked(page: Page): Promise<void> {
  const runs = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return registration?.active?.state === "activated" && navigator.serviceWorker.controller !== null;
    });
  await expect.poll(runs).toBe(true);
}
/** The field, control or link has the focus. */
export async function hasFocus(what: Locator): Promise<void> {
  await expect.poll(() => what.evaluate((element) => element === document.activeElement)).toBe(true);
}
/** How many messages of a customer's chat the operator has not read, as the server counts them. */
export async function unreadOf({ parlour, operator }: Desk, customer: string): Promise<number> {
  const { id } = await parlour.findChat(customer);
  return ((await operator.call("GET", `chats/${id}`)).body as { unread: number }).unread;
}
/** Read marks that a page sends from now on. */
export function readMarks(page: Page): string[] {
  const marks: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().endsWith("/read")) marks.push(request.postData() ?? "");
  });
  return marks;
}
/** Waits until the socket of a page is through and the list stands. */
export async function ready(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Connection: live" }).waitFor();
}
/** The pane of the open chat. */
export const talk = (page: Page) => page.locator("section.talk");
export const message = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
/** A stored or waiting message with this text in the open chat. */
export const bubble = (page: Page, text: string) =>
  talk(page)
    .locator(".bubble")
    .filter({ has: page.getByText(text, { exact: true }) });
export const row = (page: Page, name: string) => page.getByRole("grid").getByRole("row").filter({ hasText: name });
/** The card of the ringing chat. */
export const ring = (page: Page) => page.getByRole("region", { name: /^New chat from/ });

/** Every line of the open chat in order, though only some stand in the page at a time: reads while it scrolls from the first to the last. */
export async function readConversation(page: Page): Promise<readonly string[]> {
  // Tabs behind get few frames.
  await page.bringToFront();
  return page.evaluate(async () => {
    const log = document.querySelector<HTMLElement>("section.talk .log");
    if (log === null) throw new Error("no conversation is open");
    const frames = async (n: number): Promise<void> => {
      for (let i = 0; i < n; i++) await new Promise((done) => requestAnimationFrame(done));
    };
    // Lines are numbered from 1: until that one stands here, earlier ones are on their way.
    while (log.querySelector('[data-article="m1"]') === null) {
      log.scrollTop = 0;
      await frames(3);
    }
    /** The virtual feed has drawn what is in sight: articles stand from the upper edge to the lower one, with no more than a gap between. */
    const isDrawn = (): boolean => {
      const { top, bottom } = log.getBoundingClientRect();
      const boxes = [...log.querySelectorAll("[data-article]")].map((one) => one.getBoundingClientRect());
      for (let y = top + 20; y < bottom - 20; y += 20) if (!boxes.some((box) => box.top - 20 <= y && y <= box.bottom + 20)) return false;
      return true;
    };
    const seen = new Map<string, readonly string[]>();
    for (;;) {
      for (const article of log.querySelectorAll<HTMLElement>("[data-article]")) {
        const lines = [...article.querySelectorAll<HTMLElement>(".bubble .said, .bubble .file .medium, .sys > span")].map(
          (e) => e.textContent,
        );
        seen.set(article.dataset["article"] ?? "", lines);
      }
      if (log.scrollTop + log.clientHeight >= log.scrollHeight - 1) break;
      log.scrollTop += log.clientHeight / 2;
      do await frames(3);
      while (!isDrawn() && log.scrollTop + log.clientHeight < log.scrollHeight - 1);
    }
    const order = (key: string): number => (key.startsWith("m") ? Number(key.slice(1)) : Number.MAX_SAFE_INTEGER);
    return [...seen].toSorted(([a], [b]) => order(a) - order(b)).flatMap(([, lines]) => lines);
  });
}

/** Why a control is unavailable: the words of its description (CORE-148). */
export const descriptionOf = (control: Locator): Promise<string | null> =>
  control.evaluate((element) => document.getElementById(element.getAttribute("aria-describedby") ?? "")?.textContent ?? null);
