import type { UploadsState } from "@parlour/client";
import { useSyncExternalStore } from "react";
import { useLiveStore } from "../../../../state/live-context.tsx";

/** A part of the files on their way; draws again only when the part is another one. */
export function useUploads<T>(select: (state: UploadsState) => T): T {
  const { uploads } = useLiveStore();
  return useSyncExternalStore(uploads.subscribe, () => select(uploads.get()));
}
