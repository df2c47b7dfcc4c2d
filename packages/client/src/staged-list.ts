import type { Upload } from "@parlour/protocol/api-upload";
import type { ApiError } from "./api-error.ts";
import type { StagedFile, UploadsDeps, UploadsState } from "./uploads.ts";

/**
 * Creates the list of attachments in the composer with their upload state. Notifies listeners and
 * saves them in the browser.
 */
export function createStagedList({ owner, store, measure }: Pick<UploadsDeps, "owner" | "store" | "measure">) {
  let state: UploadsState = { staged: [], sent: new Map() };
  const listeners = new Set<() => void>();

  const set = (change: Partial<UploadsState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const find = (id: string) => state.staged.find((file) => file.id === id);
  const put = (id: string, change: Partial<StagedFile>) => {
    if (find(id)) set({ staged: state.staged.map((file) => (file.id === id ? { ...file, ...change } : file)) });
  };
  const lengths = createLengths(measure, (id, seconds) => put(id, { duration: Math.min(86_400, Math.max(1, Math.round(seconds))) }));

  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    find,
    put,
    progress: (id: string, sent: number | null): void => {
      const next = new Map(state.sent);
      if (sent === null) next.delete(id);
      else next.set(id, sent);
      set({ sent: next });
    },
    stage(file: StagedFile) {
      set({ staged: [...state.staged, file] });
      if (file.state !== "refused") store?.keep(owner, file);
    },
    /** Adds attachments in front: they were chosen before those of this page. */
    adopt: (files: readonly StagedFile[]) => set({ staged: [...files, ...state.staged] }),
    /** Removes attachments from the composer and from the browser's store. */
    remove(files: readonly { readonly id: string }[]) {
      const gone = new Set(files.map(({ id }) => id));
      for (const id of gone) store?.drop(id);
      set({ staged: state.staged.filter((file) => !gone.has(file.id)) });
    },
    async stored(id: string, upload: Upload) {
      await lengths.of(id);
      put(id, { state: "stored", upload, blob: null, why: null });
      const stored = find(id);
      if (stored) store?.keep(owner, stored);
    },
    refuse(id: string, why: ApiError) {
      put(id, { state: "refused", why, blob: null });
      // A refusal is shown once and not stored.
      store?.drop(id);
    },
    /** Starts to measure the duration of audio or video. */
    measureMedia: lengths.find,
  };
}

/**
 * Measures durations of audio and video, in seconds. A file counts as stored only after its
 * duration is known.
 */
function createLengths(measure: UploadsDeps["measure"], found: (id: string, seconds: number) => void) {
  const measures = new Map<string, Promise<void>>();
  const measured = (id: string, blob: Blob) =>
    measure?.(blob).then((seconds) => {
      if (seconds !== null) found(id, seconds);
    });
  return {
    /** Returns a promise that settles when the measurement of a file has ended. */
    of: (id: string) => measures.get(id),
    find: ({ id, type, blob }: StagedFile): void => {
      const being = blob !== null && /^(?:audio|video)\//.test(type) ? measured(id, blob) : undefined;
      const ended = being?.catch(() => undefined).finally(() => measures.delete(id));
      if (ended) measures.set(id, ended);
    },
  };
}
