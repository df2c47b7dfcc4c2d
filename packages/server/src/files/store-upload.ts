import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { validateFileKind } from "../core/channel/file-kind.ts";
import { refuse } from "../core/failure.ts";
import { toStorageError, flushToDisk } from "./disk.ts";
import { toDisplayName, getFileExtension } from "./name.ts";
import { readPicture, writePhoto } from "./picture.ts";
import { convertRecording } from "./recording/convert-recording.ts";
import { writeUpload } from "./write-upload.ts";
import { readFreeSpace } from "./free-space.ts";
import type { ScannedFile } from "./scan/scan-result.ts";
import { pictureTypes, detectType } from "./sniff.ts";
import { StorageError } from "./storage.ts";
import { createSemaphore, type Semaphore } from "./semaphore.ts";
import type { FileRecord, FilesDeps, NewUpload } from "./types.ts";

const mib = 1024 * 1024;
/**
 * Maximum numbers of concurrent uploads per node, and per author on all nodes together. The second
 * one prevents an author from using all slots with slow uploads.
 */
const maxConcurrentUploads = 64;
export const maxUploadsPerAuthor = 12;
/**
 * Free disk space in MiB below which uploads are refused. It is reserved for the database, so that
 * uploads fail before the database does (F08).
 */
const minFreeMib = 64;
export const thumbType = "image/webp";
/** Maximum size in MiB of an image for a photo (CORE-157). */
const maxPhotoMib = 5;
/** Purpose of an upload: a file that is stored as sent, or the photo of an operator. */
export type UploadPurpose = "file" | "photo";

/**
 * Creates the function that stores uploads within the limits (`Files.store`, `Files.storePhoto`).
 */
export function createUploadStore(
  deps: FilesDeps,
  incoming: string,
): (upload: NewUpload, purpose: UploadPurpose) => Promise<FileRecord> {
  const uploadSlots = createSemaphore(maxConcurrentUploads, 0);
  const pictures = createSemaphore(2, 64);
  const limitPerAuthor = async <T>(
    { account, author }: NewUpload,
    run: () => Promise<T>,
  ): Promise<T> => {
    const release = await deps.authorSlots.acquire(`${account} ${author.kind} ${author.id}`);
    if (release === null)
      return refuse(
        "rate_limited",
        `At most ${maxUploadsPerAuthor} uploads can run at the same time. Wait for one to finish.`,
        {
          retryAfterMs: 1_000,
        },
      );
    try {
      return await run();
    } finally {
      release();
    }
  };
  return (upload, purpose) =>
    uploadSlots.run(() =>
      limitPerAuthor(upload, async () => {
        const path = join(incoming, randomBytes(20).toString("base64url"));
        try {
          await requireFreeSpace(incoming);
          return await (purpose === "photo"
            ? storePhoto(deps, upload, path, pictures)
            : storeFile(deps, upload, path, pictures));
        } catch (error) {
          return refuseStorageError(error);
        } finally {
          await rm(path, { force: true });
          await rm(`${path}.thumb`, { force: true });
          await rm(`${path}.photo`, { force: true });
        }
      }),
    );
}

/** Creates a folder, and refuses if its disk has no space for a file of this size in bytes. */
export async function requireFreeSpace(folder: string, bytes = 0): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readFreeSpace(folder)).freeMib - bytes / mib < minFreeMib)
    refuse("temporarily_unavailable", "The disk is full. No file can be stored.", {
      retryAfterMs: 60_000,
    });
}

/** Refuses if the disk or the storage failed. Throws all other errors again. */
export function refuseStorageError(error: unknown): never {
  const storageError = toStorageError(error);
  if (storageError instanceof StorageError)
    refuse("temporarily_unavailable", `${storageError.message} Try again shortly.`, {
      retryAfterMs: 5_000,
    });
  throw error;
}

