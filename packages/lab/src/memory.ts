import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** What the lab keeps between runs: the channel and its secret, in one file that only its owner can read. */
export interface Remembered {
  readonly channel: string | null;
  readonly secret: string | null;
}

/** Reads the file; a missing or unreadable one is an empty memory. */
export function recall(file: string): Remembered {
  try {
    const value = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
    return {
      channel: typeof value["channel"] === "string" ? value["channel"] : null,
      secret: typeof value["secret"] === "string" ? value["secret"] : null,
    };
  } catch {
    return { channel: null, secret: null };
  }
}

/** Writes the file. False when that is not possible: then it is remembered for this run only. */
export function remember(file: string, value: Remembered): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${JSON.stringify(value)}\n`, { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}
