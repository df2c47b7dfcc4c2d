import { useEffect, useRef, useState } from "preact/hooks";
import type { Server } from "../acts.ts";
import type { Attached } from "../model.ts";
import { safeName } from "../media.ts";
import type { View } from "./view.ts";

/**
 * A file being uploaded. `problem`: why it stopped; null: it is queued or being sent. `part`:
 * progress from 0 to 1.
 */
export interface Sending {
  readonly key: number;
  readonly file: File;
  readonly name: string;
  readonly part: number;
  readonly problem: "large" | "kind" | "fast" | "failed" | null;
}
export interface Files {
  readonly list: readonly Sending[];
  cancel(key: number): void;
  again(key: number): void;
}
/** Upload limit of CFG-030. */
export const fileMost = 25 * 1024 * 1024;
/** Maximum of files that upload without a further press. The others wait for "Try again". */
const filesMost = 10;

/**
 * Uploads files one after the other, so that messages keep their order. Each file becomes a message
 * (WG-087). Takes the files out of `chosen` whenever `choices` changes.
 */
export function useFiles({ acts }: Pick<View, "acts">, chosen: File[], choices: number): Files {
  const [list, setList] = useState<readonly Sending[]>([]);
  /** The current list. A callback of an earlier render may hold an old one. */
  const listRef = useRef(list);
  const nextRef = useRef(1);
  const underWayRef = useRef<{ readonly key: number; readonly abort: () => void } | null>(null);
  const put = (all: readonly Sending[]): void => {
    listRef.current = all;
    setList(all);
  };
  const change = (key: number, what: Partial<Sending>): void =>
    put(listRef.current.map((one) => (one.key === key ? { ...one, ...what } : one)));
  const drop = (key: number): void => put(listRef.current.filter((one) => one.key !== key));

  const to = acts.server();
  useEffect(() => {
    if (underWayRef.current !== null) return;
    const one = listRef.current.find(({ problem }) => problem === null);
    if (one === undefined || to === null) return;
    const abort = upload(one.file, to, {
      moved: (part) => change(one.key, { part }),
      ended(result) {
        // The outbox is full, so the file waits, too.
        const problem = typeof result === "string" ? result : acts.say("", { upload: result }) ? null : "failed";
        if (problem === null) drop(one.key);
        else change(one.key, { problem, part: 0 });
        underWayRef.current = null;
      },
    });
    underWayRef.current = { key: one.key, abort };
    // A new visitor has no token before the first welcome. Files chosen until then start with it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [list, to === null]);
  useEffect(() => () => underWayRef.current?.abort(), []);
  useEffect(() => {
    const more = chosen.splice(0).map((file, n): Sending => {
      const name = safeName(file.name);
      const problem = file.size > fileMost ? "large" : listRef.current.length + n < filesMost ? null : "fast";
      return { key: nextRef.current++, file, name, part: 0, problem };
    });
    if (more.length > 0) put([...listRef.current, ...more]);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [choices]);

  return {
    list,
    cancel(key) {
      if (underWayRef.current?.key === key) {
        underWayRef.current.abort();
        underWayRef.current = null;
      }
      drop(key);
    },
    again: (key) => change(key, { problem: null }),
  };
}

interface Watch {
  readonly moved: (part: number) => void;
  readonly ended: (result: Attached | Exclude<Sending["problem"], null>) => void;
}
/**
 * Uses XMLHttpRequest, because fetch reports no upload progress. The returned function cancels the
 * upload.
 */
function upload(file: File, to: Server, watch: Watch): () => void {
  const request = new XMLHttpRequest();
  const form = new FormData();
  form.append("file", file);
  request.upload.onprogress = ({ loaded, total }) => watch.moved(total > 0 ? loaded / total : 0);
  request.onload = () => {
    const body = request.response as { readonly id?: unknown; readonly name?: unknown } | null;
    if (request.status === 201 && typeof body?.id === "number")
      return watch.ended({ id: body.id, name: typeof body.name === "string" ? body.name : file.name, size: file.size });
    const { status } = request;
    watch.ended(status === 413 ? "large" : status === 415 ? "kind" : status === 429 ? "fast" : "failed");
  };
  request.onerror = () => watch.ended("failed");
  request.open("POST", `${to.base}/uploads`);
  request.responseType = "json";
  for (const [name, value] of Object.entries(to.headers)) request.setRequestHeader(name, value);
  request.send(form);
  return () => request.abort();
}
