import { setTimeout as pause } from "node:timers/promises";
import type { Operator } from "@parlour/protocol";
import type { ClusterNode } from "../cluster/cluster-node.ts";
import { openOperatorClient, type OperatorClient } from "../cluster/operator-client.ts";
import type { LimitRecord } from "./evidence.ts";
import { callApi, type Installation } from "./installation.ts";

const presenceLimitMs = 15_000;
/** Time after which a difference is described. */
const noticeableMs = 1_000;
const revocationLimitMs = 5_000;
const pollMs = 50;

/**
 * Measures how long it takes until all nodes show the same presence, in which the operators with a
 * live socket are online. `ms` is null if that takes more than 15 s.
 */
export async function measurePresence(
  { cluster, answering }: Installation,
  clients: ReadonlyMap<string, readonly OperatorClient[]>,
): Promise<{ readonly ms: number | null; readonly difference: string | null }> {
  const since = performance.now();
  let difference: string | null = null;
  while (performance.now() - since < presenceLimitMs) {
    const lists = await Promise.all(
      cluster.nodes.map(({ url }) =>
        callApi<{ items: Operator[] }>(url, answering, "operators?limit=50"),
      ),
    );
    const views = lists.map((list) =>
      list?.items.map(({ name, presence }) => `${name} ${presence}`).toSorted(),
    );
    const isEqual = views.every((view) => view !== undefined && view.join() === views[0]?.join());
    const isTrue = [...clients].every(
      ([name, sockets]) =>
        !sockets.some((socket) => socket.isLive()) || views[0]?.includes(`${name} online`) === true,
    );
    const ms = Math.round(performance.now() - since);
    if (isEqual && isTrue) return { ms, difference };
    if (ms > noticeableMs) difference ??= describeViews(views, clients);
    await pause(pollMs);
  }
  return { ms: null, difference };
}

function describeViews(
  views: readonly (readonly string[] | undefined)[],
  clients: ReadonlyMap<string, readonly OperatorClient[]>,
): string {
  const live = [...clients].flatMap(([name, sockets]) =>
    sockets.some((socket) => socket.isLive()) ? [name] : [],
  );
  const shown = views.map((view, n) => `node ${n + 1}: ${view?.join(", ") ?? "no answer"}`);
  return `${shown.join("; ")}; live sockets: ${live.join(", ")}`;
}

/**
 * Signs an operator in, opens a socket at each node, ends the session at the first node, and
 * measures how long each socket stays open. Null: 5 s or more.
 */
export async function measureRevocation(
  { leaving, signIn }: Installation,
  nodes: readonly ClusterNode[],
): Promise<readonly (number | null)[]> {
  const [first] = nodes;
  if (first === undefined) return [];
  const headers = await signIn(leaving, first.url);
  const clients = nodes.map(({ port }) => openOperatorClient({ port, headers }));
  try {
    await Promise.all(clients.map((client) => client.waitUntilLive()));
    const since = performance.now();
    const response = await fetch(`${first.url}/api/v1/sessions/current`, {
      method: "DELETE",
      headers,
    });
    if (response.status !== 204) return clients.map(() => null);
    return await Promise.all(
      clients.map(async (client) => {
        while (!client.isSignedOut()) {
          if (performance.now() - since > revocationLimitMs) return null;
          await pause(10);
        }
        return Math.round(performance.now() - since);
      }),
    );
  } finally {
    for (const client of clients) client.close();
  }
}

/** Number of requests of the limit probe. */
const requestCount = 300;

/** Asks each node whether it runs, again and again. Returns a function that ends that. */
function watchResponses(nodes: readonly ClusterNode[]): () => Promise<number> {
  let slowestMs = 0;
  let isWatching = true;
  const watch = async ({ url }: ClusterNode): Promise<void> => {
    while (isWatching) {
      const since = performance.now();
      await (await fetch(`${url}/health`)).arrayBuffer();
      slowestMs = Math.max(slowestMs, performance.now() - since);
    }
  };
  const watching = Promise.all(nodes.map(watch));
  return async () => {
    isWatching = false;
    await watching;
    return slowestMs;
  };
}

/**
 * Sends 300 status queries at once, in turn to each node. Their limit has the burst
 * `limitBurst` and one more token per second.
 */
export async function measureLimit(
  { cluster: { nodes }, inboundUrl }: Installation,
  { name, tolerance }: Pick<LimitRecord, "name" | "tolerance">,
): Promise<LimitRecord> {
  const path = `${new URL(inboundUrl).pathname}/status`;
  const endWatch = watchResponses(nodes);
  const since = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: requestCount }, async (_, n) => {
      const response = await fetch(`${nodes[n % nodes.length]?.url}${path}`);
      await response.arrayBuffer();
      return response.status;
    }),
  );
  const seconds = (performance.now() - since) / 1_000;
  return {
    name,
    tolerance,
    slowestMs: await endWatch(),
    nodes: nodes.length,
    allowed: statuses.filter((status) => status === 200).length,
    seconds,
  };
}
