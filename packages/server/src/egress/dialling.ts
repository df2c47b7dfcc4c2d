import { Connections, type Connection } from "./connections.ts";
import { connect, systemDial } from "./dial.ts";
import { Fault } from "./fault.ts";
import { checkAddresses, targetOf, type Target } from "./guard.ts";
import type { EgressOptions } from "./index.ts";
import { systemResolve, type Resolve } from "./resolve.ts";

/** Connections to targets that may be called. */
export interface Dialling {
  readonly connections: Connections;
  /** Private targets that may be called. */
  readonly allowed: () => readonly string[];
  readonly resolve: Resolve;
  /** The target of a URL. Throws Fault. */
  targetOf(url: string): Target;
  /** A kept connection whose address may still be called; looked at again only when the list of what is allowed has changed. */
  kept(target: Target): Connection | undefined;
  opened(target: Target, signal: AbortSignal): Promise<Connection>;
}

export function openDialling(options: EgressOptions): Dialling {
  const deps = {
    resolve: options.resolve ?? systemResolve(),
    dial: options.dial ?? systemDial,
    allowed: () => options.allowed(),
    ...(options.ca === undefined ? {} : { ca: options.ca }),
    ...(options.isForOwner && { isForOwner: true as const }),
    ...(options.onHidden && { onHidden: options.onHidden }),
  };
  const connections = new Connections(options.idle ?? { total: 512, perOrigin: 64 });
  const targets = openTargets();
  return {
    connections,
    allowed: deps.allowed,
    resolve: deps.resolve,
    targetOf: (url) => targets.of(url),
    kept(target) {
      const allowed = deps.allowed();
      return connections.take(target.origin, (connection) => {
        if (connection.checkedBy === allowed) return true;
        try {
          checkAddresses(target, [connection.address], allowed);
          connection.checkedBy = allowed;
          return true;
        } catch (error) {
          if (error instanceof Fault) return false;
          throw error;
        }
      });
    },
    async opened(target, signal) {
      const { socket, address } = await connect(deps, target, signal);
      return connections.adopt(target.origin, address, socket);
    },
  };
}

/** Targets of the URLs asked for last: reading a URL costs as much as signing a body. */
function openTargets(): { of(url: string): Target } {
  const known = new Map<string, Target>();
  return {
    of(url) {
      let target = known.get(url);
      if (target === undefined) {
        target = targetOf(url);
        if (known.size >= mostTargets) known.clear();
        known.set(url, target);
      }
      return target;
    },
  };
}
const mostTargets = 1_000;
