import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";

interface Finder {
  readonly findChromium: () => string | null;
  readonly findHeadlessShell: () => string | null;
}

/**
 * The Chromium that the launcher finds or gets; `whole`: not its headless shell, which shows no notifications, refuses no storage to frames of other
 * sites, and keeps no profile for another start.
 */
export async function chromiumPath(whole: boolean): Promise<string> {
  const { findChromium, findHeadlessShell } = (await import(
    new URL("../../../scripts/launch/chromium.js", import.meta.url).href
  )) as Finder;
  const path = whole ? findChromium() : findHeadlessShell();
  if (path === null) throw new Error("Chromium is missing: `npm test` gets it where it is root, or says how");
  return path;
}

/** Real Chromium for journeys. Nothing in it calls home: this machine's network may be closed, and tests never leave 127.0.0.1. */
export async function openBrowser(whole = false): Promise<Browser> {
  return chromium.launch({
    executablePath: await chromiumPath(whole),
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--autoplay-policy=no-user-gesture-required",
    ],
  });
}

/** Contexts of one file of journeys in the Chromium of this process. */
export interface SharedBrowser {
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Closes the contexts that were opened here. */
  close(): Promise<void>;
}

/** What a page is waited for at most: many times what it needs on a machine that has nothing else to do. Only what fails takes so long. */
const waitMs = 60_000;
const running: { shell?: Promise<Browser>; whole?: Promise<Browser> } = {};

/**
 * Contexts share nothing that a page can see, and a start of Chromium costs as much as a short journey: it ends with the process. `whole`: as for
 * `chromiumPath`.
 */
export function shareBrowser({ whole = false }: { readonly whole?: boolean } = {}): SharedBrowser {
  const opened = new Set<BrowserContext>();
  return {
    async newContext(options) {
      const browser = whole ? (running.whole ??= openBrowser(true)) : (running.shell ??= openBrowser());
      const context = await (await browser).newContext(options);
      context.setDefaultTimeout(waitMs);
      opened.add(context);
      context.once("close", () => opened.delete(context));
      return context;
    },
    async close() {
      await Promise.all([...opened].map((context) => context.close()));
    },
  };
}

/** `npm run test:long`: journeys look at everything, in every view, at every screen of a kind. */
export const thorough = process.env["LONG"] !== undefined;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  readonly reducedMotion?: boolean;
  /**
   * The service worker may start. Without, a page asks the network for everything, so that a test sees each request, and no context puts
   * the whole build into a cache first.
   */
  readonly worker?: boolean;
}
/** A context of its own, as of another person. Violations of the content policy become console errors that `watchPage` collects. */
export async function openContext(browser: SharedBrowser, options: PageOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.dark === true ? "dark" : "light",
    locale: "en-GB",
    timezoneId: "UTC",
    reducedMotion: options.reducedMotion === false ? "no-preference" : "reduce",
    serviceWorkers: options.worker === true ? "allow" : "block",
  });
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) =>
      console.error(`content policy: ${event.violatedDirective} refused ${event.blockedURI} ${event.sample}`),
    );
  });
  return context;
}

export interface AxeViolation {
  readonly id: string;
  readonly impact: string | null;
  readonly help: string;
  readonly nodes: readonly string[];
}
/**
 * What axe finds against WCAG 2.2 AA on the page as it stands; `rules`: only these. A long run also has it fetch all style sheets, which one rule
 * (`css-orientation-lock`) needs and which costs a third of a look.
 */
export async function axeViolations(page: Page, rules: readonly string[] | null = null): Promise<readonly AxeViolation[]> {
  // Evaluated over the debugging channel, which the page's content policy does not concern.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  return page.evaluate(
    async ([only, preload]) => {
      const { axe: tool } = globalThis as unknown as {
        axe: {
          run(
            context: object,
            options: object,
          ): Promise<{
            violations: { id: string; impact: string | null; help: string; nodes: { target: unknown[]; failureSummary?: string }[] }[];
          }>;
        };
      };
      const { violations } = await tool.run(document, {
        runOnly: only ?? ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
        resultTypes: ["violations"],
        preload,
      });
      return violations.map(({ id, impact, help, nodes }) => ({
        id,
        impact,
        help,
        nodes: nodes.map((n) => `${n.target.join(" ")}: ${n.failureSummary ?? ""}`),
      }));
    },
    [rules === null ? null : [...rules], thorough] as const,
  );
}

/**
 * Errors of a page: scripts that threw, what the content policy refused, dialogs, failed requests of our own. `cuts`: the test itself
 * takes the network or the server away, so what the browser says about unreachable addresses is no fault.
 */
export function watchPage(page: Page, options: { readonly cuts?: boolean } = {}): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.type()} ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    // 503: the database took longer than the server waits, on a machine that many share; the page asks again.
    if (message.type() !== "error" || /status of (4\d\d|503)/.test(message.text())) return;
    if (
      options.cuts === true &&
      /net::ERR_|WebSocket connection to .* failed|status of 50[234]|unknown error occurred when fetching the script/.test(message.text())
    )
      return;
    faults.push(`console: ${message.text()}`);
  });
  return faults;
}

/** What is wider than the window, if the page scrolls sideways. */
export function sideways(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= wide && document.body.scrollWidth <= wide) return [];
    return [...document.querySelectorAll("body *")]
      .filter((e) => e.getBoundingClientRect().right > wide + 1)
      .map(
        (e) =>
          `${e.tagName.toLowerCase()}.${e.className.toString().replaceAll(" ", ".")} to ${Math.round(e.getBoundingClientRect().right)} of ${wide}`,
      )
      .slice(0, 8);
  });
}
