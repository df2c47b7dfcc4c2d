import type { Upload } from "@parlour/protocol/api/upload";
import type { ApiError } from "../api-error.ts";
import type { Attachment, UploadsDeps, UploadsState } from "./types.ts";

/** Lists the attachments in the composer and their upload state. Saves them in the browser. */
export function createAttachmentList({ owner, store, measure }: UploadsDeps) {
  let state: UploadsState = { attachments: [], sent: new Map() };
  const listeners = new Set<() => void>();

  const setState = (change: Partial<UploadsState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const findFile = (id: string) => state.attachments.find((file) => file.id === id);
  const update = (id: string, change: Partial<Attachment>) => {
    if (findFile(id))
      setState({
        attachments: state.attachments.map((file) =>
          file.id === id ? { ...file, ...change } : file,
        ),
      });
  };
  const durations = createDurationReader(measure, (id, seconds) =>
    update(id, { duration: Math.min(86_400, Math.max(1, Math.round(seconds))) }),
  );

  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    findFile,
    update,
    progress: (id: string, sent: number | null): void => {
      const next = new Map(state.sent);
      if (sent === null) next.delete(id);
      else next.set(id, sent);
      setState({ sent: next });
    },
    add(file: Attachment) {
      setState({ attachments: [...state.attachments, file] });
      if (file.state !== "refused") store?.save(owner, file);
    },
    /** Adds attachments at the front, because they were chosen before those of this page. */
    prepend: (files: readonly Attachment[]) =>
      setState({ attachments: [...files, ...state.attachments] }),
    /** Removes attachments from the composer and from the browser's store. */
    remove(files: readonly { readonly id: string }[]) {
      const removedIds = new Set(files.map(({ id }) => id));
      for (const id of removedIds) store?.remove(id);
      setState({ attachments: state.attachments.filter((file) => !removedIds.has(file.id)) });
    },
    async markStored(id: string, upload: Upload) {
      await durations.waitFor(id);
      update(id, { state: "stored", upload, blob: null, why: null });
      const storedFile = findFile(id);
      if (storedFile) store?.save(owner, storedFile);
    },
    markRefused(id: string, why: ApiError) {
      update(id, { state: "refused", why, blob: null });
      // A rejected file is shown once and not stored.
      store?.remove(id);
    },
    measureMedia: durations.start,
  };
}

/** In seconds. A file gets the state `stored` only after its duration is known. */
function createDurationReader(
  measure: UploadsDeps["measure"],
  onDuration: (id: string, seconds: number) => void,
) {
  const running = new Map<string, Promise<void>>();
  const measureFile = (id: string, blob: Blob) =>
    measure?.(blob).then((seconds) => {
      if (seconds !== null) onDuration(id, seconds);
    });
  return {
    /** Returns a promise that settles when the file's duration is measured. */
    waitFor: (id: string) => running.get(id),
    start: ({ id, type, blob, duration }: Attachment): void => {
      const isMeasured = blob === null || duration !== undefined;
      const measurement =
        !isMeasured && /^(?:audio|video)\//.test(type) ? measureFile(id, blob) : undefined;
      const completion = measurement?.catch(() => undefined).finally(() => running.delete(id));
      if (completion) running.set(id, completion);
    },
  };
}
