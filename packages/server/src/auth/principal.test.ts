import { addablePermissions, baseRoles } from "@parlour/protocol/permissions";
import { expect, test } from "vitest";
import type { Role } from "../core/entity.ts";
import type { AccountConfig } from "../core/command.ts";
import { routingDefaults } from "../core/routing/defaults.ts";
import {
  actions,
  reauthenticationTtlMs,
  isReauthenticated,
  can,
  canCreateKeyFor,
  type Action,
  type Principal,
} from "./principal.ts";
import { mustMaskText, canSeeChat } from "./visibility.ts";

function createPrincipal(role: Role, more: Partial<Principal> = {}): Principal {
  return {
    accountId: 1,
    operatorId: 5,
    name: "Ann",
    role,
    instanceOwner: false,
    suspended: false,
    chosenPresence: { status: "online", custom: null },
    credential: { kind: "session", id: 1, expiresAt: 0, confirmedAt: 0, isLimited: false },
    ...more,
  };
}
function allowedActions(actor: Principal): Action[] {
  return actions.filter((action) => can(actor, action));
}

test("[CORE-001] the rights of each role", () => {
  expect(allowedActions(createPrincipal("owner"))).toEqual(
    actions.filter((action) => action !== "instance.manage"),
  );
  expect(allowedActions(createPrincipal("admin"))).toEqual(
    actions.filter((action) => action !== "instance.manage" && action !== "operators.owners"),
  );
  expect(allowedActions(createPrincipal("developer"))).toEqual([
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
  ]);
  expect(allowedActions(createPrincipal("operator"))).toEqual([
    "chats.read",
    "chats.answer",
    "visitors.read",
    "visitors.write",
    "channels.read",
    "departments.read",
    "views.manage",
    "macros.manage",
    "operators.read",
    "account.read",
    "profile.read",
    "profile.write",
    "profile.secure",
    "presence.set",
  ]);
  expect(allowedActions(createPrincipal("viewer"))).toEqual([
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
  ]);
});

test.each(baseRoles)("[ROLE-002] a custom role of base %s has each added permission", (base) => {
  const own = allowedActions(createPrincipal(base));
  for (const added of addablePermissions)
    expect(allowedActions(createPrincipal(base, { addedPermissions: [added] }))).toEqual(
      actions.filter((action) => action === added || own.includes(action)),
    );
});

test("[ROLE-002] permissions of owners and of the installation cannot be added", () => {
  const everyBase = baseRoles.map((base) => allowedActions(createPrincipal(base)));
  expect(addablePermissions).toEqual(
    actions.filter(
      (action) =>
        action !== "operators.owners" &&
        action !== "instance.manage" &&
        !everyBase.every((permissions) => permissions.includes(action)),
    ),
  );
});

test("[ROLE-004] a developer who answers chats reads their texts", () => {
  expect(mustMaskText(createPrincipal("developer", { addedPermissions: ["audit.read"] }))).toBe(
    true,
  );
  expect(mustMaskText(createPrincipal("developer", { addedPermissions: ["chats.answer"] }))).toBe(
    false,
  );
});

test("[API-043] instance settings need the instance owner, whatever his role", () => {
  expect(can(createPrincipal("owner"), "instance.manage")).toBe(false);
  expect(can(createPrincipal("viewer", { instanceOwner: true }), "instance.manage")).toBe(true);
});

test("[CORE-001] a suspended account is read-only; its instance owner can still resume it", () => {
  const actor = createPrincipal("owner", { suspended: true, instanceOwner: true });
  expect(allowedActions(actor)).toEqual([
    "chats.read",
    "visitors.read",
    "reports.read",
    "channels.read",
    "departments.read",
    "bots.read",
    "webhooks.read",
    "triggers.read",
    "blacklist.read",
    "operators.read",
    "account.read",
    "deliveries.read",
    "profile.read",
    "profile.secure",
    "presence.set",
    "audit.read",
    "instance.manage",
  ]);
});

