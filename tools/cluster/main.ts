import { fileURLToPath } from "node:url";
import { isPortFree } from "../../packages/testkit/src/port.ts";
import { parseClusterArguments, usage, type ClusterArguments } from "./options.ts";
import type { Cluster } from "./cluster.ts";
import { startCluster } from "./start-cluster.ts";

/** `npm run cluster`: starts a cluster on this machine, and stops it with the first signal. */
const options = readArguments();
if (options.help) {
  console.log(usage);
  process.exit(0);
}
const folder = fileURLToPath(
  new URL(`../../data-cluster${options.isHighlyAvailable ? "-ha" : ""}`, import.meta.url),
);
const stopRequested = waitForSignal();
try {
  await runCluster(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
process.exit(0);

async function runCluster({
  nodes,
  port,
  hasRedis,
  isHighlyAvailable,
}: ClusterArguments): Promise<void> {
  // A check before the start, which takes some seconds.
  if (!(await isPortFree(port)))
    throw new Error(`port ${port} is in use; choose another one with --port`);
  const cluster = await startCluster({
    folder,
    nodes,
    port,
    hasRedis,
    isHighlyAvailable,
    onLog: (node, text) => process.stderr.write(text.replace(/^(?=.)/gm, `node${node} | `)),
  });
  console.log(describeCluster(cluster));
  await stopRequested;
  console.log("stopping");
  await cluster.stop();
}

function describeCluster(cluster: Cluster): string {
  const { url, nodes, redis, databaseUrl, setUpLink, highAvailability } = cluster;
  return [
    `ready ${url}`,
    ...nodes.map((node) => `node${node.number} ${node.url}`),
    `database ${databaseUrl}`,
    ...(redis === null ? [] : [`redis ${redis.url}`]),
    ...(highAvailability?.describe() ?? []),
    `data ${folder}`,
    "Press Ctrl+C to stop.",
    ...(setUpLink === null ? [] : [`set up: ${setUpLink}`]),
  ].join("\n");
}

/** The third signal ends the process at once. Its exit kills what it started. */
function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    let count = 0;
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(name, () => {
        if (++count > 2) process.exit(130);
        resolve();
      });
  });
}

function readArguments(): ClusterArguments {
  try {
    return parseClusterArguments(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(2);
  }
}
