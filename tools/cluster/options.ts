import { parseArgs } from "node:util";

export const usage = `npm run cluster -- [options]   (docs/operate/grow.md)
  --nodes N     number of nodes, 2 to 8 (default 3)
  --port P      port of the balancer (default 8080)
  --no-redis    nodes exchange messages through PostgreSQL only
  --ha          no single point of failure: etcd, PostgreSQL under Patroni and Redis with Sentinel
                three times each, and two balancers`;

/** Options of `npm run cluster`. */
export interface ClusterArguments {
  readonly help: boolean;
  readonly nodes: number;
  readonly port: number;
  readonly hasRedis: boolean;
  readonly isHighlyAvailable: boolean;
}

/** Parses the arguments of the command line. Throws an error with a message for the user. */
export function parseClusterArguments(args: readonly string[]): ClusterArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", default: false },
      nodes: { type: "string", default: "3" },
      port: { type: "string", default: "8080" },
      "no-redis": { type: "boolean", default: false },
      ha: { type: "boolean", default: false },
    },
  });
  return {
    help: values.help,
    nodes: parseWithin("--nodes", values.nodes, 2, 8),
    port: parseWithin("--port", values.port, 1, 65_535),
    hasRedis: !values["no-redis"],
    isHighlyAvailable: values.ha,
  };
}

function parseWithin(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new Error(`${name}: ${text} is not a whole number from ${min} to ${max}`);
}
