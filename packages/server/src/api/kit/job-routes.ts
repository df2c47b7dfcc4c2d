import type { FastifyInstance } from "fastify";
import type { Static, TSchema } from "typebox";
import { IdParams, JobId, NoContent } from "@parlour/protocol/api";
import type { JobPort } from "../../actions/job-worker.ts";
import type { Action, Principal } from "../../auth/index.ts";
import { declareRoute, type RouteDefinition } from "./declare-route.ts";
import { storeOnce } from "./change-settings.ts";
import { parseId, requireFound } from "./ids.ts";
import type { Sql } from "../../store/database/sql.ts";
import type { RouteDeps } from "./route-deps.ts";

/** Jobs of one kind: a request stores one, a worker of a node processes it in the background. */
interface JobDefinition<R, B extends TSchema, Q extends TSchema, A extends TSchema, N> {
  readonly url: string;
  readonly action: Action;
  readonly tag: string;
  /** Name in errors, such as `bulk action`. */
  readonly name: string;
  readonly port: JobPort;
  /** Returns the job, or null if there is none that the principal may see. */
  readonly find: (principal: Principal, id: number) => Promise<R | null>;
  readonly create: {
    readonly summary: string;
    readonly body: B;
    /** Reads and checks what the job needs, before its transaction. */
    readonly prepare: (principal: Principal, body: Static<B>) => Promise<N>;
    /** Stores a job for the node of the port. Returns its id. */
    readonly store: (tx: Sql, principal: Principal, job: N) => Promise<number>;
  };
  readonly read: {
    readonly summary: string;
    readonly query?: Q;
    readonly answer: A;
    readonly serialize: (job: R, principal: Principal, query: Static<Q>) => Promise<Static<A>>;
  };
  readonly cancel: {
    readonly summary: string;
    /** Ends a job that runs. One that has ended stays as it is. */
    readonly end: (account: number, id: number) => Promise<unknown>;
  };
}

/** Registers the routes that start a job, read its progress and cancel it. */
export function jobRoutes<R, B extends TSchema, Q extends TSchema, A extends TSchema, N>(
  app: FastifyInstance,
  deps: RouteDeps,
  job: JobDefinition<R, B, Q, A, N>,
): void {
  const { auth } = deps;
  const { url, action, tag, name, create, read, cancel } = job;
  const find = async (principal: Principal, text: string): Promise<readonly [number, R]> => {
    const id = parseId(text, name);
    return [id, requireFound(await job.find(principal, id), name)];
  };
  declareRoute(app, auth, {
    method: "POST",
    url,
    action,
    tag,
    summary: create.summary,
    body: create.body,
    status: 202,
    answer: JobId,
    async handle(context) {
      const { principal, body } = context;
      const id = await storeOnce(
        deps,
        context,
        () => create.prepare(principal, body),
        (tx, prepared) => create.store(tx, principal, prepared),
      );
      job.port.wake();
      return { id };
    },
  });
  const one = { url: `${url}/:id`, action, tag, params: IdParams };
  const reading: RouteDefinition<typeof IdParams, Q, TSchema, A> = {
    ...one,
    ...read,
    method: "GET",
    status: 200,
    async handle({ principal, params, query }) {
      const [, found] = await find(principal, params.id);
      return read.serialize(found, principal, query);
    },
  };
  declareRoute(app, auth, reading);
  declareRoute(app, auth, {
    ...one,
    method: "DELETE",
    summary: cancel.summary,
    status: 204,
    answer: NoContent,
    once: { because: "A job that has ended stays as it is." },
    async handle({ principal, params }) {
      const [id] = await find(principal, params.id);
      await cancel.end(principal.accountId, id);
      return null;
    },
  });
}
