import type { Upload } from "@parlour/protocol/api-upload";
import type { OutboxFile } from "./outbox.ts";
import type { UploadsDeps } from "./uploads.ts";

/** A file with the bytes that are sent. */
export type FileToSend = Pick<OutboxFile, "id" | "name"> & { readonly blob: Blob };

/** Uploads under way, one for each file. `onProgress`: bytes sent so far; null when it has ended. */
export function createTries(send: UploadsDeps["send"], onProgress: (id: string, sent: number | null) => void) {
  const running = new Map<string, { result: Promise<Upload>; abort: AbortController }>();
  const end = (id: string) => {
    running.delete(id);
    onProgress(id, null);
  };
  return {
    count: () => running.size,
    has: (id: string) => running.has(id),
    /** Two callers share one try. */
    attempt: ({ id, name, blob }: FileToSend): Promise<Upload> => {
      const known = running.get(id);
      if (known) return known.result;
      const abort = new AbortController();
      const result = send(blob, { name, signal: abort.signal, onProgress: (sent) => onProgress(id, sent) }).finally(() => {
        if (running.get(id)?.abort === abort) end(id);
      });
      running.set(id, { result, abort });
      onProgress(id, 0);
      return result;
    },
    /** What comes after a stop is a new try, though the old one has not ended yet. */
    stop: (id: string): void => {
      const { abort } = running.get(id) ?? {};
      if (!abort) return;
      end(id);
      abort.abort();
    },
    stopAll: () => [...running.values()].forEach(({ abort }) => abort.abort()),
  };
}
