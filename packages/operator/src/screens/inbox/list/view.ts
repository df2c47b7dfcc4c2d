import { chatText } from "../../../ui/chat/chat-text.ts";
import { t } from "../text.ts";
import { getSavedViewId, useSavedViews } from "../../../state/inbox/saved-views.ts";
import {
  closedViews,
  type ClosedView,
  type InboxView,
  type PagedView,
  type SavedViewName,
} from "../../../state/live-state.ts";

export const isClosedView = (view: InboxView): view is ClosedView =>
  closedViews.some((closedView) => closedView === view);

export const isSavedView = (view: InboxView): view is SavedViewName =>
  getSavedViewId(view) !== null;

/** Returns the list that a view loads page by page. Null: its chats are in memory. */
export function toPagedView(view: InboxView): PagedView | null {
  if (isSavedView(view)) return "saved";
  return isClosedView(view) ? view : null;
}

/** Returns the name of a view. Until saved views are loaded, that of the menu that has them. */
export function useViewName(view: InboxView): string {
  const views = useSavedViews();
  return isSavedView(view)
    ? (views.find(({ id }) => id === getSavedViewId(view))?.name ?? t("inbox.more"))
    : chatText(`view.${view}`);
}
