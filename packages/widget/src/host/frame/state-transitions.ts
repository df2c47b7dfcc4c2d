import type { PublicState } from "../../bridge.ts";
import type { PageStorage } from "../../loader/page-storage.ts";
import {
  isChatWindowOpen,
  getNextWidgetState,
  type WidgetAction,
  type WidgetState,
} from "../../widget-state.ts";
import type { Callbacks } from "../page-api/callbacks.ts";
import type { Invitations } from "../rules/invitations.ts";
import type { WidgetLayout } from "../layout.ts";

/** The originator of a state change (WG-023). */
type TransitionSource = "visitor" | "api" | "rule" | "invitation";

/**
 * Changes the widget's state (WG-070, WG-071). A change updates the layout, stores the state for
 * the next page, and calls the page's callbacks.
 */
export interface StateTransitions {
  readonly move: (cause: WidgetAction, source: TransitionSource) => void;
  /**
   * Restores the state that this tab had on the previous page, unless the state has changed since.
   */
  readonly restore: () => void;
}
export interface StateTransitionsDeps {
  readonly store: PageStorage;
  readonly layout: Pick<
    WidgetLayout,
    "displayState" | "transitionTo" | "hasPageButton" | "reportSize"
  >;
  readonly invitations: () => Pick<Invitations, "onClosed"> | null;
  readonly facts: () => PublicState;
  readonly emit: Callbacks["emit"];
  /** Loads the chat window, and records that the visitor uses it. */
  readonly useWindow: () => void;
  readonly signal: AbortSignal;
}

export function createStateTransitions({
  store: { tab },
  layout,
  useWindow,
  invitations,
  facts,
  emit,
  signal,
}: StateTransitionsDeps): StateTransitions {
  const restoredState = tab.read().state;
  let isRestored = false;
  const enter = (state: WidgetState, source: TransitionSource): void => {
    const previous = layout.displayState().state;
    const [wasOpen, willBeOpen] = [isChatWindowOpen(previous), isChatWindowOpen(state)];
    tab.save({ state });
    if (willBeOpen) useWindow();
    if (!willBeOpen) invitations()?.onClosed(source === "visitor");
    // A press of the page's own button counts as an action of the visitor.
    const isPressed =
      source === "visitor" ||
      (source === "api" && layout.hasPageButton() && navigator.userActivation?.isActive === true);
    layout.transitionTo(
      {
        state,
        isHalfHeight: willBeOpen && !wasOpen && (source === "rule" || source === "invitation"),
      },
      isPressed,
    );
    emit("changeState", { state, previous }, state);
    if (willBeOpen !== wasOpen) emit(willBeOpen ? "open" : "close", { by: source });
    layout.reportSize();
  };
  const move = (action: WidgetAction, source: TransitionSource): void => {
    const { state } = layout.displayState();
    const to = getNextWidgetState(state, action, facts().hasMessages);
    if (to !== state && !signal.aborted) enter(to, source);
  };
  const restore = (): void => {
    if (isRestored || signal.aborted) return;
    isRestored = true;
    if (layout.displayState().state !== "label") return;
    const { connected, hasMessages } = facts();
    if (restoredState === "chat" || restoredState === "chat/call") move("button", "api");
    else if (restoredState === "chat/min" && (hasMessages || !connected))
      enter(restoredState, "api");
  };
  return { move, restore };
}
