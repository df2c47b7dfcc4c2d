import type { TextFunction } from "../../texts/index.ts";
import type { VisitorActions } from "../actions.ts";
import type { ChatWindowState } from "../state/state.ts";

export interface TextProps {
  readonly t: TextFunction;
}
export interface ControlProps extends TextProps {
  readonly actions: VisitorActions;
}
/** Props of every view in the chat window. */
export interface ViewProps extends ControlProps {
  readonly model: ChatWindowState;
}
