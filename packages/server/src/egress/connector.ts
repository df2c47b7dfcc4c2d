import type { Socket } from "node:net";
import { IdleConnections, type Connection } from "./connections.ts";
import { openCheckedConnection, systemDial } from "./dial.ts";
import { EgressError } from "./egress-error.ts";
import { loadClient } from "./load-client.ts";
import { assertAllowedAddresses, parseTarget, type Target } from "./target/target-policy.ts";
import { createSystemResolver, type Resolve } from "./target/resolve.ts";
import type { EgressOptions } from "./types.ts";

/** Opens connections to allowed targets. */
export interface Connector {
  readonly connections: IdleConnections;
  /** Returns the allowed private targets. */
  readonly getAllowList: () => readonly string[];
  readonly resolve: Resolve;
  /** Parses the target of a URL. Throws EgressError. */
  parseTarget(url: string): Target;
  /** Returns an idle connection to the target. Checks its address after allow list changes. */
  takeIdle(target: Target): Connection | undefined;
  open(target: Target, signal: AbortSignal): Promise<Connection>;
  /** Opens a connection that is not kept for reuse. Rejects with EgressError. */
  dial(target: Target, signal: AbortSignal): Promise<Socket>;
}

export function createConnector(options: EgressOptions): Connector {
  const deps = {
    resolve: options.resolve ?? createSystemResolver(),
    dial: options.dial ?? systemDial,
    allowed: () => options.allowed(),
    ca: options.ca,
    isForOwner: options.isForOwner ? (true as const) : undefined,
    onHidden: options.onHidden,
  };
  const connections = new IdleConnections(options.idle ?? { total: 512, perOrigin: 64 });
  const targets = createTargetCache();
  return {
    connections,
    getAllowList: deps.allowed,
    resolve: deps.resolve,
    parseTarget: (url) => targets.of(url),
    takeIdle(target) {
      const allowed = deps.allowed();
      return connections.takeIdle(target.origin, (connection) => {
        if (connection.checkedAllowList === allowed) return true;
        try {
          assertAllowedAddresses(target, [connection.address], allowed);
          connection.checkedAllowList = allowed;
          return true;
        } catch (error) {
          if (error instanceof EgressError) return false;
          throw error;
        }
      });
    },
    async open(target, signal) {
      const Client = await loadClient();
      const { socket, address } = await openCheckedConnection(deps, target, signal);
      return connections.adopt(Client, target.origin, address, socket);
    },
    dial: async (target, signal) => (await openCheckedConnection(deps, target, signal)).socket,
  };
}

/** Creates a cache of parsed targets, because parsing a URL costs as much as signing a body. */
function createTargetCache(): { of(url: string): Target } {
  const cached = new Map<string, Target>();
  return {
    of(url) {
      let target = cached.get(url);
      if (target === undefined) {
        target = parseTarget(url);
        if (cached.size >= maxCachedTargets) cached.clear();
        cached.set(url, target);
      }
      return target;
    },
  };
}
const maxCachedTargets = 1_000;
