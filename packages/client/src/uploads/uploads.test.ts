import type { Upload } from "@parlour/protocol/api/upload";
import { describe, expect, it, vi } from "vitest";
import { ApiError } from "../api-error.ts";
import { createManualTimers } from "../manual-timers.ts";
import type { KeyValueStore } from "../browser-database.ts";
import { createAttachmentStore, type AttachmentRecord } from "./attachment-store.ts";
import { validateFile } from "./upload-rules.ts";
import { createUploads, type Uploads } from "./uploads.ts";

const createUpload = (id: number, name: string): Upload => ({
  id,
  name,
  size: 3,
  type: "text/plain",
  url: `https://x.example/files/${id}`,
});
const createFile = (name: string, text = "abc") => new File([text], name, { type: "text/plain" });

/**
 * A store with the semantics of the browser database, shared by the pages of one test. With
 * `quota`, the store rejects bytes.
 */
function createMemoryStore(
  records: Map<string, AttachmentRecord>,
  quota = false,
): KeyValueStore<AttachmentRecord> {
  return {
    list: () => Promise.resolve([...records]),
    get: (name) => Promise.resolve(records.get(name)),
    put(name, value) {
      if (quota && value.file.blob)
        return Promise.reject(new DOMException("full", "QuotaExceededError"));
      records.set(name, value);
      return Promise.resolve();
    },
    remove(name) {
      records.delete(name);
      return Promise.resolve();
    },
  };
}

/** A server whose uploads end as the test says, and tabs of one browser. */
function createTestUploads({ quota = false, mostMib: maxMib = 25 } = {}) {
  const records = new Map<string, AttachmentRecord>();
  const timers = createManualTimers();
  /** Open tabs, and callbacks that run when a tab ends. */
  const alive = new Map<string, (() => Promise<void>)[]>();
  const close = async (tab: string) => {
    const waiting = alive.get(tab) ?? [];
    alive.delete(tab);
    for (const run of waiting) await run();
    await timers.settle();
  };
  const attempts: {
    name: string;
    end: (outcome: Upload | Error) => void;
    progress: (sent: number) => void;
    signal: AbortSignal;
  }[] = [];
  let lastId = 0;
  const open = (tab = "first", before: string | null = null, owner = 1): Uploads => {
    alive.set(tab, []);
    return createUploads({
      owner,
      timers,
      random: () => 1,
      newId: () => `f${(lastId += 1)}`,
      maxMib: () => maxMib,
      store: createAttachmentStore({
        disk: createMemoryStore(records, quota),
        tab,
        previousTab: before,
        now: () => timers.now(),
        whenTabEnded(name, isWaiting, run) {
          if (!alive.has(name)) void run();
          else if (isWaiting) alive.get(name)?.push(run);
        },
      }),
      send: (_blob, { name, onProgress, signal }) =>
        new Promise((resolve, reject) => {
          signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
          attempts.push({
            name,
            signal,
            progress: onProgress,
            end: (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)),
          });
        }),
    });
  };
  const uploads = open();
  const states = (source = uploads) =>
    source.get().attachments.map(({ name, state }) => `${name} ${state}`);
  return { timers, tries: attempts, uploads, open, close, states, kept: records };
}

