import type { Upload } from "@parlour/protocol/api/upload";
import type { ApiError } from "../api-error.ts";
import type { OutboxFile } from "../outbox/types.ts";
import type { Timers } from "../timers.ts";
import type { UploadRefusal } from "./upload-rules.ts";

/** Stores the attachments of the composer, so that they survive the end of the page. */
export interface AttachmentStore {
  /**
   * Passes on the attachments that this operator chose in tabs that have ended, now or when they
   * end. They then belong to this tab.
   */
  adopt(owner: number, take: (files: readonly Attachment[]) => void): void;
  save(owner: number, file: Attachment): void;
  remove(id: string): void;
}

/** A file in the composer. It is uploaded while the operator writes. */
export interface Attachment extends OutboxFile {
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
  send: (
    file: Blob,
    request: { name: string; onProgress: (sent: number) => void; signal: AbortSignal },
  ) => Promise<Upload>;
  /**
   * Returns the seconds of audio or video, or null if it cannot be played. Settles within seconds.
   */
  measure?: (file: Blob) => Promise<number | null>;
  /** Stores attachments beyond the end of the page. null: they end with the page. */
  store: AttachmentStore | null;
  /** Maximum MiB of one file, as far as the server has sent it. */
  maxMib?: () => number;
}

export interface UploadsState {
  /** Attachments in the composer, in the order in which they were chosen. */
  readonly attachments: readonly Attachment[];
  /** Bytes sent of running uploads, by file id. */
  readonly sent: ReadonlyMap<string, number>;
}
