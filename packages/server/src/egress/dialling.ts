import { Connections, type Connection } from "./connections.ts";
import { connect, systemDial } from "./dial.ts";
import { Fault } from "./fault.ts";
import { checkAddresses, targetOf, type Target } from "./guard.ts";
import type { EgressOptions } from "./index.ts";
import { systemResolve, type Resolve } from "./resolve.ts";

/** Opens connections to allowed targets. */
export interface Dialling {
  readonly connections: Connections;
  /** Returns the allowed private targets. */
  readonly allowed: () => readonly string[];
  readonly resolve: Resolve;
  /** Parses the target of a URL. Throws EgressError. */
  targetOf(url: string): Target;
  /**
   * Returns an idle connection whose address is still allowed. Checks again only if the allow list
   * has changed.
   */
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

/** Caches parsed targets, because parsing a URL costs as much as signing a body. */
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
