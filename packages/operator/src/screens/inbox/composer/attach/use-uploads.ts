import type { UploadsState } from "@parlour/client";
import { useSyncExternalStore } from "react";
import { useLiveClient } from "../../../../state/live-context.tsx";

/** Selects a part of the upload state. The component re-renders only if that part changes. */
export function useUploads<T>(select: (state: UploadsState) => T): T {
  const { uploads } = useLiveClient();
  return useSyncExternalStore(uploads.subscribe, () => select(uploads.get()));
}
