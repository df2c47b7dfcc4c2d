import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import {
  NoContent,
  VisitorMatches,
  VisitorPairParams,
  VisitorParams,
  VisitorProfile,
  type AuditAction,
} from "@parlour/protocol/api";
import { isFailure, refuse, Refusal } from "../../core/failure.ts";
import { decideMerge } from "../../core/visitor/person.ts";
import { findVisitorMatches } from "../../store/visitors/match.ts";
import {
  addPersonLink,
  listPersonVisitors,
  readMergeSides,
  readPerson,
  removePersonLink,
  type VisitorPair,
} from "../../store/visitors/person.ts";
import { listVisitorsById } from "../../store/visitors/visitor.ts";
import type { VisitorRecord } from "../../store/visitors/visitor-record.ts";
import type { Sql } from "../../store/database/sql.ts";
import type { Principal } from "../../auth/index.ts";
import { getChatVisibility } from "../chats/visibility.ts";
import { changeSettings, type ChangeResult } from "../kit/change-settings.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { serializeMatch, serializeProfile } from "./person-serializer.ts";
import { requireVisitor } from "./require-visitor.ts";

/** Maximum number of suggested visitors. */
const maxMatches = 10;

/** Registers the routes that suggest, merge and separate visitors (API-405 – API-408). */
export function personRoutes(app: FastifyInstance, deps: RouteDeps): void {
  listMatchesRoute(app, deps);
  mergeRoute(app, deps);
  separateRoute(app, deps);
  dismissMatchRoute(app, deps);
  restoreMatchRoute(app, deps);
}

/** Returns a visitor with their person, as the principal may see them (API-409). */
export async function loadProfile(
  deps: RouteDeps,
  principal: Principal,
  number: string,
): Promise<VisitorProfile> {
  const account = principal.accountId;
  const record = await requireVisitor(deps, principal, number);
  const { visitors, merges } = await readPerson(deps.reader, account, record.visitor.id);
  const [others, config] = await Promise.all([
    loadOtherVisitors(deps, principal, record, visitors),
    deps.config(account),
  ]);
  return serializeProfile(record, { others, merges }, config, {
    principal,
    now: deps.clock.now(),
  });
}
/** Returns those of the visitors in sight who are not `record`, by number. */
async function loadOtherVisitors(
  deps: RouteDeps,
  principal: Principal,
  record: VisitorRecord,
  visitors: readonly number[],
): Promise<readonly VisitorRecord[]> {
  const ids = visitors.filter((id) => id !== record.visitor.id);
  if (ids.length === 0) return [];
  const others = await listVisitorsById(
    deps.reader,
    principal.accountId,
    getChatVisibility(principal),
    ids,
  );
  return others.toSorted((a, b) => a.visitor.number - b.visitor.number);
}

function listMatchesRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/visitors/:number/matches",
    action: "visitors.read",
    tag: "visitors",
    summary: "List visitors who may be the same person",
    params: VisitorParams,
    status: 200,
    answer: VisitorMatches,
    handle: async ({ principal, params }) => {
      const account = principal.accountId;
      const visibility = getChatVisibility(principal);
      const record = await requireVisitor(deps, principal, params.number);
      const { visitors } = await readPerson(deps.reader, account, record.visitor.id);
      const others = await loadOtherVisitors(deps, principal, record, visitors);
      const [matches, config] = await Promise.all([
        findVisitorMatches(deps.reader, account, visibility, {
          person: visitors,
          visible: [record, ...others],
        }),
        deps.config(account),
      ]);
      const view = { principal, now: deps.clock.now() };
      return {
        items: matches.slice(0, maxMatches).map((match) => serializeMatch(match, config, view)),
      };
    },
  });
}

type PairContext = RequestContext<Static<typeof VisitorPairParams>, unknown, unknown>;

/**
 * Runs a change of what is known about two visitors in sight. The account's lock orders it with all
 * others and with erasures. If `run` returns true, every visitor of both persons is announced
 * (API-414).
 */
async function changePair(
  deps: RouteDeps,
  context: PairContext,
  action: AuditAction,
  run: (tx: Sql, pair: VisitorPair, now: number) => Promise<boolean>,
): Promise<void> {
  const { principal, params } = context;
  const account = principal.accountId;
  const [first, second] = await Promise.all([
    requireVisitor(deps, principal, params.number),
    requireVisitor(deps, principal, params.other),
  ]);
  const pair: VisitorPair = [first.visitor.id, second.visitor.id];
  if (pair[0] === pair[1])
    refuse("invalid_request", "Name two different visitors.", { field: "other" });
  await changeSettings(deps, context, action, async (tx, now): Promise<ChangeResult<null>> => {
    const before = await listVisitorsOfBoth(tx, account, pair);
    const hasChanged = await run(tx, pair, now);
    return {
      result: null,
      changed: hasChanged ? before.map((number) => ({ kind: "person", id: number })) : [],
      target: `visitors ${first.visitor.number} and ${second.visitor.number}`,
    };
  });
}
async function listVisitorsOfBoth(
  tx: Sql,
  account: number,
  [first, second]: VisitorPair,
): Promise<readonly number[]> {
  const visitors = [
    ...(await listPersonVisitors(tx, account, first)),
    ...(await listPersonVisitors(tx, account, second)),
  ];
  return [...new Set(visitors.map((visitor) => visitor.number))];
}

function mergeRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "PUT",
    url: "/visitors/:number/merges/:other",
    action: "visitors.write",
    tag: "visitors",
    summary: "Merge two visitors",
    params: VisitorPairParams,
    status: 200,
    answer: VisitorProfile,
    handle: async (context) => {
      const { accountId, operatorId } = context.principal;
      await changePair(deps, context, "visitor.merge", async (tx, pair, now) => {
        const decided = decideMerge(...(await readMergeSides(tx, accountId, pair)));
        if (isFailure(decided)) throw new Refusal(decided);
        return (
          decided === "merged" &&
          (await addPersonLink(tx, accountId, "same", { pair, by: operatorId, now }))
        );
      });
      return loadProfile(deps, context.principal, context.params.number);
    },
  });
}

function separateRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: "/visitors/:number/merges/:other",
    action: "visitors.write",
    tag: "visitors",
    summary: "Undo the merge of two visitors",
    params: VisitorPairParams,
    status: 200,
    answer: VisitorProfile,
    handle: async (context) => {
      await changePair(deps, context, "visitor.merge_undo", async (tx, pair) => {
        if (await removePersonLink(tx, context.principal.accountId, "same", pair)) return true;
        return refuse("not_found", "These visitors were not merged with each other.");
      });
      return loadProfile(deps, context.principal, context.params.number);
    },
  });
}

function dismissMatchRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "PUT",
    url: "/visitors/:number/different/:other",
    action: "visitors.write",
    tag: "visitors",
    summary: "Mark two visitors as different people",
    params: VisitorPairParams,
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      const { accountId, operatorId } = context.principal;
      await changePair(deps, context, "visitor.differ", (tx, pair, now) =>
        addPersonLink(tx, accountId, "different", { pair, by: operatorId, now }),
      );
      return null;
    },
  });
}

function restoreMatchRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: "/visitors/:number/different/:other",
    action: "visitors.write",
    tag: "visitors",
    summary: "Unmark two visitors as different people",
    params: VisitorPairParams,
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      await changePair(deps, context, "visitor.differ_undo", async (tx, pair) => {
        if (await removePersonLink(tx, context.principal.accountId, "different", pair)) return true;
        return refuse("not_found", "These visitors were not marked as different people.");
      });
      return null;
    },
  });
}
