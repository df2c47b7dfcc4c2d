import type { TextFunction } from "../../texts/index.ts";
import type { VisitorActions } from "../actions.ts";
import type { ChatWindowState } from "../state/state.ts";

/** Props of every view in the chat window. */
export interface ViewProps {
  readonly model: ChatWindowState;
  readonly actions: VisitorActions;
  readonly t: TextFunction;
}
