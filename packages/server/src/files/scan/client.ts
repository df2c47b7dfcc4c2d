import { formatScannerAddress, type ScannerAddress } from "./address.ts";
import { createClamdClient } from "./clamd.ts";
import { createIcapClient } from "./icap.ts";
import type { ScannerConnectionDeps } from "./scanner-connection.ts";
import type { ScannerClient } from "./scan-result.ts";

/** Creates the client of a virus scanner. Opens no connection yet. */
export function createScannerClient(
  address: ScannerAddress,
  deps: ScannerConnectionDeps,
): ScannerClient {
  const client =
    address.kind === "clamd"
      ? createClamdClient(deps, address.to)
      : createIcapClient(deps, address);
  return { address: formatScannerAddress(address), ...client };
}
