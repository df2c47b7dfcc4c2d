import type { FastifyInstance } from "fastify";
import type { SingleResource } from "../../settings/single-resource.ts";
import type { Reader } from "../../store/database/reader.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import { assertNotManagedByFile, changeSettings } from "../kit/change-settings.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { requireFound } from "../kit/ids.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

/** Registers the routes of settings that an account has once: read and change. */
export function singleResourceRoutes<State extends object, Entry>(
  app: FastifyInstance,
  deps: RouteDeps,
  resource: SingleResource<State, Entry>,
): void {
  const { path, label, rights, summaries, schemas, toApi, fresh, tag } = resource;
  const find = async (reader: Reader, account: number): Promise<State> =>
    requireFound(await resource.find(reader, account), "account");
  const route = { url: `/${path}`, tag: tag ?? path.replaceAll("-", " ") };
  declareRoute(app, deps.auth, {
    ...route,
    method: "GET",
    action: rights.read,
    summary: summaries.one,
    status: 200,
    answer: schemas.entity,
    handle: async ({ principal }) =>
      toApi(await find(deps.reader, principal.accountId), { now: deps.clock.now() }),
  });
  declareRoute(app, deps.auth, {
    ...route,
    method: "PATCH",
    action: rights.manage,
    ...(fresh && { fresh }),
    summary: summaries.change,
    body: schemas.patch,
    status: 200,
    answer: schemas.entity,
    handle: (context) => {
      const account = context.principal.accountId;
      const body = context.body as object;
      return changeSettings(deps, context, resource.action, async (tx, now) => {
        const reader = createTransactionReader(tx);
        const before = await find(reader, account);
        assertNotManagedByFile(context, { managed: resource.file.isManaged(before) });
        await resource.change({ tx, account, now }, body, before);
        return {
          result: toApi(await find(reader, account), { now }),
          changed: [{ kind: "account", id: null }],
          target: `${label}: ${Object.keys(body).join(", ")}`,
        };
      });
    },
  });
}
