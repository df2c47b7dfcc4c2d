import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { startIntegrator, startFakeS3, type FakeS3 } from "@parlour/testkit";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createSystemClock } from "../src/clock.ts";
import { createEgress, type Egress } from "../src/egress/index.ts";
import { createDiskStorage } from "../src/files/disk.ts";
import { createS3Storage } from "../src/files/s3.ts";
import { StorageError, type FileStorage } from "../src/files/storage.ts";
import { listFileNames } from "./files-fixture.ts";

/** The contract of both kinds of storage (CFG-033), and the behaviour of each one. */

let folder: string;
let s3: FakeS3;
let egress: Egress;
beforeAll(async () => {
  [folder, s3] = await Promise.all([mkdtemp(join(tmpdir(), "parlour-files-")), startFakeS3()]);
  egress = createEgress({ clock: createSystemClock(), allowed: () => [new URL(s3.url).host] });
});
afterEach(() => s3.setMode("up"));
afterAll(async () => {
  egress.close();
  await s3.close();
  await rm(folder, { recursive: true });
});

const createS3Settings = (
  more: Partial<Parameters<typeof createS3Storage>[0]> = {},
): Parameters<typeof createS3Storage>[0] => ({
  endpoint: s3.url,
  region: "eu-test-1",
  bucket: s3.bucket,
  prefix: "chat/files",
  accessKey: s3.accessKey,
  secretKey: s3.secretKey,
  ...more,
});
const stores: readonly (readonly [string, () => FileStorage])[] = [
  ["disk", () => createDiskStorage(join(folder, "store"))],
  ["s3", () => createS3Storage(createS3Settings(), egress)],
];
const writeSource = async (bytes: Uint8Array): Promise<string> => {
  const path = join(folder, `source-${crypto.randomUUID()}`);
  await writeFile(path, bytes);
  return path;
};
const readWhole = async (
  store: FileStorage,
  key: string,
  start: number,
  end: number,
): Promise<Buffer | null> => {
  const body = await store.read(key, { start, end });
  return body === null ? null : buffer(body);
};

describe.each(stores)("storage: %s", (kind, open) => {
  it("[CFG-033] gives back what was put, whole and in parts", async () => {
    const store = open();
    expect(store.kind).toBe(kind);
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, n) => n % 251));
    await store.put("Ab-_token.thumb", await writeSource(bytes), {
      bytes: bytes.length,
      type: "image/webp",
    });
    expect((await readWhole(store, "Ab-_token.thumb", 0, bytes.length - 1))?.equals(bytes)).toBe(
      true,
    );
    expect(
      (await readWhole(store, "Ab-_token.thumb", 10, 19))?.equals(bytes.subarray(10, 20)),
    ).toBe(true);
    expect(
      (await readWhole(store, "Ab-_token.thumb", bytes.length - 1, bytes.length - 1))?.length,
    ).toBe(1);
  });

  it("[CFG-033] a key that was put again has the new bytes; one that is gone has none", async () => {
    const store = open();
    await store.put("again", await writeSource(Buffer.from("one")), {
      bytes: 3,
      type: "text/plain",
    });
    await store.put("again", await writeSource(Buffer.from("two")), {
      bytes: 3,
      type: "text/plain",
    });
    expect(String(await readWhole(store, "again", 0, 2))).toBe("two");
    await store.remove("again");
    await store.remove("again");
    expect(await readWhole(store, "again", 0, 2)).toBeNull();
    expect(await readWhole(store, "never-there", 0, 0)).toBeNull();
  });

  it("[CFG-033] [CORE-060] a put that fails leaves what was there, and nothing where nothing was", async () => {
    const store = open();
    await store.put("kept", await writeSource(Buffer.from("one")), {
      bytes: 3,
      type: "text/plain",
    });
    const missingSource = join(folder, "no-such-source");
    await expect(
      store.put("kept", missingSource, { bytes: 3, type: "text/plain" }),
    ).rejects.toBeInstanceOf(Error);
    await expect(
      store.put("fresh", missingSource, { bytes: 3, type: "text/plain" }),
    ).rejects.toBeInstanceOf(Error);
    expect(String(await readWhole(store, "kept", 0, 2))).toBe("one");
    expect(await readWhole(store, "fresh", 0, 2)).toBeNull();
  });

  it("[CFG-033] many at once do not meet", async () => {
    const store = open();
    const keys = Array.from({ length: 12 }, (_, n) => `key-${n}`);
    await Promise.all(
      keys.map(async (key) =>
        store.put(key, await writeSource(Buffer.from(key)), {
          bytes: key.length,
          type: "text/plain",
        }),
      ),
    );
    const read = await Promise.all(
      keys.map(async (key) => String(await readWhole(store, key, 0, key.length - 1))),
    );
    expect(read).toEqual(keys);
  });
});

