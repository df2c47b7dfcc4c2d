import type { Upload } from "@parlour/protocol/api/upload";
import type { UploadsDeps } from "./types.ts";

/** A file with the bytes to send. */
export interface UploadSource {
  readonly id: string;
  readonly name: string;
  readonly blob: Blob;
}

/** Runs an upload per file. `onProgress` receives the bytes sent so far, and null at the end. */
export function createRunningUploads(
  send: UploadsDeps["send"],
  onProgress: (id: string, sent: number | null) => void,
) {
  const running = new Map<string, { result: Promise<Upload>; abort: AbortController }>();
  const finish = (id: string) => {
    running.delete(id);
    onProgress(id, null);
  };
  return {
    count: () => running.size,
    has: (id: string) => running.has(id),
    /** Starts an upload, or returns the promise of the running one of this file. */
    start: ({ id, name, blob }: UploadSource): Promise<Upload> => {
      const current = running.get(id);
      if (current) return current.result;
      const abort = new AbortController();
      const result = send(blob, {
        name,
        signal: abort.signal,
        onProgress: (sent) => onProgress(id, sent),
      }).finally(() => {
        if (running.get(id)?.abort === abort) finish(id);
      });
      running.set(id, { result, abort });
      onProgress(id, 0);
      return result;
    },
    /** Aborts. A later `start` begins a new upload even if this one has not ended yet. */
    stop: (id: string): void => {
      const { abort } = running.get(id) ?? {};
      if (!abort) return;
      finish(id);
      abort.abort();
    },
    stopAll: () => [...running.values()].forEach(({ abort }) => abort.abort()),
  };
}
