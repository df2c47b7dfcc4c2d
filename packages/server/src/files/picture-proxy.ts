import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Refusal } from "../core/failure.ts";
import { evictOldest } from "../core/bounded-map.ts";
import type { Clock } from "../core/command.ts";
import type { Egress } from "../egress/index.ts";
import type { FileContent } from "./index.ts";
import { PictureCache, type CachedPicture, type PictureFacts } from "./picture-cache.ts";
import { isDisplayable } from "./picture.ts";
import { writeUpload } from "./write-upload.ts";
import type { Scanner } from "./scan/index.ts";
import type { ScannedFile } from "./scan/scan-result.ts";
import { pictureTypes, detectType } from "./sniff.ts";
import { createSemaphore } from "./semaphore.ts";

/** Proxy for images to which integrators refer by URL (CORE-063). */
export interface PictureProxy {
  /**
   * Returns the image, loaded now or in the last 24 h. Returns null if there is none, or the
   * content is not an image. Refuses with `temporarily_unavailable` if too many requests wait.
   */
  picture(account: number, url: string, kind: "image" | "photo"): Promise<FileContent | null>;
  close(): Promise<void>;
}
export interface PictureProxyDeps {
  readonly clock: Clock;
  /** Folder that only this cache uses. It is cleared at the start. */
  readonly folder: string;
  readonly egress: Egress;
  /** Version of Parlour for the header `User-Agent`. */
  readonly version: string;
  /** Returns the maximum size of a photo in bytes (CFG-030). */
  readonly photoBytes: () => number;
  /**
   * Returns the maximum number of megapixels of an image (CFG-030). A small file may decode to a
   * size that crashes a browser tab.
   */
  readonly megapixels: () => number;
  /** Scans each image before it is cached (CORE-168). null if there is no scanner. */
  readonly scanner: Scanner | null;
  /** Finds a file by its public URL. Returns null if the URL belongs to another server. */
  readonly findOwnFile: (url: string) => Promise<FileContent | null> | null;
  /** Maximum size of the cache in bytes. */
  readonly capacity?: number;
}

const maxImageBytes = 1024 * 1024;
const fetchTimeoutMs = 5_000;
const cacheTtlMs = 24 * 3_600_000;
/** Time in milliseconds for which an image that could not be loaded is not requested again. */
const failureTtlMs = 5 * 60_000;
const maxCachedFailures = 2_000;

/** Creates the proxy. If the cache is full, the least recently used images are removed. */
export async function createPictureProxy(deps: PictureProxyDeps): Promise<PictureProxy> {
  const { clock, folder, capacity = 256 * 1024 * 1024 } = deps;
  const cache = new PictureCache(capacity);
  const failures = new Map<string, number>();
  const running = new Map<string, Promise<CachedPicture | null>>();
  const semaphore = createSemaphore(8, 128);
  let count = 0;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });

  const recordFailure = (key: string): null => {
    failures.delete(key);
    failures.set(key, clock.now() + failureTtlMs);
    evictOldest(failures, maxCachedFailures);
    return null;
  };
  const load = async (
    account: number,
    key: string,
    url: string,
    kind: "image" | "photo",
  ): Promise<CachedPicture | null> => {
    const maxBytes = kind === "photo" ? deps.photoBytes() : maxImageBytes;
    const path = join(folder, `${key}-${(count += 1)}`);
    const fetchedPicture = await fetchPicture(deps, account, url, { path, maxBytes });
    if (fetchedPicture === null) {
      await rm(path, { force: true });
      return recordFailure(key);
    }
    const picture: CachedPicture = { path, ...fetchedPicture, fetchedAt: clock.now() };
    await cache.put(key, picture);
    return picture;
  };

  return {
    async picture(account, url, kind) {
      const ownContent = deps.findOwnFile(url);
      if (ownContent !== null) {
        const content = await ownContent;
        return content !== null && content.isInline && pictureTypes.has(content.type)
          ? content
          : null;
      }
      const key = createHash("sha256").update(`${account} ${kind} ${url}`).digest("base64url");
      const cached = cache.get(key, clock.now() - cacheTtlMs);
      if (cached !== null) return toFileContent(cached);
      if ((failures.get(key) ?? 0) > clock.now()) return null;
      let loading = running.get(key);
      if (loading === undefined) {
        loading = semaphore
          .run(() => load(account, key, url, kind))
          .finally(() => running.delete(key));
        running.set(key, loading);
      }
      const loaded = await loading;
      return loaded === null ? null : toFileContent(loaded);
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

function toFileContent({ path, type, size, tag }: CachedPicture): FileContent {
  return {
    name: `picture.${type.split("/")[1] ?? ""}`,
    type,
    size,
    tag,
    isInline: true,
    read: async (range) => createReadStream(path, range),
  };
}

/** Loads a picture into a file, with the type of its content. null: an error of the server. */
async function fetchPicture(
  deps: PictureProxyDeps,
  account: number,
  url: string,
  { path, maxBytes }: { readonly path: string; readonly maxBytes: number },
): Promise<PictureFacts | null> {
  const reply = await deps.egress.open({
    method: "GET",
    url,
    headers: {
      accept: "image/webp,image/png,image/jpeg,image/gif",
      "user-agent": `Parlour/${deps.version}`,
    },
    headTimeoutMs: fetchTimeoutMs,
    timeoutMs: fetchTimeoutMs,
    maxReplyBytes: maxBytes,
  });
  if (reply.kind === "failed") return null;
  const coding = reply.headers["content-encoding"] ?? "identity";
  if (reply.status !== 200 || coding !== "identity") {
    reply.body.destroy();
    return null;
  }
  // null means that the image is too large, incomplete or late, or that the disk rejected it.
  const written = await writeUpload(reply.body, path, maxBytes).catch(() => null);
  if (written === null || written.bytes === 0) return null;
  const detected = await detectType(written.head, "", written.bytes === written.head.length);
  if (!("type" in detected) || !pictureTypes.has(detected.type)) return null;
  if (
    !(await isClean(deps.scanner, { path, bytes: written.bytes, sha256: written.sha256 }, account))
  )
    return null;
  if (!(await isDisplayable(path, deps.megapixels()))) return null;
  return { type: detected.type, size: written.bytes, tag: written.sha256 };
}

/** Returns whether the scanner found no threat. Without an answer, the image is unsafe. */
async function isClean(
  scanner: PictureProxyDeps["scanner"],
  file: ScannedFile,
  account: number,
): Promise<boolean> {
  try {
    await scanner?.check(file, { account, author: "integrator" });
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
