import type { FastifyInstance } from "fastify";
import { Erasure, Erasures, PageQuery, VisitorParams } from "@parlour/protocol/api";
import {
  type ErasureRecord,
  type ErasureRequest,
  findErasure,
  listErasures,
} from "../../store/erasure/erasure-orders.ts";
import { cutPage, decodeCursor } from "../kit/cursor.ts";
import { requireFound, parseId } from "../kit/ids.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { changeSettings } from "../kit/change-settings.ts";
import { requireVisitor } from "./require-visitor.ts";
import { createErasuresOfPerson } from "../../store/erasure/erasure.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

/** Erases visitors. Implemented by `account-data/erasure-worker.ts`. */
export interface ErasurePort {
  /**
   * Runs the erasure and resolves when all data is erased. After a crash, the next start of the
   * server continues it. `by` is the operator who closes an open chat of the visitor.
   */
  run(order: ErasureRequest, by: number | null): Promise<void>;
}
interface ErasureDeps extends RouteDeps {
  readonly erasing: ErasurePort;
}

/** Registers the erasure of a visitor, and the list of erasures as evidence (CORE-116, API-271). */
export function erasureRoutes(app: FastifyInstance, deps: ErasureDeps): void {
  eraseVisitorRoute(app, deps);
  listErasuresRoute(app, deps);
}

function eraseVisitorRoute(app: FastifyInstance, deps: ErasureDeps): void {
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: "/visitors/:number",
    action: "data.manage",
    fresh: true,
    tag: "visitors",
    summary: "Erase a visitor",
    params: VisitorParams,
    status: 200,
    answer: Erasure,
    once: "answer",
    handle: async (context) => {
      const { accountId, operatorId } = context.principal;
      const number = parseId(context.params.number, "visitor");
      await requireVisitor(deps, context.principal, context.params.number);
      const erasures = await changeSettings(deps, context, "visitor.erase", async (tx, now) => {
        const result = requireFound(
          await createErasuresOfPerson(tx, accountId, number, { requestedBy: operatorId, now }),
          "visitor",
        );
        const numbers = result.map((erasure) => erasure.number);
        return {
          result,
          changed: [],
          target: `${numbers.length === 1 ? "visitor" : "visitors"} ${numbers.join(", ")}`,
        };
      });
      // A repeated request returns the first erasure and continues it if a crash interrupted it.
      for (const { isNew, ...erasure } of erasures) {
        const before = isNew ? null : await findErasure(deps.reader, accountId, erasure.number);
        if (before === null || before.doneAt === null) await deps.erasing.run(erasure, operatorId);
      }
      return serializeErasure(
        requireFound(await findErasure(deps.reader, accountId, number), "visitor"),
      );
    },
  });
}
function listErasuresRoute(app: FastifyInstance, deps: ErasureDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/erasures",
    action: "data.manage",
    tag: "visitors",
    summary: "List erasures",
    query: PageQuery,
    status: 200,
    answer: Erasures,
    handle: async ({ principal, query }) => {
      const limit = query.limit ?? 50;
      const [before] = decodeCursor("erasures", query.cursor, 1);
      const rows = await listErasures(deps.reader, principal.accountId, {
        limit: limit + 1,
        before,
      });
      const page = cutPage("erasures", rows, limit, ({ id }) => [id]);
      return { ...page, items: page.items.map(serializeErasure) };
    },
  });
}

const serializeErasure = ({ requestedAt, doneAt, received, ...row }: ErasureRecord): Erasure => ({
  ...row,
  requested_at: requestedAt,
  done_at: doneAt,
  received: received.map((item) => ({ ...item })),
});
