import type { FileKind } from "@parlour/protocol/entity/file-kinds";
import type { Readable } from "node:stream";
import type { Clock } from "../core/command.ts";
import type { SharedSlots } from "../limits/index.ts";
import type { Scanner } from "./scan/index.ts";
import type { FileStorage } from "./storage.ts";

/** The database row of a stored file. */
export interface FileRecord {
  readonly account: number;
  readonly id: number;
  readonly token: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly sha256: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly thumbSize: number | null;
  readonly storage: "disk" | "s3";
}

export interface NewUpload {
  readonly account: number;
  readonly author: { readonly kind: "operator" | "visitor"; readonly id: number };
  /** Permitted kinds of files (CORE-167). Absent or [] permits all. */
  readonly kinds?: readonly FileKind[];
  /** The name of the file as received. */
  readonly name: string;
  readonly body: Readable;
  /** Whether the file may be a recording of a browser, whose container is changed (VOICE-001). */
  readonly isFromBrowser?: boolean;
  /**
   * Called after the body was read. Rejects if the rest of the request is invalid, and the upload
   * is then refused.
   */
  readonly afterBody?: () => Promise<void>;
}

export interface FilesDeps {
  readonly clock: Clock;
  /** Folder in `DATA_DIR` for running uploads. */
  readonly folder: string;
  /**
   * `storage` returns the storage for new files. `getStorage` returns the storage of a stored file,
   * or null if it is no longer configured.
   */
  readonly storage: () => FileStorage;
  readonly getStorage: (kind: "disk" | "s3") => FileStorage | null;
  readonly rows: FileRows;
  /** Returns the origin of the URLs of files, without a slash: CFG-052, otherwise CFG-002. */
  readonly publicUrl: () => string;
  readonly limit: (name: "upload_mib" | "image_megapixels") => number;
  /** Slots of concurrent uploads by author, `maxUploadsPerAuthor` for each. */
  readonly authorSlots: SharedSlots;
  /** Scans each file before it is stored (CORE-168). null if there is no scanner. */
  readonly scanner: Scanner | null;
  readonly onError: (error: unknown) => void;
}

interface FileRows {
  /** Inserts a row. Resolves with null if the sender has been erased. */
  insert(
    file: Omit<FileRecord, "id"> & {
      readonly authorKind: "operator" | "visitor";
      readonly authorId: number;
      readonly at: number;
    },
  ): Promise<number | null>;
  markStored(account: number, id: number): Promise<boolean>;
  find(
    account: number,
    query: { readonly id: number; readonly operatorId: number },
  ): Promise<FileRecord | null>;
  byToken(token: string): Promise<FileRecord | null>;
  claim(
    account: number,
    claim: {
      readonly id: number;
      readonly operatorId: number;
      readonly chatId: number | null;
      readonly at: number;
    },
  ): Promise<FileRecord | null>;
  claimOfVisitor(
    account: number,
    claim: { readonly id: number; readonly visitorId: number; readonly at: number },
  ): Promise<FileRecord | null>;
  attach(account: number, id: number, chatId: number): Promise<void>;
  release(account: number, id: number): Promise<void>;
  discard(account: number, id: number): Promise<void>;
  /**
   * Marks abandoned files in these storages, so that they can no longer be found. Returns at most
   * `maxFiles` rows, whose bytes the caller must remove.
   */
  markAbandoned(
    before: { readonly unfinished: number; readonly unnamed: number },
    storages: readonly FileRecord["storage"][],
    maxFiles: number,
  ): Promise<readonly FileRecord[]>;
  remove(account: number, id: number): Promise<void>;
}
