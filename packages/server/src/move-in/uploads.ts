import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Clock } from "../core/command.ts";

/** A file that was uploaded for an import. */
interface UploadedFile {
  readonly id: string;
  readonly name: string;
  readonly size: number;
}
/** Files of imports, in a folder of this node. An import reads them until it ends. */
export interface MoveUploads {
  /** `afterBody`: rejects if the rest of the request is invalid. */
  store(
    account: number,
    file: {
      readonly name: string;
      readonly body: Readable;
      readonly afterBody: () => Promise<void>;
    },
  ): Promise<UploadedFile>;
  /** Returns name and path of an upload of the account, or null. */
  find(
    account: number,
    id: string,
  ): Promise<{ readonly name: string; readonly path: string } | null>;
  /** Removes files that were uploaded 30 days ago. */
  cleanUp(): Promise<void>;
}

const retentionMs = 30 * 24 * 3_600_000;

export function createMoveUploads(folder: string, clock: Clock): MoveUploads {
  const toPath = (account: number, id: string): string => join(folder, `${account}-${id}`);
  return {
    async store(account, { name, body, afterBody }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const id = randomBytes(20).toString("base64url");
      const path = toPath(account, id);
      try {
        await pipeline(body, createWriteStream(path, { mode: 0o600 }));
        await afterBody();
        await writeFile(`${path}.name`, name, { mode: 0o600 });
        return { id, name, size: (await stat(path)).size };
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
    async find(account, id) {
      const path = toPath(account, id);
      const name = await readFile(`${path}.name`, "utf8").catch(() => null);
      return name === null ? null : { name, path };
    },
    async cleanUp() {
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name);
        const { mtimeMs } = await stat(path);
        if (mtimeMs < clock.now() - retentionMs) await rm(path, { force: true });
      }
    },
  };
}
