import type { Upload } from "@parlour/protocol/api-upload";
import { describe, expect, it } from "vitest";
import { ApiError } from "./api-error.ts";
import { manualTimers } from "./manual-timers.ts";
import { refusalOfFile } from "./upload-rules.ts";
import { createUploads, type Uploads } from "./uploads.ts";

const stored = (id: number, name: string): Upload => ({ id, name, size: 3, type: "text/plain", url: `https://x.example/files/${id}` });
const file = (name: string, text = "abc") => new File([text], name, { type: "text/plain" });

/** A server that is told how each try ends. */
function world(kept = new Map<string, string>()) {
  const timers = manualTimers();
  const tries: { name: string; end: (how: Upload | Error) => void; progress: (sent: number) => void; signal: AbortSignal }[] = [];
  let lastId = 0;
  const open = (): Uploads =>
    createUploads({
      owner: 1,
      timers,
      random: () => 1,
      newId: () => `f${(lastId += 1)}`,
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
      send: (_blob, { name, onProgress, signal }) =>
        new Promise((resolve, reject) => {
          signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
          tries.push({ name, signal, progress: onProgress, end: (how) => (how instanceof Error ? reject(how) : resolve(how)) });
        }),
    });
  const uploads = open();
  const states = (of = uploads) => of.get().staged.map(({ name, state }) => `${name} ${state}`);
  return { timers, tries, uploads, open, states, kept };
}

describe("uploads", () => {
  it("[API-071] several files go two at a time, each with its progress, and are stored", async () => {
    const w = world();
    expect(w.uploads.add(7, [file("a"), file("b"), file("c")])).toBe(0);
    expect(w.states()).toEqual(["a sending", "b sending", "c waiting"]);
    w.tries[0]?.progress(2);
    expect(w.uploads.get().sent.get("f1")).toBe(2);
    w.tries[0]?.end(stored(1, "a"));
    await w.timers.settle();
    expect(w.states()).toEqual(["a stored", "b sending", "c sending"]);
    w.tries[1]?.end(stored(2, "b"));
    w.tries[2]?.end(stored(3, "c"));
    await w.timers.settle();
    expect(w.uploads.take(7).map(({ upload }) => upload?.id)).toEqual([1, 2, 3]);
    expect(w.states()).toEqual([]);
  });

  it("[CORE-060] what can be known to be refused is not sent, and says why", () => {
    expect(refusalOfFile({ name: "page.HTML", size: 3, type: "" })).toBe("active");
    expect(refusalOfFile({ name: "logo.svg", size: 3, type: "image/svg+xml" })).toBe("active");
    expect(refusalOfFile({ name: "setup.exe. ", size: 3, type: "" })).toBe("active");
    expect(refusalOfFile({ name: "noname", size: 3, type: "text/html" })).toBe("active");
    expect(refusalOfFile({ name: "photo.jpg", size: 0, type: "image/jpeg" })).toBe("empty");
    expect(refusalOfFile({ name: "film.mp4", size: 25 * 1024 * 1024 + 1, type: "video/mp4" })).toBe("too_big");
    expect(refusalOfFile({ name: "film.mp4", size: 25 * 1024 * 1024, type: "video/mp4" })).toBeNull();
    const w = world();
    w.uploads.add(7, [file("page.html"), file("empty", "")]);
    expect(w.uploads.get().staged.map(({ state, why }) => [state, why])).toEqual([
      ["refused", "active"],
      ["refused", "empty"],
    ]);
    expect(w.tries).toHaveLength(0);
    expect(w.uploads.take(7)).toEqual([]);
  });

  it("[API-071] a lost connection is tried again later, at once when it is back; a refusal of the server stays", async () => {
    const w = world();
    const lost = new ApiError({ code: "network", status: 0, message: "" });
    w.uploads.add(7, [file("a")]);
    w.tries[0]?.end(lost);
    await w.timers.settle();
    expect(w.states()).toEqual(["a waiting"]);
    await w.timers.advance(1000);
    expect(w.tries).toHaveLength(2);
    w.tries[1]?.end(lost);
    await w.timers.settle();
    w.uploads.kick();
    expect(w.tries).toHaveLength(3);
    w.tries[2]?.end(new ApiError({ code: "unsupported_type", status: 415, message: "no" }));
    await w.timers.advance(60_000);
    expect(w.states()).toEqual(["a refused"]);
    expect(w.tries).toHaveLength(3);
  });

  it("[API-071] a limit holds back for as long as the server says", async () => {
    const w = world();
    w.uploads.add(7, [file("a")]);
    w.tries[0]?.end(new ApiError({ code: "rate_limited", status: 429, message: "", retryAfterMs: 20_000 }));
    await w.timers.advance(19_000);
    expect(w.tries).toHaveLength(1);
    await w.timers.advance(1000);
    expect(w.tries).toHaveLength(2);
  });

  it("[API-071] removed while under way: the request ends and nothing is left", async () => {
    const w = world();
    w.uploads.add(7, [file("a"), file("b"), file("c")]);
    w.uploads.remove("f1");
    await w.timers.settle();
    expect(w.tries[0]?.signal.aborted).toBe(true);
    expect(w.states()).toEqual(["b sending", "c sending"]);
    expect(w.uploads.get().sent.has("f1")).toBe(false);
  });

  it("[CORE-044] what is sent while under way goes on, and both callers share one request", async () => {
    const w = world();
    w.uploads.add(7, [file("a")]);
    const [taken] = w.uploads.take(7);
    if (!taken?.blob) throw new Error("no bytes");
    const whole = w.uploads.finish({ ...taken, blob: taken.blob });
    expect(w.tries).toHaveLength(1);
    w.tries[0]?.end(stored(9, "a"));
    expect((await whole).id).toBe(9);
    expect(w.states()).toEqual([]);
  });

  it("[CORE-044] after a reload the stored ones are there, the others say that they are lost; other chats keep theirs", async () => {
    const w = world();
    w.uploads.add(7, [file("a"), file("b")]);
    w.uploads.add(8, [file("other")]);
    w.tries[0]?.end(stored(1, "a"));
    await w.timers.settle();
    const after = w.open();
    expect(w.states(after)).toEqual(["a stored", "b lost", "other lost"]);
    expect(after.take(7).map(({ name }) => name)).toEqual(["a"]);
    expect(w.states(after)).toEqual(["b lost", "other lost"]);
  });

  it("[API-071] at most ten wait in a chat", () => {
    const w = world();
    expect(
      w.uploads.add(
        7,
        Array.from({ length: 12 }, (_, n) => file(`${n}`)),
      ),
    ).toBe(2);
    expect(w.uploads.get().staged).toHaveLength(10);
    expect(w.uploads.add(8, [file("a")])).toBe(0);
  });
});
