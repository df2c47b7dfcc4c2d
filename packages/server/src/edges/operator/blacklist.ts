import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import {
  BlockList,
  BlockCheckResult,
  BlockListEntry,
  BlockListEntryPatch,
  BlockListQuery,
  BlockCheckQuery,
  IdParams,
  NewBlockListEntry,
  NoContent,
} from "@parlour/protocol/api";
import type { Principal } from "../../auth/index.ts";
import { findBlock, type VisitorIdentifiers } from "../../core/blacklist/match.ts";
import { normalizeValue } from "../../core/blacklist/normalize.ts";
import { refuse } from "../../core/failure.ts";
import { namedBy, refuseFull, untilOf } from "./blacklist-input.ts";
import { blacklistWire } from "./blacklist-wire.ts";
import { cursorOf, placeOf } from "./cursor.ts";
import type { Deps } from "./deps.ts";
import { found, idOf } from "./ids.ts";
import { route, type IdCall } from "./route.ts";
import { changeSettings, optional, refuseManaged, type SettingsDeps } from "./settings.ts";
import { sightOf } from "./sight.ts";
import { factsOfVisitor } from "./visitor-wire.ts";

type BlacklistDeps = SettingsDeps & Pick<Deps, "auth" | "rights" | "blacklist" | "visitors" | "config">;

/** Registers the routes of the block list (CORE-070, API-041, API-042). */
export function blacklistRoutes(app: FastifyInstance, deps: BlacklistDeps): void {
  listEntries(app, deps);
  oneEntry(app, deps);
  addEntry(app, deps);
  changeEntryRoute(app, deps);
  liftEntry(app, deps);
  wouldBlock(app, deps);
}

function listEntries(app: FastifyInstance, deps: BlacklistDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/blacklist",
    action: "blacklist.read",
    tag: "blacklist",
    summary: "Entries of the blacklist, newest first, lifted ones too",
    query: BlockListQuery,
    status: 200,
    answer: BlockList,
    handle: async ({ principal, query }) => {
      const limit = query.limit ?? 50;
      const now = deps.clock.now();
      const [before] = query.cursor === undefined ? [] : placeOf("blacklist", query.cursor, 1);
      const q = query.q?.trim();
      const rows = await deps.blacklist.list(principal.accountId, {
        limit: limit + 1,
        now,
        ...(query.state === undefined ? {} : { state: query.state }),
        ...(query.kind === undefined ? {} : { kind: query.kind }),
        ...(q === undefined || q === "" ? {} : { q }),
        ...(before === undefined ? {} : { before }),
      });
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      return {
        items: items.map((row) => blacklistWire(row, now)),
        next_cursor: rows.length > limit && last !== undefined ? cursorOf("blacklist", [last.id]) : null,
      };
    },
  });
}
function oneEntry(app: FastifyInstance, deps: BlacklistDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/blacklist/:id",
    action: "blacklist.read",
    tag: "blacklist",
    summary: "One entry",
    params: IdParams,
    status: 200,
    answer: BlockListEntry,
    handle: async ({ principal, params }) =>
      blacklistWire(found(await deps.blacklist.find(principal.accountId, idOf(params.id, "entry")), "entry"), deps.clock.now()),
  });
}
function addEntry(app: FastifyInstance, deps: BlacklistDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/blacklist",
    action: "blacklist.manage",
    tag: "blacklist",
    summary: "Block what matches; 409 name_taken when an entry in force names the same",
    body: NewBlockListEntry,
    status: 201,
    answer: BlockListEntry,
    handle: async (call) => {
      const { principal, body } = call;
      const account = principal.accountId;
      const named = await namedBy(deps, account, body);
      return changeSettings(deps, call, "blacklist.add", async (tx, now) => {
        const until = untilOf(body.until, now) ?? null;
        await refuseFull(deps, tx, account, now);
        if ((await deps.blacklist.same(tx, account, named, now)).length > 0) taken();
        const reason = optional(body.reason) ?? null;
        const by = principal.operatorId;
        const id = await deps.blacklist.add(tx, account, { ...named, until, reason, chatId: null, by, managed: false, now });
        const row = found(await deps.blacklist.findIn(tx, account, id), "entry");
        return {
          result: blacklistWire(row, now),
          changed: [{ kind: "blacklist", id }],
          target: `blacklist ${id} ${named.kind}`,
        };
      });
    },
  });
}
function changeEntryRoute(app: FastifyInstance, deps: BlacklistDeps): void {
  route(app, deps.auth, {
    method: "PATCH",
    url: "/blacklist/:id",
    action: "blacklist.manage",
    tag: "blacklist",
    summary: "Change the end or the reason of an entry, or take back that it was lifted",
    params: IdParams,
    body: BlockListEntryPatch,
    status: 200,
    answer: BlockListEntry,
    handle: (call) => changeEntry(deps, call),
  });
}
async function changeEntry(deps: BlacklistDeps, call: IdCall<Static<typeof BlockListEntryPatch>>): Promise<BlockListEntry> {
  const { principal, body } = call;
  const account = principal.accountId;
  const id = idOf(call.params.id, "entry");
  return changeSettings(deps, call, "blacklist.change", async (tx, now) => {
    const before = found(await deps.blacklist.findIn(tx, account, id), "entry");
    refuseManaged(call, before);
    const until = untilOf(body.until, now);
    const isBack = body.lifted === false && blacklistWire(before, now).state !== "in_force";
    if (isBack) {
      const end = until === undefined ? before.until : until;
      if (typeof end === "string" && Date.parse(end) <= now)
        refuse("invalid_request", "The time of this entry has passed. Give it a new end.", { field: "until" });
      await refuseFull(deps, tx, account, now);
      if ((await deps.blacklist.same(tx, account, before, now)).some((one) => one.id !== id)) taken();
    }
    await deps.blacklist.change(tx, account, id, { until, reason: optional(body.reason), inForce: isBack });
    const row = found(await deps.blacklist.findIn(tx, account, id), "entry");
    return {
      result: blacklistWire(row, now),
      changed: [{ kind: "blacklist", id }],
      target: `blacklist ${id} ${row.kind}: ${Object.keys(body).join(", ")}`,
    };
  });
}
function liftEntry(app: FastifyInstance, deps: BlacklistDeps): void {
  route(app, deps.auth, {
    method: "DELETE",
    url: "/blacklist/:id",
    action: "blacklist.manage",
    tag: "blacklist",
    summary: "Lift an entry; the record stays",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (call) => {
      const account = call.principal.accountId;
      const id = idOf(call.params.id, "entry");
      return changeSettings(deps, call, "blacklist.lift", async (tx, now) => {
        const row = found(await deps.blacklist.findIn(tx, account, id), "entry");
        refuseManaged(call, row);
        await deps.blacklist.lift(tx, account, id, call.principal.operatorId, now);
        return { result: null, changed: [{ kind: "blacklist", id }], target: `blacklist ${id} ${row.kind}` };
      });
    },
  });
}

