import {
  IdParams,
  NoContent,
  OperatorEntry,
  OperatorPatch,
  Operators,
  PageQuery,
} from "@parlour/protocol/api";
import { operator } from "@parlour/protocol/settings/kinds/people/operator";
import type { FastifyInstance } from "fastify";
import { paginate } from "../kit/cursor.ts";
import { requireFound, parseId, rejectNotFound } from "../kit/ids.ts";
import { addOperatorRoute } from "./add-operator.ts";
import { setChannels } from "./operator-channels.ts";
import { setDepartments } from "./operator-departments.ts";
import { rejectDuplicateEmail, serializeWithPresence, type OperatorDeps } from "./operator-deps.ts";
import { resetOperatorRoute } from "./reset-password.ts";
import {
  assertOwnerRemains,
  assertCanChangeAccess,
  assertCanChangeOwner,
  assertNotInstallationOwner,
  assertCanManageOwners,
} from "./owner-rules.ts";
import { returnChatsToQueue } from "./return-chats-to-queue.ts";
import { findAssignedRole } from "./operator-role.ts";
import { declareRoute, type ResourceRequestContext } from "../kit/declare-route.ts";
import { normalizeHours } from "../../settings/account/hours.ts";
import { parseBody } from "../../settings/kind/values.ts";
import { changeSettings, assertNotManagedByFile } from "../kit/change-settings.ts";
import { listOperators, findOperator } from "../../store/settings/account/operator.ts";
import {
  lockOperator,
  updateOperator,
  endSessions,
} from "../../store/settings/account/operator-changes.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";

/** Registers the routes for operators (API-301, CORE-001, CORE-003). */
export function operatorRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  listOperatorsRoute(app, deps);
  getOperatorRoute(app, deps);
  addOperatorRoute(app, deps);
  changeOperatorRoute(app, deps);
  deactivateOperatorRoute(app, deps);
  resetOperatorRoute(app, deps);
}

function listOperatorsRoute(app: FastifyInstance, deps: OperatorDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/operators",
    action: "operators.read",
    tag: "operators",
    summary: "List operators",
    query: PageQuery,
    status: 200,
    answer: Operators,
    handle: async ({ principal, query }) => {
      const page = paginate(
        "operators",
        await listOperators(deps.reader, principal.accountId),
        query,
      );
      return {
        ...page,
        items: page.items.map((row) => serializeWithPresence(deps, principal, row)),
      };
    },
  });
}
function getOperatorRoute(app: FastifyInstance, deps: OperatorDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/operators/:id",
    action: "operators.read",
    tag: "operators",
    summary: "Get an operator",
    params: IdParams,
    status: 200,
    answer: OperatorEntry,
    handle: async ({ principal, params }) =>
      serializeWithPresence(
        deps,
        principal,
        requireFound(
          await findOperator(deps.reader, principal.accountId, parseId(params.id, "operator")),
          "operator",
        ),
      ),
  });
}
function changeOperatorRoute(app: FastifyInstance, deps: OperatorDeps): void {
  declareRoute(app, deps.auth, {
    method: "PATCH",
    url: "/operators/:id",
    action: "operators.manage",
    tag: "operators",
    summary: "Update an operator",
    params: IdParams,
    body: OperatorPatch,
    status: 200,
    answer: OperatorEntry,
    handle: (context) => changeOperator(deps, context),
  });
}
async function changeOperator(
  deps: OperatorDeps,
  context: ResourceRequestContext<OperatorPatch>,
): Promise<OperatorEntry> {
  const { principal, body } = context;
  const account = principal.accountId;
  const id = parseId(context.params.id, "operator");
  // The owner of an email address can use it to sign in, so a new address changes who has access.
  const changesAccess =
    body.role !== undefined ||
    body.custom_role_id !== undefined ||
    body.email !== undefined ||
    body.active !== undefined;
  if (changesAccess) deps.auth.requireReauthentication(principal);
  let hasNewRole = false;
  const answer = await changeSettings(deps, context, "operator.change", async (tx) => {
    const before = requireFound(await lockOperator(tx, account, id), "operator");
    // What does not exist is named before what is wrong with the body (R6).
    const { departments, channels, chat_limit, hours, ...profile } = parseBody(
      operator.fields,
      body,
    );
    // The file says that they are active, so that is no change of it (CFG-158).
    if (Object.keys(body).some((field) => field !== "active"))
      assertNotManagedByFile(context, before);
    assertCanChangeOwner(principal, before, body);
    if (changesAccess) assertCanChangeAccess(principal, before);
    const assigned = await findAssignedRole(tx, principal, body, before);
    hasNewRole =
      assigned !== null &&
      (assigned.role !== before.role || assigned.customRoleId !== before.customRoleId);
    if (before.active && before.role === "owner" && hasNewRole)
      await assertOwnerRemains(tx, account, id);
    const result = await updateOperator(tx, account, id, {
      ...profile,
      ...assigned,
      chatLimit: chat_limit,
      hours: normalizeHours(hours, before.hours, "hours."),
    });
    if (result === "not_found") rejectNotFound("operator");
    if (result === "email_taken") rejectDuplicateEmail();
    // A session keeps the permissions it started with (reliability.md 6), so it must end.
    if (hasNewRole) await endSessions(tx, account, id);
    const departmentChanges = await setDepartments(context, tx, id, departments);
    const role = assigned ?? before;
    const channelChanges = await setChannels(context, tx, { id, role }, channels);
    const row = requireFound(
      await findOperator(createTransactionReader(tx), account, id),
      "operator",
    );
    return {
      result: serializeWithPresence(deps, principal, row),
      changed: [{ kind: "operator", id }, ...departmentChanges, ...channelChanges],
      target: `operator ${id}: ${Object.keys(body).join(", ")}`,
    };
  });
  if (hasNewRole) deps.auth.end({ account, operatorId: id });
  return answer;
}
function deactivateOperatorRoute(app: FastifyInstance, deps: OperatorDeps): void {
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: "/operators/:id",
    fresh: true,
    action: "operators.manage",
    tag: "operators",
    summary: "Deactivate an operator",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      const { principal } = context;
      const account = principal.accountId;
      const id = parseId(context.params.id, "operator");
      await changeSettings(deps, context, "operator.deactivate", async (tx) => {
        const before = requireFound(await lockOperator(tx, account, id), "operator");
        // The end of a person outranks the file (CFG-158).
        assertCanManageOwners(principal, before.role);
        assertNotInstallationOwner(principal, before);
        if (before.active && before.role === "owner") await assertOwnerRemains(tx, account, id);
        await updateOperator(tx, account, id, { active: false });
        await endSessions(tx, account, id);
        return { result: null, changed: [{ kind: "operator", id }], target: `operator ${id}` };
      });
      deps.auth.end({ account, operatorId: id });
      await returnChatsToQueue(deps, account, id);
      return null;
    },
  });
}
