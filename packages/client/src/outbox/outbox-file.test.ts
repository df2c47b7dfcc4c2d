import type { Upload } from "@parlour/protocol/api/upload";
import { describe, expect, it } from "vitest";
import { ApiError } from "../api-error.ts";
import { createManualTimers } from "../manual-timers.ts";
import {
  createMemoryOutboxStore,
  reattachFiles,
  withSynchronousCopy,
  type SynchronousStorage,
} from "./store.ts";
import type { AttachmentRecord } from "../uploads/attachment-store.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import type { OutboxFile, OutboxItem } from "./types.ts";

const createOfflineError = () => new ApiError({ code: "network", status: 0, message: "" });
const upload: Upload = {
  id: 5,
  name: "a.png",
  size: 3,
  type: "image/png",
  url: "https://x.example/files/r/a.png",
};
const createOutboxFile = (id = "f1"): OutboxFile => ({
  id,
  name: "a.png",
  size: 3,
  type: "image/png",
  upload: null,
  blob: new Blob(["abc"]),
});

/** A scripted server that accepts files and messages, and pages that share one disk. */
function createTestOutbox() {
  const timers = createManualTimers();
  const disk = new Map<string, OutboxItem>();
  const sent: string[] = [];
  const uploads: string[] = [];
  const fates: ("stored" | "lost" | "refused")[] = [];
  const state = {
    live: true,
    hold: null as ((reason: Error) => void) | null,
    holds: false,
  };
  let lastId = 0;
  const page = (): Outbox =>
    createOutbox({
      owner: 1,
      store: createMemoryOutboxStore(disk),
      timers,
      random: () => 0,
      newId: () => `c${(lastId += 1)}`,
      uploads: {
        finishUpload: (file) => {
          uploads.push(file.id);
          if (state.holds) return new Promise((_resolve, reject) => (state.hold = reject));
          const fate = fates.shift() ?? "stored";
          if (fate === "stored") return Promise.resolve(upload);
          return Promise.reject(
            fate === "lost"
              ? createOfflineError()
              : new ApiError({ code: "unsupported_type", status: 415, message: "no" }),
          );
        },
        cancel: () => state.hold?.(new DOMException("", "AbortError")),
      },
      send: (item) => {
        sent.push(item.file ? `${item.text} + upload ${item.file.upload?.id}` : item.text);
        return Promise.resolve({
          seq: 1,
          id: 1,
          chat_id: item.chatId,
          author: { kind: "operator", id: 1, name: "Me" },
          kind: "media",
          text: item.text,
          created_at: "",
        });
      },
      canSend: () => state.live,
      onSent: () => undefined,
      onChange: () => undefined,
      lock: (_name, run) => run(),
    });
  return { timers, disk, sent, uploads, fates, state, page };
}

/** `localStorage`, simulated with a map. */
function createMapStorage(values: Map<string, string>): SynchronousStorage {
  return {
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
    removeItem: (name) => void values.delete(name),
  };
}