describe("disk", () => {
  it("[CORE-060] nothing half-written stays beside what was stored, and no key leaves the folder", async () => {
    const store = createDiskStorage(join(folder, "clean"));
    await store.put("token", await writeSource(Buffer.from("x")), { bytes: 1, type: "text/plain" });
    expect(await listFileNames(join(folder, "clean"))).toEqual(["token"]);
    await expect(store.read("../token", { start: 0, end: 0 })).rejects.toThrow(/another form/);
    await expect(store.read("a/../../token", { start: 0, end: 0 })).rejects.toThrow(/another form/);
  });
});

describe("s3", () => {
  it("[CFG-033] every request is signed and lies below the prefix", async () => {
    const refused = s3.rejected.length;
    const store = createS3Storage(createS3Settings(), egress);
    await store.put("Ab-_picture.thumb", await writeSource(Buffer.from("x")), {
      bytes: 1,
      type: "image/webp",
    });
    expect(s3.rejected).toHaveLength(refused);
    expect([...s3.objects.keys()].every((key) => key.startsWith("chat/files/"))).toBe(true);
    expect(s3.objects.get("chat/files/Ab-_picture.thumb")?.type).toBe("image/webp");
  });

  it("[CFG-033] a wrong key, another region and a bucket that is not there are faults, not files", async () => {
    const path = await writeSource(Buffer.from("x"));
    const refused = s3.rejected.length;
    for (const wrong of [
      { secretKey: "wrong" },
      { accessKey: "WRONG" },
      { region: "elsewhere" },
      { bucket: "none" },
    ]) {
      const store = createS3Storage(createS3Settings(wrong), egress);
      const put = store.put("x", path, { bytes: 1, type: "text/plain" });
      await expect(put, JSON.stringify(wrong)).rejects.toBeInstanceOf(StorageError);
    }
    expect(s3.rejected).toHaveLength(refused + 3);
    expect(s3.objects.has("chat/files/x")).toBe(false);
  });

  it("[CFG-033] [CORE-123] a service that is down or not allowed is a fault", async () => {
    const store = createS3Storage(createS3Settings(), egress);
    s3.setMode("down");
    await expect(store.read("again", { start: 0, end: 1 })).rejects.toBeInstanceOf(StorageError);
    s3.setMode("up");
    const guarded = createEgress({ clock: createSystemClock(), allowed: () => [] });
    const refused = createS3Storage(createS3Settings(), guarded).read("again", {
      start: 0,
      end: 1,
    });
    await expect(refused).rejects.toThrow(/private_address/);
    guarded.close();
  });

  it("[CFG-033] an answer larger than what was asked for is cut", async () => {
    const endless = await startIntegrator();
    endless.respondWith({ status: 200, body: Buffer.alloc(200_000, 1) });
    const to = createEgress({
      clock: createSystemClock(),
      allowed: () => [new URL(endless.url).host],
    });
    const read = (end: number) =>
      readWhole(createS3Storage(createS3Settings({ endpoint: endless.url }), to), "large", 0, end);
    expect((await read(199_999))?.length).toBe(200_000);
    await expect(read(99)).rejects.toThrow(/larger/);
    to.close();
    await endless.close();
  });
});
