import { shutDownInOrder, createLog, createSystemClock } from "@parlour/server";
import {
  startIntegrator,
  startFaultProxy,
  startTestParlour,
  findFreePort,
  type FaultProxy,
  type FakeIntegrator,
  type TestChannel,
  type TestOperator,
  type TestParlour,
  type TestParlourOptions,
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
import { expect, vi } from "vitest";

/** A complete Parlour with a channel, an integrator's endpoint and Chromium. */
export interface InboxFixture {
  readonly parlour: TestParlour;
  /**
   * Ann, an operator of the channel with the role "operator" and without access to settings.
   * `parlour.owner` is Olga, the account owner.
   */
  readonly operator: TestOperator;
  readonly integrator: FakeIntegrator;
  readonly channel: TestChannel;
  readonly browser: SharedBrowser;
  /** The proxy between pages and server if the fixture has one, else null. */
  readonly proxy: FaultProxy | null;
  /** The URL that pages request: the proxy's, or the server's own. */
  readonly url: string;
  /**
   * Opens a signed-in page in its own context, for `operator` by default. Pass the owner only where
   * settings or ownership are tested.
   */
  openOperatorPage(signInAs?: TestOperator, options?: OperatorPageOptions): Promise<OperatorPage>;
  close(): Promise<void>;
}
export interface OperatorPageOptions extends PageOptions {
  readonly path?: string;
  /** The test interrupts the network or the server. */
  readonly cuts?: boolean;
  /** The pages have a fake clock. It runs at the machine's speed, and `advanceTime` moves it. */
  readonly clock?: boolean;
  /** The pages can show notifications. */
  readonly notifications?: boolean;
  /** Prepares the context before its first page, for example with init scripts and permissions. */
  readonly setUpContext?: (context: BrowserContext) => Promise<void>;
}
export interface OperatorPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Opens another tab of the same operator. */
  openTab(path?: string): Promise<Page>;
  /**
   * Fails on a page error, a content policy refusal, a dialog or horizontal overflow in any tab.
   * Then closes the context.
   */
  checkAndClose(): Promise<void>;
}

/**
 * `proxied`: pages reach the server through a fault proxy, and the server keeps its port over
 * restarts. `file`: a provisioning file, whose first owner has the password of the test kit.
 * `clock`: "manual" prevents timeouts on the server while a slow machine runs the pages, whose own
 * time continues.
 */
export async function openInboxFixture(
  options: Pick<TestParlourOptions, "file" | "hooks"> & {
    readonly proxied?: boolean;
    readonly clock?: "manual";
  } = {},
): Promise<InboxFixture> {
  const port = options.proxied === true ? await findFreePort() : 0;
  const proxy = options.proxied === true ? await startFaultProxy(port) : null;
  const browser = useSharedBrowser();
  const fullBrowser = useSharedBrowser({ whole: true });
  const [parlour, integrator] = await Promise.all([
    startTestParlour({
      clock: options.clock ?? "system",
      ...(options.file !== undefined && { file: options.file }),
      ...(options.hooks !== undefined && { hooks: options.hooks }),
      env: {
        PORT: String(port),
        ...(proxy === null ? {} : { PUBLIC_URL: `http://127.0.0.1:${proxy.port}` }),
      },
    }),
    startIntegrator(),
  ]);
  expect(
    (await parlour.owner.call("PATCH", `operators/${parlour.owner.id}`, { name: "Olga" })).status,
  ).toBe(200);
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
    openOperatorPage: (signInAs = operator, more = {}) =>
      openOperatorPage(more.notifications === true ? fullBrowser : browser, url, signInAs, more),
    close: () =>
      shutDownInOrder(
        [
          ["browser", () => browser.close()],
          ["whole browser", () => fullBrowser.close()],
          ["proxy", () => proxy?.close()],
          ["Parlour", () => parlour.close()],
          ["integrator", () => integrator.close()],
        ],
        createSystemClock(),
        createLog({ level: "error", format: "json" }),
      ),
  };
}

