import { expect, test } from "vitest";
import type { Role } from "../core/entity.ts";
import type { AccountConfig } from "../core/ports.ts";
import { routingDefaults } from "../core/routing/defaults.ts";
import { actions, confirmedMs, isFresh, may, mayMakeKeyFor, type Action, type Principal } from "./principal.ts";
import { maskMessage, masksText, maySeeChat } from "./see.ts";

function principal(role: Role, more: Partial<Principal> = {}): Principal {
  return {
    accountId: 1,
    operatorId: 5,
    name: "Ann",
    role,
    instanceOwner: false,
    suspended: false,
    chosenPresence: "online",
    by: { kind: "session", id: 1, expiresAt: 0, confirmedAt: 0, isLimited: false },
    ...more,
  };
}
function allowed(who: Principal): Action[] {
  return actions.filter((action) => may(who, action));
}

test("[CORE-001] the rights of each role", () => {
  expect(allowed(principal("owner"))).toEqual(actions.filter((action) => action !== "instance.manage"));
  expect(allowed(principal("admin"))).toEqual(actions.filter((action) => action !== "instance.manage" && action !== "operators.owners"));
  expect(allowed(principal("developer"))).toEqual([
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
  expect(allowed(principal("operator"))).toEqual([
    "chats.read",
    "chats.answer",
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
  ]);
  expect(allowed(principal("viewer"))).toEqual([
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

test("[API-043] instance settings need the instance owner, whatever his role", () => {
  expect(may(principal("owner"), "instance.manage")).toBe(false);
  expect(may(principal("viewer", { instanceOwner: true }), "instance.manage")).toBe(true);
});

test("[CORE-001] a suspended account is read-only; its instance owner can still resume it", () => {
  const who = principal("owner", { suspended: true, instanceOwner: true });
  expect(allowed(who)).toEqual([
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
  const by = { kind: "key" as const, id: 1, scopes: ["chats.read", "channels.manage"] };
  expect(allowed(principal("operator", { by }))).toEqual(["chats.read"]);
  expect(allowed(principal("operator", { by: { ...by, scopes: ["*"] } }))).toEqual(
    // API keys never have an operator's own factors and sessions.
    allowed(principal("operator")).filter((action) => action !== "profile.secure"),
  );
});

test("[CORE-001] nobody makes a key that can do more than he", () => {
  const of = (id: number, role: Role, instanceOwner = false) => ({ id, role, instanceOwner });
  const owner = of(9, "owner");
  expect(mayMakeKeyFor(principal("developer"), owner)).toBe(false);
  expect(mayMakeKeyFor(principal("developer"), of(5, "developer"))).toBe(true);
  expect(mayMakeKeyFor(principal("admin"), owner)).toBe(false);
  expect(mayMakeKeyFor(principal("admin"), of(8, "operator"))).toBe(true);
  expect(mayMakeKeyFor(principal("owner"), owner)).toBe(true);
  expect(mayMakeKeyFor(principal("operator"), of(5, "operator"))).toBe(false);
  // Acting as the installation's owner gives control of the installation.
  for (const role of ["owner", "operator"] as const) {
    expect(mayMakeKeyFor(principal("owner"), of(9, role, true)), role).toBe(false);
    expect(mayMakeKeyFor(principal("admin"), of(9, role, true)), role).toBe(false);
    expect(mayMakeKeyFor(principal("owner", { instanceOwner: true }), of(9, role, true)), role).toBe(true);
  }
  expect(mayMakeKeyFor(principal("developer", { instanceOwner: true }), of(5, "developer", true))).toBe(true);
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
    blacklist: [],
    suspended: false,
    operators: new Map(),
    channels: new Map([
      [3, channel],
      [4, { ...channel, id: 4, operators: new Set<number>() }],
    ]),
  };
  const chat = { channelId: 4, assignee: null, participants: [] };
  expect(maySeeChat(principal("operator"), { ...chat, channelId: 3 }, config)).toBe(true);
  expect(maySeeChat(principal("operator"), chat, config)).toBe(false);
  expect(maySeeChat(principal("operator"), { ...chat, assignee: { id: 5, name: "Ann" } }, config)).toBe(true);
  expect(maySeeChat(principal("operator"), { ...chat, participants: [{ id: 5, name: "Ann" }] }, config)).toBe(true);
  for (const role of ["owner", "admin", "developer", "viewer"] as const) expect(maySeeChat(principal(role), chat, config)).toBe(true);
});

test("[CORE-001] masking hides text and media of people, not system lines", () => {
  expect(masksText(principal("developer"))).toBe(true);
  expect(masksText(principal("viewer"))).toBe(false);
  const visitor = { kind: "visitor" as const, id: 1, name: "Vic" };
  expect(maskMessage({ author: visitor, text: "secret" })).toEqual({ author: visitor, text: "•••" });
  const bot = { kind: "bot" as const, id: 1, name: "Rita" };
  const nodes = [{ type: "bold" as const, nodes: [{ type: "text" as const, text: "secret" }] }];
  const said = maskMessage({ author: bot, text: "secret", title: "secret", buttons: [{ id: "o1", text: "secret" }], nodes });
  expect(said).toMatchObject({ title: "•••", buttons: [{ id: "o1", text: "•••" }], nodes: [{ type: "text", text: "•••" }] });
  expect(JSON.stringify(said)).not.toContain("secret");
  const media = {
    type: "photo" as const,
    file: "https://x.test/secret.png",
    file_name: "secret.png",
    file_size: 7,
    thumb: "t",
    emoji: null,
    duration: null,
    width: 1,
    height: 1,
    performer: "p",
    title: "t",
    latitude: 1,
    longitude: 2,
  };
  expect(maskMessage({ author: visitor, text: "", media })).toEqual({
    author: visitor,
    text: "",
    media: { ...media, file: null, file_name: null, thumb: null, performer: null, title: null, latitude: null, longitude: null },
  });
  const line = { author: { kind: "system" as const, id: null, name: "" }, text: "Ann joined" };
  expect(maskMessage(line)).toBe(line);
});

test("[CORE-014] [F14] a proof lasts 15 minutes; a session without one, or with one of a time to come, has none", () => {
  const now = 1_000_000_000;
  expect(confirmedMs).toBe(900_000);
  for (const [confirmedAt, is] of [
    [now, true],
    [now - confirmedMs + 1, true],
    [now - confirmedMs, false],
    [now + confirmedMs, false],
    [null, false],
  ] as const)
    expect(isFresh(confirmedAt, now), String(confirmedAt)).toBe(is);
});
