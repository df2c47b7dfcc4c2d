import type { FastifyInstance } from "fastify";
import { OptOutChange, OptOuts, VisitorParams } from "@parlour/protocol/api";
import { optOutKinds } from "@parlour/protocol/broadcast";
import type { Principal } from "../../../auth/index.ts";
import { listOptOutKeys } from "../../../core/broadcast/recipient.ts";
import { refuse } from "../../../core/failure.ts";
import { findRefusals, removeRefusals, storeRefusals } from "../../../store/mail/refusal.ts";
import type { VisitorRecord } from "../../../store/visitors/visitor-record.ts";
import { changeSettings } from "../../kit/change-settings.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";
import { requireVisitor } from "../require-visitor.ts";

/** Registers the routes for the opt-outs of a visitor (BC-030, BC-033). */
export function optOutRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { auth } = deps;
  const shared = {
    url: "/visitors/:number/opt-outs",
    tag: "visitors",
    params: VisitorParams,
    status: 200,
    answer: OptOuts,
  } as const;
  declareRoute(app, auth, {
    ...shared,
    method: "GET",
    action: "visitors.read",
    summary: "Get the opt-outs of a visitor",
    async handle({ principal, params }) {
      const visitor = await requireVisitor(deps, principal, params.number);
      return readOptOuts(deps, principal, visitor);
    },
  });
  declareRoute(app, auth, {
    ...shared,
    method: "PUT",
    action: "visitors.write",
    summary: "Set or remove an opt-out of a visitor",
    body: OptOutChange,
    async handle(context) {
      const { principal, params, body } = context;
      const { accountId } = principal;
      const visitor = await requireVisitor(deps, principal, params.number);
      const found = (await listKeys(deps, principal, visitor)).find(
        ({ kind }) => kind === body.kind,
      );
      if (found === undefined)
        return refuse("invalid_request", "The visitor has no address of this kind.", {
          field: "kind",
        });
      await changeSettings(deps, context, "visitor.opt_out", async (tx, now) => {
        await (body.opted_out
          ? storeRefusals(tx, accountId, found.keys, { at: now, source: "operator" })
          : removeRefusals(tx, accountId, found.keys));
        const how = body.opted_out ? "set" : "removed";
        return {
          result: null,
          changed: [],
          target: `visitor ${params.number}: ${body.kind} ${how}`,
        };
      });
      return readOptOuts(deps, principal, visitor);
    },
  });
}

async function readOptOuts(
  deps: RouteDeps,
  principal: Principal,
  visitor: VisitorRecord,
): Promise<OptOuts> {
  const kinds = await listKeys(deps, principal, visitor);
  const all = kinds.flatMap(({ keys }) => keys);
  const refusals = await findRefusals(deps.sql, principal.accountId, all);
  return {
    items: kinds.map(({ kind, keys }) => {
      const refusal = keys.map((key) => refusals.get(key)).find((one) => one !== undefined);
      const optedOut = refusal && { at: refusal.at.toISOString(), source: refusal.source };
      return { kind, opted_out: optedOut ?? null };
    }),
  };
}

/** Returns the kinds of channels by which the visitor can be reached, with the keys of opt-outs. */
async function listKeys(
  { config }: RouteDeps,
  { accountId }: Principal,
  { visitor, channelId, customer }: VisitorRecord,
) {
  const channelKind = (await config(accountId)).channels.get(channelId)?.kind;
  return optOutKinds
    .map((kind) => ({ kind, keys: listOptOutKeys(kind, { visitor, customer, channelKind }) }))
    .filter(({ keys }) => keys.length > 0);
}
