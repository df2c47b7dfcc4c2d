import type { FastifyInstance } from "fastify";
import type { ResourceShape } from "@parlour/protocol/api/settings/shapes/resource-shape";
import { IdParams, NoContent, PageQuery, type AuditAction } from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import {
  createEmptyFields,
  type Resource,
  type ResourceChange,
  type ResourceTypes,
} from "../../settings/resource.ts";
import type { Reader } from "../../store/database/reader.ts";
import type { Sql } from "../../store/database/sql.ts";
import { readerForTransaction } from "../../store/database/transaction-reader.ts";
import { assertNotManaged, changeSettings, requireText } from "../kit/change-settings.ts";
import { paginate } from "../kit/cursor.ts";
import { declareRoute } from "../kit/declare-route.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { parseId, rejectNotFound, requireFound } from "../kit/ids.ts";

/** Registers the routes of a settings resource: list, one, create, change, delete. */
export function resourceRoutes<T extends ResourceTypes>(
  app: FastifyInstance,
  deps: RouteDeps,
  resource: Resource<T>,
): void {
  listRoute(app, deps, resource);
  getRoute(app, deps, resource);
  createRoute(app, deps, resource);
  changeRoute(app, deps, resource);
  deleteRoute(app, deps, resource);
}

function listRoute<T extends ResourceTypes>(
  app: FastifyInstance,
  deps: RouteDeps,
  resource: Resource<T>,
): void {
  const { shape, rights, summaries, schemas, store, toApi } = resource;
  declareRoute(app, deps.auth, {
    method: "GET",
    url: `/${shape.path}`,
    action: rights.read,
    tag: tagOf(shape),
    summary: summaries.list,
    query: PageQuery,
    status: 200,
    answer: schemas.page,
    handle: async ({ principal, query }) => {
      const page = paginate(shape.path, await store.list(deps.reader, principal.accountId), query);
      return { ...page, items: page.items.map(toApi) };
    },
  });
}

function getRoute<T extends ResourceTypes>(
  app: FastifyInstance,
  deps: RouteDeps,
  resource: Resource<T>,
): void {
  const { shape, rights, summaries, schemas, label, toApi } = resource;
  declareRoute(app, deps.auth, {
    method: "GET",
    url: `/${shape.path}/:id`,
    action: rights.read,
    tag: tagOf(shape),
    summary: summaries.one,
    params: IdParams,
    status: 200,
    answer: schemas.entity,
    handle: async ({ principal, params }) =>
      toApi(await load(resource, deps.reader, principal.accountId, parseId(params.id, label))),
  });
}

function createRoute<T extends ResourceTypes>(
  app: FastifyInstance,
  deps: RouteDeps,
  resource: Resource<T>,
): void {
  const { shape, rights, summaries, schemas, store, label, toApi } = resource;
  declareRoute(app, deps.auth, {
    method: "POST",
    url: `/${shape.path}`,
    action: rights.manage,
    tag: tagOf(shape),
    summary: summaries.create,
    body: schemas.create,
    status: 201,
    answer: schemas.entity,
    handle: async (context) => {
      const account = context.principal.accountId;
      const fields: T["fields"] = {
        ...createEmptyFields(resource),
        ...parseTexts(resource, context.body as object),
      };
      return changeSettings(
        deps,
        context,
        `${shape.kind}.create` as AuditAction,
        async (tx, now) => {
          if ((await store.list(readerForTransaction(tx), account)).length >= shape.max)
            refuse(
              "invalid_request",
              `An account has at most ${shape.max} ${tagOf(shape)}. Delete one first.`,
            );
          const id =
            (await store.create(tx, account, { ...fields, managed: false }, now)) ??
            rejectTakenName(label);
          const target = `${label} ${id} ${resource.nameOf(fields)}`;
          return {
            result: toApi(await loadIn(resource, tx, account, id)),
            changed: [{ kind: shape.kind, id }],
            target,
          };
        },
      );
    },
  });
}

function changeRoute<T extends ResourceTypes>(
  app: FastifyInstance,
  deps: RouteDeps,
  resource: Resource<T>,
): void {
  const { shape, rights, summaries, schemas, store, label, toApi } = resource;
  declareRoute(app, deps.auth, {
    method: "PATCH",
    url: `/${shape.path}/:id`,
    action: rights.manage,
    tag: tagOf(shape),
    summary: summaries.change,
    params: IdParams,
    body: schemas.patch,
    status: 200,
    answer: schemas.entity,
    handle: async (context) => {
      const account = context.principal.accountId;
      const id = parseId(context.params.id, label);
      const change = parseTexts(resource, context.body as object);
      return changeSettings(deps, context, `${shape.kind}.change` as AuditAction, async (tx) => {
        assertNotManaged(context, await loadIn(resource, tx, account, id));
        if ((await store.update(tx, account, id, change)) === "name_taken") rejectTakenName(label);
        const target = `${label} ${id}: ${Object.keys(change).join(", ")}`;
        return {
          result: toApi(await loadIn(resource, tx, account, id)),
          changed: [{ kind: shape.kind, id }],
          target,
        };
      });
    },
  });
}

function deleteRoute<T extends ResourceTypes>(
  app: FastifyInstance,
  deps: RouteDeps,
  resource: Resource<T>,
): void {
  const { shape, rights, summaries, store, label } = resource;
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: `/${shape.path}/:id`,
    action: rights.manage,
    tag: tagOf(shape),
    summary: summaries.remove,
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      const account = context.principal.accountId;
      const id = parseId(context.params.id, label);
      return changeSettings(deps, context, `${shape.kind}.delete` as AuditAction, async (tx) => {
        assertNotManaged(context, await loadIn(resource, tx, account, id));
        if (!(await store.remove(tx, account, id))) rejectNotFound(label);
        return { result: null, changed: [{ kind: shape.kind, id }], target: `${label} ${id}` };
      });
    },
  });
}

/** Tag of the OpenAPI document. */
const tagOf = ({ path }: ResourceShape): string => path.replaceAll("-", " ");

async function load<T extends ResourceTypes>(
  { store, label }: Resource<T>,
  reader: Reader,
  account: number,
  id: number,
): Promise<T["row"]> {
  return requireFound(
    (await store.list(reader, account)).find((row) => row.id === id) ?? null,
    label,
  );
}
function loadIn<T extends ResourceTypes>(
  resource: Resource<T>,
  tx: Sql,
  account: number,
  id: number,
): Promise<T["row"]> {
  return load(resource, readerForTransaction(tx), account, id);
}
function rejectTakenName(label: string): never {
  return refuse("name_taken", `A ${label} with this name exists already.`, { field: "name" });
}
/**
 * Returns the texts of a body without surrounding white space. Throws if a required one is empty.
 */
function parseTexts<T extends ResourceTypes>(
  { shape }: Resource<T>,
  body: object,
): ResourceChange<T> {
  const parsed = Object.entries(body as Record<string, string>).map(([name, text]) => [
    name,
    shape.texts[name]?.minLength === 1 ? requireText(text, name) : text.trim(),
  ]);
  return Object.fromEntries(parsed) as ResourceChange<T>;
}
