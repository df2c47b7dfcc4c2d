import type { InputProblem } from "@parlour/protocol/conditions/problem";
import type { KeyboardEvent } from "react";
import type { FactCatalogue } from "../fact-catalogue.ts";

/** What all parts of the editor share. */
export interface Editing {
  readonly catalogue: FactCatalogue;
  /** The first problem of the condition. null: none, or the operator has not tried to save yet. */
  readonly problem: InputProblem | null;
  /** Moves the focus after the next change. */
  readonly focusAfterChange: (target: FocusTarget) => void;
}

/** Where the focus moves after a change. */
export interface FocusTarget {
  /** Path of the item, or of the group whose Add button gets the focus. */
  readonly path: string;
  /** `value`: opens the value of the line. `add`: the Add button. */
  readonly part: "fact" | "value" | "add";
}

export type ItemAction = "duplicate" | "exclude" | "group" | "ungroup" | "remove";

/** Delete removes the item, `!` excludes it. Keys in an open list are not for the item. */
export function handleItemKey(
  event: KeyboardEvent<HTMLElement>,
  onAction: (action: ItemAction) => void,
): void {
  if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
  const actions: Readonly<Partial<Record<string, ItemAction>>> = {
    Delete: "remove",
    Backspace: "remove",
    "!": "exclude",
  };
  const action = actions[event.key];
  if (action === undefined) return;
  event.preventDefault();
  onAction(action);
}
