import { hostname } from "node:os";
import { join } from "node:path";
import { createAccountArchive } from "../account-data/archive.ts";
import type { Config } from "../config/read-config.ts";
import type { Clock } from "../core/command.ts";
import type { Egress } from "../egress/index.ts";
import { createDiskStorage } from "../files/disk.ts";
import { createFiles, maxUploadsPerAuthor, type FileContent, type Files } from "../files/index.ts";
import { createPictureProxy, type PictureProxy } from "../files/picture-proxy.ts";
import { createScannerClient } from "../files/scan/client.ts";
import { createScanner, type Scanner } from "../files/scan/index.ts";
import type { ScannerClient } from "../files/scan/scan-result.ts";
import type { FileStorage } from "../files/storage.ts";
import {
  attachFile,
  claimFile,
  claimVisitorFile,
  abandonFile,
  markFileStored,
  findFile,
  findFileByToken,
  deleteFileRow,
  markAbandonedFiles,
  insertFile,
  releaseFile,
} from "../store/chats/file.ts";
import { version } from "../version.ts";
import type { BaseServices } from "./base.ts";
import { createConnect } from "./connections/connect.ts";
import type { TestHooks } from "./server-options.ts";
import { openS3 } from "./s3.ts";

export interface FileServices {
  readonly files: Files;
  readonly remote: PictureProxy;
  /** Returns the storage for new files. */
  readonly storage: () => FileStorage;
  /** Returns the storage of a kind, or null if it is no longer configured. */
  readonly getStorage: (kind: "disk" | "s3") => FileStorage | null;
  /** Folder for uploads in progress. */
  readonly incoming: string;
  /** Folder for this node's copies of the files of imports from other systems. */
  readonly importFolder: string;
  /** Creates the archive of an account with its files. */
  readonly archive: (account: number) => ReturnType<typeof createAccountArchive>;
  /** Maximum file size in bytes. */
  readonly fileBytes: () => number;
  close(): Promise<void>;
}

/** Opens the storage of message files and the image proxy, below `dataDir` or on an S3 service. */
export async function openFileServices(
  services: BaseServices,
  egress: Egress,
  dataDir: string,
  hooks: TestHooks,
): Promise<FileServices> {
  const { clock, db, pools, limits, instance, onFault, addresses } = services;
  const folder = join(dataDir, "files");
  const fileBytes = (): number => limits.value("upload_mib") * 1024 * 1024;
  const disk = createDiskStorage(folder);
  const s3 = openS3(services, hooks);
  const getStorage = (kind: "disk" | "s3"): FileStorage | null =>
    kind === "disk" ? disk : s3.storage();
  const storage = (): FileStorage => getStorage(instance.storage().kind) ?? disk;
  const scanner = openFileScanner(services, hooks);
  const files = createFiles({
    clock,
    folder,
    storage,
    getStorage,
    rows: {
      insert: (file) => insertFile(db, file),
      markStored: (account, id) => markFileStored(db, account, id),
      find: (account, upload) => findFile(pools.reader, account, upload),
      byToken: (token) => findFileByToken(db, token),
      claim: (account, claim) => claimFile(db, account, claim),
      claimOfVisitor: (account, claim) => claimVisitorFile(db, account, claim),
      attach: (account, id, chatId) => attachFile(db, account, id, chatId),
      release: (account, id) => releaseFile(db, account, id),
      discard: (account, id) => abandonFile(db, account, id),
      markAbandoned: (before, storages, limit) => markAbandonedFiles(db, before, storages, limit),
      remove: (account, id) => deleteFileRow(db, account, id),
    },
    publicUrl: () => addresses().visitorUrl,
    limit: (name) => limits.value(name),
    authorSlots: limits.openSlots("uploads", () => maxUploadsPerAuthor),
    scanner,
    onError: onFault,
  });
  const openOwnFile = (url: string): Promise<FileContent | null> | null => {
    // Files that were stored before the separate origin for visitors existed still have URLs of
    // PUBLIC_URL.
    const { visitorUrl, publicUrl } = addresses();
    const filesUrl = [visitorUrl, publicUrl]
      .map((origin) => `${origin}/files/`)
      .find((candidate) => url.startsWith(candidate));
    if (filesUrl === undefined) return null;
    const [token = "", part] = url.slice(filesUrl.length).split("/");
    return files.open(token, part === "thumb" ? "thumb" : "file");
  };
  const remote = await createPictureProxy({
    clock,
    // Nodes may share DATA_DIR, and each removes its own pictures when it starts and ends.
    folder: join(dataDir, "cache", "pictures", `${hostname()}-${services.config.port}`),
    egress,
    version,
    photoBytes: fileBytes,
    megapixels: () => limits.value("image_megapixels"),
    scanner,
    findOwnFile: openOwnFile,
  });
  const incoming = join(folder, "incoming");
  return {
    files,
    remote,
    storage,
    getStorage,
    incoming,
    archive: openArchives(services, { folder: incoming, getStorage }),
    importFolder: join(dataDir, "imports"),
    fileBytes,
    async close() {
      scanner?.close();
      await remote.close();
      s3.close();
    },
  };
}

const openArchives =
  (
    { db, clock }: BaseServices,
    files: { readonly folder: string; readonly getStorage: FileServices["getStorage"] },
  ) =>
  (account: number) =>
    createAccountArchive({ db, ...files, now: () => clock.now(), version }, account);

/** Opens the virus scanner (CFG-050). Returns null if none is configured. */
function openFileScanner(
  { clock, config, log, metrics }: BaseServices,
  hooks: TestHooks,
): Scanner | null {
  const client = getScannerClient(config, clock, hooks);
  if (client === null) return null;
  const scans = metrics.counter(
    "file_scans_total",
    "Files that the virus scanner was asked about",
    ["outcome"],
  );
  return createScanner({ client, log, count: (outcome) => scans.add({ outcome }) });
}

/** Returns a client of the scanner in FILE_SCANNER (CFG-050), or null if none is configured. */
export function getScannerClient(
  { fileScanner }: Config,
  clock: Clock,
  hooks: TestHooks,
): ScannerClient | null {
  if (fileScanner === null) return null;
  return createScannerClient(fileScanner, { clock, connect: createConnect(hooks) });
}
