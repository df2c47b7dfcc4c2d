import { closedViews, type ClosedView, type InboxView } from "../../../state/live-state.ts";

export const isClosedView = (view: InboxView): view is ClosedView =>
  closedViews.some((closedView) => closedView === view);
