import {
  can,
  isExplicitScope,
  type Action,
  type ExplicitScope,
  type Principal,
} from "../principal.ts";

export type ApplicationScope = Action | ExplicitScope;

/** All scopes that the tools of the MCP server use (MCP-062). */
export const applicationScopes: readonly ApplicationScope[] = [
  "chats.read",
  "visitors.read",
  "chats.answer",
  "operators.read",
  "departments.read",
  "reports.read",
  "deliveries.read",
  "articles.manage",
  "mcp.send",
];

/** Returns whether an operator has the permission that a scope passes on. */
export const canPassOn = (principal: Principal, scope: ApplicationScope): boolean =>
  can(principal, isExplicitScope(scope) ? "chats.answer" : scope);

/**
 * Parses the parameter `scope`. Without it, all scopes are requested. Unknown names are ignored,
 * because clients add their own, such as `offline_access`.
 */
export function parseScopes(text: string | undefined): readonly ApplicationScope[] {
  if (text === undefined || text.trim() === "") return applicationScopes;
  const names = new Set(text.split(" "));
  return applicationScopes.filter((scope) => names.has(scope));
}