/** Writes an upload to disk, checks it, and stores it in the storage. */
async function storeFile(
  deps: FilesDeps,
  upload: NewUpload,
  path: string,
  pictures: Semaphore,
): Promise<FileRecord> {
  const { bytes, sha256, head } = await writeUpload(
    upload.body,
    path,
    deps.limit("upload_mib") * mib,
  );
  await upload.afterBody?.();
  if (bytes === 0) refuse("invalid_request", "The file is empty.", { field: "file" });
  const name = toDisplayName(upload.name);
  const detected = await detectType(head, name, bytes === head.length);
  if ("refused" in detected)
    return refuse("unsupported_media_type", detected.refused, { field: "file" });
  const { type } = detected;
  const kindError = validateFileKind(upload.kinds ?? [], { type, ending: getFileExtension(name) });
  if (kindError !== null) refuse("unsupported_media_type", kindError, { field: "file" });
  await scanUpload(deps, upload, { path, bytes, sha256 });
  const pictureLimits = {
    megapixels: deps.limit("image_megapixels"),
    turns: pictures,
    isOdd: !pictureTypes.has(type),
  };
  const picture = type.startsWith("image/")
    ? await readPicture(path, `${path}.thumb`, pictureLimits)
    : null;
  const received = { name, type, size: bytes, sha256 };
  const converted = upload.isFromBrowser === true ? await convertRecording(path, received) : null;
  return writeToStorage(deps, upload, path, {
    ...(converted ?? received),
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    thumbSize: picture?.thumb?.bytes ?? null,
  });
}

/** Writes an upload to disk and encodes the image again, so that only its pixels are stored. */
async function storePhoto(
  deps: FilesDeps,
  upload: NewUpload,
  path: string,
  pictures: Semaphore,
): Promise<FileRecord> {
  const received = await writeUpload(upload.body, path, maxPhotoMib * mib);
  const { bytes, head } = received;
  await upload.afterBody?.();
  if (bytes === 0) refuse("invalid_request", "The file is empty.", { field: "file" });
  const detected = await detectType(head, upload.name, bytes === head.length);
  const type = "refused" in detected ? "" : detected.type;
  if (!pictureTypes.has(type))
    refuse("unsupported_media_type", "Send a PNG, JPEG, WebP or GIF picture.", { field: "file" });
  await scanUpload(deps, upload, { path, bytes, sha256: received.sha256 });
  const photo = await writePhoto(path, `${path}.photo`, {
    megapixels: deps.limit("image_megapixels"),
    turns: pictures,
  });
  if (photo === null)
    return refuse("unsupported_media_type", "The picture is broken or has too many pixels.", {
      field: "file",
    });
  const { size, side } = photo;
  const sha256 = createHash("sha256")
    .update(await readFile(`${path}.photo`))
    .digest("base64url");
  const fileFields = {
    name: upload.name,
    type: "image/jpeg",
    size,
    sha256,
    width: side,
    height: side,
  };
  return writeToStorage(deps, upload, `${path}.photo`, { ...fileFields, thumbSize: null });
}

/** Scans an upload. This must happen before the file is decoded or stored (CORE-168). */
async function scanUpload(
  { scanner }: FilesDeps,
  { account, author }: NewUpload,
  file: ScannedFile,
): Promise<void> {
  await scanner?.check(file, { account, author: author.kind, author_id: author.id });
}

/** Stores the bytes. Their row is inserted before, and marked as stored afterwards. */
async function writeToStorage(
  deps: FilesDeps,
  { account, author }: NewUpload,
  path: string,
  fileFields: Omit<FileRecord, "account" | "id" | "token" | "storage">,
): Promise<FileRecord> {
  await flushToDisk(path);
  const storage = deps.storage();
  const token = randomBytes(20).toString("base64url");
  const row = { account, token, ...fileFields, storage: storage.kind };
  const id = await deps.rows.insert({
    ...row,
    authorKind: author.kind,
    authorId: author.id,
    at: deps.clock.now(),
  });
  if (id === null) refuse("not_found", "This visitor was erased, so the file is not stored.");
  await storage.put(token, path, { bytes: fileFields.size, type: fileFields.type });
  if (fileFields.thumbSize !== null)
    await storage.put(`${token}.thumb`, `${path}.thumb`, {
      bytes: fileFields.thumbSize,
      type: thumbType,
    });
  if (!(await deps.rows.markStored(account, id)))
    refuse("temporarily_unavailable", "The file took too long to store. Send it again.");
  return { ...row, id };
}
