import { open, readFile, rename, rm } from "node:fs/promises";
import { StartError } from "../../embedded/start-error.ts";
import type { EventTarget } from "./targets.ts";

/** Content of the file `FILE.cursor`. `bytes`: length of the file with the events up to it. */
interface Progress {
  readonly cursor: string;
  readonly bytes: number;
}

/**
 * Appends events to a file, one as JSON per line. The cursor is in a file beside it. Events that
 * were appended after the last stored cursor are cut off when the file is opened again.
 */
export async function openFileTarget(path: string): Promise<EventTarget> {
  const progressPath = `${path}.cursor`;
  let progress = await readProgress(progressPath);
  const file = await open(path, "a+", 0o600);
  const { size } = await file.stat();
  if (size < (progress?.bytes ?? 0) || (progress === null && size > 0)) {
    await file.close();
    throw new StartError(
      progress === null
        ? `${path} exists, but ${progressPath} does not. Name another file, or remove this one.`
        : `${path} is shorter than ${progressPath} says. Restore it, or remove both to begin anew.`,
      1,
    );
  }
  await file.truncate(progress?.bytes ?? 0);

  return {
    findCursor: () => Promise.resolve(progress?.cursor ?? null),
    async write({ events, cursor }) {
      const text = events.map((event) => `${JSON.stringify(event)}\n`).join("");
      await file.appendFile(text);
      await file.datasync();
      const next = { cursor, bytes: (progress?.bytes ?? 0) + Buffer.byteLength(text) };
      await writeProgress(progressPath, next);
      progress = next;
    },
    async reset() {
      await rm(progressPath, { force: true });
      await file.truncate(0);
      progress = null;
    },
    close: () => file.close(),
  };
}

async function readProgress(path: string): Promise<Progress | null> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : (JSON.parse(text) as Progress);
}

/** Replaces the file in one step, after its content is on disk. */
async function writeProgress(path: string, progress: Progress): Promise<void> {
  const partPath = `${path}.part`;
  const part = await open(partPath, "w", 0o600);
  try {
    await part.writeFile(JSON.stringify(progress));
    await part.datasync();
  } finally {
    await part.close();
  }
  await rename(partPath, path);
}
