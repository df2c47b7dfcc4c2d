import {
  createPreparedDataDir,
  findRedisServer,
  removeDataDir,
  startIntegrator,
  writeProvisioningFile,
  type FakeIntegrator,
} from "@parlour/testkit";
import { startCluster } from "../../tools/cluster/start-cluster.ts";
import type { Cluster } from "../../tools/cluster/cluster.ts";

export const apiKey = `pk_test_${"0".repeat(32)}`;
export const password = "correct horse battery staple";
export const widgetId = "WiDgEt1234";
/** Whether the nodes share a Redis server. They share only PostgreSQL otherwise. */
const hasRedis = (await findRedisServer()) !== null;

/** Three nodes behind HAProxy, with a channel, and a widget of the operator ann@example.test. */
export interface ClusterFixture {
  readonly folder: string;
  readonly integrator: FakeIntegrator;
  readonly cluster: Cluster;
  close(): Promise<void>;
}

export async function openClusterFixture(): Promise<ClusterFixture> {
  const folder = createPreparedDataDir();
  const integrator = await startIntegrator();
  const cluster = await startCluster({
    folder,
    hasRedis,
    env: {
      PARLOUR_CONFIG: writeProvisioningFile(folder, {
        key: apiKey,
        password,
        integratorUrl: integrator.url,
        extraYaml: `  - { kind: widget, name: Site, public_id: ${widgetId}, operators: [ann@example.test] }\n`,
      }),
      SHUTDOWN_DELAY: "1",
      SHUTDOWN_MOVE: "5",
    },
  });
  return {
    folder,
    integrator,
    cluster,
    async close() {
      await cluster.stop();
      await integrator.close();
      removeDataDir(folder);
    },
  };
}
