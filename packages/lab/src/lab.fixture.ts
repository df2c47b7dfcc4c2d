import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runLabCommand } from "./main.ts";

/** A signing secret in the format of Parlour. */
export const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const cleanups: (() => Promise<unknown> | void)[] = [];
/** Ends everything that a test started, in reverse order. */
export async function runCleanups(): Promise<void> {
  for (const end of cleanups.splice(0).toReversed()) await end();
}

/** Starts to listen. The server closes at the end of the test. Returns its address. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  cleanups.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Creates a folder in which the lab saves channel and secret. */
export const createHomeFolder = (): string => mkdtempSync(join(tmpdir(), "lab-"));

export interface StartedLab {
  /** Address of the lab's page. "" if the lab ended before it was ready. */
  readonly base: string;
  readonly lines: string[];
  readonly code: Promise<number>;
  stop(): Promise<number>;
}

/**
 * Starts the lab on a free port, unless `args` sets a port. Resolves when the lab is ready or has
 * ended.
 */
export async function startLab(
  args: readonly string[] = [],
  home = createHomeFolder(),
): Promise<StartedLab> {
  const lines: string[] = [];
  const stopping = new AbortController();
  let ready: () => void = () => undefined;
  const isReady = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const addLine = (line: string) => {
    lines.push(line);
    if (line.startsWith("Ctrl+C")) ready();
  };
  const code = runLabCommand({
    argv: ["--port", "0", ...args],
    env: { XDG_CONFIG_HOME: home },
    out: addLine,
    err: addLine,
    signal: stopping.signal,
  });
  const stop = () => {
    stopping.abort();
    return code;
  };
  cleanups.push(stop);
  await Promise.race([isReady, code]);
  const [, base = ""] =
    /^The lab is ready: (.+)$/.exec(
      lines.find((line) => line.startsWith("The lab is ready")) ?? "",
    ) ?? [];
  return { base, lines, code, stop };
}
