import { resolveAddresses, type ServerAddresses } from "../../config/read-config.ts";
import { checkWebSockets, readSeenFindings } from "../../health/surroundings/own-server.ts";
import { readPublicUrl } from "../../store/sign-in/setup.ts";
import type { CheckDeps, DoctorFinding } from "./finding.ts";
import { withRunningDatabase } from "./running-database.ts";

/**
 * Returns what the running server has seen of its surroundings (CFG-166), and whether WebSockets
 * open through the public addresses (CFG-170). Nothing if it does not run on this machine.
 */
export async function inspectEnvironment(deps: CheckDeps): Promise<readonly DoctorFinding[]> {
  const { host, port } = deps.config;
  const anyAddress: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };
  const seen = await readSeenFindings(anyAddress[host] ?? host, port);
  if (seen === null) return [];
  return [...seen, ...(await checkWebSockets(await findAddresses(deps), deps.clock))];
}

/** Returns the addresses of the installation. Without its database, those of the configuration. */
export async function findAddresses(deps: CheckDeps): Promise<ServerAddresses> {
  const { config } = deps;
  const [storedUrl = null] = await withRunningDatabase(deps, async (tx) => [
    await readPublicUrl(tx),
  ]);
  return resolveAddresses(config, config.port, storedUrl);
}
