import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSeededRandom } from "../seeded-random.ts";
import type { RecordedCall } from "./syscalls.ts";
import { replayCalls } from "./history.ts";
import {
  computeDiskImage,
  sectorBytes,
  writeDiskImage,
  type DiskImage,
  type PowerCut,
} from "./disk-image.ts";

/** Hand-written calls, and the possible disk contents after them (reliability.md 4.2). */

const root = 1;
type NewCall = RecordedCall extends infer C
  ? C extends RecordedCall
    ? Omit<C, "begin" | "end">
    : never
  : never;
/** Numbers the calls in sequence: call n begins at 10 n and ends at 10 n + 5. */
function toSequentialCalls(newCalls: readonly NewCall[]): readonly RecordedCall[] {
  return newCalls.map((call, n) => ({ ...call, begin: 10 * n, end: 10 * n + 5 }) as RecordedCall);
}
const write = (inode: number, at: number, text: string): NewCall => ({
  op: "write",
  inode,
  at,
  length: text.length,
  data: Buffer.from(text),
});
const create = (path: string, inode: number): NewCall => ({ op: "create", path, inode });
const sync = (inode: number): NewCall => ({ op: "sync", inode });
/**
 * Returns the disk image after all calls, or at the given counter value. The random source always
 * returns 0, so that as little as possible survives.
 */
function imageAfter(
  calls: readonly RecordedCall[],
  powerCut: Partial<PowerCut> = {},
  namesWithFile?: (path: string) => boolean,
): DiskImage {
  const history = replayCalls(calls, {
    root,
    ...(namesWithFile === undefined ? {} : { namesWithFile }),
  });
  return computeDiskImage(history, { at: Infinity, random: () => 0, ...powerCut });
}
const text = (image: DiskImage, path: string): string | undefined =>
  image.files.get(path)?.toString("latin1");
/** Returns all contents that a path can have, tested with 400 seeds. */
function possibleContents(
  calls: readonly RecordedCall[],
  path: string,
  powerCut: Partial<PowerCut> = {},
): Set<string | undefined> {
  const history = replayCalls(calls, { root });
  return new Set(
    Array.from({ length: 400 }, (_, seed) =>
      text(
        computeDiskImage(history, { at: Infinity, random: createSeededRandom(seed), ...powerCut }),
        path,
      ),
    ),
  );
}

