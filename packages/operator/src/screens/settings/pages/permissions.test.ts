import { actions, rolePermissions, type Action } from "@parlour/protocol/permissions";
import type { Operator } from "@parlour/protocol";
import { expect, it } from "vitest";
import rightsPage from "../../../../../../docs/operate/rights.md?raw";
import { createOperator } from "../../../../tests/entities.ts";
import { can, canOpenSettings } from "../../../state/session.tsx";
import { listAreas } from "../shown-areas.ts";
import { settingsPages } from "./index.ts";

/** What each page of the settings requests, to show itself and to save. */
const requests: Readonly<Record<string, readonly string[]>> = {
  widgets: ["GET /channels", "POST /channels", "PATCH /channels/{id}"],
  connectors: ["GET /channels", "POST /channels/connection-test", "PATCH /channels/{id}"],
  channels: ["GET /channels", "POST /channels/{id}/rotate", "PATCH /channels/{id}"],
  bots: ["GET /bots", "GET /bot-providers", "POST /bot-providers", "PATCH /bots/{id}"],
  calls: ["GET /call-settings", "PATCH /call-settings", "POST /call-settings/test"],
  "help-center": ["GET /help-center", "PATCH /help-center"],
  "article-sections": [
    "GET /article-sections",
    "POST /article-sections",
    "PATCH /article-sections/{id}",
    "PUT /article-sections/order",
  ],
  model: ["GET /model", "PATCH /model", "POST /model/test"],
  agents: ["GET /agents", "POST /agents", "PATCH /agents/{id}"],
  proof: ["GET /agents", "POST /agents/{id}/replays", "POST /agents/{id}/questions"],
  views: ["GET /views", "POST /views", "PATCH /views/{id}"],
  segments: ["GET /segments", "POST /segments", "PATCH /segments/{id}", "POST /segments/count"],
  broadcasts: ["GET /broadcasts", "POST /broadcasts", "POST /broadcasts/{id}/start"],
  macros: ["GET /macros", "POST /macros", "PATCH /macros/{id}"],
  fields: ["GET /fields", "POST /fields", "PATCH /fields/{id}"],
  tags: ["GET /tags", "POST /tags", "PATCH /tags/{id}"],
  blocklist: ["GET /blacklist", "POST /blacklist", "DELETE /blacklist/{id}"],
  routing: ["GET /routing", "PATCH /routing"],
  rules: ["GET /rules", "POST /rules/dry-run", "PATCH /rules/{id}", "PUT /rules/order"],
  triggers: ["GET /triggers", "GET /triggers/replaced", "PATCH /triggers/{id}"],
  "sla-policies": ["GET /sla-policies", "PATCH /sla-policies/{id}", "PUT /sla-policies/order"],
  "scheduled-reports": ["GET /scheduled-reports", "PATCH /scheduled-reports/{id}"],
  hours: ["GET /working-hours", "PATCH /working-hours"],
  people: ["GET /operators", "GET /push/reach", "POST /operators", "PATCH /operators/{id}"],
  roles: ["GET /roles", "POST /roles", "PATCH /roles/{id}", "DELETE /roles/{id}"],
  statuses: ["GET /statuses", "POST /statuses", "PATCH /statuses/{id}"],
  departments: ["GET /departments", "POST /departments", "PATCH /departments/{id}"],
  security: ["GET /security", "PATCH /security", "GET /sessions", "GET /sign-ins"],
  webhooks: ["GET /webhooks", "POST /webhooks", "PATCH /webhooks/{id}"],
  keys: ["GET /api-keys", "POST /api-keys", "DELETE /api-keys/{id}"],
  docs: ["GET /deliveries"],
  account: ["GET /account", "PATCH /account", "GET /get-started"],
  "move-in": ["GET /imports", "POST /imports", "GET /imports/{id}", "POST /imports/{id}/start"],
  "parallel-run": [
    "GET /imports/parallel",
    "POST /imports/parallel",
    "DELETE /imports/parallel",
    "GET /imports/parallel/chats",
  ],
  audit: ["GET /audit", "GET /audit/actions", "GET /audit/verify", "GET /audit/export"],
};
/** Pages with a part that some roles only read, of one's own things, and of the installation. */
const others = ["data", "replies", "instance", "mail", "system", "accounts"];

/** The permission of each route, from the page that is generated from the server's routes. */
const rights = new Map(
  [...rightsPage.matchAll(/^\| `(.+?)` \| `(.+?)` \|/gm)].map(([, route = "", action = ""]) => [
    route,
    action as Action,
  ]),
);
const findPermissions = (page: string): readonly Action[] =>
  (requests[page] ?? []).map((route) => rights.get(route) ?? expect.fail(`no route ${route}`));
const listPages = (me: Operator): readonly string[] =>
  listAreas(me).flatMap(({ pages }) => pages.map(({ path }) => path));

const createRole = (permissions: Iterable<Action>) =>
  createOperator({
    role: "viewer",
    permissions: [...new Set([...rolePermissions.viewer, ...permissions])],
  });

it("[ROLE-010] every page of the settings is one of the lists of this test", () => {
  expect(Object.keys(settingsPages).toSorted()).toEqual(
    [...Object.keys(requests), ...others].filter((page) => page !== "docs").toSorted(),
  );
});

it.each(Object.keys(requests))(
  "[ROLE-010] a role with the added permissions of its requests opens the page %s",
  (page) => {
    const me = createRole(findPermissions(page));
    expect(listPages(me)).toContain(page);
    expect(page === "docs" || canOpenSettings(me)).toBe(true);
  },
);

it.each(actions.filter((action) => !rolePermissions.viewer.has(action)))(
  "[ROLE-010] without the permission %s, no page that requests need it for is shown",
  (lacking) => {
    const me = createRole(rolePermissions.admin);
    const pages = listPages({
      ...me,
      permissions: me.permissions?.filter((one) => one !== lacking) ?? [],
    });
    expect(pages.filter((page) => findPermissions(page).includes(lacking))).toEqual([]);
  },
);

it.each(actions.filter((action) => rolePermissions.admin.has(action)))(
  "[ROLE-010] the permission %s leads to the settings if it opens a page there",
  (permission) => {
    const own = ["replies", "views", "segments", "macros", "docs"];
    const pages = listPages(createRole([permission])).filter((page) => !own.includes(page));
    if (pages.length > 0) expect(can(createRole([permission]), "settings")).toBe(true);
  },
);
