import type { FastifyInstance } from "fastify";
import {
  IdParams,
  maxTriggers,
  NewTrigger,
  NoContent,
  PageQuery,
  Trigger,
  TriggerOrder,
  TriggerPatch,
  Triggers,
} from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import {
  type TriggerRecord,
  listTriggers,
  findTrigger,
  createTrigger,
  updateTrigger,
  setTriggerOrder,
  deleteTrigger,
} from "../../store/settings/channels/trigger.ts";
import { encodeCursor, decodeCursor } from "../kit/cursor.ts";
import { assertChannels } from "../integrations/endpoint-validation.ts";
import { requireFound, parseId, rejectNotFound } from "../kit/ids.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { changeSettings, requireText, assertNotManaged } from "../kit/change-settings.ts";
import { assertDepartments, assertValidRule } from "./trigger-validation.ts";
import { dryRunRoutes, type DryRunDeps } from "./trigger-dry-run.ts";
import { readerForTransaction } from "../../store/database/transaction-reader.ts";
import type { Sql } from "../../store/database/sql.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

/**
 * Registers the routes for triggers, the account's rules for its site widgets (WG-050 to WG-054,
 * API-313).
 */
export function triggerRoutes(app: FastifyInstance, deps: DryRunDeps): void {
  dryRunRoutes(app, deps);
  listTriggersRoute(app, deps);
  getTriggerRoute(app, deps);
  createTriggerRoute(app, deps);
  changeTriggerRoute(app, deps);
  orderTriggersRoute(app, deps);
  deleteTriggerRoute(app, deps);
}

function listTriggersRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/triggers",
    action: "triggers.read",
    tag: "triggers",
    summary: "Triggers in their order; those of the provisioning file first",
    query: PageQuery,
    status: 200,
    answer: Triggers,
    handle: async ({ principal, query }) => {
      const rows = await listTriggers(deps.reader, principal.accountId);
      // The account chooses the order, so a cursor is a number of rows.
      const [from = 0] =
        query.cursor === undefined ? [] : decodeCursor("triggers", query.cursor, 1);
      const limit = query.limit ?? 50;
      const next = from + limit;
      return {
        items: rows.slice(from, next).map(serializeTrigger),
        next_cursor: rows.length > next ? encodeCursor("triggers", [next]) : null,
      };
    },
  });
}
function getTriggerRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/triggers/:id",
    action: "triggers.read",
    tag: "triggers",
    summary: "One trigger",
    params: IdParams,
    status: 200,
    answer: Trigger,
    handle: async ({ principal, params }) =>
      serializeTrigger(
        requireFound(
          await findTrigger(deps.reader, principal.accountId, parseId(params.id, "trigger")),
          "trigger",
        ),
      ),
  });
}
function createTriggerRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/triggers",
    action: "triggers.manage",
    tag: "triggers",
    summary: "Create a trigger, behind the others",
    body: NewTrigger,
    status: 201,
    answer: Trigger,
    handle: async (context) => {
      const account = context.principal.accountId;
      const { enabled = true, once = "session", channels = null, do: actions } = context.body;
      const row = {
        name: requireText(context.body.name, "name"),
        enabled,
        once,
        if: context.body.if ?? null,
        do: actions,
        channels,
        managed: false,
      };
      assertValidRule(row);
      return changeSettings(deps, context, "trigger.create", async (tx, now) => {
        if ((await listTriggers(readerForTransaction(tx), account)).length >= maxTriggers)
          refuse(
            "invalid_request",
            `An account has at most ${maxTriggers} triggers. Delete one first.`,
          );
        await assertChannels(tx, account, channels);
        assertDepartments(await deps.config(account), actions, []);
        const id = await createTrigger(tx, account, row, now);
        if (id === null) nameConflict();
        return {
          result: serializeTrigger(await loadTrigger(tx, account, id)),
          changed: [{ kind: "trigger", id }],
          target: `trigger ${id} ${row.name}`,
        };
      });
    },
  });
}
function changeTriggerRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "PATCH",
    url: "/triggers/:id",
    action: "triggers.manage",
    tag: "triggers",
    summary: "Change a trigger",
    params: IdParams,
    body: TriggerPatch,
    status: 200,
    answer: Trigger,
    handle: async (context) => {
      const { body } = context;
      const account = context.principal.accountId;
      const id = parseId(context.params.id, "trigger");
      const changes = {
        ...body,
        ...(body.name === undefined ? {} : { name: requireText(body.name, "name") }),
      };
      return changeSettings(deps, context, "trigger.change", async (tx, now) => {
        const before = await loadTrigger(tx, account, id);
        assertNotManaged(context, before);
        const row = { ...before, ...changes };
        assertValidRule(row);
        await assertChannels(tx, account, body.channels);
        assertDepartments(await deps.config(account), row.do, before.do);
        if ((await updateTrigger(tx, account, id, row, now)) === "name_taken") nameConflict();
        return {
          result: serializeTrigger(await loadTrigger(tx, account, id)),
          changed: [{ kind: "trigger", id }],
          target: `trigger ${id}: ${Object.keys(body).join(", ")}`,
        };
      });
    },
  });
}
function orderTriggersRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "PUT",
    url: "/triggers/order",
    action: "triggers.manage",
    tag: "triggers",
    summary: "Put the triggers in order; each that the provisioning file does not manage once",
    body: TriggerOrder,
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      const account = context.principal.accountId;
      const { ids } = context.body;
      return changeSettings(deps, context, "trigger.order", async (tx) => {
        const unmanaged = (await listTriggers(readerForTransaction(tx), account)).filter(
          ({ managed }) => !managed,
        );
        const unmanagedIds = new Set(unmanaged.map(({ id }) => id));
        if (ids.length !== unmanagedIds.size || ids.some((id) => !unmanagedIds.has(id)))
          refuse(
            "invalid_request",
            "List every trigger that the provisioning file does not manage, each once.",
            { field: "ids" },
          );
        await setTriggerOrder(tx, account, ids);
        return {
          result: null,
          changed: [{ kind: "trigger", id: null }],
          target: `triggers ${ids.join(", ")}`,
        };
      });
    },
  });
}
function deleteTriggerRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: "/triggers/:id",
    action: "triggers.manage",
    tag: "triggers",
    summary: "Delete a trigger",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      const account = context.principal.accountId;
      const id = parseId(context.params.id, "trigger");
      return changeSettings(deps, context, "trigger.delete", async (tx) => {
        assertNotManaged(context, await loadTrigger(tx, account, id));
        if (!(await deleteTrigger(tx, account, id))) rejectNotFound("trigger");
        return { result: null, changed: [{ kind: "trigger", id }], target: `trigger ${id}` };
      });
    },
  });
}

async function loadTrigger(tx: Sql, account: number, id: number): Promise<TriggerRecord> {
  return requireFound(
    (await listTriggers(readerForTransaction(tx), account)).find((row) => row.id === id) ?? null,
    "trigger",
  );
}
function nameConflict(): never {
  refuse("name_taken", "A trigger with this name exists already.", { field: "name" });
}
const serializeTrigger = (row: TriggerRecord): Trigger => ({
  id: row.id,
  name: row.name,
  enabled: row.enabled,
  once: row.once,
  if: row.if,
  do: [...row.do],
  channels: row.channels === null ? null : [...row.channels],
  managed: row.managed,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
});