describe("bytes", () => {
  const named = [create("/a", 2), sync(root)];

  it("[P2] what was synced is there whatever the dice say, what was not may be there", () => {
    const calls = toSequentialCalls([...named, write(2, 0, "safe"), sync(2), write(2, 4, " open")]);
    expect(possibleContents(calls, "/a")).toEqual(new Set(["safe", "safe open"]));
  });

  it("[P2] a sync saves only what had ended when it began, and only once it has returned", () => {
    const calls: readonly RecordedCall[] = [
      ...toSequentialCalls(named),
      { op: "write", inode: 2, at: 0, length: 1, data: Buffer.from("a"), begin: 100, end: 111 },
      { op: "sync", inode: 2, begin: 110, end: 120 },
    ];
    expect(possibleContents(calls, "/a")).toEqual(new Set(["", "a"]));
    const inOrder: readonly RecordedCall[] = calls.map((call) =>
      call.begin === 100 ? { ...call, end: 109 } : call,
    );
    expect(possibleContents(inOrder, "/a")).toEqual(new Set(["a"]));
    expect(possibleContents(inOrder, "/a", { at: 119 })).toEqual(new Set(["", "a"]));
  });

  it("[P2] what had not begun is never there", () => {
    const calls = toSequentialCalls([...named, write(2, 0, "now"), write(2, 0, "later")]);
    expect(possibleContents(calls, "/a", { at: 29 })).toEqual(new Set(["", "now"]));
  });

  it("[P2] writes are torn between sectors, never inside one; a sector has what was written to it before", () => {
    const [old, next] = ["o".repeat(2 * sectorBytes), "n".repeat(2 * sectorBytes)];
    const half = (content: string): string => content.slice(sectorBytes);
    const calls = toSequentialCalls([...named, write(2, 0, old), sync(2), write(2, 0, next)]);
    expect(possibleContents(calls, "/a")).toEqual(
      new Set([old, next, half(old) + half(next), half(next) + half(old)]),
    );

    const small = toSequentialCalls([
      ...named,
      write(2, 0, "........"),
      sync(2),
      write(2, 0, "AA"),
      write(2, 4, "BB"),
    ]);
    expect(possibleContents(small, "/a")).toEqual(new Set(["........", "AA......", "AA..BB.."]));
  });

  it("[P2] what lies behind a lost write reads as zeros", () => {
    const page = "x".repeat(sectorBytes);
    const possible = possibleContents(
      toSequentialCalls([...named, write(2, 0, page), write(2, sectorBytes, page)]),
      "/a",
    );
    expect(possible).toContain("\0".repeat(sectorBytes) + page);
    expect(possible).toContain("");
  });

  it("[P2] sizes are changed or not: what was cut off does not come back as bytes", () => {
    const cut: NewCall = { op: "resize", inode: 2, size: 2 };
    const grown: NewCall = { op: "allocate", inode: 2, size: 4 };
    expect(
      possibleContents(toSequentialCalls([...named, write(2, 0, "abcdef"), sync(2), cut]), "/a"),
    ).toEqual(new Set(["abcdef", "ab"]));
    expect(
      text(
        imageAfter(toSequentialCalls([...named, write(2, 0, "abcdef"), cut, grown, sync(2)])),
        "/a",
      ),
    ).toBe("ab\0\0");
    expect(
      text(
        imageAfter(
          toSequentialCalls([
            ...named,
            { op: "write", inode: 2, at: 1, length: 2, data: null },
            sync(2),
          ]),
        ),
        "/a",
      ),
    ).toBe("\0\0\0");
  });

  it("[P2] a disk that lies keeps what it synced before and may lose what it says it synced since", () => {
    const calls = toSequentialCalls([
      ...named,
      write(2, 0, "one"),
      sync(2),
      write(2, 0, "two"),
      sync(2),
    ]);
    expect(possibleContents(calls, "/a", { ignoreSyncsFrom: 40 })).toEqual(new Set(["one", "two"]));
    expect(possibleContents(calls, "/a")).toEqual(new Set(["two"]));
  });

  it("[P2] a sync of everything saves bytes and names", () => {
    expect(
      text(
        imageAfter(toSequentialCalls([create("/a", 2), write(2, 0, "all"), { op: "sync_all" }])),
        "/a",
      ),
    ).toBe("all");
  });
});

