import { useEffect, useRef, useState } from "preact/hooks";
import type { Server } from "../acts.ts";
import type { Attached } from "../model.ts";
import { safeName } from "../media.ts";
import type { View } from "./view.ts";

/** A file on its way. `problem`: why it stays; null: it goes. `part`: of 1. */
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
/** CFG-030. */
export const fileMost = 25 * 1024 * 1024;
/** Files that may wait at once. */
const filesMost = 10;

/** Uploads of the composer, one after the other so that messages keep their order; each becomes a message of its own (WG-087). */
export function useFiles({ acts }: Pick<View, "acts">, added: readonly File[]): Files {
  const [list, setList] = useState<readonly Sending[]>([]);
  const nextRef = useRef(1);
  const underWayRef = useRef<{ readonly key: number; readonly abort: () => void } | null>(null);
  const change = (key: number, what: Partial<Sending>): void =>
    setList((all) => all.map((one) => (one.key === key ? { ...one, ...what } : one)));
  const drop = (key: number): void => setList((all) => all.filter((one) => one.key !== key));

  useEffect(() => {
    if (underWayRef.current !== null) return;
    const one = list.find(({ problem }) => problem === null);
    const to = acts.server();
    if (one === undefined || to === null) return;
    const abort = upload(one.file, to, {
      moved: (part) => change(one.key, { part }),
      ended(result) {
        underWayRef.current = null;
        if (typeof result === "string") change(one.key, { problem: result, part: 0 });
        else {
          acts.say("", { upload: result });
          drop(one.key);
        }
      },
    });
    underWayRef.current = { key: one.key, abort };
    // oxlint-disable-next-line react/exhaustive-deps
  }, [list]);
  useEffect(() => () => underWayRef.current?.abort(), []);
  useEffect(() => {
    const more = added.slice(0, filesMost - list.length).map((file): Sending => {
      const name = safeName(file.name);
      return { key: nextRef.current++, file, name, part: 0, problem: file.size > fileMost ? "large" : null };
    });
    if (more.length > 0) setList((all) => [...all, ...more]);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [added]);

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
/** fetch tells nothing of its progress, so the older way. The answer calls it off. */
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
