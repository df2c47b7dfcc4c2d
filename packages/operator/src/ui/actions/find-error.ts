import { findActionsProblem } from "@parlour/protocol/actions/problems";
import { t } from "./text.ts";

/** Returns the error of a list of actions of a form, or nothing. */
export function findActionsError(actions: unknown): { readonly do?: string } {
  if (findActionsProblem(actions, "do") === null) return {};
  const isEmpty = Array.isArray(actions) && actions.length === 0;
  return { do: t(isEmpty ? "actions.empty" : "actions.complete") };
}
