import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SendCommand } from "./page.ts";

/** A running browser of its own processes and files, with one window. */
export interface BrowserSession {
  readonly send: SendCommand;
  /** Ends the browser and removes its files. */
  readonly close: () => Promise<void>;
}

/** A folder for the files of a browser, and the processes that are ended with it. */
export interface ProcessFolder {
  readonly folder: string;
  readonly run: (child: ChildProcess) => void;
  readonly close: () => Promise<void>;
}

export function openProcessFolder(name: string): ProcessFolder {
  const folder = mkdtempSync(join(tmpdir(), `parlour-${name}-`));
  const children: { readonly child: ChildProcess; readonly exited: Promise<void> }[] = [];
  const killAll = (): void => {
    for (const { child } of children) child.kill("SIGKILL");
  };
  process.on("exit", killAll);
  return {
    folder,
    run(child) {
      const exited = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
      child.once("error", (error) => console.warn(`${name} does not start`, error));
      children.push({ child, exited });
    },
    async close() {
      for (const { child, exited } of children.toReversed()) {
        child.kill("SIGTERM");
        const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
        await exited;
        clearTimeout(timer);
      }
      process.off("exit", killAll);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
