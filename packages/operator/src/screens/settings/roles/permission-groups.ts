import type { Permission } from "@parlour/protocol";

/** The permissions that a custom role can add (ROLE-002), as its form shows them. */
export const permissionGroups = {
  chats: [
    "chats.answer",
    "broadcasts.manage",
    "articles.manage",
    "macros.manage",
    "views.manage",
    "reports.read",
  ],
  visitors: [
    "visitors.write",
    "visitors.import",
    "blacklist.read",
    "blacklist.manage",
    "data.manage",
  ],
  channels: [
    "channels.manage",
    "channels.sign",
    "bots.read",
    "bots.manage",
    "triggers.read",
    "triggers.manage",
  ],
  team: ["operators.manage", "departments.manage", "profile.write"],
  developers: [
    "deliveries.read",
    "deliveries.retry",
    "webhooks.read",
    "webhooks.manage",
    "keys.manage",
  ],
  account: ["account.manage", "audit.read"],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

export type PermissionGroup = keyof typeof permissionGroups;
export type AddablePermission = (typeof permissionGroups)[PermissionGroup][number];
export const permissionGroupNames = Object.keys(permissionGroups) as readonly PermissionGroup[];
