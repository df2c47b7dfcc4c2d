import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FilesDeps } from "./index.ts";
import type { Storage } from "./storage.ts";

const unfinishedMs = 3_600_000;
const unnamedMs = 24 * 3_600_000;
const most = 500;

/** Removes what no message names after a day, and what a process that died left half done after an hour (F29). */
export async function sweepFiles(deps: Pick<FilesDeps, "clock" | "rows" | "storageOf" | "onFault">, incoming: string): Promise<void> {
  const now = deps.clock.now();
  for (;;) {
    const gone = await deps.rows.giveUp({ unfinished: now - unfinishedMs, unnamed: now - unnamedMs }, most);
    let failed = 0;
    for (const file of gone) {
      const from = deps.storageOf(file.storage);
      // Without its store the row stays until the store is named again.
      const isRemoved = from !== null && (await removed(from, file.token).catch(deps.onFault)) === true;
      if (isRemoved) await deps.rows.forget(file.account, file.id);
      else failed += 1;
    }
    if (gone.length < most || failed > 0) break;
  }
  await removeOld(incoming, now - unfinishedMs);
}

async function removed(from: Storage, token: string): Promise<true> {
  await from.remove(`${token}.thumb`);
  await from.remove(token);
  return true;
}

/** What a crash left of uploads under way. */
async function removeOld(folder: string, before: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs < before) await rm(path, { force: true });
  }
}
