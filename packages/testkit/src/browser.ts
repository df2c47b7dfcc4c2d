import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "playwright-core";
import { isLongRun } from "./timeouts.ts";

interface ChromiumFinder {
  readonly findChromium: () => string | null;
  readonly findHeadlessShell: () => string | null;
}

/**
 * Returns the path of the Chromium that the launcher finds or installs. `fullBrowser` selects the
 * full browser and not the headless shell. The shell shows no notifications, does not block storage
 * of third-party iframes, and keeps no profile.
 */
export async function findChromiumPath(fullBrowser: boolean): Promise<string> {
  const { findChromium, findHeadlessShell } = (await import(
    new URL("../../../scripts/launch/chromium.js", import.meta.url).href
  )) as ChromiumFinder;
  const path = fullBrowser ? findChromium() : findHeadlessShell();
  if (path === null)
    throw new Error("Chromium is missing: `npm test` gets it where it is root, or says how");
  return path;
}

/**
 * Opens Chromium for browser tests. The browser makes no requests of its own, because the machine
 * may have no network and tests use only 127.0.0.1.
 */
export async function openBrowser(
  fullBrowser = false,
  options: readonly string[] = [],
): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromiumPath(fullBrowser),
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // A microphone that beeps, without the question that the headless shell cannot show.
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      "--autoplay-policy=no-user-gesture-required",
      ...options,
    ],
  });
}

/** Browser contexts of one test file in the shared Chromium of this process. */
export interface SharedBrowser {
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Closes the contexts opened through this object. */
  close(): Promise<void>;
}

/**
 * Maximum wait for an action in a page, milliseconds. This is much longer than an idle machine
 * needs, and only failing tests wait this long.
 */
const actionTimeoutMs = 60_000;
const runningBrowsers: { shell?: Promise<Browser>; whole?: Promise<Browser> } = {};

/**
 * Returns contexts in a Chromium that this process shares, because starting a browser takes as long
 * as a short test. Pages of different contexts cannot see each other's data. `fullBrowser` has the
 * same meaning as in `findChromiumPath`.
 */
export function useSharedBrowser({
  whole: fullBrowser = false,
}: { readonly whole?: boolean } = {}): SharedBrowser {
  const opened = new Set<BrowserContext>();
  return {
    async newContext(options) {
      const browser = fullBrowser
        ? (runningBrowsers.whole ??= openBrowser(true))
        : (runningBrowsers.shell ??= openBrowser());
      const context = await (await browser).newContext(options);
      context.setDefaultTimeout(actionTimeoutMs);
      opened.add(context);
      context.once("close", () => opened.delete(context));
      return context;
    },
    async close() {
      await Promise.all([...opened].map((context) => context.close()));
    },
  };
}

export { isLongRun };
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  readonly reducedMotion?: boolean;
  /**
   * Whether to allow the service worker. Without it, tests see all requests of a page, and a
   * context does not first fill its cache with the whole build.
   */
  readonly worker?: boolean;
}
/**
 * Opens a separate context, as if another person used their own browser. Violations of the content
 * security policy become console errors, which `collectPageErrors` collects.
 */
export async function openContext(
  browser: SharedBrowser,
  options: PageOptions = {},
): Promise<BrowserContext> {
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
      console.error(
        `content policy: ${event.violatedDirective} refused ${event.blockedURI} ${event.sample}`,
      ),
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
 * Runs axe on the current page against WCAG 2.2 AA. If `rules` is given, only these rules are
 * checked. A long run also preloads all style sheets. Only the rule `css-orientation-lock` needs
 * them, and they take a third of the time.
 */
export async function findAxeViolations(
  page: Page,
  rules: readonly string[] | null = null,
): Promise<readonly AxeViolation[]> {
  // Evaluate over the debugging protocol, to which the page's content security policy does not
  // apply.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(
    async ([selectedRules, preload]) => {
      const { axe: tool } = globalThis as unknown as {
        axe: {
          run(
            context: object,
            options: object,
          ): Promise<{
            violations: {
              id: string;
              impact: string | null;
              help: string;
              nodes: { target: unknown[]; failureSummary?: string }[];
            }[];
          }>;
        };
      };
      const { violations } = await tool.run(document, {
        runOnly: selectedRules ?? [
          "wcag2a",
          "wcag2aa",
          "wcag21a",
          "wcag21aa",
          "wcag22aa",
          "best-practice",
        ],
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
    [rules === null ? null : [...rules], isLongRun] as const,
  );
}

/**
 * Collects errors of a page: script errors, content security policy violations, dialogs, and failed
 * requests of the page. With `cuts`, connection errors are ignored, because the test itself cuts
 * the network or the server.
 */
export function collectPageErrors(page: Page, options: { readonly cuts?: boolean } = {}): string[] {
  const pageErrors: string[] = [];
  page.on("pageerror", (error) => pageErrors.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    pageErrors.push(`dialog: ${dialog.type()} ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    // Ignore status 503: on a busy machine, the database may take longer than the server waits. The
    // page retries the request.
    if (message.type() !== "error" || /status of (4\d\d|503)/.test(message.text())) return;
    if (
      options.cuts === true &&
      /net::ERR_|WebSocket connection to .* failed|status of 50[234]|unknown error occurred when fetching the script/.test(
        message.text(),
      )
    )
      return;
    pageErrors.push(`console: ${message.text()}`);
  });
  return pageErrors;
}

/** If the page scrolls horizontally, returns the elements that are wider than the window. */
export function findHorizontalOverflow(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const pageWidth = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= pageWidth && document.body.scrollWidth <= pageWidth)
      return [];
    return [...document.querySelectorAll("body *")]
      .filter((e) => e.getBoundingClientRect().right > pageWidth + 1)
      .map(
        (e) =>
          `${e.tagName.toLowerCase()}.${e.className.toString().replaceAll(" ", ".")} to ${Math.round(e.getBoundingClientRect().right)} of ${pageWidth}`,
      )
      .slice(0, 8);
  });
}
