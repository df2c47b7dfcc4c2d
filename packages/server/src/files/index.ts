import { join } from "node:path";
import type { Readable } from "node:stream";
import type { SentFile } from "../core/chat/message/file-attachment.ts";
import { refuse } from "../core/failure.ts";
import { urlFileName } from "./name.ts";
import { isInline } from "./sniff.ts";
import { StorageError } from "./storage.ts";
import { removeAbandonedFiles } from "./cleanup.ts";
import { createUploadStore, thumbType } from "./store-upload.ts";
import type { FileRecord, NewUpload, FilesDeps } from "./types.ts";

export { maxUploadsPerAuthor } from "./store-upload.ts";

/** A stored file with its public URLs. */
export interface StoredFile extends SentFile {
  readonly id: number;
  /** SHA-256 of the content as base64url. */
  readonly sha256: string;
}
/** One of the two contents of a stored file: the file itself or its thumbnail. */
export interface FileContent {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** ETag of the content, which changes whenever the bytes change. */
  readonly tag: string;
  /**
   * Whether a browser may show the content inline (CORE-061). True for images only if Parlour could
   * decode them.
   */
  readonly isInline: boolean;
  /** Reads bytes, including both ends. Resolves with null if the storage has lost the file. */
  read(range: { readonly start: number; readonly end: number }): Promise<Readable | null>;
}

/** Opens stored files. */
export interface StoredFiles {
  /** Opens the file of a public URL, or resolves with null if it does not exist. */
  open(token: string, part: "file" | "thumb"): Promise<FileContent | null>;
}

/** Stores the uploads of visitors and assigns them to their messages. */
export interface VisitorUploads {
  /**
   * Stores an upload (API-071). After it resolves, bytes and row survive a crash. Refusals:
   * `invalid_request` (empty or incomplete file), `payload_too_large`, `rate_limited`,
   * `unsupported_media_type`, `temporarily_unavailable`. Nothing remains of a refused upload.
   */
  store(upload: NewUpload): Promise<StoredFile>;
  /**
   * Claims an upload of the visitor for a message. Resolves with null if the upload is not theirs.
   * The caller must call `attach` when the chat is known.
   */
  claimOfVisitor(
    account: number,
    claim: { readonly id: number; readonly visitorId: number },
  ): Promise<StoredFile | null>;
  attach(account: number, id: number, chatId: number): Promise<void>;
  /** Discards the upload of a repeated request, because the first upload counts. */
  discard(account: number, id: number): Promise<void>;
  /** Releases an upload whose message was refused. */
  release(account: number, id: number): Promise<void>;
}

export interface Files extends StoredFiles, VisitorUploads {
  /**
   * Stores a photo of an operator as a square JPEG without metadata (CORE-157). Refusals as for
   * `store`. Formats other than PNG, JPEG, WebP and GIF are refused. The file is removed after a
   * day unless it becomes the operator's photo.
   */
  storePhoto(upload: Omit<NewUpload, "name">): Promise<StoredFile>;
  /**
   * Returns an upload of the operator, or null if it is not theirs. The owner is checked because
   * ids can be guessed, and the result contains the secret URL (CORE-061).
   */
  find(
    account: number,
    query: { readonly id: number; readonly operatorId: number },
  ): Promise<StoredFile | null>;
  /**
   * Assigns an upload of the operator to the chat of their message. Resolves with null if the
   * upload is not theirs, or was sent in another chat. If the message starts a chat, `chatId` is
   * null, and the caller must call `attach` when the chat is known.
   */
  claim(
    account: number,
    claim: { readonly id: number; readonly operatorId: number; readonly chatId: number | null },
  ): Promise<StoredFile | null>;
  /** Returns the public URL of a stored file. */
  toUrl(file: { readonly token: string; readonly name: string }): string;
  /** Removes files that no message uses (F29). */
  cleanUp(): Promise<void>;
}

/**
 * Creates the file store (CORE-060 – CORE-062). It writes uploads to disk, checks and stores them,
 * and opens stored files by URL.
 */
export function createFiles(deps: FilesDeps): Files {
  const { clock, rows } = deps;
  const incoming = join(deps.folder, "incoming");
  const storeUpload = createUploadStore(deps, incoming);
  const toStored = (file: FileRecord): StoredFile => toStoredFile(deps.publicUrl(), file);
  return {
    store: async (upload) => toStored(await storeUpload(upload, "file")),
    storePhoto: async (upload) =>
      toStored(await storeUpload({ ...upload, name: "photo.jpg" }, "photo")),
    find: async (account, query) => mapNullable(await rows.find(account, query), toStored),
    claim: async (account, claim) =>
      mapNullable(await rows.claim(account, { ...claim, at: clock.now() }), toStored),
    claimOfVisitor: async (account, claim) =>
      mapNullable(await rows.claimOfVisitor(account, { ...claim, at: clock.now() }), toStored),
    attach: (account, id, chatId) => rows.attach(account, id, chatId),
    discard: (account, id) => rows.discard(account, id),
    release: (account, id) => rows.release(account, id),
    async open(token, part) {
      if (!/^[A-Za-z0-9_-]{27}$/.test(token)) return null;
      const file = await rows.byToken(token);
      return file === null ? null : toFileContent(deps, file, part);
    },
    toUrl: (file) => toUrl(deps.publicUrl(), file),
    cleanUp: () => removeAbandonedFiles(deps, incoming),
  };
}

const toUrl = (
  publicUrl: string,
  { token, name }: { readonly token: string; readonly name: string },
): string => `${publicUrl}/files/${token}/${urlFileName(name)}`;

function toStoredFile(publicUrl: string, file: FileRecord): StoredFile {
  const base = `${publicUrl}/files/${file.token}`;
  return {
    id: file.id,
    type: file.type,
    name: file.name,
    size: file.size,
    sha256: file.sha256,
    url: toUrl(publicUrl, file),
    thumbUrl:
      file.thumbSize === null ? null : `${base}/thumb/${urlFileName(`${getStem(file.name)}.webp`)}`,
    width: file.width,
    height: file.height,
  };
}

function toFileContent(
  deps: FilesDeps,
  file: FileRecord,
  part: "file" | "thumb",
): FileContent | null {
  if (part === "file")
    return {
      name: file.name,
      type: file.type,
      size: file.size,
      tag: file.sha256,
      isInline: isInline(file.type) && (!file.type.startsWith("image/") || file.width !== null),
      read: (range) => readStored(deps, file, file.token, range),
    };
  if (file.thumbSize === null) return null;
  return {
    name: `${getStem(file.name)}.webp`,
    type: thumbType,
    size: file.thumbSize,
    tag: `${file.sha256}-thumb`,
    isInline: true,
    read: (range) => readStored(deps, file, `${file.token}.thumb`, range),
  };
}

async function readStored(
  { getStorage }: FilesDeps,
  file: FileRecord,
  key: string,
  range: { start: number; end: number },
): Promise<Readable | null> {
  const storage = getStorage(file.storage);
  try {
    return storage === null ? null : await storage.read(key, range);
  } catch (error) {
    if (error instanceof StorageError)
      refuse("temporarily_unavailable", "The file cannot be read now.", { retryAfterMs: 5_000 });
    throw error;
  }
}

function getStem(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}
function mapNullable<T, R>(value: T | null, map: (value: T) => R): R | null {
  return value === null ? null : map(value);
}
