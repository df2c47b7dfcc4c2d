import type { View } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api, queryClient, refetchChanged } from "../api/api.ts";
import { useLiveClient } from "../live-context.tsx";
import type { InboxView, SavedViewName, ViewCounts } from "../live-state.ts";

const savedViewsKey = ["views", "counted"];
/** Number of saved views with a key: G, then 1 to 9. */
export const maxViewKeys = 9;

/** Returns the operator's saved views with their counts, own ones first. Empty until loaded. */
export function useSavedViews(): readonly View[] {
  const live = useLiveClient();
  return (
    useQuery({
      queryKey: savedViewsKey,
      queryFn: async ({ signal }) => {
        await live.waitUntilLive(signal);
        const views = await api.list<View>("/views", { signal });
        return views.toSorted((a, b) => Number(isOwnView(b)) - Number(isOwnView(a)));
      },
    }).data ?? noViews
  );
}
const noViews: readonly View[] = [];

export const isOwnView = ({ shared }: View): boolean => shared === "me";

/** Takes over counts that changed (VIEW-007). null: loads them again. */
export function applyViewCounts(counts: ViewCounts | null): void {
  if (counts === null) return refetchChanged(savedViewsKey);
  const byId = new Map(counts.map((changed) => [changed.id, changed]));
  queryClient.setQueryData<readonly View[]>(savedViewsKey, (views) =>
    views?.map((view) => ({ ...view, ...byId.get(view.id) })),
  );
}

/** Returns the name of a saved view in addresses. */
export const toSavedViewName = ({ id }: View): SavedViewName => `v${id}`;

/** Returns the id of a saved view, or null for a view that every operator has. */
export const getSavedViewId = (view: InboxView): number | null =>
  view.startsWith("v") ? Number(view.slice(1)) : null;
