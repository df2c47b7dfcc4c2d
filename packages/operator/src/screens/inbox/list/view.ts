import { closedViews, type ClosedView, type View } from "../../../state/live-state.ts";

export const isClosedView = (view: View): view is ClosedView =>
  closedViews.some((closedView) => closedView === view);