describe("outbox with files", () => {
  it("[CORE-044] a file goes to the server once, then its message; what was written behind it follows", async () => {
    const w = createTestOutbox();
    const outbox = w.page();
    w.fates.push("lost", "lost", "stored");
    await outbox.add({
      chatId: 1,
      kind: "file",
      text: "look",
      file: createOutboxFile(),
      afterSeq: 0,
    });
    await outbox.add({ chatId: 1, kind: "text", text: "and this", afterSeq: 0 });
    await w.timers.advance(60_000);
    expect(w.sent).toEqual(["look + upload 5", "and this"]);
    expect(w.uploads).toHaveLength(3);
    expect(w.disk.size).toBe(0);
  });

  it("[CORE-044] a page that ends before the upload: the next one has the bytes and sends it", async () => {
    const w = createTestOutbox();
    w.state.live = false;
    await w
      .page()
      .add({ chatId: 1, kind: "file", text: "", file: createOutboxFile(), afterSeq: 0 });
    w.state.live = true;
    const next = w.page();
    await next.reload();
    await w.timers.advance(1000);
    expect(w.sent).toEqual([" + upload 5"]);
  });

  it("[CORE-044] bytes that a crash lost are said to be lost, and nothing behind waits for them", async () => {
    const w = createTestOutbox();
    const copies = new Map<string, string>();
    const storage = createMapStorage(copies);
    const crashed = withSynchronousCopy(
      { ...createMemoryOutboxStore(), put: () => new Promise(() => undefined) },
      storage,
    );
    const item: OutboxItem = {
      clientId: "c9",
      owner: 1,
      chatId: 1,
      kind: "file",
      text: "words",
      file: createOutboxFile(),
      createdAt: w.timers.now(),
      afterSeq: 0,
      state: "queued",
      heldBy: null,
      error: null,
    };
    void crashed.put(item);
    const [left] = await withSynchronousCopy(createMemoryOutboxStore(), storage).list(1);
    expect(left).toMatchObject({ text: "words", file: { name: "a.png", blob: null } });
    if (!left) throw new Error("the copy is gone");
    w.disk.set("c9", left);
    const next = w.page();
    await next.reload();
    await next.add({ chatId: 1, kind: "text", text: "behind", afterSeq: 0 });
    // Another tab may still write the bytes, so the file counts as lost only after 30 s.
    await w.timers.advance(20_000);
    expect(next.items[0]?.state).toBe("queued");
    await w.timers.advance(60_000);
    expect(next.items.map(({ state, error }) => [state, error?.code])).toEqual([
      ["failed", "file_lost"],
    ]);
    expect(w.sent).toEqual(["behind"]);
  });

  it("[CORE-044] a page that crashed between Send and the disk: the message finds the bytes of its file among the chosen ones, once", async () => {
    const left = new Map<string, string>();
    const storage = createMapStorage(left);
    const w = createTestOutbox();
    const item: OutboxItem = {
      clientId: "c9",
      owner: 1,
      chatId: 1,
      kind: "file",
      text: "words",
      file: createOutboxFile(),
      createdAt: 5,
      afterSeq: 0,
      state: "queued",
      heldBy: null,
      error: null,
    };
    void withSynchronousCopy(
      { ...createMemoryOutboxStore(), put: () => new Promise(() => undefined) },
      storage,
    ).put(item);
    const staged = new Map<string, AttachmentRecord>([
      [
        "f1",
        {
          owner: 1,
          tab: "gone",
          at: 1,
          file: { ...createOutboxFile(), chatId: 1, state: "waiting", why: null },
        },
      ],
    ]);
    const store = createMemoryOutboxStore(w.disk);
    await reattachFiles(storage, store, {
      get: (name) => Promise.resolve(staged.get(name)),
      remove(name) {
        staged.delete(name);
        return Promise.resolve();
      },
    });
    expect([left.size, staged.size, w.disk.get("c9")?.file?.blob?.size]).toEqual([0, 0, 3]);
    const after = w.page();
    await after.reload();
    await w.timers.advance(100);
    expect([w.uploads, w.sent]).toEqual([["f1"], ["words + upload 5"]]);
  });

  it("[API-071] a refused file stays with its reason; taken back while under way its request ends", async () => {
    const w = createTestOutbox();
    const outbox = w.page();
    w.fates.push("refused");
    await outbox.add({ chatId: 1, kind: "file", text: "", file: createOutboxFile(), afterSeq: 0 });
    await w.timers.advance(100);
    expect(outbox.items[0]).toMatchObject({ state: "failed", error: { code: "unsupported_type" } });
    outbox.takeBack(outbox.items[0]?.clientId ?? "");
    w.state.holds = true;
    await outbox.add({
      chatId: 1,
      kind: "file",
      text: "",
      file: createOutboxFile("f2"),
      afterSeq: 0,
    });
    await outbox.add({ chatId: 1, kind: "text", text: "behind", afterSeq: 0 });
    await w.timers.settle();
    const back = outbox.takeBack(outbox.items[0]?.clientId ?? "");
    expect(back?.file?.id).toBe("f2");
    await w.timers.advance(100);
    expect(w.sent).toEqual(["behind"]);
  });
});
