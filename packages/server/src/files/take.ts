import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { validateFileKind } from "../core/channel/file-kind.ts";
import { refuse } from "../core/failure.ts";
import { diskFault, flush } from "./disk.ts";
import type { FileRecord, FilesDeps, NewUpload } from "./index.ts";
import { displayName, endingOf } from "./name.ts";
import { readPicture, writePhoto } from "./picture.ts";
import { receive } from "./receive.ts";
import { roomAt } from "./room.ts";
import type { ScannedFile } from "./scan/verdict.ts";
import { pictureTypes, sniff } from "./sniff.ts";
import { StorageFault } from "./storage.ts";
import { openTurns, type Turns } from "./turns.ts";

const mib = 1024 * 1024;
/**
 * Limits of concurrent uploads, per node and per author, so that one author cannot use all slots
 * with slow uploads.
 */
const mostAtOnce = 64;
const mostOfOne = 12;
/** Disk space reserved for the database, so that uploads fail first (F08). */
const reserveMib = 64;
export const thumbType = "image/webp";
/** Maximum MiB of a picture for a photo (CORE-157). */
const maxPhotoMib = 5;
/** Purpose of an upload: a file as it was sent, or the photo of an operator. */
export type Purpose = "file" | "photo";

/**
 * Creates the function that stores uploads within the limits (`Files.store`, `Files.storePhoto`).
 */
export function openTake(deps: FilesDeps, incoming: string): (upload: NewUpload, purpose: Purpose) => Promise<FileRecord> {
  const uploads = openTurns(mostAtOnce, 0);
  const pictures = openTurns(2, 64);
  const underWay = new Map<string, number>();

  const asOne = async <T>({ account, author }: NewUpload, run: () => Promise<T>): Promise<T> => {
    const key = `${account} ${author.kind} ${author.id}`;
    const running = underWay.get(key) ?? 0;
    if (running >= mostOfOne) refuse("rate_limited", `At most ${mostOfOne} uploads at once. Wait for one to end.`, { retryAfterMs: 1_000 });
    underWay.set(key, running + 1);
    try {
      return await run();
    } finally {
      const left = (underWay.get(key) ?? 1) - 1;
      if (left === 0) underWay.delete(key);
      else underWay.set(key, left);
    }
  };
  return (upload, purpose) =>
    uploads.take(() =>
      asOne(upload, async () => {
        const path = join(incoming, randomBytes(20).toString("base64url"));
        try {
          await mkdir(incoming, { recursive: true, mode: 0o700 });
          if ((await roomAt(incoming)).freeMib < reserveMib)
            refuse("temporarily_unavailable", "The disk is full: no file can be stored.", { retryAfterMs: 60_000 });
          return await (purpose === "photo" ? takePhoto(deps, upload, path, pictures) : takeFile(deps, upload, path, pictures));
        } catch (error) {
          const fault = diskFault(error);
          if (fault instanceof StorageFault)
            refuse("temporarily_unavailable", `${fault.message} Try again shortly.`, { retryAfterMs: 5_000 });
          throw error;
        } finally {
          await rm(path, { force: true });
          await rm(`${path}.thumb`, { force: true });
          await rm(`${path}.photo`, { force: true });
        }
      }),
    );
}

/** Writes an upload to disk, checks it, and stores it. */
async function takeFile(deps: FilesDeps, upload: NewUpload, path: string, pictures: Turns): Promise<FileRecord> {
  const { bytes, sha256, head } = await receive(upload.body, path, deps.limit("upload_mib") * mib);
  await upload.ended?.();
  if (bytes === 0) refuse("invalid_request", "The file is empty.", { field: "file" });
  const name = displayName(upload.name);
  const sniffed = await sniff(head, name, bytes === head.length);
  if ("refused" in sniffed) return refuse("unsupported_media_type", sniffed.refused, { field: "file" });
  const { type } = sniffed;
  const fault = validateFileKind(upload.kinds ?? [], { type, ending: endingOf(name) });
  if (fault !== null) refuse("unsupported_media_type", fault, { field: "file" });
  await scan(deps, upload, { path, bytes, sha256 });
  const how = { megapixels: deps.limit("image_megapixels"), turns: pictures, isOdd: !pictureTypes.has(type) };
  const picture = type.startsWith("image/") ? await readPicture(path, `${path}.thumb`, how) : null;
  const facts = { name, type, size: bytes, sha256, width: picture?.width ?? null, height: picture?.height ?? null };
  return put(deps, upload, path, { ...facts, thumbSize: picture?.thumb?.bytes ?? null });
}

/** Writes an upload to disk and encodes it again, so that only its pixels are stored. */
async function takePhoto(deps: FilesDeps, upload: NewUpload, path: string, pictures: Turns): Promise<FileRecord> {
  const { bytes, sha256: sent, head } = await receive(upload.body, path, maxPhotoMib * mib);
  await upload.ended?.();
  if (bytes === 0) refuse("invalid_request", "The file is empty.", { field: "file" });
  const sniffed = await sniff(head, upload.name, bytes === head.length);
  const type = "refused" in sniffed ? "" : sniffed.type;
  if (!pictureTypes.has(type)) refuse("unsupported_media_type", "Send a PNG, JPEG, WebP or GIF picture.", { field: "file" });
  await scan(deps, upload, { path, bytes, sha256: sent });
  const photo = await writePhoto(path, `${path}.photo`, { megapixels: deps.limit("image_megapixels"), turns: pictures });
  if (photo === null) return refuse("unsupported_media_type", "The picture is broken or has too many pixels.", { field: "file" });
  const { size, side } = photo;
  const sha256 = createHash("sha256")
    .update(await readFile(`${path}.photo`))
    .digest("base64url");
  const facts = { name: upload.name, type: "image/jpeg", size, sha256, width: side, height: side };
  return put(deps, upload, `${path}.photo`, { ...facts, thumbSize: null });
}

/** A file must be scanned before it is decoded or stored (CORE-168). */
async function scan({ scanner }: FilesDeps, { account, author }: NewUpload, file: ScannedFile): Promise<void> {
  await scanner?.check(file, { account, author: author.kind, author_id: author.id });
}

/** Stores the bytes. The row is written before the bytes, and marked as stored after them. */
async function put(
  deps: FilesDeps,
  { account, author }: NewUpload,
  path: string,
  facts: Omit<FileRecord, "account" | "id" | "token" | "storage">,
): Promise<FileRecord> {
  await flush(path);
  const to = deps.storage();
  const token = randomBytes(20).toString("base64url");
  const row = { account, token, ...facts, storage: to.kind };
  const id = await deps.rows.insert({ ...row, authorKind: author.kind, authorId: author.id, at: deps.clock.now() });
  if (id === null) refuse("not_found", "This visitor was erased, and so is what he sends.");
  await to.put(token, path, { bytes: facts.size, type: facts.type });
  if (facts.thumbSize !== null) await to.put(`${token}.thumb`, `${path}.thumb`, { bytes: facts.thumbSize, type: thumbType });
  if (!(await deps.rows.stored(account, id))) refuse("temporarily_unavailable", "The file took too long to store. Send it again.");
  return { ...row, id };
}
