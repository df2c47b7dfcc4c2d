import type { Upload } from "@parlour/protocol/api-upload";
import { ApiError } from "./api-error.ts";
import type { OutboxFile } from "./outbox.ts";
import type { Timers } from "./socket.ts";
import type { StagedStore } from "./staged-store.ts";
import { mostStaged, refusalOfFile, usualUploadMib, type UploadRefusal } from "./upload-rules.ts";

/** A file chosen in the composer, on its way to the server while one still writes. */
export interface StagedFile extends OutboxFile {
  readonly chatId: number;
  /** `waiting`: for its turn or the connection. `refused`: see `why`. `lost`: the page ended before it was sent, and the device kept no bytes. */
  readonly state: "waiting" | "sending" | "stored" | "refused" | "lost";
  readonly why: UploadRefusal | ApiError | null;
}

export interface UploadsDeps {
  owner: number;
  timers: Timers;
  random: () => number;
  newId: () => string;
  /** Throws `ApiError`; `AbortError` when the signal fires. */
  send: (file: Blob, request: { name: string; onProgress: (sent: number) => void; signal: AbortSignal }) => Promise<Upload>;
  /** Seconds of a sound or film, null when it cannot be played; ends within seconds. */
  measure?: (file: Blob) => Promise<number | null>;
  /** Keeps what is chosen over the end of the page; null: it ends with it. */
  store: StagedStore | null;
  /** MiB of one file, as far as the server said. */
  mostMib?: () => number;
}

export interface UploadsState {
  /** In the composer, in the order they were chosen. */
  readonly staged: readonly StagedFile[];
  /** Bytes sent by file id, of those under way. */
  readonly sent: ReadonlyMap<string, number>;
}

/** Files on their way to the server, each with progress and an end by hand. */
export interface Uploads {
  readonly get: () => UploadsState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Gives how many did not fit (`mostStaged` for each chat). */
  readonly add: (chatId: number, files: readonly File[]) => number;
  /** Puts a file back into the composer: its message was taken back. */
  readonly putBack: (chatId: number, file: OutboxFile) => void;
  readonly remove: (id: string) => void;
  /** Tries at once what waits after a failure: the connection is back. */
  readonly kick: () => void;
  /** Takes the files of a chat out of the composer to be sent; refused and lost ones stay. Those under way go on. */
  readonly take: (chatId: number) => readonly StagedFile[];
  /** The end of an upload that is under way, else of a new one. */
  readonly finish: (file: OutboxFile & { readonly blob: Blob }) => Promise<Upload>;
  readonly cancel: (id: string) => void;
  /** MiB of one file. */
  readonly mostMib: () => number;
  readonly close: () => void;
}

const atOnce = 2;
const firstDelayMs = 1000;
const longestDelayMs = 30_000;

