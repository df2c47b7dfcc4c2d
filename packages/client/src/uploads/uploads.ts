import type { Upload } from "@parlour/protocol/api/upload";
import { ApiError } from "../api-error.ts";
import type { OutboxFile } from "../outbox/types.ts";
import { createRetryScheduler, isPermanentError, type RetryScheduler } from "../retry.ts";
import { createAttachmentList } from "./attachment-list.ts";
import { maxAttachments, validateFile, defaultUploadMib } from "./upload-rules.ts";
import { createRunningUploads } from "./running-uploads.ts";
import type { Attachment, UploadsDeps, UploadsState } from "./types.ts";

/** Uploads of the composer, with progress and cancellation. */
export interface Uploads {
  readonly get: () => UploadsState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns how many exceeded `maxAttachments`. `voiceSeconds`: a voice message this long. */
  readonly add: (chatId: number, files: readonly File[], voiceSeconds?: number) => number;
  /** Puts a file back into the composer after its message was taken back. */
  readonly putBack: (chatId: number, file: OutboxFile) => void;
  readonly remove: (id: string) => void;
  /** Retries waiting uploads immediately. Called when the connection is back. */
  readonly retryWaiting: () => void;
  /** Takes the files for sending. Refused and lost ones stay. Running uploads continue. */
  readonly take: (chatId: number) => readonly Attachment[];
  /** Returns the result of the file's running upload. Starts an upload if none is running. */
  readonly finishUpload: (file: OutboxFile & { readonly blob: Blob }) => Promise<Upload>;
  readonly cancel: (id: string) => void;
  /** Returns the maximum size of one file in MiB. */
  readonly maxMib: () => number;
  readonly close: () => void;
}

const maxConcurrentUploads = 2;

export function createUploads(deps: UploadsDeps): Uploads {
  const { store, owner, maxMib = () => defaultUploadMib } = deps;
  const list = createAttachmentList(deps);
  const runningUploads = createRunningUploads(deps.send, list.progress);
  const retries = createRetryScheduler<string>(deps);
  const { pump, ...pumpControl } = createPump({ list, runningUploads, retries });
  store?.adopt(owner, (files) => {
    if (pumpControl.isClosed()) return;
    for (const file of files)
      if (file.state === "waiting" || file.state === "sending") list.measureMedia(file);
    list.prepend(files.map((file) => ({ ...file, state: attachmentState(file) })));
    pump();
  });

  return {
    get: list.get,
    subscribe: list.subscribe,
    add(chatId, files, voiceSeconds) {
      const freePlaces = Math.max(
        0,
        maxAttachments - list.get().attachments.filter((file) => file.chatId === chatId).length,
      );
      for (const blob of files.slice(0, freePlaces)) {
        const chosen = toAttachment(chatId, deps.newId(), blob, maxMib());
        const file: Attachment =
          voiceSeconds === undefined ? chosen : { ...chosen, voice: true, duration: voiceSeconds };
        list.measureMedia(file);
        list.add(file);
      }
      pump();
      return Math.max(0, files.length - freePlaces);
    },
    putBack(chatId, file) {
      list.add({ ...file, chatId, state: attachmentState(file), why: null });
      pump();
    },
    remove(id) {
      retries.reset(id);
      list.remove([{ id }]);
      runningUploads.stop(id);
    },
    retryWaiting() {
      retries.cancelWaits();
      pump();
    },
    take(chatId) {
      const sendableFiles = list
        .get()
        .attachments.filter(
          (file) => file.chatId === chatId && file.state !== "refused" && file.state !== "lost",
        );
      for (const { id } of sendableFiles) retries.reset(id);
      list.remove(sendableFiles);
      return sendableFiles;
    },
    finishUpload: runningUploads.start,
    maxMib,
    cancel: runningUploads.stop,
    close: () => pumpControl.close(),
  };
}

interface PumpDeps {
  readonly list: ReturnType<typeof createAttachmentList>;
  readonly runningUploads: ReturnType<typeof createRunningUploads>;
  readonly retries: RetryScheduler<string>;
}
/** Uploads in order, at most two at a time. After a temporary error, a file waits again. */
function createPump({ list, runningUploads, retries }: PumpDeps) {
  let closed = false;
  const pump = () => {
    if (closed) return;
    for (const file of list.get().attachments) {
      if (runningUploads.count() >= maxConcurrentUploads) return;
      if (
        file.state !== "waiting" ||
        file.blob === null ||
        runningUploads.has(file.id) ||
        retries.isWaiting(file.id)
      )
        continue;
      list.update(file.id, { state: "sending", why: null });
      startUpload({ ...file, blob: file.blob });
    }
  };
  const startUpload = (file: Attachment & { readonly blob: Blob }) => {
    const handleStored = (upload: Upload) => {
      retries.reset(file.id);
      return list.markStored(file.id, upload);
    };
    const handleFailure = (error: unknown) => {
      if (!(error instanceof ApiError) || closed || !list.findFile(file.id)) return;
      if (isPermanentError(error)) return list.markRefused(file.id, error);
      retries.schedule(file.id, error.retryAfterMs, pump);
      list.update(file.id, { state: "waiting", why: error });
    };
    runningUploads.start(file).then(handleStored, handleFailure).finally(pump);
  };
  return {
    pump,
    isClosed: () => closed,
    close() {
      closed = true;
      retries.cancelWaits();
      runningUploads.stopAll();
    },
  };
}

function toAttachment(chatId: number, id: string, blob: File, maxMib: number): Attachment {
  const { name, size, type } = blob;
  const why = validateFile(blob, maxMib);
  const fields = { id, chatId, name, size, type, upload: null };
  return why === null
    ? { ...fields, blob, state: "waiting", why }
    : { ...fields, blob: null, state: "refused", why };
}

/** Returns the state of a restored file: `stored` if it is uploaded. Otherwise uploads it again. */
function attachmentState({ upload, blob }: OutboxFile): Attachment["state"] {
  return upload ? "stored" : blob ? "waiting" : "lost";
}
