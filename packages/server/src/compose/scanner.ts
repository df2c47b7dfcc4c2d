import type { Config } from "../config.ts";
import type { Clock } from "../core/command.ts";
import { openSocket, type SocketDeps } from "../egress/socket.ts";
import { openScannerClient } from "../files/scan/client.ts";
import type { ScannerClient } from "../files/scan/verdict.ts";

/** Returns a client of the scanner in FILE_SCANNER (CFG-050), or null if none is configured. */
export function getScannerClient(
  { fileScanner }: Pick<Config, "fileScanner">,
  clock: Clock,
  { resolve }: Pick<SocketDeps, "resolve">,
): ScannerClient | null {
  if (fileScanner === null) return null;
  return openScannerClient(fileScanner, { clock, connect: (to, signal) => openSocket(resolve ? { resolve } : {}, to, signal) });
}