describe("names", () => {
  it("[P2] a new file whose bytes were synced is gone until its folder is synced", () => {
    const calls = [create("/a", 2), write(2, 0, "x"), sync(2)];
    expect(possibleContents(toSequentialCalls(calls), "/a")).toEqual(new Set([undefined, "x"]));
    expect(text(imageAfter(toSequentialCalls([...calls, sync(root)])), "/a")).toBe("x");
  });

  it("[P2] where a file's sync keeps its name, it keeps what happened in the folder before, and nothing after", () => {
    const calls = toSequentialCalls([create("/a", 2), create("/b", 3), sync(3), create("/c", 4)]);
    expect([...imageAfter(calls, {}, () => true).files.keys()]).toEqual(["/a", "/b"]);
    expect([...imageAfter(calls).files.keys()]).toEqual([]);
    expect([...imageAfter(calls, { at: 24 }, () => true).files.keys()]).toEqual([]);
  });

  it("[P2] changes of a folder survive in their order; a rename happens whole or not", () => {
    const calls = toSequentialCalls([
      create("/part", 2),
      write(2, 0, "new"),
      sync(2),
      create("/file", 3),
      sync(root),
      { op: "rename", path: "/part", to: "/file" },
      create("/last", 4),
    ]);
    const history = replayCalls(calls, { root });
    const possible = new Set(
      Array.from({ length: 200 }, (_, seed) =>
        [...computeDiskImage(history, { at: Infinity, random: createSeededRandom(seed) }).files]
          .map(([path, bytes]) => `${path}=${String(bytes)}`)
          .join(" "),
      ),
    );
    expect(possible).toEqual(new Set(["/part=new /file=", "/file=new", "/file=new /last="]));
  });

  it("[P2] a name that was taken away may be back; the other name of a file keeps its bytes", () => {
    const calls = toSequentialCalls([
      create("/a", 2),
      write(2, 0, "x"),
      sync(2),
      { op: "link", path: "/a", to: "/b" },
      sync(root),
      { op: "unlink", path: "/a" },
    ]);
    expect(possibleContents(calls, "/a")).toEqual(new Set(["x", undefined]));
    expect(possibleContents(calls, "/b")).toEqual(new Set(["x"]));
  });

  it("[P2] what lies in a folder that is lost is lost; an inode that is used anew is another file", () => {
    const calls = toSequentialCalls([
      { op: "mkdir", path: "/d", inode: 2 },
      create("/d/a", 3),
      sync(3),
      sync(2),
    ]);
    expect(imageAfter(calls).folders).toEqual([""]);
    const reusedInode = toSequentialCalls([
      create("/a", 2),
      write(2, 0, "old"),
      { op: "unlink", path: "/a" },
      create("/b", 2),
      sync(2),
      sync(root),
    ]);
    expect([...imageAfter(reusedInode).files].map(([path, bytes]) => [path, bytes.length])).toEqual(
      [["/b", 0]],
    );
  });

  it("[P2] calls that are missing, and moves between folders, are refused", () => {
    expect(() => replayCalls(toSequentialCalls([write(9, 0, "x")]), { root })).toThrow(/inode 9/);
    expect(() =>
      replayCalls(toSequentialCalls([{ op: "unlink", path: "/none" }]), { root }),
    ).toThrow("/none is not there");
    const moved = toSequentialCalls([
      { op: "mkdir", path: "/d", inode: 2 },
      create("/a", 3),
      { op: "rename", path: "/a", to: "/d/a" },
    ]);
    expect(() => replayCalls(moved, { root })).toThrow(/not modelled/);
  });
});

describe("what it tells", () => {
  it("[P2] counts the writes and names that were lost, and with no dice loses nothing", () => {
    const calls = toSequentialCalls([
      create("/a", 2),
      sync(root),
      write(2, 0, "x"),
      create("/b", 3),
    ]);
    const image = imageAfter(calls);
    expect([image.unsynced.get("/a"), image.namesLost]).toEqual([{ kept: 0, lost: 1, torn: 0 }, 1]);
    const whole = imageAfter(calls, { random: null });
    expect([[...whole.files.keys()], text(whole, "/a"), whole.unsynced.size]).toEqual([
      ["/a", "/b"],
      "x",
      0,
    ]);
  });

  it("[P2] an image is written as files and folders", () => {
    const calls = toSequentialCalls([
      { op: "mkdir", path: "/d", inode: 2 },
      create("/d/a", 3),
      write(3, 0, "x"),
      { op: "mkdir", path: "/d/e", inode: 4 },
    ]);
    const folder = mkdtempSync(join(tmpdir(), "parlour-image-"));
    try {
      writeDiskImage(imageAfter(calls, { random: null }), folder, () => null);
      expect(readFileSync(join(folder, "d", "a"), "utf8")).toBe("x");
      expect(readdirSync(join(folder, "d"))).toEqual(["a", "e"]);
      expect(statSync(join(folder, "d", "a")).mode & 0o777).toBe(0o600);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
