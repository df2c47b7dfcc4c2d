import type { Upload } from "@parlour/protocol/api-upload";
import { ApiError } from "./api-error.ts";
import type { OutboxFile } from "./outbox.ts";
import { createRetries, isFinal, type Retries } from "./retries.ts";
import type { Timers } from "./socket.ts";
import { createStagedList } from "./staged-list.ts";
import type { StagedStore } from "./staged-store.ts";
import { mostStaged, refusalOfFile, usualUploadMib, type UploadRefusal } from "./upload-rules.ts";
import { createTries } from "./upload-tries.ts";

/** A file in the composer. It is uploaded while the operator writes. */
export interface StagedFile extends OutboxFile {
  readonly chatId: number;
  /**
   * `waiting`: for a free slot or the connection. `refused`: see `why`. `lost`: the page ended
   * before the upload, and the browser kept no bytes.
   */
  readonly state: "waiting" | "sending" | "stored" | "refused" | "lost";
  readonly why: UploadRefusal | ApiError | null;
}

export interface UploadsDeps {
  owner: number;
  timers: Timers;
  random: () => number;
  newId: () => string;
  /** Uploads a file. Throws `ApiError`, or `AbortError` if the signal fires. */
  send: (file: Blob, request: { name: string; onProgress: (sent: number) => void; signal: AbortSignal }) => Promise<Upload>;
  /**
   * Returns the seconds of audio or video, or null if it cannot be played. Settles within seconds.
   */
  measure?: (file: Blob) => Promise<number | null>;
  /** Stores attachments beyond the end of the page. null: they end with the page. */
  store: StagedStore | null;
  /** Maximum MiB of one file, as far as the server has sent it. */
  mostMib?: () => number;
}

export interface UploadsState {
  /** Attachments in the composer, in the order in which they were chosen. */
  readonly staged: readonly StagedFile[];
  /** Bytes sent of running uploads, by file id. */
  readonly sent: ReadonlyMap<string, number>;
}

/** Uploads of the composer, with progress and cancellation. */
export interface Uploads {
  readonly get: () => UploadsState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Adds files. Returns how many did not fit (`maxAttachments` per chat). */
  readonly add: (chatId: number, files: readonly File[]) => number;
  /** Puts a file back into the composer after its message was taken back. */
  readonly putBack: (chatId: number, file: OutboxFile) => void;
  readonly remove: (id: string) => void;
  /** Retries waiting uploads now, because the connection is back. */
  readonly kick: () => void;
  /**
   * Takes the files of a chat out of the composer to send them. Refused and lost files stay.
   * Running uploads continue.
   */
  readonly take: (chatId: number) => readonly StagedFile[];
  /** Returns the result of the running upload, or of a new one. */
  readonly finish: (file: OutboxFile & { readonly blob: Blob }) => Promise<Upload>;
  readonly cancel: (id: string) => void;
  /** Maximum MiB of one file. */
  readonly mostMib: () => number;
  readonly close: () => void;
}

const atOnce = 2;

export function createUploads(deps: UploadsDeps): Uploads {
  const { store, owner, mostMib = () => usualUploadMib } = deps;
  const list = createStagedList(deps);
  const tries = createTries(deps.send, list.progress);
  const retries = createRetries<string>(deps);
  const { pump, ...pumping } = createPump({ list, tries, retries });
  store?.adopt(owner, (files) => {
    if (pumping.isClosed()) return;
    for (const file of files) if (file.state === "waiting" || file.state === "sending") list.measureMedia(file);
    list.adopt(files.map((file) => ({ ...file, state: stateOf(file) })));
    pump();
  });

  return {
    get: list.get,
    subscribe: list.subscribe,
    add(chatId, files) {
      const room = Math.max(0, mostStaged - list.get().staged.filter((file) => file.chatId === chatId).length);
      for (const blob of files.slice(0, room)) {
        const file = chosen(chatId, deps.newId(), blob, mostMib());
        list.measureMedia(file);
        list.stage(file);
      }
      pump();
      return Math.max(0, files.length - room);
    },
    putBack(chatId, file) {
      list.stage({ ...file, chatId, state: stateOf(file), why: null });
      pump();
    },
    remove(id) {
      retries.forget(id);
      list.remove([{ id }]);
      tries.stop(id);
    },
    kick() {
      retries.stopWaiting();
      pump();
    },
    take(chatId) {
      const taken = list.get().staged.filter((file) => file.chatId === chatId && file.state !== "refused" && file.state !== "lost");
      for (const { id } of taken) retries.forget(id);
      list.remove(taken);
      return taken;
    },
    finish: tries.attempt,
    mostMib,
    cancel: tries.stop,
    close: () => pumping.close(),
  };
}

interface PumpDeps {
  readonly list: ReturnType<typeof createStagedList>;
  readonly tries: ReturnType<typeof createTries>;
  readonly retries: Retries<string>;
}
/**
 * Creates the loop that uploads waiting attachments in order, at most 2 at once. After a temporary
 * error a file waits again.
 */
function createPump({ list, tries, retries }: PumpDeps) {
  let closed = false;
  const pump = () => {
    if (closed) return;
    for (const file of list.get().staged) {
      if (tries.count() >= atOnce) return;
      if (file.state !== "waiting" || file.blob === null || tries.has(file.id) || retries.isWaiting(file.id)) continue;
      list.put(file.id, { state: "sending", why: null });
      begin({ ...file, blob: file.blob });
    }
  };
  const begin = (file: StagedFile & { readonly blob: Blob }) => {
    const stored = (upload: Upload) => {
      retries.forget(file.id);
      return list.stored(file.id, upload);
    };
    const failed = (error: unknown) => {
      if (!(error instanceof ApiError) || closed || !list.find(file.id)) return;
      if (isFinal(error)) return list.refuse(file.id, error);
      retries.wait(file.id, error.retryAfterMs, pump);
      list.put(file.id, { state: "waiting", why: error });
    };
    tries.attempt(file).then(stored, failed).finally(pump);
  };
  return {
    pump,
    isClosed: () => closed,
    close() {
      closed = true;
      retries.stopWaiting();
      tries.stopAll();
    },
  };
}

function chosen(chatId: number, id: string, blob: File, mostMib: number): StagedFile {
  const { name, size, type } = blob;
  const why = refusalOfFile(blob, mostMib);
  const head = { id, chatId, name, size, type, upload: null };
  return why === null ? { ...head, blob, state: "waiting", why } : { ...head, blob: null, state: "refused", why };
}

/**
 * Returns the state of a restored file: an uploaded file is stored, else the upload starts again.
 */
function stateOf({ upload, blob }: OutboxFile): StagedFile["state"] {
  return upload ? "stored" : blob ? "waiting" : "lost";
}
