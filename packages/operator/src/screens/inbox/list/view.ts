import { closedViews, type PagedView, type InboxView } from "../../../state/live-state.ts";

export const isClosedView = (view: InboxView): view is PagedView =>
  closedViews.some((closedView) => closedView === view);