export function createUploads(deps: UploadsDeps): Uploads {
  const { store, owner, mostMib = () => usualUploadMib } = deps;
  let state: UploadsState = { staged: [], sent: new Map() };
  const listeners = new Set<() => void>();
  const running = new Map<string, { result: Promise<Upload>; abort: AbortController }>();
  const failures = new Map<string, { count: number; timer: unknown }>();
  /** Lengths being found out; a file counts as stored when its own is known. */
  const measures = new Map<string, Promise<void>>();
  let closed = false;

  const set = (change: Partial<UploadsState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const find = (id: string) => state.staged.find((file) => file.id === id);
  const put = (id: string, change: Partial<StagedFile>) => {
    if (find(id)) set({ staged: state.staged.map((file) => (file.id === id ? { ...file, ...change } : file)) });
  };
  const progress = (id: string, sent: number | null) => {
    const next = new Map(state.sent);
    if (sent === null) next.delete(id);
    else next.set(id, sent);
    set({ sent: next });
  };

  /** One try; two callers share it. */
  const attempt = (file: Pick<OutboxFile, "id" | "name"> & { readonly blob: Blob }): Promise<Upload> => {
    const known = running.get(file.id);
    if (known) return known.result;
    const abort = new AbortController();
    const result = deps
      .send(file.blob, { name: file.name, signal: abort.signal, onProgress: (sent) => progress(file.id, sent) })
      .finally(() => {
        if (running.get(file.id)?.abort === abort) end(file.id);
      });
    running.set(file.id, { result, abort });
    progress(file.id, 0);
    return result;
  };

  const end = (id: string) => {
    running.delete(id);
    progress(id, null);
  };
  /** What comes after a stop is a new try, though the old one has not ended yet. */
  const stop = (id: string) => {
    const { abort } = running.get(id) ?? {};
    if (!abort) return;
    end(id);
    abort.abort();
  };

  const pump = () => {
    if (closed) return;
    for (const file of state.staged) {
      if (running.size >= atOnce) return;
      if (file.state !== "waiting" || file.blob === null || running.has(file.id) || failures.get(file.id)?.timer !== undefined) continue;
      put(file.id, { state: "sending", why: null });
      attempt({ ...file, blob: file.blob })
        .then(
          async (upload) => {
            failures.delete(file.id);
            await measures.get(file.id);
            put(file.id, { state: "stored", upload, blob: null, why: null });
            const stored = find(file.id);
            if (stored) store?.keep(owner, stored);
          },
          (error: unknown) => {
            if (error instanceof ApiError) failed(file.id, error);
          },
        )
        .finally(pump);
    }
  };
  const failed = (id: string, error: ApiError) => {
    if (closed || !find(id)) return;
    if (error.status >= 400 && error.status < 500 && ![401, 408, 425, 429].includes(error.status)) {
      put(id, { state: "refused", why: error, blob: null });
      // A refusal is read when it comes.
      store?.drop(id);
      return;
    }
    const count = failures.get(id)?.count ?? 0;
    const full = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(count, 10));
    const delay = Math.max(error.retryAfterMs ?? 0, full / 2 + (full / 2) * deps.random());
    const timer = deps.timers.set(() => {
      failures.set(id, { count: count + 1, timer: undefined });
      pump();
    }, delay);
    failures.set(id, { count: count + 1, timer });
    put(id, { state: "waiting", why: error });
  };
  const forget = (id: string) => {
    const timer = failures.get(id)?.timer;
    if (timer !== undefined) deps.timers.clear(timer);
    failures.delete(id);
  };
  const measure = (id: string, blob: Blob) => {
    const found = deps.measure?.(blob).then((seconds) => {
      if (seconds !== null) put(id, { duration: Math.min(86_400, Math.max(1, Math.round(seconds))) });
    });
    if (found)
      measures.set(
        id,
        found.catch(() => undefined).finally(() => measures.delete(id)),
      );
  };
  const measureMedia = ({ id, type, blob }: StagedFile) => {
    if (blob !== null && /^(?:audio|video)\//.test(type)) measure(id, blob);
  };
  const stage = (file: StagedFile) => {
    set({ staged: [...state.staged, file] });
    if (file.state !== "refused") store?.keep(owner, file);
  };
  store?.adopt(owner, (files) => {
    if (closed) return;
    for (const file of files) if (file.state === "waiting" || file.state === "sending") measureMedia(file);
    set({ staged: [...files.map(asLeft), ...state.staged] });
    pump();
  });

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    add(chatId, files) {
      const room = mostStaged - state.staged.filter((file) => file.chatId === chatId).length;
      for (const blob of files.slice(0, Math.max(0, room))) {
        const { name, size, type } = blob;
        const why = refusalOfFile(blob, mostMib());
        const head = { id: deps.newId(), chatId, name, size, type, upload: null };
        const file: StagedFile = why === null ? { ...head, blob, state: "waiting", why } : { ...head, blob: null, state: "refused", why };
        measureMedia(file);
        stage(file);
      }
      pump();
      return Math.max(0, files.length - Math.max(0, room));
    },
    putBack(chatId, file) {
      const state = file.upload ? "stored" : file.blob ? "waiting" : "lost";
      stage({ ...file, chatId, state, why: null });
      pump();
    },
    remove(id) {
      forget(id);
      set({ staged: state.staged.filter((file) => file.id !== id) });
      store?.drop(id);
      stop(id);
    },
    kick() {
      for (const [id, { count, timer }] of failures) {
        if (timer !== undefined) deps.timers.clear(timer);
        failures.set(id, { count, timer: undefined });
      }
      pump();
    },
    take(chatId) {
      const ready = (file: StagedFile) => file.chatId === chatId && file.state !== "refused" && file.state !== "lost";
      const taken = state.staged.filter(ready);
      for (const { id } of taken) {
        forget(id);
        store?.drop(id);
      }
      set({ staged: state.staged.filter((file) => !ready(file)) });
      return taken;
    },
    finish: attempt,
    mostMib,
    cancel: stop,
    close() {
      closed = true;
      for (const id of failures.keys()) forget(id);
      for (const { abort } of running.values()) abort.abort();
    },
  };
}

/** A file as a page that ended left it: what is at the server stays, what is not begins again. */
function asLeft(file: StagedFile): StagedFile {
  return { ...file, state: file.upload ? "stored" : file.blob ? "waiting" : "lost" };
}
