import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { actions, can, type Action, type Principal } from "../packages/server/src/auth/index.ts";
import { describeServiceApi, type OpenApi } from "../packages/server/src/openapi/service-api.ts";
import { root } from "./source.ts";

/**
 * Generates docs/operate/rights.md: all routes of the service API and who may use them, from the
 * authorization code (CORE-001). A test compares the page with the server.
 */
const roles = ["owner", "admin", "developer", "operator", "viewer"] as const;
type Role = (typeof roles)[number];

/** Returns the whole page. */
export function renderRights(api: OpenApi): string {
  const rows = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path.replace("/api/v1", "")}`,
      action: operation["x-action"] as Action | undefined,
      fresh: (operation as { "x-fresh"?: boolean })["x-fresh"] === true,
    })),
  );
  const open = rows.filter((row) => row.action === undefined);
  const guarded = rows
    .filter((row) => row.action !== undefined)
    .toSorted((a, b) => (a.route < b.route ? -1 : 1));
  return `# Permissions

Look up which roles may call a route, and which scope an API key needs.

- \`node tools/generate-rights.ts\` generates this page from the authorization code and the routes of the server. Do not
  edit it.
- All paths are relative to \`/api/v1\`.
- Requests for objects of another account return 404, as if the objects did not exist.
- CORE-001 in docs/spec/core.md defines what a role sees in lists: some roles see only chats of their own channels and
  departments, or masked texts.
- *s* marks actions that remain possible in a suspended account.
- An API key has the permissions of its operator, limited by its scopes: \`*\` (all), \`*.read\` (every action that ends in
  \`.read\`), or names of actions from this table. \`mcp.send\` (tools of \`/mcp\` may send messages to visitors, MCP-011)
  and \`scim\` (an identity provider may manage operators and departments at \`/scim/v2\`, SSO-020) must be named,
  because \`*\` does not include them.
- *fresh* marks routes that require a recent re-authentication of a person, with a password or passkey in the last 15
  minutes (CORE-014). Other routes require it if the body changes a role, an email or an active state, or if it
  opens an outbound address (CORE-165).

## Actions

${renderTable(
  ["Action", ...roles, "suspended", "by key"],
  actions.map((action) => [
    `\`${action}\``,
    ...roles.map((role) => formatBoolean(can(createPrincipal(role), action))),
    can(createPrincipal("owner", { suspended: true }), action) ? "s" : "",
    formatBoolean(can(createPrincipal("owner", { byKey: true }), action)),
  ]),
)}

Only the instance owner has \`instance.manage\`, whatever their role.

## Routes

${renderTable(
  ["Route", "Action", ...roles, ""],
  guarded.map(({ route, action, fresh }) => [
    `\`${route}\``,
    `\`${String(action)}\``,
    ...roles.map((role) =>
      action === undefined ? "" : formatBoolean(can(createPrincipal(role), action)),
    ),
    fresh ? "fresh" : "",
  ]),
)}

## Before sign-in

${open
  .map((row) => `- \`${row.route}\``)
  .toSorted()
  .join("\n")}
`;
}

function createPrincipal(role: Role, { suspended = false, byKey = false } = {}): Principal {
  return {
    accountId: 1,
    operatorId: 1,
    name: role,
    role,
    instanceOwner: false,
    suspended,
    chosenPresence: { status: "online", custom: null },
    credential: byKey
      ? { kind: "key", id: 1, scopes: ["*"] }
      : { kind: "session", id: 1, expiresAt: 0, confirmedAt: 0, isLimited: false },
  };
}
const formatBoolean = (value: boolean): string => (value ? "yes" : "");
function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

if (import.meta.main)
  writeFileSync(join(root, "docs/operate/rights.md"), renderRights(await describeServiceApi()));
