import { appendFile, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { ErasureRequest } from "../store/erasure/erasure-orders.ts";
import { flushToDisk } from "../files/disk.ts";

/**
 * File outside the database that also lists erased visitors, with numbers and times only. A
 * restored backup contains these visitors again. They are erased again when the server starts
 * (CORE-116).
 */
export const erasureListFile = "erased.jsonl";

/** Appends an erasure to the list before it begins. Resolves when the line is on disk. */
export async function appendToErasureList(
  path: string,
  { account, visitor, number }: ErasureRequest,
  at: number,
): Promise<void> {
  // The text starts with a line break, because the last line of the file may be incomplete after a
  // crash.
  await appendFile(path, `\n${JSON.stringify({ account, visitor, number, at })}\n`, {
    mode: 0o600,
  });
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await flushToDisk(dirname(path));
}
export async function readErasureList(
  path: string,
): Promise<readonly { account: number; visitor: number; at: number | null }[]> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").flatMap((line) => {
    try {
      // Lines that earlier releases wrote contain no time.
      const {
        account,
        visitor,
        at = null,
      } = JSON.parse(line) as { account: number; visitor: number; at?: number };
      return [{ account, visitor, at }];
    } catch {
      // A crash interrupted the write of this last line, so its erasure had not started.
      return [];
    }
  });
}
