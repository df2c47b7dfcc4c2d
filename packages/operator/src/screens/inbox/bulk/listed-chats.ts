import { useEffect, useSyncExternalStore } from "react";
import { createEventEmitter } from "../../../state/api/event-emitter.ts";

/** Ids of the loaded rows of the list, in display order. The bar is outside of the list. */
let listedIds: readonly number[] = [];
const listeners = createEventEmitter();

export const useListedChats = (): readonly number[] =>
  useSyncExternalStore(listeners.subscribe, () => listedIds);

/** Provides the rows of the list while it is shown. */
export function useProvideListedChats(ids: readonly number[]): void {
  useEffect(() => {
    listedIds = ids;
    listeners.emit();
  }, [ids]);
}
