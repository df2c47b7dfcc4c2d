import { hasOlderMessages, type MessageLog } from "@parlour/client";
import { useEffect } from "react";
import { useLiveState, useLiveClient } from "../../../../state/live-context.tsx";

/**
 * Loads earlier messages when the first loaded ones come near the viewport. Returns the load state.
 */
export function useLoadOlder(chatId: number, firstIndex: number) {
  const live = useLiveClient();
  const older = useLiveState((state) => state.logs.get(chatId)?.older);
  const canLoadMore = useLiveState((state) => canLoadOlder(state.snapshot.logs.get(chatId)));
  useEffect(() => {
    if (canLoadMore && firstIndex <= 3 && older !== "loading" && !(older instanceof Error))
      live.loadOlder(chatId);
  }, [canLoadMore, firstIndex, older, live, chatId]);
  return older;
}

function canLoadOlder(log: MessageLog | undefined): boolean {
  return log !== undefined && hasOlderMessages(log);
}
