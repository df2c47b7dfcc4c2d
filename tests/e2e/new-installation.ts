import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createLog,
  parseConfig,
  startServer,
  createSystemClock,
  type Server,
} from "@parlour/server";
import { createTestDatabase } from "@parlour/testkit";

/** An installation that is not set up. It may call the integrator if there is one. */
export interface NewInstallation {
  readonly server: Server;
  /** The one-time setup link of the first start. */
  readonly setupLink: string;
  close(): Promise<void>;
}
export async function openNewInstallation(integratorPort: number | null): Promise<NewInstallation> {
  const dataDir = mkdtempSync(join(tmpdir(), "parlour-fresh-"));
  const database = await createTestDatabase();
  const server = await startServer({
    databaseUrl: database.url,
    dataDir,
    secretKey: createHash("sha256").update("fresh").digest(),
    log: createLog({ level: "fatal", format: "json" }),
    clock: createSystemClock(),
    config: parseConfig({
      PORT: "0",
      HOST: "127.0.0.1",
      EGRESS_ALLOW: integratorPort === null ? "" : `127.0.0.1:${integratorPort}`,
    }),
  });
  return {
    server,
    setupLink: server.setupLink ?? "",
    async close() {
      await server.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
