import {
  createFindings,
  findLostMessages,
  findFreePort,
  createPreparedDataDir,
  readStoredMessages,
  removeDataDir,
  startIntegrator,
  startServerProcess,
  type LoadFindings,
  type FakeIntegrator,
  type ServerProcess,
  type SentLog,
  writeProvisioningFile,
} from "@parlour/testkit";

/**
 * An installation with one channel, for tests that kill its process or simulate a power loss
 * (reliability.md 4.1, 4.2).
 */
export interface CrashFixture {
  readonly integrator: FakeIntegrator;
  readonly dataDir: string;
  readonly port: number;
  readonly env: Record<string, string>;
  readonly inboundUrl: string;
  readonly api: string;
}
export const apiKey = `pk_test_${"0".repeat(32)}`;
/** The findings of a run without losses. */
export const noFindings: LoadFindings = createFindings();

/** Creates an installation. `folder` gets the provisioning file, `dataDir` the data. */
export async function createCrashFixture(
  folder = createPreparedDataDir(),
  dataDir = folder,
): Promise<CrashFixture> {
  // A disk image starts after this process has ended and must reach an integrator at the same
  // address.
  const integrator = await startIntegrator(await findFreePort());
  const port = await findFreePort();
  const file = writeProvisioningFile(folder, { key: apiKey, integratorUrl: integrator.url });
  return {
    integrator,
    dataDir,
    port,
    env: { PARLOUR_CONFIG: file },
    api: `http://127.0.0.1:${port}/api/v1`,
    inboundUrl: `http://127.0.0.1:${port}/channel/k3yk3yk3yk3yk3yk3yk3yk3y/AbCdEf1234`,
  };
}
export function startServer(
  fixture: CrashFixture,
  more: { entry?: string; env?: Record<string, string> } = {},
): Promise<ServerProcess> {
  return startServerProcess({
    dataDir: fixture.dataDir,
    port: fixture.port,
    env: { ...fixture.env, ...more.env },
    ...(more.entry === undefined ? {} : { entry: more.entry }),
  });
}
export async function cleanUp(fixture: CrashFixture, server: ServerProcess | null): Promise<void> {
  await server?.stop();
  await fixture.integrator.close();
  removeDataDir(fixture.dataDir);
}
/** Waits on the real clock until no delivery is pending. */
export async function waitUntilDelivered(fixture: CrashFixture, withinMs = 100_000): Promise<void> {
  const timeoutAtMs = Date.now() + withinMs;
  for (;;) {
    const response = await fetch(`${fixture.api}/deliveries?state=pending&limit=1`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    const { items } = (await response.json()) as { items: unknown[] };
    if (items.length === 0) return;
    if (Date.now() > timeoutAtMs) throw new Error("deliveries are still pending");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
export async function collectFindings(
  fixture: CrashFixture,
  sentLog: SentLog,
): Promise<LoadFindings> {
  return findLostMessages(
    sentLog,
    await readStoredMessages(fixture.api, apiKey),
    fixture.integrator.received,
  );
}
