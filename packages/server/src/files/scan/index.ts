import { refuse } from "../../core/failure.ts";
import { createSemaphore } from "../semaphore.ts";
import { ScanError } from "./scanner-connection.ts";
import type { ScannedFile, ScannerClient } from "./scan-result.ts";

/** Scans files before they are stored (CORE-168). */
export interface Scanner {
  /**
   * Resolves if no threat was found. Refuses with `unsupported_media_type` and the threat, or with
   * `temporarily_unavailable` while the scanner does not respond. Files that could not be scanned
   * are never stored.
   */
  check(file: ScannedFile, owner: ScanOwner): Promise<void>;
  /** Aborts the running scans. */
  close(): void;
}
/** Fields that identify the owner of the file in the log. */
type ScanOwner = Readonly<Record<string, string | number>>;
type ScanOutcome = "clean" | "found" | "failed";

export interface ScannerDeps {
  readonly client: ScannerClient;
  readonly log: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
  };
  readonly count: (outcome: ScanOutcome) => void;
}
/** Maximum numbers of concurrent and of queued scans. Further scans are refused. */
const maxConcurrentScans = 8;
const maxQueuedScans = 16;

export function createScanner({ client, log, count }: ScannerDeps): Scanner {
  const semaphore = createSemaphore(maxConcurrentScans, maxQueuedScans);
  const ended = new AbortController();
  let isAway = false;

  /** Logs one line when the scanner starts to fail, and one when it responds again. */
  const reportState = (fault: string | null): void => {
    if (isAway === (fault !== null)) return;
    isAway = fault !== null;
    if (fault === null) log.info({ scanner: client.address }, "scanner.back");
    else log.warn({ scanner: client.address, reason: fault }, "scanner.away");
  };
  const scan = async (file: ScannedFile): Promise<string | null> => {
    try {
      const { threat } = await client.scan(file, ended.signal);
      reportState(null);
      return threat;
    } catch (error) {
      if (!(error instanceof ScanError)) throw error;
      count("failed");
      if (!ended.signal.aborted) reportState(error.message);
      return refuse(
        "temporarily_unavailable",
        "The virus scanner is not responding, so no file can be stored. Try again shortly.",
        {
          retryAfterMs: 10_000,
        },
      );
    }
  };
  return {
    async check(file, owner) {
      const threat = await semaphore.run(() => scan(file));
      count(threat === null ? "clean" : "found");
      if (threat === null) return;
      const virus = toDisplayedThreat(threat);
      log.warn({ scanner: client.address, virus, ...owner }, "scanner.found");
      refuse(
        "unsupported_media_type",
        `The virus scanner found ${virus} in this file, so it was not stored.`,
        { field: "file" },
      );
    },
    close: () => ended.abort(),
  };
}

/** Converts a threat name from the scanner to display text. */
function toDisplayedThreat(threat: string): string {
  const name = threat
    .replace(/[^\x20-\x7e]/g, "")
    .trim()
    .slice(0, 100);
  return name === "" ? "something harmful" : name;
}
