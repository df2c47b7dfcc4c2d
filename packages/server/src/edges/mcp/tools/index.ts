import { can, isActionInScopes, type Principal } from "../../../auth/index.ts";
import { accountTools } from "./account.ts";
import { articleChangeTools, articleTools } from "./articles.ts";
import { changeTools } from "./changes.ts";
import { chatTools } from "./chats.ts";
import type { Tool } from "./define-tool.ts";
import { referenceTools } from "./references.ts";
import { visitorTools } from "./visitors.ts";

/** All tools, in the order in which clients list them (MCP-020). */
export const tools: readonly Tool[] = [
  ...chatTools,
  ...visitorTools,
  ...referenceTools,
  ...accountTools,
  ...articleTools,
  ...changeTools,
  ...articleChangeTools,
];

/**
 * Returns the first action or scope that a principal lacks for a tool. Returns null if the
 * principal may call it (MCP-011).
 */
export function findDeniedPermission(
  principal: Principal,
  { actions, explicitScope }: Tool,
): Tool["actions"][number] | NonNullable<Tool["explicitScope"]> | null {
  const { credential } = principal;
  const missingAction = actions.find((action) => !can(principal, action));
  if (missingAction !== undefined) return missingAction;
  if (explicitScope === undefined) return null;
  return credential.kind !== "session" && isActionInScopes(credential.scopes, explicitScope)
    ? null
    : explicitScope;
}
