import { useEffect, useRef, useState } from "preact/hooks";
import type { ServerAccess } from "../../actions.ts";
import type { AttachedFile } from "../../state/state.ts";
import { toSafeFileName } from "../../media/media.ts";
import type { ViewProps } from "../view-props.ts";

/** `voice`: seconds of a recording that the visitor made as a voice message. */
export type ChosenFile = File & { readonly voice?: number };

/**
 * A file that is being uploaded. `problem` is the reason why the upload stopped, or null while it
 * waits or runs. `progress` is from 0 to 1.
 */
export interface UploadState {
  readonly key: number;
  readonly file: ChosenFile;
  readonly name: string;
  readonly progress: number;
  readonly problem: "large" | "kind" | "fast" | "failed" | null;
}
export interface UploadList {
  readonly list: readonly UploadState[];
  cancel(key: number): void;
  retry(key: number): void;
}
/** Upload limit in bytes (CFG-030). */
export const maxFileBytes = 25 * 1024 * 1024;
/** Maximum number of files that are uploaded at once. Others wait for "Try again". */
const maxConcurrentFiles = 10;

/**
 * Uploads files one after the other, so that their messages keep the order. Each file becomes a
 * message (WG-087). Takes the files from `chosen` whenever `choices` changes.
 */
export function useUploads(
  { actions }: Pick<ViewProps, "actions">,
  chosen: ChosenFile[],
  choices: number,
): UploadList {
  const [list, setList] = useState<readonly UploadState[]>([]);
  /**
   * The current list. A callback created by an earlier render would otherwise use an outdated list.
   */
  const listRef = useRef(list);
  const nextRef = useRef(1);
  const activeRef = useRef<{ readonly key: number; readonly abort: () => void } | null>(null);
  const setUploads = (all: readonly UploadState[]): void => {
    listRef.current = all;
    setList(all);
  };
  const change = (key: number, patch: Partial<UploadState>): void =>
    setUploads(
      listRef.current.map((queued) => (queued.key === key ? { ...queued, ...patch } : queued)),
    );
  const remove = (key: number): void =>
    setUploads(listRef.current.filter((queued) => queued.key !== key));

  const server = actions.getServer();
  useEffect(() => {
    if (activeRef.current !== null) return;
    const queued = listRef.current.find(({ problem }) => problem === null);
    if (queued === undefined || server === null) return;
    const abort = startUpload(queued.file, server, {
      onProgress: (part) => change(queued.key, { progress: part }),
      onEnd(outcome) {
        // The outbox is full, so the uploaded file must wait for a retry.
        const problem =
          typeof outcome === "string"
            ? outcome
            : actions.sendMessage("", { upload: outcome })
              ? null
              : "failed";
        if (problem === null) remove(queued.key);
        else change(queued.key, { problem, progress: 0 });
        activeRef.current = null;
      },
    });
    activeRef.current = { key: queued.key, abort };
    // A new visitor has no token before the first welcome. Files chosen until then start with it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [list, server === null]);
  useEffect(() => () => activeRef.current?.abort(), []);
  useEffect(() => {
    const added = chosen.splice(0).map((file, n): UploadState => {
      const name = toSafeFileName(file.name);
      const problem =
        file.size > maxFileBytes
          ? "large"
          : listRef.current.length + n < maxConcurrentFiles
            ? null
            : "fast";
      return { key: nextRef.current++, file, name, progress: 0, problem };
    });
    if (added.length > 0) setUploads([...listRef.current, ...added]);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [choices]);

  return {
    list,
    cancel(key) {
      if (activeRef.current?.key === key) {
        activeRef.current.abort();
        activeRef.current = null;
      }
      remove(key);
    },
    retry: (key) => change(key, { problem: null }),
  };
}

interface UploadEvents {
  readonly onProgress: (part: number) => void;
  readonly onEnd: (result: AttachedFile | Exclude<UploadState["problem"], null>) => void;
}
/**
 * Uploads a file. Uses XMLHttpRequest, because fetch does not report upload progress. The returned
 * function cancels the upload.
 */
function startUpload(file: ChosenFile, server: ServerAccess, events: UploadEvents): () => void {
  const request = new XMLHttpRequest();
  const form = new FormData();
  form.append("file", file);
  request.upload.onprogress = ({ loaded, total }) =>
    events.onProgress(total > 0 ? loaded / total : 0);
  request.onload = () => {
    const body = request.response as { readonly id?: unknown; readonly name?: unknown } | null;
    if (request.status === 201 && typeof body?.id === "number")
      return events.onEnd({
        id: body.id,
        name: typeof body.name === "string" ? body.name : file.name,
        size: file.size,
        voice_s: file.voice,
      });
    const { status } = request;
    events.onEnd(
      status === 413 ? "large" : status === 415 ? "kind" : status === 429 ? "fast" : "failed",
    );
  };
  request.onerror = () => events.onEnd("failed");
  request.open("POST", `${server.base}/uploads`);
  request.responseType = "json";
  for (const [name, value] of Object.entries(server.headers)) request.setRequestHeader(name, value);
  request.send(form);
  return () => request.abort();
}
