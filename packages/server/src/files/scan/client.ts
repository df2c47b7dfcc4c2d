import { scannerName, type ScannerAddress } from "./address.ts";
import { clamdClient } from "./clamd.ts";
import { icapClient } from "./icap.ts";
import type { TalkDeps } from "./talk.ts";
import type { ScannerClient } from "./verdict.ts";

/** Creates the client. Opens no connection yet. */
export function openScannerClient(address: ScannerAddress, deps: TalkDeps): ScannerClient {
  const client = address.kind === "clamd" ? clamdClient(deps, address.to) : icapClient(deps, address);
  return { at: scannerName(address), ...client };
}
