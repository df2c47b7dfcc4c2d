import { findActionsProblem } from "@parlour/protocol/actions/problems";
import { findTextProblem } from "@parlour/protocol/reply-text";
import { getLoadedFields } from "../fields/use-fields.ts";
import type { DraftAction } from "./action-catalogue.ts";
import { t } from "./text.ts";

/** Returns the error of a list of actions of a form, or nothing. */
export function findActionsError(actions: unknown): { readonly do?: string } {
  if (findActionsProblem(actions, "do") !== null) {
    const isEmpty = Array.isArray(actions) && actions.length === 0;
    return { do: t(isEmpty ? "actions.empty" : "actions.complete") };
  }
  const problem = findTextProblem(actions as readonly DraftAction[], "do", getLoadedFields());
  return problem === null
    ? {}
    : { do: t("actions.variable", { list: problem[2]?.join(", ") ?? "" }) };
}