describe("uploads", () => {
  it("[API-071] several files go two at a time, each with its progress, and are stored", async () => {
    const w = createTestUploads();
    expect(w.uploads.add(7, [createFile("a"), createFile("b"), createFile("c")])).toBe(0);
    expect(w.states()).toEqual(["a sending", "b sending", "c waiting"]);
    w.tries[0]?.progress(2);
    expect(w.uploads.get().sent.get("f1")).toBe(2);
    w.tries[0]?.end(createUpload(1, "a"));
    await w.timers.settle();
    expect(w.states()).toEqual(["a stored", "b sending", "c sending"]);
    w.tries[1]?.end(createUpload(2, "b"));
    w.tries[2]?.end(createUpload(3, "c"));
    await w.timers.settle();
    expect(w.uploads.take(7).map(({ upload }) => upload?.id)).toEqual([1, 2, 3]);
    expect(w.states()).toEqual([]);
  });

  it("[CORE-060] what can be known to be refused is not sent, and says why", () => {
    expect(validateFile({ name: "page.HTML", size: 3, type: "" })).toBe("active");
    expect(validateFile({ name: "logo.svg", size: 3, type: "image/svg+xml" })).toBe("active");
    expect(validateFile({ name: "setup.exe. ", size: 3, type: "" })).toBe("active");
    expect(validateFile({ name: "noname", size: 3, type: "text/html" })).toBe("active");
    expect(validateFile({ name: "photo.jpg", size: 0, type: "image/jpeg" })).toBe("empty");
    expect(validateFile({ name: "film.mp4", size: 25 * 1024 * 1024 + 1, type: "video/mp4" })).toBe(
      "too_big",
    );
    expect(
      validateFile({ name: "film.mp4", size: 25 * 1024 * 1024, type: "video/mp4" }),
    ).toBeNull();
    const w = createTestUploads();
    w.uploads.add(7, [createFile("page.html"), createFile("empty", "")]);
    expect(w.uploads.get().attachments.map(({ state, why }) => [state, why])).toEqual([
      ["refused", "active"],
      ["refused", "empty"],
    ]);
    expect(w.tries).toHaveLength(0);
    expect(w.uploads.take(7)).toEqual([]);
  });

  it("[API-071] a lost connection is tried again later, at once when it is back; a refusal of the server stays", async () => {
    const w = createTestUploads();
    const lost = new ApiError({ code: "network", status: 0, message: "" });
    w.uploads.add(7, [createFile("a")]);
    w.tries[0]?.end(lost);
    await w.timers.settle();
    expect(w.states()).toEqual(["a waiting"]);
    await w.timers.advance(1000);
    expect(w.tries).toHaveLength(2);
    w.tries[1]?.end(lost);
    await w.timers.settle();
    w.uploads.retryWaiting();
    expect(w.tries).toHaveLength(3);
    w.tries[2]?.end(new ApiError({ code: "unsupported_type", status: 415, message: "no" }));
    await w.timers.advance(60_000);
    expect(w.states()).toEqual(["a refused"]);
    expect(w.tries).toHaveLength(3);
  });

  it("[API-071] a limit holds back for as long as the server says", async () => {
    const w = createTestUploads();
    w.uploads.add(7, [createFile("a")]);
    w.tries[0]?.end(
      new ApiError({ code: "rate_limited", status: 429, message: "", retryAfterMs: 20_000 }),
    );
    await w.timers.advance(19_000);
    expect(w.tries).toHaveLength(1);
    await w.timers.advance(1000);
    expect(w.tries).toHaveLength(2);
  });

  it("[API-071] removed while under way: the request ends and nothing is left", async () => {
    const w = createTestUploads();
    w.uploads.add(7, [createFile("a"), createFile("b"), createFile("c")]);
    w.uploads.remove("f1");
    await w.timers.settle();
    expect(w.tries[0]?.signal.aborted).toBe(true);
    expect(w.states()).toEqual(["b sending", "c sending"]);
    expect(w.uploads.get().sent.has("f1")).toBe(false);
  });

  it("[CORE-044] what is sent while under way goes on, and both callers share one request", async () => {
    const w = createTestUploads();
    w.uploads.add(7, [createFile("a")]);
    const [takenFile] = w.uploads.take(7);
    if (!takenFile?.blob) throw new Error("no bytes");
    const whole = w.uploads.finishUpload({ ...takenFile, blob: takenFile.blob });
    expect(w.tries).toHaveLength(1);
    w.tries[0]?.end(createUpload(9, "a"));
    expect((await whole).id).toBe(9);
    expect(w.states()).toEqual([]);
  });

  it("[CORE-044] after a reload or the end of the browser all chosen files are there, and what was under way begins again", async () => {
    const w = createTestUploads();
    w.uploads.add(7, [createFile("a"), createFile("b")]);
    w.uploads.add(8, [createFile("other")]);
    w.tries[0]?.end(createUpload(1, "a"));
    await w.timers.settle();
    await w.close("first");
    w.tries.splice(0);
    const after = w.open("again", "first");
    await w.timers.settle();
    expect(w.states(after)).toEqual(["a stored", "b sending", "other sending"]);
    expect(after.take(7).map(({ name, blob, upload }) => [name, blob?.size, upload?.id])).toEqual([
      ["a", undefined, 1],
      ["b", 3, undefined],
    ]);
    await w.close("again");
    expect(w.states(w.open("third"))).toEqual([]);
    await w.timers.settle();
    expect([...w.kept.values()].map(({ file: { name }, tab }) => [name, tab])).toEqual([
      ["other", "third"],
    ]);
  });

  it("[CORE-044] a file chosen in a tab that lives stays there; a reloaded tab gets its own back; nobody gets another operator's", async () => {
    const w = createTestUploads();
    w.uploads.add(7, [createFile("a")]);
    const second = w.open("second");
    const copy = w.open("copy", "first");
    const foreign = w.open("foreign", null, 2);
    await w.timers.settle();
    expect([w.states(second), w.states(copy), w.states(foreign)]).toEqual([[], [], []]);
    await w.close("first");
    expect([w.states(second), w.states(copy), w.states(foreign)]).toEqual([[], ["a sending"], []]);
  });

  it("[CORE-044] a device that has no room for bytes keeps the names, and says that the files must be chosen again", async () => {
    const w = createTestUploads({ quota: true });
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    w.uploads.add(7, [createFile("a")]);
    await w.timers.settle();
    await w.close("first");
    const after = w.open("again", "first");
    await w.timers.settle();
    expect(w.states(after)).toEqual(["a lost"]);
    expect(after.take(7)).toEqual([]);
    expect(warn).toHaveBeenCalled();
    warn.mockRestore();
  });

  it("[CFG-030] what the installation takes decides, as far as the server said", () => {
    const w = createTestUploads({ mostMib: 1 });
    w.uploads.add(7, [new File([new Uint8Array(1024 * 1024 + 1)], "big.bin")]);
    expect(w.uploads.get().attachments.map(({ state, why }) => [state, why])).toEqual([
      ["refused", "too_big"],
    ]);
  });

  it("[API-071] at most ten wait in a chat", () => {
    const w = createTestUploads();
    expect(
      w.uploads.add(
        7,
        Array.from({ length: 12 }, (_, n) => createFile(`${n}`)),
      ),
    ).toBe(2);
    expect(w.uploads.get().attachments).toHaveLength(10);
    expect(w.uploads.add(8, [createFile("a")])).toBe(0);
  });
});
