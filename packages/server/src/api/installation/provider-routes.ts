import type { FastifyInstance } from "fastify";
import type { TSchema } from "typebox";
import { NoContent, type AuditAction } from "@parlour/protocol/api";
import type { OidcParams } from "@parlour/protocol/api/people/session";
import { assertRolesNotAbovePrincipal, type Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { findAccount } from "../../store/settings/account/account.ts";
import type { Sql } from "../../store/database/sql.ts";
import type { DocumentList } from "../../store/settings/installation/document-list.ts";
import { assertNotManagedByFile, changePrepared, changeSettings } from "../kit/change-settings.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { requireFound } from "../kit/ids.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

interface ProviderRow {
  readonly id: string;
  readonly name: string;
  readonly managed: boolean;
}
/** A kind of identity providers of the installation, each a list in a column of it. */
interface ProviderKind<Row extends ProviderRow> {
  readonly path: string;
  /** `an OIDC provider` in the summaries of routes. */
  readonly summary: string;
  readonly max: number;
  readonly list: DocumentList<Row>;
  readonly schemas: Readonly<
    Record<"entity" | "page" | "create" | "patch", TSchema> & { params: typeof OidcParams }
  >;
  readonly actions: Readonly<Record<"add" | "change" | "remove", AuditAction>>;
  /** What the list has besides its providers. */
  readonly page: () => object;
  readonly serialize: (row: Row) => object;
  /** Returns the body that creates the provider. */
  readonly toBody: (row: Row) => object;
  /**
   * Returns the provider of a whole body. May send requests, because no transaction is open. Throws
   * a `Refusal`. `previous` is null for a new one.
   */
  readonly build: (body: object, previous: Row | null) => Promise<Row>;
  /** Returns what no two providers have in common. */
  readonly keyOf: (row: Row) => string;
  /** Message and field of the error for a key that exists. */
  readonly conflict: { readonly message: string; readonly field: string };
  /** Returns the name of the provider in the audit log. */
  readonly target: (row: Row) => string;
}
interface Parts<Row extends ProviderRow> {
  readonly app: FastifyInstance;
  readonly deps: RouteDeps;
  readonly kind: ProviderKind<Row>;
}

/** Registers the routes of the identity providers of a kind (API-206, SSO-006). */
export function providerRoutes<Row extends ProviderRow>(
  app: FastifyInstance,
  deps: RouteDeps,
  kind: ProviderKind<Row>,
): void {
  const parts = { app, deps, kind };
  listRoute(parts);
  addRoute(parts);
  changeRoute(parts);
  removeRoute(parts);
}

const routeDefaults = { action: "instance.manage", tag: "instance" } as const;

function listRoute<Row extends ProviderRow>({ app, deps, kind }: Parts<Row>): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "GET",
    url: `/${kind.path}`,
    summary: `List ${kind.summary.replace(/^an? /, "")}s`,
    status: 200,
    answer: kind.schemas.page,
    handle: async () => ({
      items: (await kind.list.read(deps.sql)).map(kind.serialize),
      ...kind.page(),
    }),
  });
}
function addRoute<Row extends ProviderRow>({ app, deps, kind }: Parts<Row>): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "POST",
    url: `/${kind.path}`,
    fresh: true,
    summary: `Create ${kind.summary}`,
    body: kind.schemas.create,
    status: 201,
    answer: kind.schemas.entity,
    handle: async (context) => {
      assertMayManage(context.principal);
      const created = await kind.build(context.body as object, null);
      return changeSettings(deps, context, kind.actions.add, async (tx) => {
        const before = await kind.list.lock(tx);
        if (before.length >= kind.max)
          refuse(
            "at_limit",
            `An installation has at most ${kind.max} providers. Remove one first.`,
            { limit: "providers" },
          );
        return saveProviders(kind, tx, [...before, created], created);
      });
    },
  });
}
function changeRoute<Row extends ProviderRow>({ app, deps, kind }: Parts<Row>): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "PATCH",
    url: `/${kind.path}/:id`,
    fresh: true,
    summary: `Update ${kind.summary}`,
    params: kind.schemas.params,
    body: kind.schemas.patch,
    status: 200,
    answer: kind.schemas.entity,
    handle: async (context) => {
      assertMayManage(context.principal);
      const { id } = context.params;
      const preparation = {
        read: async (sql: Sql) => findById(await kind.list.read(sql), id),
        prepare(before: Row) {
          assertNotManagedByFile(context, before);
          return kind.build({ ...kind.toBody(before), ...(context.body as object) }, before);
        },
      };
      return changePrepared(deps.sql, preparation, (next, readLocked) =>
        changeSettings(deps, context, kind.actions.change, async (tx) => {
          const rows = await kind.list.lock(tx);
          await readLocked(tx);
          return saveProviders(
            kind,
            tx,
            rows.map((row) => (row.id === id ? next : row)),
            next,
          );
        }),
      );
    },
  });
}
function removeRoute<Row extends ProviderRow>({ app, deps, kind }: Parts<Row>): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "DELETE",
    url: `/${kind.path}/:id`,
    fresh: true,
    summary: `Delete ${kind.summary}`,
    params: kind.schemas.params,
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      await changeSettings(deps, context, kind.actions.remove, async (tx) => {
        const before = await kind.list.lock(tx);
        const removed = findById(before, context.params.id);
        assertNotManagedByFile(context, removed);
        return saveProviders(
          kind,
          tx,
          before.filter((row) => row !== removed),
          removed,
        );
      });
      return null;
    },
  });
}

/** An identity provider can sign in every operator, including owners. */
function assertMayManage(principal: Principal): void {
  assertRolesNotAbovePrincipal(principal, { role: "owner" });
}

const findById = <Row extends ProviderRow>(rows: readonly Row[], id: string): Row =>
  requireFound(rows.find((row) => row.id === id) ?? null, "provider");

async function saveProviders<Row extends ProviderRow>(
  kind: ProviderKind<Row>,
  tx: Sql,
  rows: readonly Row[],
  saved: Row,
) {
  if (new Set(rows.map(kind.keyOf)).size < rows.length)
    refuse("name_taken", kind.conflict.message, { field: kind.conflict.field });
  await kind.list.write(tx, rows);
  return {
    result: kind.serialize(saved),
    changed: [{ kind: "instance" as const, id: null }],
    target: kind.target(saved),
  };
}

/** Checks that new operators get a role and an account. Returns the account, or null. */
export async function resolveProviderAccount(
  deps: RouteDeps,
  { role, account_id }: { readonly role: string | null; readonly account_id: number | null },
): Promise<number | null> {
  if (role !== null && account_id === null)
    refuse("invalid_request", "Choose the account for new users.", { field: "account_id" });
  if (account_id !== null && (await findAccount(deps.reader, account_id)) === null)
    refuse("invalid_request", `${account_id} is not an account of this installation.`, {
      field: "account_id",
    });
  return role === null ? null : account_id;
}
