import {
  findLostMessages,
  findFreePort,
  createDataDir,
  readStoredMessages,
  removeDataDir,
  startIntegrator,
  startServerProcess,
  type LoadFindings,
  type Integrator,
  type ServerProcess,
  type SentLog,
  writeProvisioningFile,
} from "@parlour/testkit";

/**
 * An installation with one channel, for tests that kill its process or cut its power
 * (reliability.md 4.1, 4.2).
 */
export interface Bed {
  readonly integrator: Integrator;
  readonly dataDir: string;
  readonly port: number;
  readonly env: Record<string, string>;
  readonly inboundUrl: string;
  readonly api: string;
}
export const key = `pk_test_${"0".repeat(32)}`;
/** The findings of a run without losses. */
export const nothing: LoadFindings = { lost: [], duplicates: [], phantoms: [], outOfOrder: [], gaps: [], undelivered: [] };

/** Creates an installation. `folder` gets the provisioning file, `dataDir` the data. */
export async function makeBed(folder = createDataDir(), dataDir = folder): Promise<Bed> {
  // A disk image starts after this process has ended and must reach an integrator at the same
  // address.
  const integrator = await startIntegrator(await findFreePort());
  const port = await findFreePort();
  const file = writeProvisioningFile(folder, { key, integratorUrl: integrator.url });
  return {
    integrator,
    dataDir,
    port,
    env: { PARLOUR_CONFIG: file },
    api: `http://127.0.0.1:${port}/api/v1`,
    inboundUrl: `http://127.0.0.1:${port}/channel/k3yk3yk3yk3yk3yk3yk3yk3y/AbCdEf1234`,
  };
}
export function start(bed: Bed, more: { entry?: string; env?: Record<string, string> } = {}): Promise<ServerProcess> {
  return startServerProcess({
    dataDir: bed.dataDir,
    port: bed.port,
    env: { ...bed.env, ...more.env },
    ...(more.entry === undefined ? {} : { entry: more.entry }),
  });
}
export async function tidy(bed: Bed, product: ServerProcess | null): Promise<void> {
  await product?.stop();
  await bed.integrator.close();
  removeDataDir(bed.dataDir);
}
/** Waits on the real clock until no delivery is pending. */
export async function allDelivered(bed: Bed, withinMs = 100_000): Promise<void> {
  const until = Date.now() + withinMs;
  for (;;) {
    const response = await fetch(`${bed.api}/deliveries?state=pending&limit=1`, { headers: { authorization: `Bearer ${key}` } });
    const { items } = (await response.json()) as { items: unknown[] };
    if (items.length === 0) return;
    if (Date.now() > until) throw new Error("deliveries are still pending");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
export async function findingsOf(bed: Bed, witness: SentLog): Promise<LoadFindings> {
  return findLostMessages(witness, await readStoredMessages(bed.api, key), bed.integrator.received);
}
