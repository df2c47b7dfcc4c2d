import type { FastifyInstance } from "fastify";
import { createOrderSchema } from "@parlour/protocol/api/settings/shapes/resource-schemas";
import { IdParams, NoContent, PageQuery, type AuditAction } from "@parlour/protocol/api";
import type { Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import type {
  AnswerContext,
  CheckContext,
  SettingsResource,
  ResourceTypes,
  WriteContext,
} from "../../settings/resource.ts";
import type { Sql } from "../../store/database/sql.ts";
import { loadAccountConfigInTransaction } from "../../store/settings/account/config.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import type { OutboundAddress } from "../kit/outbound-address.ts";
import {
  assertNotManagedByFile,
  changePrepared,
  changeSettings,
  type ChangeResult,
  type OpenedAddress,
} from "../kit/change-settings.ts";
import { paginate, paginateInOrder } from "../kit/cursor.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { parseId, rejectNotFound, requireFound } from "../kit/ids.ts";

/** Work of a resource that needs more than its rows and the account. */
export interface ResourceRouteOptions<T extends ResourceTypes> {
  /**
   * Runs before the transaction of a creation or change: slow checks, such as those of addresses.
   * Runs again if the row changes meanwhile.
   * `before` is null for a new row. Returns the URL that texts are sent to from now on (CORE-165).
   */
  readonly prepare?: (
    context: RouteRequest,
    change: Partial<T["fields"]>,
    before: T["row"] | null,
  ) => Promise<OutboundAddress | null>;
  /** Adds to answers what is not in the database. Runs after the transaction. */
  readonly addToAnswers?: (
    principal: Principal,
    answers: readonly T["api"][],
  ) => Promise<readonly T["api"][]>;
  /** What each page has besides its rows. */
  readonly page?: object;
  /** Runs after a row was removed. */
  readonly removed?: (account: number, id: number) => void;
}
type RouteRequest = RequestContext<unknown, unknown, unknown>;

/** The parts that every route of one resource needs. */
interface Parts<T extends ResourceTypes> {
  readonly app: FastifyInstance;
  readonly deps: RouteDeps;
  readonly resource: SettingsResource<T>;
  readonly options: ResourceRouteOptions<T>;
  /** Tag of the OpenAPI document. */
  readonly tag: string;
}

/** Registers those routes of a settings resource that have a summary. */
export function resourceRoutes<T extends ResourceTypes>(
  app: FastifyInstance,
  deps: RouteDeps,
  resource: SettingsResource<T>,
  options: ResourceRouteOptions<T> = {},
): void {
  const parts = { app, deps, resource, options, tag: resource.shape.path.replaceAll("-", " ") };
  const { one, change, order } = resource.summaries;
  listRoute(parts);
  if (one !== undefined) getRoute(parts, one);
  createRoute(parts);
  if (change !== undefined) changeRoute(parts, change);
  if (order !== undefined) orderRoute(parts, order);
  deleteRoute(parts);
}

function listRoute<T extends ResourceTypes>(parts: Parts<T>): void {
  const { app, deps, resource, options, tag } = parts;
  const { shape, rights, summaries, schemas, store, toApi } = resource;
  // The account chooses the order, so a cursor is then a number of rows.
  const toPage = shape.hasOrder ? paginateInOrder : paginate;
  declareRoute(app, deps.auth, {
    method: "GET",
    url: `/${shape.path}`,
    action: rights.read,
    tag,
    summary: summaries.list,
    query: PageQuery,
    status: 200,
    answer: schemas.page,
    handle: async ({ principal, query }) => {
      const rows = await store.list(deps.reader, principal.accountId, { principal });
      const page = toPage(shape.path, rows, query);
      const context = await createAnswerContext(deps, principal);
      const items = page.items.map((row) => toApi(row, context, null));
      return { ...page, ...options.page, items: await addToAnswers(parts, principal, items) };
    },
  });
}

function getRoute<T extends ResourceTypes>(parts: Parts<T>, summary: string): void {
  const { app, deps, resource, tag } = parts;
  const { shape, rights, schemas, store, label, toApi } = resource;
  declareRoute(app, deps.auth, {
    method: "GET",
    url: `/${shape.path}/:id`,
    action: rights.read,
    tag,
    summary,
    params: IdParams,
    status: 200,
    answer: schemas.entity,
    handle: async ({ principal, params }) => {
      const filter = { principal, id: parseId(params.id, label) };
      const [row = null] = await store.list(deps.reader, principal.accountId, filter);
      const context = await createAnswerContext(deps, principal);
      return addToAnswer(parts, principal, toApi(requireFound(row, label), context, null));
    },
  });
}

function createRoute<T extends ResourceTypes>(parts: Parts<T>): void {
  const { app, deps, resource, tag } = parts;
  const { shape, rights, summaries, schemas } = resource;
  declareRoute(app, deps.auth, {
    method: "POST",
    url: `/${shape.path}`,
    fresh: resource.fresh?.includes("create"),
    action: rights.manage,
    tag,
    summary: summaries.create,
    body: schemas.create,
    status: 201,
    answer: schemas.created ?? schemas.entity,
    handle: async (context) =>
      addToAnswer(parts, context.principal, await createRow(parts, context)),
  });
}
async function createRow<T extends ResourceTypes>(
  { deps, resource, options }: Parts<T>,
  context: RouteRequest,
): Promise<T["api"]> {
  const { shape, store, audit, label } = resource;
  const given = { ...resource.newFields(), ...resource.parse(context.body as T["body"]) };
  const address = (await options.prepare?.(context, given, null)) ?? null;
  return changeChecked(deps, context, toAction(resource, "create"), async (check) => {
    const { account, tx, now } = check;
    const fields: T["fields"] = { ...given, ...(await resource.complete?.(given, null, check)) };
    await resource.check?.(fields, null, check);
    if (shape.max !== undefined) await assertBelowLimit(resource, check, shape.max);
    const write = createWriteContext(deps, context, now);
    const id =
      (await store.create(tx, account, { ...fields, managed: false }, write)) ??
      rejectConflict(resource);
    const row = await load(resource, check, id, tx);
    return {
      result: resource.toApi(row, check, fields),
      changed: [{ kind: shape.kind, id }],
      target: `${audit.label ?? label} ${id} ${audit.nameOf(fields)}`.trimEnd(),
      opened: toOpened(resource, address, id),
    };
  });
}

function changeRoute<T extends ResourceTypes>(parts: Parts<T>, summary: string): void {
  const { app, deps, resource, tag } = parts;
  const { shape, rights, schemas } = resource;
  declareRoute(app, deps.auth, {
    method: "PATCH",
    url: `/${shape.path}/:id`,
    fresh: resource.fresh?.includes("change"),
    action: rights.manage,
    tag,
    summary,
    params: IdParams,
    body: schemas.patch ?? schemas.create,
    status: 200,
    answer: schemas.entity,
    handle: async (context) =>
      addToAnswer(parts, context.principal, await changeRow(parts, context, context.params.id)),
  });
}
async function changeRow<T extends ResourceTypes>(
  { deps, resource, options }: Parts<T>,
  context: RouteRequest,
  idText: string,
): Promise<T["api"]> {
  const { shape, store, audit, label } = resource;
  const id = parseId(idText, label);
  const parse = () => resource.parse(context.body as Partial<T["body"]>);
  const loadRow = (sql: Sql): Promise<T["row"]> => load(resource, context, id, sql);
  const save = (address: OutboundAddress | null, loadBefore: typeof loadRow) =>
    changeChecked(deps, context, toAction(resource, "change"), async (check) => {
      const { tx, now } = check;
      const before = await loadBefore(tx);
      assertNotManagedByFile(context, before);
      // A missing row is reported before faults of the body, as on all routes.
      const given = parse();
      const change = { ...given, ...(await resource.complete?.(given, before, check)) };
      await resource.check?.({ ...before, ...change }, before, check);
      const write = createWriteContext(deps, context, now);
      if ((await store.update(tx, { account: check.account, id }, change, write)) === "name_taken")
        rejectConflict(resource);
      const fieldNames = Object.keys(context.body as object).join(", ");
      return {
        result: resource.toApi(await load(resource, check, id, tx), check, null),
        changed: [{ kind: shape.kind, id }],
        target: `${audit.label ?? label} ${id}: ${fieldNames}`,
        opened: toOpened(resource, address, id),
      };
    });
  const { prepare } = options;
  if (prepare === undefined) return save(null, loadRow);
  const preparation = {
    read: loadRow,
    prepare: (before: T["row"]) => {
      assertNotManagedByFile(context, before);
      return prepare(context, parse(), before);
    },
  };
  return changePrepared(deps.sql, preparation, save);
}

function orderRoute<T extends ResourceTypes>(
  { app, deps, resource, tag }: Parts<T>,
  summary: string,
): void {
  const { shape, rights, store, label } = resource;
  declareRoute(app, deps.auth, {
    method: "PUT",
    url: `/${shape.path}/order`,
    action: rights.manage,
    tag,
    summary,
    body: createOrderSchema(shape),
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      const { principal } = context;
      const account = principal.accountId;
      const { ids } = context.body;
      return changeSettings(deps, context, toAction(resource, "order"), async (tx) => {
        const rows = await store.list(createTransactionReader(tx), account, { principal });
        const unmanagedIds = new Set(rows.filter(({ managed }) => !managed).map(({ id }) => id));
        if (ids.length !== unmanagedIds.size || ids.some((id) => !unmanagedIds.has(id)))
          refuse(
            "invalid_request",
            `List every ${label} that the provisioning file does not manage, each once.`,
            { field: "ids" },
          );
        await store.order?.(tx, account, ids);
        return {
          result: null,
          changed: [{ kind: shape.kind, id: null }],
          target: `${shape.path} ${ids.join(", ")}`,
        };
      });
    },
  });
}