export async function openOperatorPage(
  browser: SharedBrowser,
  url: string,
  signInAs: TestOperator,
  options: OperatorPageOptions = {},
): Promise<OperatorPage> {
  const context = await openContext(browser, options);
  if (options.clock === true) await context.clock.install();
  const response = await context.request.post(`${url}/api/v1/sessions`, {
    data: { email: signInAs.email, password: signInAs.password },
    headers: { origin: url },
  });
  expect(response.status(), await response.text()).toBe(200);
  await options.setUpContext?.(context);
  const pages: { page: Page; faults: string[] }[] = [];
  const openTab = async (path = options.path ?? "/inbox/all"): Promise<Page> => {
    const page = await context.newPage();
    pages.push({ page, faults: collectPageErrors(page, { cuts: options.cuts ?? false }) });
    await page.goto(`${url}${path}`);
    await waitForKeys(page);
    return page;
  };
  const page = await openTab();
  return {
    page,
    context,
    openTab,
    async checkAndClose() {
      for (const opened of pages) {
        if (!opened.page.isClosed())
          expect(await findHorizontalOverflow(opened.page), "scrolls sideways").toEqual([]);
        expect(opened.faults).toEqual([]);
      }
      await context.close();
    },
  };
}

/**
 * Waits until keys reach the page, because Chromium drops those that are pressed too early. After
 * `goto` and `reload` of a page, call this before a key.
 */
export async function waitForKeys(page: Page): Promise<void> {
  const received = await page.evaluateHandle(() => {
    const keys: string[] = [];
    window.addEventListener("keyup", ({ key }) => keys.push(key), { capture: true, once: true });
    return keys;
  });
  await vi.waitUntil(
    async () => {
      // This key does nothing in the application.
      await page.keyboard.press("Shift");
      return received.evaluate((keys) => keys.length > 0);
    },
    { timeout: 50_000 },
  );
  await received.dispose();
}

/**
 * Advances the clock of a page. When this returns, the requests that the timers send are under way
 * and visible to request listeners.
 */
export async function advanceTime(page: Page, ms: number): Promise<void> {
  await page.clock.runFor(ms);
  await page.evaluate(() => fetch("/health").then((response) => response.text()));
}
/**
 * Stops the clock of the pages of a context with `clock`. Only `advanceTime` moves it then, also
 * for work that follows another socket frame within 100 ms. Returns the function that resumes the
 * clock.
 */
export async function freezeTime(page: Page): Promise<() => Promise<void>> {
  // A later time than the page has when the call arrives.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
  return () => page.clock.resume();
}
/** Moves the date of a page forward until it is loaded again. Its timers are not affected. */
export async function shiftPageClock(page: Page, ms: number): Promise<void> {
  await page.evaluate((offsetMs) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + offsetMs;
  }, ms);
}
/**
 * Waits until the service worker has cached the page's files and controls the page. It starts some
 * seconds after the first screen.
 */
export async function waitForServiceWorker(page: Page): Promise<void> {
  const runs = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return (
        registration?.active?.state === "activated" && navigator.serviceWorker.controller !== null
      );
    });
  await expect.poll(runs).toBe(true);
}
/** Waits until the field, control or link has the focus. */
export async function expectFocus(locator: Locator): Promise<void> {
  await expect
    .poll(() => locator.evaluate((element) => element === document.activeElement))
    .toBe(true);
}
/** Waits until the focus is in a menu or another part. */
export async function expectFocusInside(locator: Locator): Promise<void> {
  await expect
    .poll(() => locator.evaluate((part) => part.contains(document.activeElement)))
    .toBe(true);
}
/** Returns the server's count of messages in a customer's chat that the operator has not read. */
export async function getUnreadCount(
  { parlour, operator }: Pick<InboxFixture, "parlour" | "operator">,
  customer: string,
): Promise<number> {
  const { id } = await parlour.findChat(customer);
  return ((await operator.call("GET", `chats/${id}`)).body as { unread: number }).unread;
}
/** Records the read marks that a page sends from now on. */
export function recordReadMarks(page: Page): string[] {
  const marks: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().endsWith("/read"))
      marks.push(request.postData() ?? "");
  });
  return marks;
}
/** Waits until the socket of a page is connected and the list is loaded. */
export async function waitUntilLive(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Connected to the server" }).waitFor();
}
/** The pane of the open chat. */
export const conversationPane = (page: Page) => page.locator("section.conversation");
/**
 * Reconnects at once by the connection's button, which is there in every state of the connection.
 */
