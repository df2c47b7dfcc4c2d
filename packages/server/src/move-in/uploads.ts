import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { moveLimits } from "@parlour/protocol/move-in/move-import";
import type { Clock } from "../core/command.ts";
import { refuse } from "../core/failure.ts";
import { toStorageError } from "../files/disk.ts";
import { refuseStorageError, requireFreeSpace } from "../files/store-upload.ts";
import { StorageError, type FileStorage } from "../files/storage.ts";
import { writeUpload } from "../files/write-upload.ts";
import type { Sql } from "../store/database/sql.ts";
import {
  deleteMoveFile,
  findMoveFile,
  insertMoveFile,
  listOldMoveFiles,
  markMoveFileStored,
  type MoveFileKey,
  type MoveFileRow,
} from "../store/move-in/move-file.ts";

/** A file that was uploaded for an import. */
interface UploadedFile {
  readonly id: string;
  readonly name: string;
  readonly size: number;
}
/** Files of imports, in the storage of files, which all nodes reach (MV-033). */
export interface MoveUploads {
  /** Refuses if the disk has no space for a file of this size in bytes. */
  admit(bytes: number): Promise<void>;
  /** `afterBody`: rejects if the rest of the request is invalid. */
  store(
    account: number,
    file: {
      readonly name: string;
      readonly body: Readable;
      readonly afterBody: () => Promise<void>;
    },
  ): Promise<UploadedFile>;
  /** Returns an upload of the account, or null. */
  find(account: number, id: string): Promise<UploadedFile | null>;
  /**
   * Returns the path of an upload on this node, which fetches it from the storage if it lacks it.
   * null: it was removed. Rejects with StorageError or Refusal if it cannot.
   */
  readonly open: (account: number, id: string) => Promise<string | null>;
  /** Removes files that were uploaded 30 days ago. */
  cleanUp(): Promise<void>;
}
export interface MoveUploadDeps {
  /** Folder for the copies of this node, from which imports read. */
  readonly folder: string;
  readonly clock: Clock;
  readonly db: Sql;
  readonly storage: () => FileStorage;
  readonly getStorage: (kind: "disk" | "s3") => FileStorage | null;
}

const retentionMs = 30 * 24 * 3_600_000;
const mib = 1024 * 1024;
const toKey = ({ id }: MoveFileKey): string => `${id}.import`;

export function createMoveUploads(deps: MoveUploadDeps): MoveUploads {
  const { folder, clock, db, getStorage } = deps;
  const toPath = ({ account, id }: MoveFileKey): string => join(folder, `${account}-${id}`);
  return {
    admit: (bytes) => requireFreeSpace(folder, bytes),
    async store(account, upload) {
      const id = randomBytes(20).toString("base64url");
      const path = toPath({ account, id });
      try {
        return await storeUpload(deps, path, { account, id, ...upload });
      } catch (error) {
        await rm(path, { force: true });
        return refuseStorageError(error);
      }
    },
    find: (account, id) => findMoveFile(db, account, id),
    async open(account, id) {
      const file = await findMoveFile(db, account, id);
      if (file === null) return null;
      const path = toPath(file);
      if (await hasFile(path)) return path;
      await requireFreeSpace(folder, file.size);
      return (await fetchFile(getStorage(file.storage), file, path)) ? path : null;
    },
    async cleanUp() {
      const before = clock.now() - retentionMs;
      for (const file of await listOldMoveFiles(db, before))
        if (await removeStored(getStorage(file.storage), file)) await deleteMoveFile(db, file);
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name);
        const { mtimeMs } = await stat(path);
        if (mtimeMs < before) await rm(path, { force: true });
      }
    },
  };
}

/** Writes an upload to `path`, and to the storage. */
async function storeUpload(
  { db, storage, clock }: MoveUploadDeps,
  path: string,
  upload: Parameters<MoveUploads["store"]>[1] & { readonly account: number; readonly id: string },
): Promise<UploadedFile> {
  const { account, id, name } = upload;
  const { bytes } = await writeUpload(upload.body, path, moveLimits.fileMib * mib);
  await upload.afterBody();
  if (bytes === 0) refuse("invalid_request", "The file is empty.", { field: "file" });
  const target = storage();
  const file = { account, id, name, size: bytes, storage: target.kind };
  await insertMoveFile(db, file, clock.now());
  await target.put(toKey(file), path, { bytes, type: "application/octet-stream" });
  await markMoveFileStored(db, file);
  return { id, name, size: bytes };
}

const hasFile = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Fetches a file from the storage. Returns whether it is there. */
async function fetchFile(
  storage: FileStorage | null,
  file: MoveFileRow,
  path: string,
): Promise<boolean> {
  const body = await storage?.read(toKey(file), { start: 0, end: file.size - 1 });
  if (body == null) return false;
  // Two imports may fetch the same file. Whole files only have the final name.
  const part = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    await pipeline(body, createWriteStream(part, { mode: 0o600 })).catch((error: unknown) => {
      const failure = toStorageError(error);
      throw failure instanceof StorageError ? failure : createCutError();
    });
    if ((await stat(part)).size !== file.size) throw createCutError();
    await rename(part, path);
    return true;
  } finally {
    await rm(part, { force: true });
  }
}

/** Returns whether the file was removed. Another cleanup tries again if the storage fails. */
async function removeStored(storage: FileStorage | null, file: MoveFileRow): Promise<boolean> {
  if (storage === null) return false;
  try {
    await storage.remove(toKey(file));
    return true;
  } catch (error) {
    if (error instanceof StorageError) return false;
    throw error;
  }
}
const createCutError = (): StorageError => new StorageError("The file arrived incomplete.");