function wouldBlock(app: FastifyInstance, deps: BlacklistDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/blacklist/check",
    action: "visitors.read",
    tag: "blacklist",
    summary: "Would this be blocked, and by which entry",
    body: BlockCheckQuery,
    status: 200,
    answer: BlockCheckResult,
    handle: async ({ principal, body }) => {
      const now = deps.clock.now();
      const { blockList: blacklist } = await deps.config(principal.accountId);
      const entry = findBlock(blacklist, await factsAsked(deps, principal, body), now);
      const row = entry === null ? null : await deps.blacklist.find(principal.accountId, entry.id);
      return { blocked: entry !== null, entry: row && blacklistWire(row, now) };
    },
  });
}

async function factsAsked(deps: BlacklistDeps, principal: Principal, asked: BlockCheckQuery): Promise<VisitorIdentifiers> {
  const { visitor, customer } = asked;
  for (const kind of ["ip", "country", "email", "phone", "user_token"] as const)
    if (asked[kind] !== undefined && normalizeValue(kind, asked[kind]) === null)
      refuse("invalid_request", `${kind} has no form that an entry could match.`, { field: kind });
  const known =
    visitor === undefined
      ? {}
      : factsOfVisitor(found(await deps.visitors.find(principal.accountId, sightOf(deps, principal), visitor), "visitor"));
  return {
    ...known,
    ...(customer === undefined ? {} : { customer: { channelId: customer.channel_id, key: customer.id } }),
    ...(asked.ip === undefined ? {} : { ip: asked.ip.trim() }),
    ...(asked.country === undefined ? {} : { country: asked.country }),
    ...(asked.user_token === undefined ? {} : { userToken: asked.user_token }),
    emails: [...("emails" in known ? (known.emails ?? []) : []), ...(asked.email === undefined ? [] : [asked.email])],
    phones: [...("phones" in known ? (known.phones ?? []) : []), ...(asked.phone === undefined ? [] : [asked.phone])],
  };
}

function taken(): never {
  refuse("name_taken", "An entry in force blocks this already.", { field: "value" });
}
