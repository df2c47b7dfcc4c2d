import { openFirefox } from "./firefox.ts";
import { createBrowserPage, type BrowserPage } from "./page.ts";
import { openWebKit, type WebKitPrograms } from "./webkit.ts";

export { keys, type BrowserPage } from "./page.ts";

interface BrowserFinder {
  readonly findFirefox: () => string | null;
  readonly findWebKit: () => WebKitPrograms | null;
}
const { findFirefox, findWebKit } = (await import(
  new URL("../../../../scripts/launch/other-browsers.js", import.meta.url).href
)) as BrowserFinder;

/** A browser other than Chromium. */
export interface OtherBrowser {
  readonly name: "Firefox" | "WebKit";
  /** Whether the launcher finds it on this machine. */
  readonly isInstalled: boolean;
  /** Starts it with a fresh profile. */
  readonly open: () => Promise<{
    readonly page: BrowserPage;
    readonly close: () => Promise<void>;
  }>;
}

const firefox = findFirefox();
const webKit = findWebKit();
export const otherBrowsers: readonly OtherBrowser[] = [
  { name: "Firefox", isInstalled: firefox !== null, open: () => openPage(firefox, openFirefox) },
  { name: "WebKit", isInstalled: webKit !== null, open: () => openPage(webKit, openWebKit) },
];

async function openPage<T>(
  programs: T | null,
  open: (programs: T) => ReturnType<typeof openFirefox>,
): ReturnType<OtherBrowser["open"]> {
  if (programs === null) throw new Error("the browser is missing: `npm test` says how to get it");
  const { send, close } = await open(programs);
  return { page: createBrowserPage(send), close };
}
