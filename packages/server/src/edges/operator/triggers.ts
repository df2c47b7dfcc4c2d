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
import type { TriggerRecord } from "../../core/record/trigger.ts";
import { cursorOf, placeOf } from "./cursor.ts";
import type { Deps } from "./deps.ts";
import { checkChannels } from "./endpoint-input.ts";
import { found, idOf, unknown } from "./ids.ts";
import { route } from "./route.ts";
import { changeSettings, filled, refuseManaged, type SettingsDeps } from "./settings.ts";
import type { Tx } from "./stores/tx.ts";
import { checkDepartments, checkRule } from "./trigger-input.ts";
import { trialRoutes, type TrialDeps } from "./trigger-trial.ts";

type TriggerDeps = SettingsDeps & TrialDeps & Pick<Deps, "auth" | "triggers">;

/**
 * Registers the routes for triggers, the account's rules for its site widgets (WG-050 to WG-054,
 * API-041).
 */
export function triggerRoutes(app: FastifyInstance, deps: TriggerDeps): void {
  trialRoutes(app, deps);
  listTriggers(app, deps);
  oneTrigger(app, deps);
  createTrigger(app, deps);
  changeTrigger(app, deps);
  orderTriggers(app, deps);
  deleteTrigger(app, deps);
}

function listTriggers(app: FastifyInstance, deps: TriggerDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/triggers",
    action: "triggers.read",
    tag: "triggers",
    summary: "Triggers in their order; those of the provisioning file first",
    query: PageQuery,
    status: 200,
    answer: Triggers,
    handle: async ({ principal, query }) => {
      const rows = await deps.triggers.list(principal.accountId);
      // The account chooses the order, so a cursor is a number of rows.
      const [from = 0] = query.cursor === undefined ? [] : placeOf("triggers", query.cursor, 1);
      const limit = query.limit ?? 50;
      const next = from + limit;
      return { items: rows.slice(from, next).map(wire), next_cursor: rows.length > next ? cursorOf("triggers", [next]) : null };
    },
  });
}
function oneTrigger(app: FastifyInstance, deps: TriggerDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/triggers/:id",
    action: "triggers.read",
    tag: "triggers",
    summary: "One trigger",
    params: IdParams,
    status: 200,
    answer: Trigger,
    handle: async ({ principal, params }) =>
      wire(found(await deps.triggers.find(principal.accountId, idOf(params.id, "trigger")), "trigger")),
  });
}
function createTrigger(app: FastifyInstance, deps: TriggerDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/triggers",
    action: "triggers.manage",
    tag: "triggers",
    summary: "Create a trigger, behind the others",
    body: NewTrigger,
    status: 201,
    answer: Trigger,
    handle: async (call) => {
      const account = call.principal.accountId;
      const { enabled = true, once = "session", channels = null, do: actions } = call.body;
      const row = { name: filled(call.body.name, "name"), enabled, once, if: call.body.if ?? null, do: actions, channels, managed: false };
      checkRule(row);
      return changeSettings(deps, call, "trigger.create", async (tx, now) => {
        if ((await deps.triggers.listIn(tx, account)).length >= maxTriggers)
          refuse("invalid_request", `An account has at most ${maxTriggers} triggers. Delete one first.`);
        await checkChannels(deps.triggers, tx, account, channels);
        checkDepartments(await deps.config(account), actions, []);
        const id = await deps.triggers.create(tx, account, row, now);
        if (id === null) nameTaken();
        return { result: wire(await one(deps, tx, account, id)), changed: [{ kind: "trigger", id }], target: `trigger ${id} ${row.name}` };
      });
    },
  });
}
function changeTrigger(app: FastifyInstance, deps: TriggerDeps): void {
  route(app, deps.auth, {
    method: "PATCH",
    url: "/triggers/:id",
    action: "triggers.manage",
    tag: "triggers",
    summary: "Change a trigger",
    params: IdParams,
    body: TriggerPatch,
    status: 200,
    answer: Trigger,
    handle: async (call) => {
      const { body } = call;
      const account = call.principal.accountId;
      const id = idOf(call.params.id, "trigger");
      const given = { ...body, ...(body.name === undefined ? {} : { name: filled(body.name, "name") }) };
      return changeSettings(deps, call, "trigger.change", async (tx, now) => {
        const before = await one(deps, tx, account, id);
        refuseManaged(call, before);
        const row = { ...before, ...given };
        checkRule(row);
        await checkChannels(deps.triggers, tx, account, body.channels);
        checkDepartments(await deps.config(account), row.do, before.do);
        if ((await deps.triggers.update(tx, account, id, row, now)) === "name_taken") nameTaken();
        return {
          result: wire(await one(deps, tx, account, id)),
          changed: [{ kind: "trigger", id }],
          target: `trigger ${id}: ${Object.keys(body).join(", ")}`,
        };
      });
    },
  });
}
function orderTriggers(app: FastifyInstance, deps: TriggerDeps): void {
  route(app, deps.auth, {
    method: "PUT",
    url: "/triggers/order",
    action: "triggers.manage",
    tag: "triggers",
    summary: "Put the triggers in order; each that the provisioning file does not manage once",
    body: TriggerOrder,
    status: 204,
    answer: NoContent,
    handle: async (call) => {
      const account = call.principal.accountId;
      const { ids } = call.body;
      return changeSettings(deps, call, "trigger.order", async (tx) => {
        const own = (await deps.triggers.listIn(tx, account)).filter(({ managed }) => !managed);
        const known = new Set(own.map(({ id }) => id));
        if (ids.length !== known.size || ids.some((id) => !known.has(id)))
          refuse("invalid_request", "Name every trigger that the provisioning file does not manage, each once.", { field: "ids" });
        await deps.triggers.order(tx, account, ids);
        return { result: null, changed: [{ kind: "trigger", id: null }], target: `triggers ${ids.join(", ")}` };
      });
    },
  });
}
function deleteTrigger(app: FastifyInstance, deps: TriggerDeps): void {
  route(app, deps.auth, {
    method: "DELETE",
    url: "/triggers/:id",
    action: "triggers.manage",
    tag: "triggers",
    summary: "Delete a trigger",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (call) => {
      const account = call.principal.accountId;
      const id = idOf(call.params.id, "trigger");
      return changeSettings(deps, call, "trigger.delete", async (tx) => {
        refuseManaged(call, await one(deps, tx, account, id));
        if (!(await deps.triggers.remove(tx, account, id))) unknown("trigger");
        return { result: null, changed: [{ kind: "trigger", id }], target: `trigger ${id}` };
      });
    },
  });
}

async function one(deps: Pick<Deps, "triggers">, tx: Tx, account: number, id: number): Promise<TriggerRecord> {
  return found((await deps.triggers.listIn(tx, account)).find((row) => row.id === id) ?? null, "trigger");
}
function nameTaken(): never {
  refuse("name_taken", "A trigger with this name exists already.", { field: "name" });
}
const wire = (row: TriggerRecord): Trigger => ({
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
