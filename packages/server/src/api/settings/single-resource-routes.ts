import type { FastifyInstance } from "fastify";
import type { Principal } from "../../auth/index.ts";
import { noHostAuthority, type HostAuthority } from "../../settings/account/host-names.ts";
import type { SingleResource } from "../../settings/single-resource.ts";
import type { Sql } from "../../store/database/sql.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import { assertNotManagedByFile, changePrepared, changeSettings } from "../kit/change-settings.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import type { OutboundAddress } from "../kit/outbound-address.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

interface SingleRouteOptions<State> {
  /**
   * Runs before the transaction of a change: slow checks, such as those of addresses. Runs again if
   * the settings change meanwhile. Returns the URL that texts are sent to from now on (CORE-165).
   */
  readonly prepare?: (
    context: RequestContext<unknown, unknown, unknown>,
    body: object,
    before: State,
  ) => Promise<OutboundAddress | null>;
  /** Returns which host names a change may claim. Runs before the transaction. Absent: none. */
  readonly findHostAuthority?: (principal: Principal, body: object) => Promise<HostAuthority>;
  /**
   * Returns the parts of an answer that depend on the principal or on addresses of Parlour. `sql`:
   * after a change its transaction.
   */
  readonly describe?: (state: State, principal: Principal, sql: Sql) => object | Promise<object>;
}

/** Registers the routes of settings that an account has once: read and change. */
export function singleResourceRoutes<State extends object, Entry>(
  app: FastifyInstance,
  deps: RouteDeps,
  resource: SingleResource<State, Entry>,
  options: SingleRouteOptions<State> = {},
): void {
  const { path, label, rights, summaries, schemas, fresh, tag, find, generated = "" } = resource;
  const toApi = async (state: State, principal: Principal, sql: Sql): Promise<object> => ({
    ...resource.toApi(state, { now: deps.clock.now() }),
    ...(await options.describe?.(state, principal, sql)),
  });
  const route = { url: `/${path}`, tag: tag ?? path.replaceAll("-", " ") };
  declareRoute(app, deps.auth, {
    ...route,
    method: "GET",
    action: rights.read,
    summary: summaries.one,
    status: 200,
    answer: schemas.entity,
    handle: async ({ principal }) =>
      toApi(await find(deps.reader, principal.accountId), principal, deps.sql),
  });
  declareRoute(app, deps.auth, {
    ...route,
    method: "PATCH",
    action: rights.manage,
    fresh,
    summary: summaries.change,
    body: schemas.patch,
    status: 200,
    answer: schemas.changed ?? schemas.entity,
    handle: async (context) => {
      const { principal } = context;
      const account = principal.accountId;
      const body = context.body as object;
      const hosts = (await options.findHostAuthority?.(principal, body)) ?? noHostAuthority;
      const load = (sql: Sql): Promise<State> => find(createTransactionReader(sql), account);
      const save = (address: OutboundAddress | null, loadBefore: typeof load) =>
        changeSettings(deps, context, resource.action, async (tx, now) => {
          const before = await loadBefore(tx);
          assertNotManagedByFile(context, { managed: resource.file.isManaged(before) });
          const secrets: string[] = [];
          const printSecret = (secret: string): void => void secrets.push(secret);
          const { seal } = deps.secrets;
          await resource.change({ tx, account, now, seal, printSecret, hosts }, body, before);
          return {
            result: {
              ...(await toApi(await load(tx), principal, tx)),
              ...Object.fromEntries(secrets.map((secret) => [generated, secret])),
            },
            changed: [{ kind: "account", id: null }],
            target: `${label}: ${Object.keys(body).join(", ")}`,
            opened: address ? { address, by: label } : null,
          };
        });
      const { prepare } = options;
      if (prepare === undefined) return save(null, load);
      const preparation = {
        read: load,
        prepare: (before: State) => prepare(context, body, before),
      };
      return changePrepared(deps.sql, preparation, save);
    },
  });
}