test("[API-041] a key has at most the rights of its scopes and of its operator", () => {
  const credential = { kind: "key" as const, id: 1, scopes: ["chats.read", "channels.manage"] };
  expect(allowedActions(createPrincipal("operator", { credential }))).toEqual(["chats.read"]);
  expect(
    allowedActions(createPrincipal("operator", { credential: { ...credential, scopes: ["*"] } })),
  ).toEqual(
    // API keys never have permission for an operator's factors and sessions.
    allowedActions(createPrincipal("operator")).filter((action) => action !== "profile.secure"),
  );
});

test("[CORE-001] nobody makes a key that can do more than he", () => {
  const createTarget = (id: number, role: Role, instanceOwner = false) => ({
    id,
    role,
    instanceOwner,
  });
  const owner = createTarget(9, "owner");
  expect(canCreateKeyFor(createPrincipal("developer"), owner)).toBe(false);
  expect(canCreateKeyFor(createPrincipal("developer"), createTarget(5, "developer"))).toBe(true);
  expect(canCreateKeyFor(createPrincipal("admin"), owner)).toBe(false);
  expect(canCreateKeyFor(createPrincipal("admin"), createTarget(8, "operator"))).toBe(true);
  expect(canCreateKeyFor(createPrincipal("owner"), owner)).toBe(true);
  expect(canCreateKeyFor(createPrincipal("operator"), createTarget(5, "operator"))).toBe(false);
  // A key that acts as the installation's owner would give control of the installation.
  for (const role of ["owner", "operator"] as const) {
    expect(canCreateKeyFor(createPrincipal("owner"), createTarget(9, role, true)), role).toBe(
      false,
    );
    expect(canCreateKeyFor(createPrincipal("admin"), createTarget(9, role, true)), role).toBe(
      false,
    );
    expect(
      canCreateKeyFor(
        createPrincipal("owner", { instanceOwner: true }),
        createTarget(9, role, true),
      ),
      role,
    ).toBe(true);
  }
  expect(
    canCreateKeyFor(
      createPrincipal("developer", { instanceOwner: true }),
      createTarget(5, "developer", true),
    ),
  ).toBe(true);
});

test("[CORE-001] an operator sees chats of his channels and those he takes part in", () => {
  const channel = {
    id: 3,
    kind: "api" as const,
    name: "C",
    publicId: "C",
    enabled: true,
    deleted: false,
    endpointId: 1,
    mediaAs: "media objects" as const,
    operators: new Set([5]),
  };
  const config: AccountConfig = {
    accountId: 1,
    version: 1,
    departments: new Map(),
    bots: new Map(),
    webhooks: new Map(),
    hours: null,
    routing: routingDefaults,
    tags: new Map(),
    blockList: [],
    suspended: false,
    operators: new Map(),
    channels: new Map([
      [3, channel],
      [4, { ...channel, id: 4, operators: new Set<number>() }],
    ]),
  };
  const chat = { channelId: 4, assignee: null, participants: [] };
  expect(canSeeChat(createPrincipal("operator"), { ...chat, channelId: 3 }, config)).toBe(true);
  expect(canSeeChat(createPrincipal("operator"), chat, config)).toBe(false);
  expect(
    canSeeChat(createPrincipal("operator"), { ...chat, assignee: { id: 5, name: "Ann" } }, config),
  ).toBe(true);
  expect(
    canSeeChat(
      createPrincipal("operator"),
      { ...chat, participants: [{ id: 5, name: "Ann" }] },
      config,
    ),
  ).toBe(true);
  for (const role of ["owner", "admin", "developer", "viewer"] as const)
    expect(canSeeChat(createPrincipal(role), chat, config)).toBe(true);
});

test("[CORE-001] developers get texts masked, viewers do not", () => {
  expect(mustMaskText(createPrincipal("developer"))).toBe(true);
  expect(mustMaskText(createPrincipal("viewer"))).toBe(false);
});

test("[CORE-014] [F14] a proof lasts 15 minutes; a session without one, or with one of a time to come, has none", () => {
  const now = 1_000_000_000;
  expect(reauthenticationTtlMs).toBe(900_000);
  for (const [confirmedAt, expected] of [
    [now, true],
    [now - reauthenticationTtlMs + 1, true],
    [now - reauthenticationTtlMs, false],
    [now + reauthenticationTtlMs, false],
    [null, false],
  ] as const)
    expect(isReauthenticated(confirmedAt, now), String(confirmedAt)).toBe(expected);
});