function deleteRoute<T extends ResourceTypes>({
  app,
  deps,
  resource,
  options,
  tag,
}: Parts<T>): void {
  const { shape, rights, summaries, store, audit, label } = resource;
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: `/${shape.path}/:id`,
    fresh: resource.fresh?.includes("remove"),
    action: rights.manage,
    tag,
    summary: summaries.remove,
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      const id = parseId(context.params.id, label);
      await changeChecked(deps, context, toAction(resource, "delete"), async (check) => {
        const { tx, now } = check;
        const row = await load(resource, check, id, tx);
        if (resource.recordEnd === undefined) assertNotManagedByFile(context, row);
        await resource.checkRemoval?.(row, check);
        if (row.managed) await resource.recordEnd?.(row, check);
        const write = createWriteContext(deps, context, now);
        if (!(await store.remove(tx, check.account, id, write))) rejectNotFound(label);
        return {
          result: null,
          changed: [{ kind: shape.kind, id }],
          target: `${audit.label ?? label} ${id} ${audit.nameOfRemoved?.(row) ?? ""}`.trimEnd(),
        };
      });
      options.removed?.(context.principal.accountId, id);
      return null;
    },
  });
}

const addToAnswers = async <T extends ResourceTypes>(
  { options }: Parts<T>,
  principal: Principal,
  answers: readonly T["api"][],
): Promise<readonly T["api"][]> => options.addToAnswers?.(principal, answers) ?? answers;
const addToAnswer = async <T extends ResourceTypes>(
  parts: Parts<T>,
  principal: Principal,
  answer: T["api"],
): Promise<T["api"]> => (await addToAnswers(parts, principal, [answer]))[0] ?? answer;

