import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromiumPath, collectPageErrors } from "@parlour/testkit/browser";
import { chromium, type BrowserContext, type Page } from "playwright-core";

/** One person's browser with a profile on the disk, which can be killed and started again. */
export interface Killable {
  /** A tab, in the browser as it runs now. */
  tab(address: string): Promise<Page>;
  /** The browser's one context. */
  context(): BrowserContext;
  /** SIGKILL to all of its processes. */
  kill(): Promise<void>;
  /** Again, with the same profile. */
  start(): Promise<void>;
  /** Errors of all pages so far. */
  readonly faults: string[];
  end(): Promise<void>;
}

export async function openKillable(): Promise<Killable> {
  const profile = mkdtempSync(join(tmpdir(), "parlour-profile-"));
  const path = await findChromiumPath(true);
  const faults: string[] = [];
  let child: ChildProcess | null = null;
  let context: BrowserContext | null = null;

  const start = async (): Promise<void> => {
    // A process group of its own, so that one signal reaches all of it and nothing else.
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
    const browser = await chromium.connectOverCDP(await addressOf(child));
    context = browser.contexts()[0] ?? null;
  };
  const kill = async (): Promise<void> => {
    const running = child;
    if (running?.pid === undefined) return;
    child = null;
    // Not "exit": the last of its processes to go holds the pipe, and until then it may hold the profile.
    const gone = new Promise((resolve) => running.once("close", resolve));
    process.kill(-running.pid, "SIGKILL");
    await gone;
  };
  const present = (): BrowserContext => {
    if (context === null) throw new Error("the browser does not run");
    return context;
  };
  await start();
  return {
    faults,
    context: present,
    async tab(address) {
      const page = await present().newPage();
      const found = collectPageErrors(page, { cuts: true });
      page.on("close", () => faults.push(...found));
      await page.goto(address);
      return page;
    },
    kill,
    start,
    async end() {
      await kill();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Where the browser is driven, as it prints it when it is up. */
function addressOf(child: ChildProcess): Promise<string> {
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
