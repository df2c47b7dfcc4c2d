import type { Config } from "../config/read-config.ts";
import type { Clock } from "../core/command.ts";
import { openSocket, type SocketDeps } from "../egress/socket.ts";
import { createScannerClient } from "../files/scan/client.ts";
import type { ScannerClient } from "../files/scan/scan-result.ts";

/** Returns a client of the scanner in FILE_SCANNER (CFG-050), or null if none is configured. */
export function getScannerClient(
  { fileScanner }: Pick<Config, "fileScanner">,
  clock: Clock,
  { resolve }: Pick<SocketDeps, "resolve">,
): ScannerClient | null {
  if (fileScanner === null) return null;
  return createScannerClient(fileScanner, {
    clock,
    connect: (to, signal) => openSocket(resolve ? { resolve } : {}, to, signal),
  });
}