const createAnswerContext = async (
  deps: RouteDeps,
  principal: RouteRequest["principal"],
): Promise<AnswerContext> => ({
  principal,
  config: await deps.config(principal.accountId),
  now: deps.clock.now(),
});
/** Runs a change of settings with what its checks and answers read. */
export async function changeChecked<R>(
  deps: RouteDeps,
  context: RouteRequest,
  action: AuditAction,
  run: (check: CheckContext) => Promise<ChangeResult<R>>,
): Promise<R> {
  const { principal } = context;
  const account = principal.accountId;
  const known = await deps.config(account);
  return changeSettings(deps, context, action, async (tx, now) => {
    const config = await loadAccountConfigInTransaction(tx, known);
    return run({ principal, config, now, tx, account });
  });
}
const createWriteContext = (
  { secrets }: RouteDeps,
  { principal }: RouteRequest,
  now: number,
): WriteContext => ({
  now,
  operatorId: principal.operatorId,
  seal: secrets.seal,
});
/** Loads a row that the principal may see. Throws a `Refusal` if there is none. */
async function load<T extends ResourceTypes>(
  { store, label }: SettingsResource<T>,
  { principal }: { readonly principal: Principal },
  id: number,
  sql: Sql,
): Promise<T["row"]> {
  const reader = createTransactionReader(sql);
  const [row = null] = await store.list(reader, principal.accountId, { principal, id });
  return requireFound(row, label);
}
async function assertBelowLimit<T extends ResourceTypes>(
  { store, shape }: SettingsResource<T>,
  { tx, account, principal }: CheckContext,
  max: number,
): Promise<void> {
  const rows = await store.list(createTransactionReader(tx), account, { principal });
  if (rows.length < max) return;
  const plural = shape.path.replaceAll("-", " ");
  refuse("invalid_request", `An account has at most ${max} ${plural}. Delete one first.`);
}
function rejectConflict<T extends ResourceTypes>({ label, conflict }: SettingsResource<T>): never {
  const message = conflict?.message ?? `A ${label} with this name exists already.`;
  return refuse("name_taken", message, { field: conflict?.field ?? "name" });
}
/** Returns the name of an action, which `listActions` declares for every shape. */
const toAction = <T extends ResourceTypes>(
  { shape }: SettingsResource<T>,
  operation: "create" | "change" | "order" | "delete",
): AuditAction => `${shape.kind}.${operation}` as AuditAction;
const toOpened = <T extends ResourceTypes>(
  { label }: SettingsResource<T>,
  address: OutboundAddress | null,
  id: number,
): OpenedAddress | null => address && { address, by: `${label} ${id}` };
