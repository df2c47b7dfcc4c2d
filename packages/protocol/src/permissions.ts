import type { operatorRoles } from "./settings/kinds/people/operator.ts";

/** Permissions of the service API and of the roles, as plain data. */

/** All actions that require a permission (CORE-001). Each route or frame refers to one. */
export const actions = [
  /** Read lists, chats and messages. `canSeeChat` decides which chats. */
  "chats.read",
  /** Write, accept, leave, close, continue, block, type, mark as read. */
  "chats.answer",
  "visitors.read",
  "visitors.write",
  /** Import visitors from a file (VI-001). */
  "visitors.import",
  /** Make, start and read broadcasts (BC-001). */
  "broadcasts.manage",
  /** Write articles, and manage their sections (ART-001). */
  "articles.manage",
  /** Read statistics about the chats of all operators (API-074). */
  "reports.read",
  "channels.read",
  "channels.manage",
  /** Sign links and tokens of a widget, which name any of its visitors (API-573). */
  "channels.sign",
  "departments.read",
  "departments.manage",
  "bots.read",
  /** Manage bot connections, and request a provider id (BOT-002). */
  "bots.manage",
  "webhooks.read",
  "webhooks.manage",
  "triggers.read",
  "triggers.manage",
  /** Manage one's own views. Shared ones also need `account.manage` (VIEW-003). */
  "views.manage",
  /** Manage one's own macros. Shared ones also need `account.manage` (ACT-022). */
  "macros.manage",
  /** Read all entries with reasons. `visitors.read` shows whether one visitor is blocked. */
  "blacklist.read",
  "blacklist.manage",
  "operators.read",
  "operators.manage",
  /** Appoint and remove owners. */
  "operators.owners",
  "account.read",
  "account.manage",
  "keys.manage",
  "deliveries.read",
  "deliveries.retry",
  "profile.read",
  "profile.write",
  /** CORE-013 – CORE-016. Allowed for every operator, never for API keys. */
  "profile.secure",
  "presence.set",
  /** Read the audit log (API-072). */
  "audit.read",
  /** Export all data and erase visitors (CORE-116). */
  "data.manage",
  /** Manage accounts, bot providers and settings of the installation (API-043). */
  "instance.manage",
] as const;
export type Action = (typeof actions)[number];

const accountActions = actions.filter((action) => action !== "instance.manage");
/** Permissions of the built-in roles (CORE-001). */
export const rolePermissions: Record<(typeof operatorRoles)[number], ReadonlySet<Action>> = {
  owner: new Set(accountActions),
  admin: new Set(accountActions.filter((action) => action !== "operators.owners")),
  developer: new Set<Action>([
    "chats.read",
    "visitors.read",
    "channels.read",
    "channels.manage",
    "departments.read",
    "bots.read",
    "bots.manage",
    "webhooks.read",
    "webhooks.manage",
    "triggers.read",
    "triggers.manage",
    "views.manage",
    "macros.manage",
    "operators.read",
    "account.read",
    "keys.manage",
    "deliveries.read",
    "deliveries.retry",
    "profile.read",
    "profile.write",
    "profile.secure",
    "presence.set",
  ]),
  operator: new Set<Action>([
    "chats.read",
    "chats.answer",
    "views.manage",
    "macros.manage",
    "visitors.read",
    "visitors.write",
    "channels.read",
    "departments.read",
    "operators.read",
    "account.read",
    "profile.read",
    "profile.write",
    "profile.secure",
    "presence.set",
  ]),
  viewer: new Set<Action>([
    "chats.read",
    "visitors.read",
    "reports.read",
    "channels.read",
    "departments.read",
    "operators.read",
    "account.read",
    "profile.read",
    "profile.secure",
    "presence.set",
  ]),
};

/** Roles to which a custom role can add permissions (ROLE-001). */
export const baseRoles = ["developer", "operator", "viewer"] as const;
/** Permissions that a custom role can add: those of administrators that some base role lacks. */
export const addablePermissions: readonly Action[] = actions.filter(
  (action) =>
    rolePermissions.admin.has(action) &&
    !baseRoles.every((role) => rolePermissions[role].has(action)),
);
