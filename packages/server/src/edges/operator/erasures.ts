import type { FastifyInstance } from "fastify";
import { Erasure, Erasures, PageQuery, VisitorParams } from "@parlour/protocol/api";
import type { ErasureRecord } from "../../core/record/erasure.ts";
import { cursorOf, placeOf } from "./cursor.ts";
import type { Deps } from "./deps.ts";
import { found, idOf } from "./ids.ts";
import { route } from "./route.ts";
import { changeSettings, type SettingsDeps } from "./settings.ts";
import { sightOf } from "./sight.ts";

type ErasureDeps = SettingsDeps & Pick<Deps, "auth" | "rights" | "visitors" | "erasures" | "erasing">;

/** Registers the erasure of a visitor and the list of erasures as proof (CORE-116, API-030). */
export function erasureRoutes(app: FastifyInstance, deps: ErasureDeps): void {
  eraseVisitor(app, deps);
  listErasures(app, deps);
}

function eraseVisitor(app: FastifyInstance, deps: ErasureDeps): void {
  route(app, deps.auth, {
    method: "DELETE",
    url: "/visitors/:number",
    action: "data.manage",
    fresh: true,
    tag: "visitors",
    summary: "Erase a visitor and everything of him, for good",
    params: VisitorParams,
    status: 200,
    answer: Erasure,
    handle: async (call) => {
      const { accountId: account, operatorId } = call.principal;
      const number = idOf(call.params.number, "visitor");
      found(await deps.visitors.find(account, sightOf(deps, call.principal), number), "visitor");
      // A repeat returns the first erasure, and continues it if a crash interrupted it.
      const { erased, isNew } = await changeSettings(deps, call, "visitor.erase", async (tx, now) => {
        const { isNew, ...erased } = found(await deps.erasures.order(tx, account, number, operatorId, now), "visitor");
        return { result: { erased, isNew }, changed: [], target: `visitor ${number}` };
      });
      const before = isNew ? null : await deps.erasures.find(account, number);
      if (before === null || before.doneAt === null) await deps.erasing.run(erased, operatorId);
      return wire(found(await deps.erasures.find(account, number), "visitor"));
    },
  });
}
function listErasures(app: FastifyInstance, deps: ErasureDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/erasures",
    action: "data.manage",
    tag: "visitors",
    summary: "Visitors that were erased, newest first, and who outside had received something of them",
    query: PageQuery,
    status: 200,
    answer: Erasures,
    handle: async ({ principal, query }) => {
      const limit = query.limit ?? 50;
      const [before] = query.cursor === undefined ? [] : placeOf("erasures", query.cursor, 1);
      const rows = await deps.erasures.list(principal.accountId, { limit: limit + 1, ...(before === undefined ? {} : { before }) });
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      return { items: items.map(wire), next_cursor: rows.length > limit && last !== undefined ? cursorOf("erasures", [last.id]) : null };
    },
  });
}

const wire = ({ requestedAt, doneAt, received, ...row }: ErasureRecord): Erasure => ({
  ...row,
  requested_at: requestedAt,
  done_at: doneAt,
  received: received.map((one) => ({ ...one })),
});