export async function reconnect(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^(Offline since|Connect|Syncing)/ }).click();
}

export const messageField = (page: Page) =>
  page.getByRole("textbox", { name: "Message", exact: true });
/** A stored or pending message with this text in the open chat. */
export const messageBubble = (page: Page, text: string) =>
  conversationPane(page)
    .locator(".bubble")
    .filter({ has: page.getByText(text, { exact: true }) });
export const chatRow = (page: Page, name: string) =>
  page.getByRole("grid").getByRole("row").filter({ hasText: name });
/** The card that offers a waiting chat. */
export const offerCard = (page: Page) => page.getByRole("region", { name: /^New chat from/ });

/**
 * Reads every line of the open chat in order. The virtual feed renders only a part, so this scrolls
 * from the first to the last line.
 */
export async function readConversation(page: Page): Promise<readonly string[]> {
  // Background tabs get few animation frames.
  await page.bringToFront();
  return page.evaluate(async () => {
    const log = document.querySelector<HTMLElement>("section.conversation .log");
    if (log === null) throw new Error("no conversation is open");
    const frames = async (n: number): Promise<void> => {
      for (let i = 0; i < n; i++) await new Promise((done) => requestAnimationFrame(done));
    };
    // Messages are numbered from 1. Until number 1 is rendered, earlier ones are still loading.
    while (log.querySelector('[data-article="m1"]') === null) {
      log.scrollTop = 0;
      await frames(3);
    }
    /**
     * Whether the virtual feed has rendered the visible area: articles cover it from edge to edge,
     * with only small gaps.
     */
    const isDrawn = (): boolean => {
      const { top, bottom } = log.getBoundingClientRect();
      const boxes = [...log.querySelectorAll("[data-article]")].map((article) =>
        article.getBoundingClientRect(),
      );
      for (let y = top + 20; y < bottom - 20; y += 20)
        if (!boxes.some((box) => box.top - 20 <= y && y <= box.bottom + 20)) return false;
      return true;
    };
    const linesByArticle = new Map<string, readonly string[]>();
    for (;;) {
      for (const article of log.querySelectorAll<HTMLElement>("[data-article]")) {
        const lines = [
          ...article.querySelectorAll<HTMLElement>(
            ".bubble .freetext, .bubble .file .medium, .sys > span",
          ),
        ].map((e) => e.textContent);
        linesByArticle.set(article.dataset["article"] ?? "", lines);
      }
      if (log.scrollTop + log.clientHeight >= log.scrollHeight - 1) break;
      log.scrollTop += log.clientHeight / 2;
      do await frames(3);
      while (!isDrawn() && log.scrollTop + log.clientHeight < log.scrollHeight - 1);
    }
    const order = (key: string): number =>
      key.startsWith("m") ? Number(key.slice(1)) : Number.MAX_SAFE_INTEGER;
    return [...linesByArticle]
      .toSorted(([a], [b]) => order(a) - order(b))
      .flatMap(([, lines]) => lines);
  });
}

/** Returns the text that explains why a control is unavailable (CORE-148). */
export const getDescription = (control: Locator): Promise<string | null> =>
  control.evaluate(
    (element) =>
      document.getElementById(element.getAttribute("aria-describedby") ?? "")?.textContent ?? null,
  );
