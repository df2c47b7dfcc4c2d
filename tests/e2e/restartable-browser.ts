import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromiumPath, collectPageErrors } from "@parlour/testkit/browser";
import { chromium, type BrowserContext, type Page } from "playwright-core";

/** A browser with a profile on disk that can be killed and started again. */
export interface RestartableBrowser {
  /** Opens a tab in the running browser. */
  openTab(address: string): Promise<Page>;
  /** Returns the only context of the browser. */
  context(): BrowserContext;
  /** Sends SIGKILL to all processes of the browser. */
  kill(): Promise<void>;
  /** Starts the browser again with the same profile. */
  start(): Promise<void>;
  /** Errors of all closed pages so far. */
  readonly faults: string[];
  close(): Promise<void>;
}

export async function openRestartableBrowser(): Promise<RestartableBrowser> {
  const profile = mkdtempSync(join(tmpdir(), "parlour-profile-"));
  const path = await findChromiumPath(true);
  const faults: string[] = [];
  let child: ChildProcess | null = null;
  let context: BrowserContext | null = null;

  const start = async (): Promise<void> => {
    // The browser has its own process group, so that one signal reaches all of its processes and no
    // others.
    child = spawn(
      path,
      [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--lang=en-GB",
        "--window-size=1440,900",
        "--remote-debugging-port=0",
        `--user-data-dir=${profile}`,
        "about:blank",
      ],
      { detached: true, stdio: ["ignore", "ignore", "pipe"] },
    );
    const browser = await chromium.connectOverCDP(await waitForDebugUrl(child));
    context = browser.contexts()[0] ?? null;
  };
  const kill = async (): Promise<void> => {
    const running = child;
    if (running?.pid === undefined) return;
    child = null;
    // Not "exit": other processes of the browser keep the pipe open until the last one ends, and
    // may use the profile until then.
    const ended = new Promise((resolve) => running.once("close", resolve));
    process.kill(-running.pid, "SIGKILL");
    await ended;
  };
  const getContext = (): BrowserContext => {
    if (context === null) throw new Error("the browser does not run");
    return context;
  };
  await start();
  return {
    faults,
    context: getContext,
    async openTab(address) {
      const page = await getContext().newPage();
      const pageFaults = collectPageErrors(page, { cuts: true });
      page.on("close", () => faults.push(...pageFaults));
      await page.goto(address);
      return page;
    },
    kill,
    start,
    async close() {
      await kill();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Waits for the debugging URL that the browser prints when it is ready. */
function waitForDebugUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-8000);
      const [, address] = /^DevTools listening on (ws:\S+)$/m.exec(printed) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once("exit", (code) => reject(new Error(`the browser ended with ${code}: ${printed}`)));
  });
}
