import type { Upload } from "@parlour/protocol/api/upload";
import type { ApiError } from "../api-error.ts";
import type { OutboxFile } from "../outbox/types.ts";
import type { Timers } from "../timers.ts";
import type { UploadRefusal } from "./upload-rules.ts";

/** Stores the attachments of the composer, so that they outlive the page. */
export interface AttachmentStore {
  /** Passes attachments of tabs that have ended, or that end later. They move to this tab. */
  adopt(owner: number, take: (files: readonly Attachment[]) => void): void;
  save(owner: number, file: Attachment): void;
  remove(id: string): void;
}

/** A file in the composer. Its upload starts while the operator is still writing. */
export interface Attachment extends OutboxFile {
  readonly chatId: number;
  /**
   * `waiting`: the file waits for a free slot or the connection. `refused`: see `why`. `lost`: the
   * page ended before the upload, and the browser has no copy of the bytes.
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
  /** Duration of audio or video in seconds, or null if it cannot be played. Settles soon. */
  measure?: (file: Blob) => Promise<number | null>;
  /** Stores attachments beyond the end of the page. If null, they are lost when the page ends. */
  store: AttachmentStore | null;
  /** Returns the maximum size of one file in MiB, if the server has sent it. */
  maxMib?: () => number;
}

export interface UploadsState {
  /** Attachments in the composer, in the order in which they were chosen. */
  readonly attachments: readonly Attachment[];
  /** Number of bytes sent of each running upload, by file id. */
  readonly sent: ReadonlyMap<string, number>;
}
