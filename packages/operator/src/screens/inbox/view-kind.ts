import type { ClosedView, View } from "../../state/live-state.ts";

/** Views of closed chats; the others hold running ones. */
export const closedViews: readonly ClosedView[] = ["closed", "missed"];
export const isClosedView = (view: View): view is ClosedView => view === "closed" || view === "missed";
