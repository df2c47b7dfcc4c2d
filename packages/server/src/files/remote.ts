import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Refusal } from "../core/failure.ts";
import { evictOldest } from "../core/bounded-map.ts";
import type { Clock } from "../core/command.ts";
import type { Egress } from "../egress/index.ts";
import type { Content } from "./index.ts";
import { KeptPictures, type KeptPicture } from "./kept-pictures.ts";
import { isShowable } from "./picture.ts";
import { receive } from "./receive.ts";
import type { Scanner } from "./scan/index.ts";
import type { ScannedFile } from "./scan/verdict.ts";
import { pictureTypes, sniff } from "./sniff.ts";
import { openTurns } from "./turns.ts";

/** Proxy for pictures that integrators reference by URL (CORE-063). */
export interface Remote {
  /**
   * Returns the picture, loaded now or in the last 24 h. null: there is none, or it is not a
   * picture. Refuses with `temporarily_unavailable` if too many requests wait.
   */
  picture(account: number, url: string, kind: "image" | "photo"): Promise<Content | null>;
  close(): Promise<void>;
}
export interface RemoteDeps {
  readonly clock: Clock;
  /** Folder only for this cache. Cleared at the start. */
  readonly folder: string;
  readonly egress: Pick<Egress, "open">;
  /** For `User-Agent`. */
  readonly version: string;
  /** Maximum bytes of a photo (CFG-030). */
  readonly photoBytes: () => number;
  /**
   * Maximum megapixels of a picture, because a small file may decode to a size that crashes a
   * browser tab (CFG-030).
   */
  readonly megapixels: () => number;
  /** Scans each picture before it is cached (CORE-168). null: no scanner. */
  readonly scanner: Pick<Scanner, "check"> | null;
  /** Finds an own file by its public URL. null: the URL is not ours. */
  readonly own: (url: string) => Promise<Content | null> | null;
  /** Maximum bytes of the cache. */
  readonly capacity?: number;
}

const imageBytes = 1024 * 1024;
const fetchMs = 5_000;
const keptMs = 24 * 3_600_000;
/** A picture that could not be loaded is not requested again for this long. */
const failedMs = 5 * 60_000;
const mostFailed = 2_000;

/** Creates the proxy. If the cache is full, the least recently used pictures are removed. */
export async function openRemote(deps: RemoteDeps): Promise<Remote> {
  const { clock, folder, capacity = 256 * 1024 * 1024 } = deps;
  const kept = new KeptPictures(capacity);
  const failed = new Map<string, number>();
  const running = new Map<string, Promise<KeptPicture | null>>();
  const turns = openTurns(8, 128);
  let count = 0;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });

  const fail = (key: string): null => {
    failed.delete(key);
    failed.set(key, clock.now() + failedMs);
    evictOldest(failed, mostFailed);
    return null;
  };
  const load = async (account: number, key: string, url: string, kind: "image" | "photo"): Promise<KeptPicture | null> => {
    const most = kind === "photo" ? deps.photoBytes() : imageBytes;
    const path = join(folder, `${key}-${(count += 1)}`);
    const found = await fetched(deps, account, url, path, most);
    if (found === null) {
      await rm(path, { force: true });
      return fail(key);
    }
    const one: KeptPicture = { path, ...found, at: clock.now() };
    await kept.keep(key, one);
    return one;
  };

  return {
    async picture(account, url, kind) {
      const own = deps.own(url);
      if (own !== null) {
        const content = await own;
        return content !== null && content.isInline && pictureTypes.has(content.type) ? content : null;
      }
      const key = createHash("sha256").update(`${account} ${kind} ${url}`).digest("base64url");
      const before = kept.get(key, clock.now() - keptMs);
      if (before !== null) return contentOf(before);
      if ((failed.get(key) ?? 0) > clock.now()) return null;
      let loading = running.get(key);
      if (loading === undefined) {
        loading = turns.take(() => load(account, key, url, kind)).finally(() => running.delete(key));
        running.set(key, loading);
      }
      const loaded = await loading;
      return loaded === null ? null : contentOf(loaded);
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

function contentOf({ path, type, size, tag }: KeptPicture): Content {
  return {
    name: `picture.${type.split("/")[1] ?? ""}`,
    type,
    size,
    tag,
    isInline: true,
    read: async (range) => createReadStream(path, range),
  };
}

/** Loads a picture. Detects the type by content. Returns null for every error of the server. */
async function fetched(
  deps: Pick<RemoteDeps, "egress" | "version" | "megapixels" | "scanner">,
  account: number,
  url: string,
  path: string,
  most: number,
): Promise<Pick<KeptPicture, "type" | "size" | "tag"> | null> {
  const reply = await deps.egress.open({
    method: "GET",
    url,
    headers: { accept: "image/webp,image/png,image/jpeg,image/gif", "user-agent": `Parlour/${deps.version}` },
    headTimeoutMs: fetchMs,
    timeoutMs: fetchMs,
    maxReplyBytes: most,
  });
  if (reply.kind === "failed") return null;
  const coding = reply.headers["content-encoding"] ?? "identity";
  if (reply.status !== 200 || coding !== "identity") {
    reply.body.destroy();
    return null;
  }
  // null: too large, cut, late, or the disk rejected it.
  const got = await receive(reply.body, path, most).catch(() => null);
  if (got === null || got.bytes === 0) return null;
  const sniffed = await sniff(got.head, "", got.bytes === got.head.length);
  if (!("type" in sniffed) || !pictureTypes.has(sniffed.type)) return null;
  if (!(await isClean(deps.scanner, { path, bytes: got.bytes, sha256: got.sha256 }, account))) return null;
  if (!(await isShowable(path, deps.megapixels()))) return null;
  return { type: sniffed.type, size: got.bytes, tag: got.sha256 };
}

/** If the scanner does not respond, the picture is treated as not clean. */
async function isClean(scanner: RemoteDeps["scanner"], file: ScannedFile, account: number): Promise<boolean> {
  try {
    await scanner?.check(file, { account, author: "integrator" });
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
